"""Runs a temporal join over whole tables: versions get the interval in which they are valid, and are joined by it."""

from dovetail.execution.sqltext import all_of, columns_of, rendered, tie_order
from dovetail.plan.schema import Column, TypeKind
from dovetail.plan.temporal import TemporalJoinNode, TemporalJoinType

__all__ = ["temporal_sql"]

_CLOCKS = {
    TypeKind.TIMESTAMP: "current_timestamp()",
    TypeKind.TIMESTAMP_NTZ: "localtimestamp()",
    TypeKind.DATE: "current_date()",
}
_UPSERTS = ("+i", "+u", "c", "r", "u", "insert", "update_postimage")
_IGNORED = ("-u", "update_preimage")
_DELETES = ("-d", "d", "delete")


def temporal_sql(node: TemporalJoinNode, stream: str, log: str) -> str:
    """``l.k = v.k AND l.t >= v.version AND l.t < end of v``, over one version per key and time."""
    version, time = node.versions.version, _time(node)
    keys = [f"{rendered(pair.stream_expr)} = {_column(node, pair.lookup_column).internal}" for pair in node.join_keys]
    valid = [f"{time} >= {version.internal}", f"({time} < __dt_end OR __dt_end IS NULL)"]
    kind = "LEFT" if node.join_type is TemporalJoinType.LEFT else "INNER"
    joined = f"({stream}) {kind} JOIN ({_valid_versions(node, log)}) ON {all_of([*keys, *valid, *node.residual])}"
    return f"SELECT {columns_of(node.schema)} FROM {joined}"


def _time(node: TemporalJoinNode) -> str:
    return _CLOCKS[node.versions.version.kind] if node.as_of is None else f"({rendered(node.as_of)})"


def _column(node: TemporalJoinNode, name: str) -> Column:
    column = node.relation.column(name)
    assert column is not None
    return column


def _valid_versions(node: TemporalJoinNode, log: str) -> str:
    """Every version with its end; deletes have done their part and are left out."""
    version = node.versions.version.internal
    keys = ", ".join(column.internal for column in node.versions.primary_key)
    ends = f"lead({version}) OVER (PARTITION BY {keys} ORDER BY {version}) AS __dt_end"
    entries = _winners(node, log)
    if node.versions.op_column is None:
        return f"SELECT *, {ends} FROM ({entries})"
    if node.versions.on_delete == "retract":
        # The version at that time never was: the one before it goes on.
        return f"SELECT *, {ends} FROM ({entries}) WHERE NOT __dt_delete"
    return f"SELECT * FROM (SELECT *, {ends} FROM ({entries})) WHERE NOT __dt_delete"


def _winners(node: TemporalJoinNode, log: str) -> str:
    """One entry per key and time: the last in the order that decides ties."""
    version = node.versions.version.internal
    keys = ", ".join(column.internal for column in node.versions.primary_key)
    order = ", ".join([f"{version} ASC", *_tie_rule(node)])
    following = f"lead({version}) OVER (PARTITION BY {keys} ORDER BY {order}) AS __dt_next"
    entries = f"SELECT *, {following} FROM ({_entries(node, log)})"
    return f"SELECT * FROM ({entries}) WHERE __dt_next IS NULL OR __dt_next > {version}"


def _tie_rule(node: TemporalJoinNode) -> list[str]:
    """The larger SEQUENCE BY wins, then a delete, then the larger row by the table's columns."""
    sequence = [node.versions.sequence] if node.versions.sequence else []
    delete = ["__dt_delete ASC"] if node.versions.op_column else []
    return [*tie_order(sequence, "ASC"), *delete, *tie_order(node.tie_columns, "ASC")]


def _entries(node: TemporalJoinNode, log: str) -> str:
    """The entries of the log that count: those with a time, and of an update the new row only."""
    op, version = node.versions.op_column, node.versions.version.internal
    if op is None:
        return f"SELECT * FROM ({log}) WHERE {version} IS NOT NULL"
    kind = f"lower({op.internal})"
    known = f"{kind} IN ({_quoted(_UPSERTS + _DELETES)})"
    error = (
        f"raise_error(concat('[SourceError] {_escaped(node.relation.name)} has the operation ',"
        f" coalesce(concat('\\'', {op.internal}, '\\''), 'NULL'), ' in its column {_escaped(op.name)};"
        " known are +I, +U, -U, -D, c, r, u, d, insert, update_preimage, update_postimage and delete'))"
    )
    counts = (
        f"CASE WHEN {known} THEN {version} IS NOT NULL WHEN {kind} IN ({_quoted(_IGNORED)}) THEN false ELSE {error} END"
    )
    return f"SELECT *, {kind} IN ({_quoted(_DELETES)}) AS __dt_delete FROM ({log}) WHERE {counts}"


def _quoted(words: tuple[str, ...]) -> str:
    return ", ".join(f"'{word}'" for word in words)


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("'", "\\'")
