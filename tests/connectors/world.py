"""A catalog with its tables, read as a statement would read them."""

from collections.abc import Sequence
from typing import Any

from pyspark.sql import DataFrame, SparkSession

from dovetail.catalog.catalog import Catalog
from dovetail.catalog.tables import LookupTable
from dovetail.connectors import connector_named
from dovetail.connectors.base import Fragment, ScanRequest
from dovetail.execution.definitions import Definitions
from dovetail.plan.expressions import Clause, Predicate
from dovetail.plan.relations import JoinKind, Relation
from dovetail.plan.schema import Column
from dovetail.sql.conditions import condition_of
from dovetail.sql.ddl import parse_ddl
from dovetail.sql.expressions import bind
from dovetail.sql.names import Namespace
from dovetail.sql.source import SqlText

Row = tuple[Any, ...]


class World:
    """Runs DDL, and scans tables as the optimizer asks for them."""

    def __init__(self, spark: SparkSession) -> None:
        self.spark = spark
        self.catalog = Catalog()
        self.definitions = Definitions(spark, self.catalog, spark.sql)

    def run(self, sql: str) -> DataFrame | None:
        statement = parse_ddl(SqlText.of(sql))
        assert statement is not None, sql
        return self.definitions.apply(statement)

    def table(self, name: str) -> LookupTable:
        table = self.catalog.get(name)
        assert isinstance(table, LookupTable)
        return table

    def predicate(self, name: str, where: str) -> Predicate:
        """A predicate over the table's columns, as binding makes it."""
        columns = self.catalog.get(name).columns  # type: ignore[union-attr]
        schema = tuple(Column(0, at, column.name, column.type) for at, column in enumerate(columns))
        names = Namespace().joined(Relation(0, name, name, schema), (name,), JoinKind.INNER, ())
        sql = SqlText.of(where)
        expr = bind(sql, sql.tokens, names)
        return Predicate(expr, Clause.ON, condition_of(expr))

    def takes(self, name: str, predicate: Predicate) -> bool:
        """Whether the source was found to take a predicate."""
        found = self.catalog.capabilities.get(name)
        if found is None or not found.predicate_pushdown or not predicate.types <= found.supported_predicate_types:
            return False
        used = {column.name for column in predicate.expr.columns}
        return found.pushable_columns is None or used <= found.pushable_columns

    def fragment(self, name: str, columns: Sequence[str], *where: str, ordinal: int = 0) -> Fragment:
        """The scan, with the predicates that the source takes; the others must not be given."""
        table = self.table(name)
        predicates = tuple(self.predicate(name, text) for text in where)
        request = ScanRequest(tuple(columns), predicates, ordinal)
        return connector_named(table.connector).scan(self.spark, table, request)

    def frame(self, name: str, *columns: str, where: Sequence[str] = (), query: str = "SELECT * FROM {}") -> DataFrame:
        """A query over the scan."""
        wanted = columns or tuple(column.name for column in self.table(name).columns)
        fragment = self.fragment(name, wanted, *where)
        frames: dict[str, Any] = dict(fragment.frames)
        return self.spark.sql(query.replace("{}", fragment.sql), **frames)

    def rows(self, name: str, *columns: str, where: Sequence[str] = ()) -> list[Row]:
        """The scan's rows, in an order that does not matter."""
        return ordered(self.frame(name, *columns, where=where).collect())


def ordered(rows: Sequence[Sequence[Any]]) -> list[Row]:
    """Rows in one order, NULLs too."""
    return sorted((tuple(row) for row in rows), key=repr)
