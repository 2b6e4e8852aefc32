"""Which columns each node of a plan has to hand on, told from above."""

from collections.abc import Callable

from dovetail.plan.asof import AsofJoinNode
from dovetail.plan.node import Node
from dovetail.plan.schema import Column

__all__ = ["Needs", "descend"]

Needs = frozenset[Column]


def descend(node: Node, above: Needs, change: Callable[[Node, Needs], Node]) -> Node:
    """Applies ``change`` to every node with the columns needed of it, a node before its inputs."""
    node = change(node, above)
    needed = above | own_needs(node)
    inputs = tuple(descend(child, needed & frozenset(child.schema), change) for child in node.inputs())
    return node.with_inputs(inputs)


def own_needs(node: Node) -> Needs:
    """What a node reads itself, besides what it hands on."""
    read: Needs = frozenset().union(*(expr.columns for expr in node.expressions()))
    return read | frozenset(node.tie_columns) if isinstance(node, AsofJoinNode) else read
