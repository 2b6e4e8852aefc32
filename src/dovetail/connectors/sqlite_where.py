"""Conditions as a WHERE clause of SQLite, only where SQLite compares exactly as Spark does."""

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from dovetail.catalog.tables import ColumnDef
from dovetail.plan.conditions import (
    AllOf,
    AnyOf,
    Between,
    Comparison,
    Condition,
    InList,
    IsNull,
    Value,
)
from dovetail.plan.schema import is_integer

__all__ = ["Clause", "affinity_of", "compares_alike", "quoted", "where"]

_NUMERIC_AFFINITIES = frozenset({"INTEGER", "NUMERIC", "REAL"})
_TEXT_AFFINITIES = frozenset({"TEXT", "BLOB"})
_AFFINITIES = [("INT", "INTEGER"), ("CHAR", "TEXT"), ("CLOB", "TEXT"), ("TEXT", "TEXT"), ("BLOB", "BLOB")]
_AFFINITIES += [("REAL", "REAL"), ("FLOA", "REAL"), ("DOUB", "REAL")]
# SQLite's parser goes a thousand levels deep; each branch of an OR is one.
_MOST_PARTS = 200


@dataclass(frozen=True, slots=True)
class Clause:
    """SQL with ``?`` for its parameters."""

    sql: str
    parameters: tuple[Any, ...] = ()


def quoted(name: str) -> str:
    """A name as SQLite takes it whatever it holds."""
    return '"' + name.replace('"', '""') + '"'


def affinity_of(declared: str) -> str:
    """What SQLite turns the values of a column into if it can, by the type that its table declares."""
    text = declared.upper()
    if not text:
        return "BLOB"
    return next((affinity for part, affinity in _AFFINITIES if part in text), "NUMERIC")


def compares_alike(column: ColumnDef, affinity: str, utf8: bool) -> bool:
    """Whether SQLite compares a column's values as Spark compares those of the declared type.

    Text that stands for a number, a date or a decimal is compared letter by letter; a FLOAT of Spark is rounded, a
    real of SQLite is not. A number that came as text is one only in a column that turns it into a number. A database
    that is not in UTF-8 orders text otherwise.
    """
    if is_integer(column.type) or column.type == "double":
        return affinity in _NUMERIC_AFFINITIES
    return column.type == "string" and affinity in _TEXT_AFFINITIES and utf8


def where(condition: Condition, columns: dict[str, tuple[ColumnDef, str]]) -> Clause | None:
    """The condition in SQL, or None where SQLite cannot decide it exactly.

    ``columns`` gives, by the declared name, a column's declaration and its SQL in SQLite.
    """
    if _parts(condition) > _MOST_PARTS:
        return None
    return _where(condition, columns)


def _parts(condition: Condition) -> int:
    if isinstance(condition, AnyOf | AllOf):
        return sum(_parts(part) for part in condition.parts)
    return 1


def _where(condition: Condition, columns: dict[str, tuple[ColumnDef, str]]) -> Clause | None:
    match condition:
        case AnyOf(parts):
            return _joined(" OR ", (_where(part, columns) for part in parts))
        case AllOf(parts):
            return _joined(" AND ", (_where(part, columns) for part in parts))
    if condition.column not in columns:
        return None
    column, name = columns[condition.column]
    match condition:
        case IsNull(_, negated):
            return Clause(f"{name} IS {'NOT ' if negated else ''}NULL")
        case Comparison(_, operator, value):
            return _with_values(column, f"{_collated(name, column)} {operator} ?", [value])
        case Between(_, low, high):
            return _with_values(column, f"{_collated(name, column)} BETWEEN ? AND ?", [low, high])
        case InList(_, values):
            marks = ", ".join("?" * len(values))
            return _with_values(column, f"{_collated(name, column)} IN ({marks})", values)
        case _:
            return None


def _joined(operator: str, clauses: Iterable[Clause | None]) -> Clause | None:
    found = list(clauses)
    if None in found:
        return None
    sql = operator.join(clause.sql for clause in found if clause)
    return Clause(f"({sql})", tuple(value for clause in found if clause for value in clause.parameters))


def _collated(name: str, column: ColumnDef) -> str:
    """A column may have a collation of its own, such as NOCASE; Spark's strings compare by their bytes."""
    return f"{name} COLLATE BINARY" if column.type == "string" else name


def _with_values(column: ColumnDef, sql: str, values: Iterable[Value]) -> Clause | None:
    """The clause with its parameters, as Spark would convert them to compare them with the column."""
    parameters = [_parameter(column, value) for value in values]
    return None if None in parameters else Clause(sql, tuple(parameters))


def _parameter(column: ColumnDef, value: Value) -> int | float | str | None:
    if column.type == "string":
        return value if isinstance(value, str) and "\0" not in value else None
    if isinstance(value, bool) or not isinstance(value, int | float | Decimal):
        return None
    if column.type == "double":
        return float(value)
    if not is_integer(column.type) or isinstance(value, float) or value != int(value):
        return None
    return int(value) if -(2**63) <= value < 2**63 else None
