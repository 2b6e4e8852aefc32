"""Marks the joins of Spark's own that bound the distance of two times."""

from typing import ClassVar

from dovetail.optimizer.rule import Rule
from dovetail.plan.interval import IntervalJoinNode
from dovetail.plan.node import Node, transform_up
from dovetail.plan.relations import Join

__all__ = ["IntervalJoinRule"]


class IntervalJoinRule(Rule):
    """``Join: on=[o.id = s.oid, s.ts BETWEEN …]`` -> ``IntervalJoin`` with the bound that was recognised.

    It changes what is known of the join, and nothing of what it does.
    """

    name: ClassVar[str] = "interval_joins"

    def apply(self, plan: Node) -> Node:
        """Marks every join that has a bound."""
        return transform_up(plan, _mark)


def _mark(node: Node) -> Node:
    if isinstance(node, Join) and node.time_bound is not None:
        return IntervalJoinNode(node, node.time_bound)
    return node
