"""Tables whose rows are in the statement itself: ``CREATE LOOKUP TABLE … AS VALUES …`` or ``AS SELECT …``."""

from typing import TYPE_CHECKING, Any, ClassVar

import pyarrow as pa
from pyspark.sql.types import DataType, DecimalType, DoubleType, NullType

from dovetail.catalog.tables import CatalogTable, ColumnDef, LookupTable
from dovetail.connectors.base import Connector, Fragment, Places, ScanRequest
from dovetail.connectors.keys import KeyCheck, key_violation
from dovetail.connectors.relation import filtered, needed, sql_text
from dovetail.connectors.types import is_numeric, spark_schema, sql_type, widens
from dovetail.errors import InvalidSchema, Place, SourceError
from dovetail.plan.schema import quote

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

__all__ = ["MOST_BYTES", "MOST_ROWS", "StaticConnector", "check_query", "evaluate", "query_columns"]

MOST_ROWS = 1_000_000
MOST_BYTES = 128 << 20
"""A static table is held by the program that defines it, and sent to Spark with each statement that reads it."""

_PROBLEM = "__dt_problem"


class StaticConnector(Connector):
    """Rows evaluated once, when the table is created, and held as an Arrow table."""

    name: ClassVar[str] = "static"

    def columns(
        self, spark: "SparkSession", options: dict[str, Any], places: Places | None = None
    ) -> tuple[ColumnDef, ...]:
        """A static table's columns come from its query: see ``query_columns``."""
        place = places.option("connector") if places else None
        raise SourceError("a static table has no source to ask for its columns", place=place)

    def scan(self, spark: "SparkSession", table: CatalogTable, request: ScanRequest) -> Fragment:
        """The table's rows, in the schema that it declares; they were checked when it was created."""
        assert isinstance(table, LookupTable)
        columns = needed(table, request) or table.columns[:1]
        name = f"dt_static_{request.ordinal}"
        data = table.data.select([column.name for column in columns])
        frame = spark.createDataFrame(data, spark_schema(spark, columns))
        return Fragment(filtered(request.columns, f"{{{name}}}", request.predicates), {name: frame})


def query_columns(frame: "DataFrame", place: Place | None) -> tuple[ColumnDef, ...]:
    """The columns of a static table that declares none: those of its query."""
    fields = frame.schema.fields
    folded = [field.name.casefold() for field in fields]
    for field in fields:
        if folded.count(field.name.casefold()) > 1:
            message = f"the query has several columns {field.name}"
            raise InvalidSchema(message, remedy="Name them with AS, or declare the table's columns.", place=place)
        if isinstance(field.dataType, NullType):
            raise InvalidSchema(
                f"column {field.name} has only NULLs, and so no type",
                remedy="CAST it, or declare the table's columns.",
                place=place,
            )
    return tuple(ColumnDef(field.name, sql_type(field.dataType), field.nullable) for field in fields)


def check_query(spark: "SparkSession", frame: "DataFrame", table: LookupTable, place: Place | None) -> None:
    """Refuses a query whose columns cannot become the declared ones; runs nothing."""
    found = frame.schema.fields
    if len(found) != len(table.columns):
        raise InvalidSchema(
            f"{table.name} declares {len(table.columns)} columns, and its rows have {len(found)}",
            remedy=f"Give a value for each of {', '.join(column.name for column in table.columns)}.",
            place=place,
        )
    targets = spark_schema(spark, table.columns).fields
    for column, field, declared in zip(table.columns, found, targets, strict=True):
        source, target = field.dataType, declared.dataType
        if not widens(source, target) and not (is_numeric(source) and is_numeric(target)):
            raise InvalidSchema(
                f"column {column.name} of {table.name} is declared {column.type.upper()}, and its rows have "
                f"{sql_type(source).upper()} there",
                remedy=f"Write CAST(… AS {column.type.upper()}) in the query, or declare the type that it has.",
                place=place,
            )


def evaluate(frame: "DataFrame", table: LookupTable, place: Place | None) -> pa.Table:
    """The rows of the query, in the declared types.

    Raises:
        InvalidSchema: A value does not fit its declared type, or is a NULL where none may be.
        PrimaryKeyViolation: Two rows have one key.
        SourceError: The rows are too many to be held.
    """
    names = [f"c{position}" for position in range(len(table.columns))]
    positional = frame.toDF(*names)
    types = [field.dataType for field in positional.schema.fields]
    parts = list(zip(names, types, table.columns, strict=True))
    converted = [_converted(*part) for part in parts]
    problems = [_problem(*part) for part in parts if _may_not_fit(*part[1:])]
    problem = f"coalesce({', '.join([*problems, 'CAST(NULL AS STRING)'])}) AS {_PROBLEM}"
    rows = positional.selectExpr(*converted, problem).limit(MOST_ROWS + 1).toArrow()
    _check_size(rows, table, place)
    for text in rows.column(_PROBLEM).drop_null().to_pylist()[:1]:
        raise InvalidSchema(text, remedy="Write a value that fits, or declare a wider type.", place=place)
    data = rows.drop_columns([_PROBLEM])
    _check_nulls(data, table, place)
    _check_key(data, table, place)
    return data


def _may_not_fit(source: DataType, column: ColumnDef) -> bool:
    """Whether a conversion can change a value: floating types hold the number that is next to a decimal."""
    if sql_type(source) == column.type or not is_numeric(source):
        return False
    return not (isinstance(source, DecimalType) and column.type in ("float", "double"))


def _converted(name: str, source: DataType, column: ColumnDef) -> str:
    """Where a value may not fit it becomes NULL here, and a text in the column of problems."""
    cast = "TRY_CAST" if _may_not_fit(source, column) else "CAST"
    return f"{cast}({name} AS {column.type}) AS {quote(column.name)}"


def _problem(name: str, source: DataType, column: ColumnDef) -> str:
    """Text for a value that is another one after the conversion and back."""
    same = f"TRY_CAST(TRY_CAST({name} AS {column.type}) AS {sql_type(source)}) <=> {name}"
    if isinstance(source, DoubleType) and column.type == "float":
        same = f"(abs(CAST({name} AS float)) = float('Infinity')) <=> (abs({name}) = double('Infinity'))"
    text = f"column {column.name} is declared {column.type.upper()}, which cannot hold "
    return f"CASE WHEN NOT ({same}) THEN concat({sql_text(text)}, CAST({name} AS STRING)) END"


def _check_size(rows: pa.Table, table: LookupTable, place: Place | None) -> None:
    if rows.num_rows <= MOST_ROWS and rows.nbytes <= MOST_BYTES:
        return
    size = f"more than {MOST_ROWS:,} rows" if rows.num_rows > MOST_ROWS else f"{rows.nbytes >> 20} MB"
    raise SourceError(
        f"{table.name} has {size}; a static table holds at most {MOST_ROWS:,} rows and {MOST_BYTES >> 20} MB",
        remedy="Make a view of the query, and declare it WITH (connector = 'view', view = '…').",
        place=place,
    )


def _check_nulls(data: pa.Table, table: LookupTable, place: Place | None) -> None:
    for column in table.columns:
        if not column.nullable and data.column(column.name).null_count:
            message = f"column {column.name} of {table.name} is declared NOT NULL, and a row has NULL there"
            raise InvalidSchema(message, place=place)


def _check_key(data: pa.Table, table: LookupTable, place: Place | None) -> None:
    if not table.primary_key:
        return
    duplicate = KeyCheck().first_duplicate([data.column(name).to_pylist() for name in table.primary_key])
    if duplicate is not None:
        raise key_violation(table.name, table.primary_key, duplicate, place)
