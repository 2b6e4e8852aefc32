"""Turns a plan into the text of one query over Spark; every column stands under its internal name."""

from functools import singledispatch

from dovetail.connectors import connector_named
from dovetail.connectors.base import ScanRequest
from dovetail.connectors.relation import declared_columns
from dovetail.execution.asof_join import asof_sql
from dovetail.execution.context import Lowering
from dovetail.execution.lookup_join import LookupJoinExec
from dovetail.execution.sqltext import all_of, columns_of, equalities
from dovetail.execution.temporal_join import temporal_sql
from dovetail.plan.asof import AsofJoinNode
from dovetail.plan.expressions import Predicate
from dovetail.plan.interval import IntervalJoinNode
from dovetail.plan.lookup import LookupJoinNode
from dovetail.plan.node import Node
from dovetail.plan.relations import Filter, Join, JoinKind, Project, Relation, Scan
from dovetail.plan.schema import Column, Schema
from dovetail.plan.temporal import TemporalJoinNode

__all__ = ["lower", "scan_sql"]


@singledispatch
def lower(node: Node, context: Lowering) -> str:
    """The SELECT that computes a node."""
    raise TypeError(f"no way to run {type(node).__name__}")


@lower.register
def _(node: Scan, context: Lowering) -> str:
    return scan_sql(node.relation, node.columns, node.predicates, context)


@lower.register
def _(node: Filter, context: Lowering) -> str:
    return f"SELECT * FROM ({lower(node.input, context)}) WHERE {all_of(node.predicates)}"


@lower.register
def _(node: Project, context: Lowering) -> str:
    """WHERE right below stays in the user's text."""
    source = node.input.input if isinstance(node.input, Filter) else node.input
    return f"SELECT {columns_of(node.columns)} FROM ({lower(source, context)})"


@lower.register
def _(node: Join, context: Lowering) -> str:
    left, right = lower(node.left, context), lower(node.right, context)
    condition: list[str | Predicate] = [*equalities(node.keys), *node.residual]
    on = "" if node.kind is JoinKind.CROSS and not condition else f" ON {all_of(condition)}"
    merged = [f", coalesce({c.left.internal}, {c.right.internal}) AS {c.column.internal}" for c in node.coalesced]
    return f"SELECT *{''.join(merged)} FROM ({left}) {node.kind.value} JOIN ({right}){on}"


@lower.register
def _(node: IntervalJoinNode, context: Lowering) -> str:
    return lower(node.join, context)


@lower.register
def _(node: LookupJoinNode, context: Lowering) -> str:
    join = LookupJoinExec(node)
    table = scan_sql(node.relation, node.lookup_columns, node.pushdown_predicates, context)
    return join.sql(lower(node.stream_input, context), table)


@lower.register
def _(node: TemporalJoinNode, context: Lowering) -> str:
    log = scan_sql(node.relation, log_columns(node), (), context)
    return temporal_sql(node, lower(node.stream_input, context), log)


@lower.register
def _(node: AsofJoinNode, context: Lowering) -> str:
    return asof_sql(node, lower(node.left, context), lower(node.right, context))


def log_columns(node: TemporalJoinNode) -> Schema:
    """All that a versioned table is read for: what is joined, and what makes and orders its versions."""
    versions = node.versions
    keys = {pair.lookup_column for pair in node.join_keys}
    wanted: set[Column | None] = {*node.required_columns, *versions.primary_key, *node.tie_columns}
    wanted |= {versions.version, versions.sequence, versions.op_column}
    declared = node.relation.columns
    hidden = () if versions.op_column is None or versions.op_column in declared else (versions.op_column,)
    return (*(column for column in declared if column in wanted or column.name in keys), *hidden)


def scan_sql(relation: Relation, columns: Schema, predicates: tuple[Predicate, ...], context: Lowering) -> str:
    """The SELECT that reads a relation under internal names, filtered by the predicates."""
    if relation.table is None:
        where = f" WHERE {all_of(predicates)}" if predicates else ""
        return f"SELECT {columns_of(columns)} FROM {_renamed(relation.sql or '', relation.columns)}{where}"
    return _table_sql(relation, columns, predicates, context)


def _table_sql(relation: Relation, columns: Schema, predicates: tuple[Predicate, ...], context: Lowering) -> str:
    """A table of the catalog, by its connector, which knows the columns by their declared names."""
    table = context.catalog.get(relation.table or "")
    assert table is not None
    declared = tuple(declared_columns(table)[column.position].name for column in columns)
    request = ScanRequest(declared, predicates, context.next_scan())
    fragment = connector_named(table.connector, None).scan(context.spark, table, request)
    return f"SELECT {columns_of(columns)} FROM {_renamed(context.source(fragment), columns)}"


def _renamed(source: str, columns: Schema) -> str:
    """A relation with other column names, by position: so it may have one name twice."""
    names = ", ".join(column.internal for column in columns)
    return f"{source} AS __dt_source({names})" if names else source
