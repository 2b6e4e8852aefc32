"""Turns the analysis of a block into the first plan, before any rule has seen it."""

from collections.abc import Sequence

from dovetail.plan.analysis import JoinMode, JoinStep, MultiJoinAnalysis
from dovetail.plan.asof import AsofJoinNode, AsofJoinType
from dovetail.plan.expressions import Predicate
from dovetail.plan.lookup import JoinKeyPair
from dovetail.plan.node import Node
from dovetail.plan.relations import Filter, Join, JoinKind, Project, Scan
from dovetail.plan.schema import Column, relation_bit
from dovetail.plan.temporal import TemporalJoinNode, TemporalJoinType

__all__ = ["build_plan", "join_node"]


def build_plan(
    analysis: MultiJoinAnalysis,
    where: Sequence[Predicate],
    columns: Sequence[Column],
    named: frozenset[Column],
    text: str,
) -> Project:
    """The joins from left to right, WHERE above them, and on top the columns that the rest of the block needs."""
    node: Node = Scan.of(analysis.base)
    for number, step in enumerate(analysis.joins):
        node = join_node(node, step, named, number)
    if where:
        node = Filter(node, tuple(where))
    return Project(node, tuple(columns), text)


def join_node(left: Node, step: JoinStep, named: frozenset[Column], number: int) -> Node:
    """One step over what stands left of it."""
    match step.mode:
        case JoinMode.ASOF:
            return _asof(left, step, named)
        case JoinMode.TEMPORAL:
            return _temporal(left, step, number)
        case JoinMode.PLAIN | JoinMode.PROCESS_TIME:
            process_time = step.mode is JoinMode.PROCESS_TIME
            return Join(
                left,
                Scan.of(step.right),
                step.kind,
                step.keys,
                step.residual,
                process_time,
                step.time_bound,
                step.coalesced,
                step.place,
            )


def _asof(left: Node, step: JoinStep, named: frozenset[Column]) -> AsofJoinNode:
    assert step.match is not None
    bit = relation_bit(step.right.index)
    return AsofJoinNode(
        left=left,
        right=Scan.of(step.right),
        direction=step.match.direction,
        strict=step.match.strict,
        left_times=step.match.left_times,
        right_times=step.match.right_times,
        join_type=AsofJoinType.INNER if step.kind is JoinKind.INNER else AsofJoinType.LEFT,
        keys=step.keys,
        left_predicates=tuple(p for p in step.residual if not p.mask & bit),
        right_predicates=tuple(p for p in step.residual if p.mask == bit),
        cross_predicates=tuple(p for p in step.residual if p.mask & bit and p.mask != bit),
        tolerance=step.match.tolerance,
        tie_columns=tuple(column for column in step.right.columns if column in named),
    )


def _temporal(left: Node, step: JoinStep, number: int) -> TemporalJoinNode:
    assert step.versions is not None
    return TemporalJoinNode(
        stream_input=left,
        relation=step.right,
        versions=step.versions,
        join_keys=tuple(
            JoinKeyPair(key.left, key.right.column.name) for key in step.keys if key.right.column is not None
        ),
        as_of=step.as_of,
        join_type=TemporalJoinType.INNER if step.kind is JoinKind.INNER else TemporalJoinType.LEFT,
        required_columns=step.right.columns,
        residual=step.residual,
        ordinal=number,
    )
