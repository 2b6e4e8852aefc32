"""Carries out Dovetail's own statements: CREATE, DROP, SHOW and DESCRIBE."""

from collections.abc import Callable, Iterator

from pyspark.sql import DataFrame, SparkSession
from pyspark.sql.types import StructType

from dovetail.catalog.catalog import Catalog
from dovetail.catalog.tables import CatalogTable, LookupTable, Source, VersionedTable, Watermark
from dovetail.errors import TableExists
from dovetail.execution.create import build
from dovetail.sql.ddl_statements import CreateStatement, DdlStatement, DescribeTable, DropTable, ShowTables

__all__ = ["Definitions"]

Rows = list[tuple[str | None, ...]]


class Definitions:
    """The statements that define and show tables, over one catalog."""

    def __init__(self, spark: SparkSession, catalog: Catalog, run_query: Callable[[str], DataFrame]) -> None:
        """``run_query`` answers the query of a static table, which may have Dovetail's joins in it."""
        self._spark = spark
        self._catalog = catalog
        self._run_query = run_query

    def apply(self, statement: DdlStatement) -> DataFrame | None:
        """Does what a statement says, and gives its rows; None for DESCRIBE of what is Spark's."""
        match statement:
            case DescribeTable():
                return self._describe(statement)
            case ShowTables():
                return self._show(statement)
            case DropTable(kind, name, if_exists):
                self._catalog.drop(name.text, kind, missing_ok=if_exists, place=name.place)
            case _:
                self._create(statement)
        return self._spark.createDataFrame([], StructType())

    def check(self, statement: DdlStatement) -> None:
        """Raises what ``apply`` would raise, and changes nothing; the query of a static table is not run."""
        match statement:
            case DescribeTable() | ShowTables():
                pass
            case DropTable(kind, name, if_exists):
                self._catalog.check_known(name.text, kind, missing_ok=if_exists, place=name.place)
            case _:
                if not self._is_there(statement):
                    build(self._spark, statement, self._run_query)

    # CREATE

    def _create(self, statement: CreateStatement) -> None:
        if self._is_there(statement):
            return
        creation = build(self._spark, statement, self._run_query)
        self._catalog.put(
            creation.finish(),
            replace=statement.or_replace,
            capabilities=creation.capabilities if creation.table.kind == "LOOKUP TABLE" else None,
            place=statement.name.place,
        )

    def _is_there(self, statement: CreateStatement) -> bool:
        """Whether IF NOT EXISTS finds its table, so that nothing is to be done.

        Raises:
            TableExists: The name is taken, by a table of another kind where IF NOT EXISTS is said.
        """
        if statement.or_replace:
            return False
        name = statement.name
        found = self._catalog.get(name.text)
        if found is None or not statement.if_not_exists:
            self._catalog.check_free(name.text, statement.kind, name.place)
            return False
        if found.kind != statement.kind:
            message = f"{found.name} exists already, and is a {found.kind.lower()}"
            raise TableExists(message, remedy=f"Write DROP {found.kind} {found.name} first.", place=name.place)
        return True

    # SHOW and DESCRIBE

    def _show(self, statement: ShowTables) -> DataFrame:
        rows = [(table.name, table.kind, table.connector) for table in self._catalog if table.kind == statement.kind]
        return self._spark.createDataFrame(rows, "name STRING, kind STRING, connector STRING")

    def _describe(self, statement: DescribeTable) -> DataFrame | None:
        table = self._catalog.get(statement.name.text)
        if table is None:
            return None
        rows: Rows = [(column.name, column.type, column.comment) for column in table.columns]
        if statement.extended:
            rows += [("", "", ""), ("# Detailed Table Information", "", "")]
            rows += [(name, value, None) for name, value in _details(table)]
        return self._spark.createDataFrame(rows, "col_name STRING, data_type STRING, comment STRING")


def _details(table: CatalogTable) -> Iterator[tuple[str, str]]:
    """What DESCRIBE EXTENDED adds to the columns."""
    yield "Name", table.name
    yield "Kind", table.kind
    yield "Connector", table.connector
    not_null = [column.name for column in table.columns if not column.nullable]
    if not_null:
        yield "Not Null", ", ".join(not_null)
    match table:
        case LookupTable():
            yield from _lookup_details(table)
        case VersionedTable():
            yield from _versioned_details(table)
        case Source():
            yield from _watermark(table.watermark)
    yield from ((f"Option {key}", value) for key, value in table.declared if key != "connector")


def _lookup_details(table: LookupTable) -> Iterator[tuple[str, str]]:
    if table.primary_key:
        yield "Primary Key", ", ".join(table.primary_key)
    yield "Strategy", table.metadata.strategy
    yield "Pushdown", table.metadata.pushdown_mode
    if table.data is not None:
        yield "Rows", str(table.data.num_rows)


def _versioned_details(table: VersionedTable) -> Iterator[tuple[str, str]]:
    yield "Primary Key", ", ".join(table.primary_key)
    yield "Version For", table.version
    if table.sequence:
        yield "Sequence By", table.sequence
    yield from _watermark(table.watermark)
    yield "Append Only", str(table.append_only).lower()
    if table.op_column:
        yield "Operation Column", table.op_column
        yield "On Delete", table.on_delete


def _watermark(watermark: Watermark | None) -> Iterator[tuple[str, str]]:
    if watermark:
        yield "Watermark", f"{watermark.column} - INTERVAL '{watermark.delay_micros / 1_000_000:.6f}' SECOND"
