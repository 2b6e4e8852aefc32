"""CREATE: a checked table of the catalog, made from its statement. Nothing here changes the catalog."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from pyspark.sql import DataFrame, SparkSession

from dovetail.catalog.capabilities import SourceCapabilities
from dovetail.catalog.secrets import option_value
from dovetail.catalog.tables import CatalogTable, ColumnDef, LookupTable
from dovetail.connectors import connector_named
from dovetail.connectors.base import Connector, Option
from dovetail.connectors.static import check_query, evaluate, query_columns
from dovetail.errors import InvalidOption, PushdownNotSupported
from dovetail.execution import columns as schema
from dovetail.execution.options import LOOKUP_OPTIONS, SOURCE_OPTIONS, VERSIONED_OPTIONS, checked, shown
from dovetail.execution.tables import TableParts, table_of
from dovetail.sql.ddl_statements import CreateLookupTable, CreateStatement, OptionSpec, Query

__all__ = ["Creation", "build"]

_SHARED = {"SOURCE": SOURCE_OPTIONS, "LOOKUP TABLE": LOOKUP_OPTIONS, "VERSIONED TABLE": VERSIONED_OPTIONS}
RunQuery = Callable[[str], DataFrame]


@dataclass(frozen=True, slots=True)
class Creation:
    """A table that may be defined, and what its source can take over.

    ``finish`` evaluates the rows of a static table; of any other it gives the table itself.
    """

    table: CatalogTable
    capabilities: SourceCapabilities | None
    finish: Callable[[], CatalogTable]


def build(spark: SparkSession, statement: CreateStatement, run_query: RunQuery) -> Creation:
    """The table that a statement defines, checked against its source; no row is read."""
    query = statement.query if isinstance(statement, CreateLookupTable) else None
    connector = _connector(statement, query)
    frame = None if query is None else run_query(query.text)
    parts = _parts(spark, statement, connector, query, frame)
    table = table_of(statement, parts)
    if frame is not None and query is not None:
        return _static(spark, statement, table, frame, query)
    connector.check(spark, table, schema.places_of(statement))
    capabilities = connector.probe(spark, table)
    _check_pushdown(statement, table, capabilities)
    return Creation(table, capabilities, lambda: table)


def _connector(statement: CreateStatement, query: Query | None) -> Connector:
    """The connector that the statement names; rows of its own make a static table."""
    spec = next((option for option in statement.options if option.key == "connector"), None)
    if spec is None and query is not None:
        return connector_named("static")
    if spec is None:
        message = f"{statement.kind.lower()} {statement.name.text} needs the option connector"
        raise InvalidOption(message, remedy="Add connector = '…' to WITH (…).", place=statement.name.place)
    connector = connector_named(spec.value, spec.value_place)
    if statement.kind not in connector.kinds:
        message = f"a {statement.kind.lower()} cannot have connector '{connector.name}'"
        remedy = "Make a view of it, and write connector = 'view'."
        raise InvalidOption(message, remedy=remedy, place=spec.value_place)
    if query is not None and connector.name != "static":
        message = f"the rows of {statement.name.text} come from its query, or from connector '{connector.name}'"
        raise InvalidOption(message, remedy="Leave out the query or the connector.", place=spec.value_place)
    if query is None and connector.name == "static":
        message = f"connector 'static' needs the rows of {statement.name.text}"
        raise InvalidOption(message, remedy="Add AS VALUES … or AS SELECT ….", place=spec.value_place)
    return connector


def _parts(
    spark: SparkSession,
    statement: CreateStatement,
    connector: Connector,
    query: Query | None,
    frame: DataFrame | None,
) -> TableParts:
    shared, own, texts = _options(statement, connector)

    def source_columns() -> tuple[ColumnDef, ...]:
        if frame is not None and query is not None:
            return query_columns(frame, query.place)
        return connector.columns(spark, own, schema.places_of(statement))

    columns = schema.declared(spark, statement.body.columns) or source_columns()
    return TableParts(connector, columns, shared, own, texts, source_columns)


def _options(
    statement: CreateStatement, connector: Connector
) -> tuple[dict[str, Any], dict[str, Any], tuple[tuple[str, str], ...]]:
    """The options that all tables of a kind share, those of the connector, and all as they may be shown."""
    specs: tuple[OptionSpec, ...] = statement.options
    known: tuple[Option, ...] = _SHARED[statement.kind] + connector.options
    if connector.name == "static":
        known = tuple(replace(option, required=False) for option in known)
    owner = f"{statement.kind.lower()} {statement.name.text} with connector '{connector.name}'"
    said = checked(specs, known, owner, statement.name.place, statement.name.text)
    names = {option.name for option in connector.options}
    own = {name: value for name, value in said.items() if name in names}
    shared = {name: option_value(said, name) for name in said if name not in names}
    return shared, own, shown(specs, known)


def _static(
    spark: SparkSession, statement: CreateStatement, table: CatalogTable, frame: DataFrame, query: Query
) -> Creation:
    """A table of the query's rows, which are read when it is finished."""
    assert isinstance(table, LookupTable)
    check_query(spark, frame, table, query.place)
    capabilities = connector_named("static").capabilities
    _check_pushdown(statement, table, capabilities)

    def finish() -> LookupTable:
        return replace(table, data=evaluate(frame, table, query.place))

    return Creation(table, capabilities, finish)


def _check_pushdown(statement: CreateStatement, table: CatalogTable, capabilities: SourceCapabilities) -> None:
    """``pushdown = 'enabled'`` is a demand, not a wish."""
    if not isinstance(table, LookupTable) or table.metadata.pushdown_mode != "enabled":
        return
    if not capabilities.predicate_pushdown:
        raise PushdownNotSupported(
            f"pushdown = 'enabled', and the source of {table.name} (connector '{table.connector}') takes no predicates",
            remedy="Write pushdown = 'auto'.",
            place=schema.places_of(statement).option("pushdown"),
        )
