"""Views and tables of Spark, under Dovetail's declarations."""

import re
from typing import TYPE_CHECKING, Any, ClassVar

from pyspark.errors import AnalysisException
from pyspark.sql.types import StructField, StructType

from dovetail.catalog.tables import CatalogTable, ColumnDef, LookupTable
from dovetail.connectors.base import Connector, Fragment, Option, Places, ScanRequest, escape_braces
from dovetail.connectors.names import view_names
from dovetail.connectors.relation import Guards, declared_columns, filtered, needed
from dovetail.connectors.types import spark_schema, sql_type, widens
from dovetail.errors import InvalidOption, InvalidSchema, Place, TableNotFound, closest
from dovetail.plan.schema import quote

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

__all__ = ["ViewConnector"]

_NOT_THERE = (
    "TABLE_OR_VIEW_NOT_FOUND",
    "SCHEMA_NOT_FOUND",
    "PARSE_SYNTAX_ERROR",
    "INVALID_IDENTIFIER",
    "REQUIRES_SINGLE_PART_NAMESPACE",
    "CATALOG_NOT_FOUND",
)


class ViewConnector(Connector):
    """``connector = 'view', view = 'name'``: Spark reads it, and takes every predicate."""

    name: ClassVar[str] = "view"
    options: ClassVar[tuple[Option, ...]] = (Option("view", required=True),)
    kinds: ClassVar[frozenset[str]] = frozenset({"SOURCE", "LOOKUP TABLE", "VERSIONED TABLE"})

    def columns(
        self, spark: "SparkSession", options: dict[str, Any], places: Places | None = None
    ) -> tuple[ColumnDef, ...]:
        """The view's own columns."""
        schema = open_view(spark, options["view"], places.option("view") if places else None).schema
        return tuple(ColumnDef(field.name, sql_type(field.dataType), field.nullable) for field in schema.fields)

    def check(self, spark: "SparkSession", table: CatalogTable, places: Places) -> None:
        """Refuses declared columns that the view does not have, or has in a type that would change their values."""
        frame = open_view(spark, table.options["view"], places.option("view"))
        if isinstance(table, LookupTable) and frame.isStreaming:
            raise InvalidOption(
                f"{table.options['view']} is a stream, and a lookup table has current rows",
                remedy="Declare its history with CREATE VERSIONED TABLE, and join that one.",
                place=places.option("view"),
            )
        _fields(spark, frame.schema, table, declared_columns(table), places)

    def scan(self, spark: "SparkSession", table: CatalogTable, request: ScanRequest) -> Fragment:
        """A SELECT with the request's predicates in its WHERE; the view goes in as a DataFrame.

        By its name it could be mistaken for a CTE of the statement. Views can be replaced: their types are looked at
        again.
        """
        frame = open_view(spark, table.options["view"], None)
        key = table.primary_key if isinstance(table, LookupTable) else ()
        columns = needed(table, request, also=key)
        fields = _fields(spark, frame.schema, table, columns, Places())
        name = f"dt_view_{request.ordinal}"
        listed = ", ".join(map(_typed, columns, fields)) or "1 AS __dt_row"
        guards = Guards(
            table, columns, [column.name for column, field in zip(columns, fields, strict=True) if field.nullable]
        )
        source = f"(SELECT {listed} FROM {{{name}}})"
        return Fragment(filtered(request.columns, source, request.predicates, guards), {name: frame})


def open_view(spark: "SparkSession", name: str, place: Place | None) -> "DataFrame":
    """The view of that name: one name as it stands, whatever is in it, or parts with dots between them.

    Raises:
        TableNotFound: There is none.
    """
    spellings = [name] if re.fullmatch(r"\w+", name) else [quote(name), name]
    for spelling in spellings:
        try:
            frame = spark.table(spelling)
            # Over Spark Connect nothing is looked up before the schema is.
            frame.schema  # noqa: B018
        except AnalysisException as error:
            if not (error.getCondition() or "").startswith(_NOT_THERE):
                raise
        else:
            return frame
    raise _no_view(spark, name, place)


def _no_view(spark: "SparkSession", name: str, place: Place | None) -> TableNotFound:
    near = closest(name, view_names(spark))
    remedy = f"Did you mean {' or '.join(near)}?" if near else "Make it with createOrReplaceTempView first."
    return TableNotFound(f"Spark has no view or table {name}", remedy=remedy, place=place)


def _fields(
    spark: "SparkSession", schema: StructType, table: CatalogTable, columns: tuple[ColumnDef, ...], places: Places
) -> list[StructField]:
    """The view's columns behind the declared ones.

    Raises:
        InvalidSchema: One is not there, or of a type that would change its values.
    """
    found = [_field(schema, column, table, places.column(column.name)) for column in columns]
    for column, field, declared in zip(columns, found, spark_schema(spark, columns).fields, strict=True):
        if not widens(field.dataType, declared.dataType):
            raise _other_type(table, column, field, places.column(column.name))
    return found


def _field(schema: StructType, column: ColumnDef, table: CatalogTable, place: Place | None) -> StructField:
    """The view's column of that name, in any case of letters."""
    found = [field for field in schema.fields if field.name.casefold() == column.name.casefold()]
    if len(found) == 1:
        return found[0]
    if found:
        message = f"{table.options['view']} has several columns {column.name}"
        raise InvalidSchema(message, remedy="Give them different names in the view.", place=place)
    near = closest(column.name, schema.names)
    all_names = ", ".join(schema.names[:12])
    raise InvalidSchema(
        f"{table.options['view']} has no column {column.name}, which {table.name} declares",
        remedy=f"Did you mean {' or '.join(near)}?" if near else f"It has {all_names}.",
        place=place,
    )


def _other_type(table: CatalogTable, column: ColumnDef, field: StructField, place: Place | None) -> InvalidSchema:
    found = sql_type(field.dataType).upper()
    return InvalidSchema(
        f"column {column.name} of {table.name} is declared {column.type.upper()}, and {table.options['view']} has it "
        f"as {found}",
        remedy=f"Declare it {found}, or CAST it in the view.",
        place=place,
    )


def _typed(column: ColumnDef, field: StructField) -> str:
    """The view's column under its declared name and of its declared type."""
    source = escape_braces(quote(field.name))
    if sql_type(field.dataType) != column.type:
        source = f"CAST({source} AS {escape_braces(column.type)})"
    return f"{source} AS {escape_braces(quote(column.name))}"
