"""Copies filters below joins, so that the joins have less to do."""

from collections.abc import Iterable
from dataclasses import replace
from typing import ClassVar

from dovetail.optimizer.rule import Rule
from dovetail.plan.asof import AsofJoinNode
from dovetail.plan.expressions import Predicate
from dovetail.plan.interval import IntervalJoinNode
from dovetail.plan.lookup import LookupJoinNode
from dovetail.plan.node import Node
from dovetail.plan.relations import Filter, Join, JoinKind, Project, Scan
from dovetail.plan.schema import relation_bit
from dovetail.plan.temporal import TemporalJoinNode

__all__ = ["CopyFiltersRule"]

Predicates = tuple[Predicate, ...]


class CopyFiltersRule(Rule):
    """``Filter(t.price > 100) over joins`` -> the same, with a copy of the predicate in the scan of ``t``.

    Only deterministic predicates without subqueries go down, and none to a side that a join pads with NULLs. Nothing
    goes from WHERE to the right side of an ASOF or temporal join: there it would change which row is the closest.
    """

    name: ClassVar[str] = "copy_filters"

    def apply(self, plan: Node) -> Node:
        """Copies what may go down, each as far as it may."""
        return _push(plan, ())


def _push(node: Node, copies: Predicates) -> Node:
    """The node with the copies at work below it, or right above it where they can go no further."""
    match node:
        case Project():
            return node.with_inputs((_push(node.input, ()),))
        case Filter():
            return node.with_inputs((_push(node.input, copies + tuple(p for p in node.predicates if p.movable)),))
        case Scan():
            new = tuple(p for p in copies if p not in node.predicates)
            return replace(node, predicates=node.predicates + new) if new else node
        case LookupJoinNode() | TemporalJoinNode():
            (stream,) = node.inputs()
            return node.with_inputs((_push(stream, _within(copies, stream)),))
        case AsofJoinNode():
            right = node.right_predicates
            kept = tuple(p for p in right if not p.movable)
            left = _push(node.left, _within(copies, node.left))
            below = _push(node.right, tuple(p for p in right if p.movable))
            pushed = node if len(kept) == len(right) else replace(node, right_predicates=kept)
            return pushed.with_inputs((left, below))
        case IntervalJoinNode():
            join = _push(node.join, copies)
            return node if join is node.join or not isinstance(join, Join) else replace(node, join=join)
        case Join():
            return _push_sides(node, copies)
        case _:
            return node


def _push_sides(join: Join, copies: Predicates) -> Join:
    left = () if join.kind.pads_left else _within(copies, join.left)
    right = () if join.kind.pads_right or not join.kind.keeps_right else _within(copies, join.right)
    # What ON says of one side alone filters that side, unless the side's rows are kept whatever ON says.
    if join.kind in (JoinKind.INNER, JoinKind.LEFT, JoinKind.LEFT_SEMI, JoinKind.LEFT_ANTI):
        right += _within((p for p in join.residual if p.movable), join.right)
    return join.with_inputs((_push(join.left, left), _push(join.right, right)))


def _within(predicates: Iterable[Predicate], side: Node) -> Predicates:
    """Those that read this side and nothing else; a constant stays where it is."""
    mask = 0
    for column in side.schema:
        mask |= relation_bit(column.relation)
    return tuple(p for p in predicates if p.mask and not p.mask & ~mask)
