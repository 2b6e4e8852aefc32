"""What a CREATE statement declares, as a table of the catalog."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from dovetail.catalog.tables import CatalogTable, ColumnDef, LookupSettings, LookupTable, Source, VersionedTable
from dovetail.connectors.base import Connector
from dovetail.errors import ColumnNotFound, InvalidOption, InvalidSchema, Place, closest
from dovetail.execution import columns as schema
from dovetail.plan.lookup import LookupTableMetadata
from dovetail.plan.schema import TypeKind, kind_of
from dovetail.sql.cursor import Name
from dovetail.sql.ddl_statements import CreateLookupTable, CreateSource, CreateStatement, CreateVersionedTable

__all__ = ["TableParts", "table_of"]


@dataclass(frozen=True, slots=True)
class TableParts:
    """What all kinds of tables are made of.

    ``shared`` are the options that all tables of a kind have, ``own`` those of the connector, all checked and typed;
    ``shown`` is how they may be shown. ``source_columns`` asks the source for its columns.
    """

    connector: Connector
    columns: tuple[ColumnDef, ...]
    shared: dict[str, Any]
    own: dict[str, Any]
    shown: tuple[tuple[str, str], ...]
    source_columns: Callable[[], tuple[ColumnDef, ...]]


def table_of(statement: CreateStatement, parts: TableParts) -> CatalogTable:
    """The table that a statement declares.

    Raises:
        InvalidSchema: Its clauses do not hold together, or one is missing.
        InvalidOption: Its options do not.
        ColumnNotFound: A clause or an option names a column that is not there.
    """
    match statement:
        case CreateLookupTable():
            return _lookup_table(statement, parts)
        case CreateVersionedTable():
            return _versioned_table(statement, parts)
        case CreateSource():
            return _source(statement, parts)


def _lookup_table(statement: CreateLookupTable, parts: TableParts) -> LookupTable:
    shared = parts.shared
    settings = LookupSettings(
        cache_memory_bytes=shared["cache.memory"],
        cache_ttl_micros=shared["cache.ttl"],
        negative_ttl_micros=shared["cache.negative.ttl"],
        batch_size=shared["lookup.batch_size"],
        timeout_micros=shared["lookup.timeout"],
        retries=shared["lookup.retries"],
        refresh_interval_micros=shared["refresh.interval"],
    )
    key = schema.primary_key(statement.body.primary_key, parts.columns)
    _check_strategy(statement, parts.connector, shared["strategy"])
    metadata = LookupTableMetadata(
        parts.connector.name, shared["strategy"], shared["pushdown"], key, settings.has_cache
    )
    name, connector = statement.name.text, parts.connector.name
    return LookupTable(name, parts.columns, key, connector, parts.own, metadata, settings, parts.shown)


def _versioned_table(statement: CreateVersionedTable, parts: TableParts) -> VersionedTable:
    body, shared, name = statement.body, parts.shared, statement.name
    if body.version is None:
        raise _missing(name, "VERSION FOR", "which column holds the time from which on a version is valid")
    if not body.primary_key:
        raise _missing(name, "PRIMARY KEY", "which columns tell whose version a row is")
    key = schema.primary_key(body.primary_key, parts.columns)
    version = schema.version_time(body.version, parts.columns)
    if version.name in key:
        raise InvalidSchema(
            f"the version time {version.name} cannot be part of the primary key: every key would have one version",
            remedy="Leave it out of PRIMARY KEY (…).",
            place=body.version.place,
        )
    operation = _operation(statement, parts)
    declared = {column.name for column in parts.columns}
    return VersionedTable(
        name.text,
        parts.columns,
        key,
        version.name,
        parts.connector.name,
        parts.own,
        sequence=schema.sequence(body.sequence, parts.columns) if body.sequence else None,
        watermark=schema.watermark(body.watermark, parts.columns),
        append_only=_append_only(statement, shared),
        op_column=operation.name if operation else None,
        on_delete=_on_delete(statement, shared),
        retention_micros=shared["retention"],
        hidden=(operation,) if operation and operation.name not in declared else (),
        declared=parts.shown,
    )


def _source(statement: CreateSource, parts: TableParts) -> Source:
    mark = schema.watermark(statement.body.watermark, parts.columns)
    for option in ("max.future", "heartbeat"):
        if parts.shared[option] is not None and mark is None:
            message = f"{option} needs a WATERMARK FOR, which says what column holds the time"
            remedy = "Add WATERMARK FOR column to the columns."
            raise InvalidOption(message, remedy=remedy, place=_place(statement, option))
    return Source(
        statement.name.text,
        parts.columns,
        parts.connector.name,
        parts.own,
        mark,
        parts.shared["max.future"],
        parts.shared["heartbeat"],
        parts.shown,
    )


def _missing(name: Name, clause: str, why: str) -> InvalidSchema:
    return InvalidSchema(
        f"versioned table {name.text} has no {clause}", remedy=f"Add {clause}: {why}.", place=name.place
    )


def _place(statement: CreateStatement, option: str) -> Place | None:
    """Where an option's value stands."""
    return schema.places_of(statement).option(option)


def _check_strategy(statement: CreateLookupTable, connector: Connector, strategy: str) -> None:
    if strategy not in connector.strategies:
        allowed = " or ".join(f"'{name}'" for name in sorted(connector.strategies))
        raise InvalidOption(
            f"connector '{connector.name}' reads a table as a whole, so that strategy '{strategy}' has no meaning",
            remedy=f"Write {allowed}, or leave the option out.",
            place=_place(statement, "strategy"),
        )


def _append_only(statement: CreateVersionedTable, shared: dict[str, Any]) -> bool:
    """Versions are only added, unless the statement says otherwise or names the column of operations."""
    said, operation = shared["append_only"], shared["op.column"]
    if said and operation:
        raise InvalidOption(
            f"append_only = 'true' and op.column = '{operation}' exclude each other: a changelog updates and deletes",
            remedy="Leave one of them out.",
            place=_place(statement, "append_only"),
        )
    return operation is None if said is None else bool(said)


def _operation(statement: CreateVersionedTable, parts: TableParts) -> ColumnDef | None:
    """The column that op.column names: a declared one, or one that only the source knows."""
    named = parts.shared["op.column"]
    if named is None:
        return None
    place = _place(statement, "op.column")
    of_source = parts.source_columns() if statement.body.columns else ()
    found = [column for column in (*parts.columns, *of_source) if column.name.casefold() == named.casefold()]
    if not found:
        names = list(dict.fromkeys(column.name for column in (*parts.columns, *of_source)))
        near = closest(named, names)
        remedy = f"Did you mean {' or '.join(near)}?" if near else f"The columns are {', '.join(names[:12])}."
        raise ColumnNotFound(f"op.column names {named}, which is no column of the table", remedy=remedy, place=place)
    if kind_of(found[0].type) is not TypeKind.STRING:
        message = f"op.column {found[0].name} is {found[0].type.upper()}; operations are written as STRING: +I, +U, -D"
        raise InvalidSchema(message, remedy="Give the source a column of strings, in a view.", place=place)
    return found[0]


def _on_delete(statement: CreateVersionedTable, shared: dict[str, Any]) -> Any:
    if shared["on.delete"] and not shared["op.column"]:
        raise InvalidOption(
            "on.delete says what a delete means, and without op.column there are no deletes",
            remedy="Add op.column = '…', the column that names the operation.",
            place=_place(statement, "on.delete"),
        )
    return shared["on.delete"] or "end"
