"""The declared columns of a CREATE statement: their types as Spark reads them, and the clauses that name them."""

from collections.abc import Iterable, Sequence

from pyspark.errors import PySparkException
from pyspark.sql import SparkSession

from dovetail.catalog.tables import ColumnDef, Watermark
from dovetail.connectors.base import Places
from dovetail.connectors.types import sql_type
from dovetail.errors import ColumnNotFound, InvalidSchema, TimeTypeMismatch, closest
from dovetail.plan.schema import INTEGERS, TypeKind, base_type, kind_of
from dovetail.sql.cursor import Name
from dovetail.sql.ddl_statements import ColumnSpec, CreateStatement, WatermarkSpec

__all__ = ["column_named", "declared", "places_of", "primary_key", "sequence", "version_time", "watermark"]

_NO_KEYS = frozenset({"map", "variant", "geometry", "geography"})
_TIMES = frozenset({TypeKind.TIMESTAMP, TypeKind.TIMESTAMP_NTZ, TypeKind.DATE})


def places_of(statement: CreateStatement) -> Places:
    """Where the statement's parts stand."""
    return Places(
        statement.name.place,
        {option.key: option.value_place for option in statement.options},
        {column.name.text.casefold(): column.type_place for column in statement.body.columns},
    )


def declared(spark: SparkSession, specs: Sequence[ColumnSpec]) -> tuple[ColumnDef, ...]:
    """The columns with their types as Spark writes them; all are read in one call.

    Raises:
        InvalidSchema: Two columns of one name, or a type that Spark does not know or a table cannot have.
    """
    _refuse_twins([spec.name for spec in specs], "column")
    for spec in specs:
        _refuse_length(spec)
    types = _types(spark, specs)
    return tuple(
        ColumnDef(spec.name.text, type_text, spec.nullable, spec.comment)
        for spec, type_text in zip(specs, types, strict=True)
    )


def _refuse_twins(names: Iterable[Name], what: str) -> None:
    seen: set[str] = set()
    for name in names:
        if name.text.casefold() in seen:
            raise InvalidSchema(f"the {what} {name.text} is declared twice", remedy="Keep one.", place=name.place)
        seen.add(name.text.casefold())


def _refuse_length(spec: ColumnSpec) -> None:
    """Spark checks the lengths of CHAR and VARCHAR where it writes; nothing would check them here."""
    base = base_type(spec.type)
    if base in ("char", "character", "varchar"):
        message = f"column {spec.name.text} cannot be {spec.type.upper()}: nothing would hold it to its length"
        raise InvalidSchema(message, remedy="Write STRING.", place=spec.type_place)
    if base == "void":
        message = f"column {spec.name.text} cannot be VOID: it could hold nothing but NULL"
        raise InvalidSchema(message, remedy="Write the type of its values.", place=spec.type_place)


def _types(spark: SparkSession, specs: Sequence[ColumnSpec]) -> list[str]:
    """The types in Spark's spelling."""
    if not specs:
        return []
    listed = ", ".join(f"CAST(NULL AS {spec.type})" for spec in specs)
    try:
        schema = spark.sql(f"SELECT {listed}").schema
    except PySparkException as error:
        if len(specs) == 1:
            raise InvalidSchema(
                f"Spark knows no type {specs[0].type}",
                remedy="Write a type of Spark such as INT, STRING, DECIMAL(10, 2) or TIMESTAMP.",
                place=specs[0].type_place,
            ) from error
        return [text for spec in specs for text in _types(spark, [spec])]
    return [sql_type(field.dataType) for field in schema.fields]


def column_named(name: Name, columns: Iterable[ColumnDef], clause: str) -> ColumnDef:
    """The column that a clause names, in any case of letters.

    Raises:
        ColumnNotFound: There is none.
    """
    columns = tuple(columns)
    for column in columns:
        if column.name.casefold() == name.text.casefold():
            return column
    near = closest(name.text, [column.name for column in columns])
    all_names = ", ".join(column.name for column in columns[:12])
    remedy = f"Did you mean {' or '.join(near)}?" if near else f"The columns are {all_names}."
    message = f"{clause} names {name.text}, which is no column of the table"
    raise ColumnNotFound(message, remedy=remedy, place=name.place)


def primary_key(names: Sequence[Name], columns: Iterable[ColumnDef]) -> tuple[str, ...]:
    """The key's columns, by their declared names."""
    _refuse_twins(names, "key column")
    found = [column_named(name, columns, "PRIMARY KEY") for name in names]
    for name, column in zip(names, found, strict=True):
        if base_type(column.type) in _NO_KEYS:
            message = f"{column.name} cannot be a key: values of type {column.type.upper()} do not compare"
            raise InvalidSchema(message, remedy="Name another column.", place=name.place)
    return tuple(column.name for column in found)


def sequence(name: Name, columns: Iterable[ColumnDef]) -> str:
    """The column that SEQUENCE BY names."""
    column = column_named(name, columns, "SEQUENCE BY")
    if base_type(column.type) in _NO_KEYS:
        message = f"{column.name} cannot order versions: values of type {column.type.upper()} have no order"
        raise InvalidSchema(message, remedy="Name another column.", place=name.place)
    return column.name


def version_time(name: Name, columns: Iterable[ColumnDef]) -> ColumnDef:
    """The column that VERSION FOR names.

    Raises:
        TimeTypeMismatch: It is of a type that is no time.
    """
    column = column_named(name, columns, "VERSION FOR")
    if kind_of(column.type) not in _TIMES and base_type(column.type) not in INTEGERS:
        raise TimeTypeMismatch(
            f"{column.name} is {column.type.upper()}; a version time is TIMESTAMP, TIMESTAMP_NTZ, DATE or an integer",
            remedy=f"Give the source a time, for example with CAST({column.name} AS TIMESTAMP) in a view.",
            place=name.place,
        )
    return column


def watermark(spec: WatermarkSpec | None, columns: Iterable[ColumnDef]) -> Watermark | None:
    """The watermark that a WATERMARK FOR declares.

    Raises:
        TimeTypeMismatch: Its column is no TIMESTAMP: Spark's watermark knows no other.
    """
    if spec is None:
        return None
    column = column_named(spec.column, columns, "WATERMARK FOR")
    if kind_of(column.type) is not TypeKind.TIMESTAMP:
        raise TimeTypeMismatch(
            f"{column.name} is {column.type.upper()}; a watermark is on a TIMESTAMP",
            remedy=f"Give the source CAST({column.name} AS TIMESTAMP) in a view, and declare that.",
            place=spec.column.place,
        )
    return Watermark(column.name, spec.delay_micros)
