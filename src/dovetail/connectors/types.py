"""Spark's types: how they are written, and which may stand for which without a value changing."""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from pyspark.sql.types import (
    ArrayType,
    BinaryType,
    BooleanType,
    ByteType,
    DataType,
    DateType,
    DecimalType,
    DoubleType,
    FloatType,
    IntegerType,
    LongType,
    MapType,
    NullType,
    NumericType,
    ShortType,
    StringType,
    StructField,
    StructType,
    TimestampNTZType,
    TimestampType,
)

from dovetail.catalog.tables import ColumnDef
from dovetail.plan.schema import quote

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

__all__ = ["is_numeric", "spark_schema", "sql_type", "widens"]

_INTEGERS: dict[type[DataType], int] = {ByteType: 3, ShortType: 5, IntegerType: 10, LongType: 19}
# How many decimal digits of integers a floating type holds exactly, counted by the integer types that fit.
_EXACT_IN: dict[type[DataType], int] = {FloatType: 5, DoubleType: 10}


_PLAIN: dict[str, DataType] = {
    data_type.simpleString(): data_type
    for data_type in (
        *(integer() for integer in _INTEGERS),
        *(BinaryType(), BooleanType(), DateType(), DoubleType(), FloatType()),
        *(StringType(), TimestampNTZType(), TimestampType()),
    )
}


def sql_type(data_type: DataType) -> str:
    """A type as Spark SQL reads it back, fields with odd names too."""
    match data_type:
        case ArrayType():
            return f"array<{sql_type(data_type.elementType)}>"
        case MapType():
            return f"map<{sql_type(data_type.keyType)},{sql_type(data_type.valueType)}>"
        case StructType():
            fields = (f"{_field_name(field.name)}:{sql_type(field.dataType)}" for field in data_type.fields)
            return f"struct<{','.join(fields)}>"
        case _:
            return data_type.simpleString()


def _field_name(name: str) -> str:
    return name if re.fullmatch(r"[A-Za-z_]\w*", name, re.ASCII) else quote(name)


def spark_schema(spark: "SparkSession", columns: Sequence[ColumnDef]) -> StructType:
    """Columns as Spark's objects. Only types with other types in them are asked of Spark, all in one call."""
    types = {column.type: _known_type(column.type) for column in columns}
    unknown = [text for text, found in types.items() if found is None]
    if unknown:
        listed = ", ".join(f"CAST(NULL AS {text})" for text in unknown)
        found = spark.sql(f"SELECT {listed}").schema.fields
        types |= {text: field.dataType for text, field in zip(unknown, found, strict=True)}
    pairs = [(column, types[column.type]) for column in columns]
    return StructType([StructField(column.name, type_, column.nullable) for column, type_ in pairs if type_])


def _known_type(text: str) -> DataType | None:
    decimal = re.fullmatch(r"decimal\((\d+),(\d+)\)", text)
    return DecimalType(int(decimal[1]), int(decimal[2])) if decimal else _PLAIN.get(text)


def is_numeric(data_type: DataType) -> bool:
    """Whether a type holds numbers."""
    return isinstance(data_type, NumericType)


def widens(source: DataType, target: DataType) -> bool:
    """Whether every value of ``source`` is the same value as one of ``target``, whatever the session's settings are.

    A DATE is no TIMESTAMP: which moment it is depends on the session's time zone.
    """
    if sql_type(source) == sql_type(target) or isinstance(source, NullType):
        return True
    match source, target:
        case ArrayType(), ArrayType():
            return widens(source.elementType, target.elementType)
        case MapType(), MapType():
            return widens(source.keyType, target.keyType) and widens(source.valueType, target.valueType)
        case StructType(), StructType():
            return _fields_widen(source, target)
        case DateType(), TimestampNTZType():
            return True
        case _:
            return is_numeric(source) and _number_widens(source, target)


def _fields_widen(source: StructType, target: StructType) -> bool:
    """Fields by position, and of one name: a cast goes by position alone."""
    return len(source) == len(target) and all(
        old.name.casefold() == new.name.casefold() and widens(old.dataType, new.dataType)
        for old, new in zip(source.fields, target.fields, strict=True)
    )


def _number_widens(source: DataType, target: DataType) -> bool:
    digits = _INTEGERS.get(type(source))
    if isinstance(target, DecimalType):
        whole = target.precision - target.scale
        if isinstance(source, DecimalType):
            return whole >= source.precision - source.scale and target.scale >= source.scale
        return digits is not None and whole >= digits
    if digits is None:
        return isinstance(source, FloatType) and isinstance(target, DoubleType)
    return digits <= max(_INTEGERS.get(type(target), 0), _EXACT_IN.get(type(target), 0))
