"""Values of Spark SQL types as Python objects: how they compare, how they are written, when two results agree."""

import datetime as dt
import math
from decimal import Decimal
from typing import Any

Value = Any
"""None is NULL; a tuple is a struct; everything else is the Python object that Spark hands out for the type."""


def compare(left: Value, right: Value) -> int:
    """-1, 0 or 1 in Spark's order: NULL smallest, NaN largest and equal to itself, -0.0 equal to 0.0."""
    if left is None or right is None:
        return (left is not None) - (right is not None)
    if isinstance(left, tuple):
        return next((c for c in map(compare, left, right) if c), 0)
    left, right = _on_one_scale(left, right), _on_one_scale(right, left)
    return (left > right) - (left < right)


def _on_one_scale(value: Value, other: Value) -> Value:
    """The value as something that Python orders as Spark does, against a value of another width of number too."""
    if isinstance(value, str):
        return value.encode()
    if isinstance(value, float) or isinstance(other, float):
        number = float(value)
        return (1, 0.0) if math.isnan(number) else (0, number)
    return value


def equal(left: Value, right: Value) -> bool | None:
    """SQL's ``=``: unknown as soon as one side is NULL."""
    return None if left is None or right is None else compare(left, right) == 0


def literal(value: Value, spark_type: str) -> str:
    """The value as SQL text of exactly this type."""
    if value is None:
        return f"CAST(NULL AS {spark_type})"
    if isinstance(value, bool):
        return str(value).upper()
    if isinstance(value, bytes):
        return f"X'{value.hex()}'"
    if isinstance(value, str):
        return "'" + value.replace("\\", "\\\\").replace("'", "\\'") + "'"
    if isinstance(value, dt.date):
        return f"{spark_type} '{value}'"
    suffix = {"SMALLINT": "S", "INT": "", "BIGINT": "L"}.get(spark_type)
    return f"CAST('{value}' AS {spark_type})" if suffix is None else f"{value}{suffix}"


def canonical(value: Value) -> Value:
    """The same object for all values that Spark calls equal, so that rows can be counted."""
    if isinstance(value, float):
        return "NaN" if math.isnan(value) else value + 0.0
    if isinstance(value, dt.datetime):
        return value.replace(tzinfo=None)
    if isinstance(value, Decimal):
        return value.normalize()
    return value
