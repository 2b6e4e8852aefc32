"""Tables of SQLite databases."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar
from weakref import WeakSet

from dovetail.catalog.capabilities import SourceCapabilities
from dovetail.catalog.secrets import option_value
from dovetail.catalog.tables import CatalogTable, ColumnDef, LookupSettings, LookupTable
from dovetail.connectors.base import Connector, Fragment, Option, Places, ScanRequest
from dovetail.connectors.relation import declared_columns, filtered
from dovetail.connectors.sqlite_reader import SqliteDataSource, SqliteScan, connected, shown_path
from dovetail.connectors.sqlite_schema import find_table, is_utf8, read_columns, spark_column
from dovetail.connectors.sqlite_values import arrow_type
from dovetail.connectors.sqlite_where import compares_alike, where
from dovetail.connectors.types import spark_schema
from dovetail.errors import DovetailError, InvalidSchema, Place, closest
from dovetail.plan.conditions import AllOf, AnyOf, Condition
from dovetail.plan.expressions import Predicate

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

__all__ = ["SqliteConnector"]


def _path(text: str) -> str:
    """A file's path, made absolute: a worker may stand in another folder."""
    if not text.strip() or text.startswith(":"):
        raise ValueError("expected the path of a database file")
    return str(Path(text).absolute())


class SqliteConnector(Connector):
    """``connector = 'sqlite', path = '…' [, table = '…']``: read by Spark's Python workers, a part of the WHERE there.

    Values of the rows that are fetched are checked; what a pushed predicate leaves out is not looked at.
    """

    name: ClassVar[str] = "sqlite"
    options: ClassVar[tuple[Option, ...]] = (
        Option("path", _path, required=True),
        Option("table", named_after_table=True),
    )
    kinds: ClassVar[frozenset[str]] = frozenset({"LOOKUP TABLE", "VERSIONED TABLE"})
    strategies: ClassVar[frozenset[str]] = frozenset({"replicated", "partitioned", "on-demand"})

    def __init__(self) -> None:
        """No session knows the format yet."""
        self._registered: WeakSet[SparkSession] = WeakSet()

    def columns(
        self, spark: "SparkSession", options: dict[str, Any], places: Places | None = None
    ) -> tuple[ColumnDef, ...]:
        """The columns that the database declares; their types must tell what the values are."""
        places = places or Places()
        _check_table(options, places)
        with _located(places.option("table")), connected(options) as connection:
            found = read_columns(connection, option_value(options, "table"))
            return tuple(spark_column(column) for column in found.values())

    def check(self, spark: "SparkSession", table: CatalogTable, places: Places) -> None:
        """Refuses a table or columns that the database does not have, and types that SQLite has no values for."""
        _check_table(table.options, places)
        with _located(places.option("table")), connected(table.options) as connection:
            known = read_columns(connection, option_value(table.options, "table"))
        for column in declared_columns(table):
            place = places.column(column.name)
            if column.name.casefold() not in known:
                names = [found.name for found in known.values()]
                near = closest(column.name, names)
                remedy = f"Did you mean {' or '.join(near)}?" if near else f"It has {', '.join(names[:12])}."
                message = f"the table in SQLite has no column {column.name}, which {table.name} declares"
                raise InvalidSchema(message, remedy=remedy, place=place)
            if arrow_type(column.type) is None:
                message = f"column {column.name} is declared {column.type.upper()}, which SQLite has no values for"
                raise InvalidSchema(message, remedy="Declare it STRING or BINARY, as it is stored.", place=place)

    def probe(self, spark: "SparkSession", table: CatalogTable) -> SourceCapabilities:
        """Leaves out the columns that SQLite compares otherwise than Spark."""
        with connected(table.options) as connection:
            known = read_columns(connection, option_value(table.options, "table"))
            utf8 = is_utf8(connection)
        pushable = frozenset(
            column.name
            for column in table.columns
            if compares_alike(column, known[column.name.casefold()].affinity, utf8)
        )
        return replace(self.capabilities, predicate_pushdown=bool(pushable), pushable_columns=pushable)

    def scan(self, spark: "SparkSession", table: CatalogTable, request: ScanRequest) -> Fragment:
        """The data source that reads the table when Spark does; predicates that it cannot decide are left to Spark."""
        declared = {column.name: column for column in declared_columns(table)}
        local = tuple(predicate for predicate in request.predicates if not _decides(predicate, declared))
        pushed = tuple(predicate.condition for predicate in request.predicates if predicate not in local)
        conditions = tuple(condition for condition in pushed if condition is not None)
        columns = _fetched(declared, request, local)
        settings = table.settings if isinstance(table, LookupTable) else LookupSettings()
        scan = SqliteScan(
            table.name,
            table.options,
            columns,
            conditions,
            tuple(declared[name] for name in sorted(set().union(*map(_names, conditions)))),
            tuple(declared[name] for name in table.primary_key) if isinstance(table, LookupTable) else (),
            settings.timeout_micros,
            settings.retries or 0,
        )
        self._register(spark)
        reader = spark.read.format(SqliteDataSource.name()).schema(spark_schema(spark, columns))
        name = f"dt_sqlite_{request.ordinal}"
        sql = filtered(request.columns, f"{{{name}}}", local)
        return Fragment(sql, {name: reader.option("scan", scan.encoded()).load()})

    def _register(self, spark: "SparkSession") -> None:
        if spark not in self._registered:
            spark.dataSource.register(SqliteDataSource)
            self._registered.add(spark)


def _check_table(options: dict[str, Any], places: Places) -> None:
    """Refuses a path or a table that is not there."""
    with _located(places.option("path")), connected(options) as connection:
        find_table(connection, option_value(options, "table"), shown_path(options), places.option("table"))


@contextmanager
def _located(place: Place | None) -> Iterator[None]:
    """Gives errors of the source their place in the statement."""
    try:
        yield
    except DovetailError as error:
        error.place = error.place or place
        raise


def _decides(predicate: Predicate, declared: dict[str, ColumnDef]) -> bool:
    """Whether SQLite filters exactly as this predicate does."""
    condition = predicate.condition
    if condition is None:
        return False
    columns = {name: (declared[name], "") for name in _names(condition) if name in declared}
    return where(condition, columns) is not None


def _names(condition: Condition) -> set[str]:
    """The columns that a condition reads."""
    if isinstance(condition, AnyOf | AllOf):
        return set().union(*map(_names, condition.parts))
    return {condition.column}


def _fetched(declared: dict[str, ColumnDef], request: ScanRequest, local: Sequence[Predicate]) -> tuple[ColumnDef, ...]:
    """The columns that Spark gets, in the table's order: at least one, for its rows."""
    names = {*request.columns, *(column.name for predicate in local for column in predicate.expr.columns)}
    found = tuple(column for column in declared.values() if column.name in names)
    return found or tuple(declared.values())[:1]
