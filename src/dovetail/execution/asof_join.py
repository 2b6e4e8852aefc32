"""Runs an ASOF join over whole tables, by one of two ways.

*Window*: both sides in one relation, sorted by time within each key; the last right row seen so far is the match. The
cost is one sort, however many rows a key has.

*Candidates*: every right row that may match is joined, and the best one is kept. It takes whatever a condition says,
and is the way where ON compares the two sides by more than equality, because that filters before the choice.
"""

from dovetail.execution.asof_candidates import candidates_sql
from dovetail.execution.asof_window import fits_window, window_sql
from dovetail.plan.asof import AsofJoinNode

__all__ = ["asof_sql", "asof_way"]


def asof_way(node: AsofJoinNode) -> str:
    """The way that a join takes, and why, as EXPLAIN says it."""
    if fits_window(node):
        return "window: one sort by key and time"
    reason = "ON compares both sides" if node.cross_predicates else "the sides' types differ, or a tuple is compared"
    return f"candidates: {reason}, so every possible match is looked at"


def asof_sql(node: AsofJoinNode, left: str, right: str) -> str:
    """The SELECT that joins two queries."""
    return window_sql(node, left, right) if fits_window(node) else candidates_sql(node, left, right)
