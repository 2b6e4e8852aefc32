"""SQLite's values as columns of declared types: strictly, because SQLite puts any value into any column."""

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from decimal import Context, Decimal, InvalidOperation
from typing import Any

import pyarrow as pa

from dovetail.catalog.tables import ColumnDef
from dovetail.errors import SourceError
from dovetail.plan.schema import base_type

__all__ = ["ColumnReader", "arrow_type", "column_reader"]

Stored = int | float | str | bytes
_INTEGER_BITS = {"tinyint": 8, "smallint": 16, "int": 32, "bigint": 64}
_INTEGERS = {"tinyint": pa.int8(), "smallint": pa.int16(), "int": pa.int32(), "bigint": pa.int64()}
_OTHERS = {
    "boolean": pa.bool_(),
    "float": pa.float32(),
    "double": pa.float64(),
    "string": pa.string(),
    "binary": pa.binary(),
    "date": pa.date32(),
    "timestamp": pa.timestamp("us", "UTC"),
    "timestamp_ntz": pa.timestamp("us"),
}
_LARGEST_FLOAT = 3.4028235677973366e38
_DECIMAL = re.compile(r"[+-]?(?:\d+(?:\.\d*)?|\.\d+)", re.ASCII)
_DATE = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)
_TIME = re.compile(r"\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?(?P<zone>Z|[+-]\d\d:\d\d)?)?", re.ASCII)


def arrow_type(type_text: str) -> pa.DataType | None:
    """The Arrow type of a column, or None where SQLite has no values for its type."""
    if base_type(type_text) == "decimal":
        return pa.decimal128(*_precision(type_text))
    return (_INTEGERS | _OTHERS).get(type_text)


def _precision(type_text: str) -> tuple[int, int]:
    numbers = [int(number) for number in re.findall(r"\d+", type_text)]
    return (numbers[0], numbers[1]) if len(numbers) == 2 else (10, 0)


@dataclass(frozen=True, slots=True)
class ColumnReader:
    """Makes Arrow arrays of one column's stored values.

    ``as_stored`` are the storage classes that need no look at each value; ``convert`` looks at one, and raises
    ValueError where it does not fit.
    """

    table: str
    column: ColumnDef
    type: pa.DataType
    as_stored: frozenset[type]
    convert: Callable[[Stored], Any]

    def array(self, values: Sequence[Stored | None]) -> pa.Array:
        """The values in the declared type.

        Raises:
            SourceError: One does not fit, or is a NULL where none may be.
        """
        classes = set(map(type, values))
        if type(None) in classes:
            classes.remove(type(None))
            if not self.column.nullable:
                raise SourceError(
                    f"{self.table}: column {self.column.name} is declared NOT NULL, and its source has a NULL"
                )
        if classes <= self.as_stored:
            try:
                return pa.array(values, self.type)
            except (pa.ArrowInvalid, OverflowError):
                pass  # One of them is out of range; the slow way says which.
        return pa.array([None if value is None else self._value(value) for value in values], self.type)

    def _value(self, value: Stored) -> Any:
        try:
            return self.convert(value)
        except ValueError as error:
            shown = repr(value) if len(repr(value)) <= 60 else repr(value)[:57] + "…"
            reason = f": {error}" if str(error) else ""
            raise SourceError(
                f"{self.table}: column {self.column.name} is declared {self.column.type.upper()}, and its source has "
                f"{shown}{reason}",
                remedy="Declare the type that the values have, or correct them.",
            ) from None


def column_reader(table: str, column: ColumnDef) -> ColumnReader:
    """The reader of a column whose type SQLite has values for."""
    arrow = arrow_type(column.type)
    base = base_type(column.type)
    if base in _INTEGER_BITS:
        return ColumnReader(table, column, arrow, frozenset({int}), _integer(_INTEGER_BITS[base]))
    if base == "decimal":
        return ColumnReader(table, column, arrow, frozenset(), _decimal(*_precision(column.type)))
    as_stored, convert = _READERS[base]
    return ColumnReader(table, column, arrow, frozenset(as_stored), convert)


def _integer(bits: int) -> Callable[[Stored], int]:
    """Whole numbers; SQLite keeps those of a REAL column as reals."""
    largest = 2 ** (bits - 1)

    def convert(value: Stored) -> int:
        whole = value if isinstance(value, int) else None
        if isinstance(value, float) and value.is_integer():
            whole = int(value)
        if whole is None or not -largest <= whole < largest:
            raise ValueError
        return whole

    return convert


def _decimal(precision: int, scale: int) -> Callable[[Stored], Decimal]:
    """Text and integers as they are; reals by 15 digits: as such SQLite keeps the decimals of a DECIMAL column."""
    unit, context = Decimal(1).scaleb(-scale), Context(prec=precision)

    def convert(value: Stored) -> Decimal:
        number = _exact_number(value)
        try:
            fitted = number.quantize(unit, context=context)
        except InvalidOperation:
            raise ValueError from None
        if fitted != number:
            raise ValueError
        return fitted

    return convert


def _exact_number(value: Stored) -> Decimal:
    if isinstance(value, int):
        return Decimal(value)
    if isinstance(value, float) and math.isfinite(value):
        number = Decimal(repr(value))
        if len(number.normalize().as_tuple().digits) <= 15:
            return number
        raise ValueError("a real number with more digits than SQLite keeps exactly")
    if isinstance(value, str) and _DECIMAL.fullmatch(value.strip()):
        return Decimal(value.strip())
    raise ValueError


def _double(value: Stored) -> float:
    if isinstance(value, float):
        return value
    if isinstance(value, int) and int(float(value)) == value:
        return float(value)
    raise ValueError


def _float(value: Stored) -> float:
    number = _double(value)
    if math.isfinite(number) and abs(number) >= _LARGEST_FLOAT:
        raise ValueError
    return number


def _boolean(value: Stored) -> bool:
    if isinstance(value, int) and value in (0, 1):
        return bool(value)
    raise ValueError("a boolean is 0 or 1")


def _string(value: Stored) -> str:
    if isinstance(value, str):
        return value
    raise ValueError


def _binary(value: Stored) -> bytes:
    if isinstance(value, bytes):
        return value
    raise ValueError


def _date(value: Stored) -> date:
    if isinstance(value, str) and _DATE.fullmatch(value):
        return date.fromisoformat(value)
    raise ValueError("a date is text such as '2024-05-31'")


def _timestamp(value: Stored) -> datetime:
    """A moment. Without a zone it is UTC, as SQLite's own functions write it, whatever zone the session has."""
    match = _TIME.fullmatch(value) if isinstance(value, str) else None
    if match is None:
        raise ValueError("a timestamp is text such as '2024-05-31 12:00:00' (UTC) or '2024-05-31T12:00:00+02:00'")
    moment = datetime.fromisoformat(match[0])
    return moment.astimezone(UTC) if match["zone"] else moment.replace(tzinfo=UTC)


def _timestamp_ntz(value: Stored) -> datetime:
    match = _TIME.fullmatch(value) if isinstance(value, str) else None
    if match is None or match["zone"]:
        raise ValueError("a timestamp without time zone is text such as '2024-05-31 12:00:00'")
    return datetime.fromisoformat(match[0])


_READERS: dict[str, tuple[set[type], Callable[[Stored], Any]]] = {
    "boolean": (set(), _boolean),
    "float": (set(), _float),
    "double": ({float}, _double),
    "string": ({str}, _string),
    "binary": ({bytes}, _binary),
    "date": (set(), _date),
    "timestamp": (set(), _timestamp),
    "timestamp_ntz": (set(), _timestamp_ntz),
}
