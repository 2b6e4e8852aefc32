"""Narrows the columns that scans and versioned tables read."""

from dataclasses import replace
from typing import ClassVar

from dovetail.optimizer.needs import Needs, descend, own_needs
from dovetail.optimizer.rule import Rule
from dovetail.plan.node import Node
from dovetail.plan.relations import Scan
from dovetail.plan.temporal import TemporalJoinNode

__all__ = ["PruneColumnsRule"]


class PruneColumnsRule(Rule):
    """``Scan: trades, columns=[id, price, note]`` -> ``columns=[id]`` where nothing above reads the others.

    It never touches what decides between two versions of one time: those columns belong to the table.
    """

    name: ClassVar[str] = "prune_columns"

    def apply(self, plan: Node) -> Node:
        """Prunes every leaf."""
        return descend(plan, frozenset(plan.schema), _prune)


def _prune(node: Node, above: Needs) -> Node:
    match node:
        case Scan():
            kept = tuple(column for column in node.columns if column in above)
            return node if kept == node.columns else replace(node, columns=kept)
        case TemporalJoinNode():
            needed = above | own_needs(node)
            kept = tuple(column for column in node.required_columns if column in needed)
            return node if kept == node.required_columns else replace(node, required_columns=kept)
        case _:
            return node
