"""The joins of a block as a list of steps, each with the parameters of its operator and the columns behind it."""

from collections.abc import Iterator
from dataclasses import dataclass

from dovetail.errors import SchemaConflict
from dovetail.plan.analysis import MultiJoinAnalysis
from dovetail.plan.asof import AsofJoinNode
from dovetail.plan.build import join_node
from dovetail.plan.interval import IntervalJoinNode
from dovetail.plan.lookup import LookupJoinNode
from dovetail.plan.node import Node
from dovetail.plan.relations import Join, Relation, Scan
from dovetail.plan.schema import Schema
from dovetail.plan.temporal import TemporalJoinNode

__all__ = ["JoinOperatorConfig", "JoinStepConfig", "MultiJoinConfig", "qualified_names"]

JoinOperatorConfig = Join | IntervalJoinNode | LookupJoinNode | TemporalJoinNode | AsofJoinNode
"""The operator of one step: Spark's own join, or one of Dovetail's."""


@dataclass(frozen=True, slots=True)
class JoinStepConfig:
    """One step: its operator, and all columns that stand there after it."""

    config: JoinOperatorConfig
    output_schema: Schema


@dataclass(frozen=True, slots=True)
class MultiJoinConfig:
    """The steps in the order in which they run: from left to right as written."""

    steps: tuple[JoinStepConfig, ...]

    @classmethod
    def from_analysis(cls, analysis: MultiJoinAnalysis) -> "MultiJoinConfig":
        """Every join of a FROM clause, before any rule has seen it."""
        named = frozenset(column for relation in analysis.tables for column in relation.columns)
        node: Node = Scan.of(analysis.base)
        steps: list[JoinStepConfig] = []
        for number, step in enumerate(analysis.joins):
            node = join_node(node, step, named, number)
            steps.append(_step(node))
        return cls(tuple(steps))

    @classmethod
    def of_plan(cls, plan: Node) -> "MultiJoinConfig":
        """The joins of an optimized plan, the first to run first."""
        return cls(tuple(_step(node) for node in _joins(plan)))


def _step(node: Node) -> JoinStepConfig:
    assert isinstance(node, JoinOperatorConfig)
    return JoinStepConfig(node, node.schema)


def _joins(node: Node) -> Iterator[Node]:
    for child in node.inputs():
        yield from _joins(child)
    if isinstance(node, JoinOperatorConfig):
        yield node


def qualified_names(schema: Schema, relations: tuple[Relation, ...]) -> tuple[str, ...]:
    """Names for columns that are unique: those that several relations have get their relation's alias in front.

    Raises:
        SchemaConflict: One relation has a name twice, so that no alias tells its columns apart.
    """
    aliases = {relation.index: relation.alias for relation in relations}
    folded = [column.name.casefold() for column in schema]
    names = tuple(
        f"{aliases[column.relation]}.{column.name}" if folded.count(column.name.casefold()) > 1 else column.name
        for column in schema
    )
    if len({name.casefold() for name in names}) < len(names):
        twice = next(name for name in names if [n.casefold() for n in names].count(name.casefold()) > 1)
        raise SchemaConflict(f"two columns are called {twice}", remedy="Give one of them another name by AS.")
    return names
