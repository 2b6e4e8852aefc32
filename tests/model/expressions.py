"""Expressions that are both SQL text and a Python function of a joined row, in SQL's three-valued logic."""

import datetime as dt
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from tests.model.joins import Read
from tests.model.values import Value, compare, equal, literal

COMPARISONS: dict[str, Callable[[int], bool]] = {
    "=": lambda order: order == 0,
    "==": lambda order: order == 0,
    "<>": lambda order: order != 0,
    "!=": lambda order: order != 0,
    "<": lambda order: order < 0,
    "<=": lambda order: order <= 0,
    ">": lambda order: order > 0,
    ">=": lambda order: order >= 0,
}


@dataclass(frozen=True, slots=True)
class Expr:
    """SQL text, its type, the columns that it names (as keys of a row), and its value."""

    text: str
    type: str
    reads: frozenset[str]
    of: Read
    name: str | None = None  # of a bare column: what Spark calls the output

    def within(self, text: str, spark_type: str, of: Callable[[Value], Value]) -> "Expr":
        """An expression of this one alone."""
        return Expr(text, spark_type, self.reads, lambda row: of(self.of(row)))


def column(text: str, spark_type: str, key: str, name: str) -> Expr:
    """A reference, as it is spelled, to the column that stands under ``key`` in a row."""
    return Expr(text, spark_type, frozenset([key]), lambda row: row[key], name)


def constant(value: Value, spark_type: str, text: str | None = None) -> Expr:
    """A literal."""
    return Expr(text or literal(value, spark_type), spark_type, frozenset(), lambda _: value)


TRUE = constant(True, "BOOLEAN")


def _of_both(text: str, spark_type: str, left: Expr, right: Expr, of: Callable[[Value, Value], Value]) -> Expr:
    return Expr(text, spark_type, left.reads | right.reads, lambda row: of(left.of(row), right.of(row)))


def comparison(left: Expr, op: str, right: Expr) -> Expr:
    """``left op right``: unknown when either side is NULL."""
    holds = COMPARISONS[op]

    def of(a: Value, b: Value) -> bool | None:
        return None if a is None or b is None else holds(compare(a, b))

    return _of_both(f"{left.text} {op} {right.text}", "BOOLEAN", left, right, of)


def null_safe(left: Expr, right: Expr) -> Expr:
    """``<=>``: never unknown."""
    return _of_both(f"{left.text} <=> {right.text}", "BOOLEAN", left, right, lambda a, b: compare(a, b) == 0)


def both(left: Expr, right: Expr) -> Expr:
    def of(a: Value, b: Value) -> bool | None:
        return False if a is False or b is False else None if a is None or b is None else True

    return _of_both(f"({left.text} AND {right.text})", "BOOLEAN", left, right, of)


def either(left: Expr, right: Expr) -> Expr:
    def of(a: Value, b: Value) -> bool | None:
        return True if a is True or b is True else None if a is None or b is None else False

    return _of_both(f"({left.text} OR {right.text})", "BOOLEAN", left, right, of)


def negation(operand: Expr) -> Expr:
    return operand.within(f"NOT ({operand.text})", "BOOLEAN", lambda v: None if v is None else not v)


def is_null(operand: Expr, negated: bool = False) -> Expr:
    text = f"{operand.text} IS {'NOT ' if negated else ''}NULL"
    return operand.within(text, "BOOLEAN", lambda v: (v is None) != negated)


def between(operand: Expr, low: Expr, high: Expr) -> Expr:
    """Both ends count; the text is BETWEEN, the meaning is two comparisons."""
    meaning = both(comparison(operand, ">=", low), comparison(operand, "<=", high))
    return Expr(f"{operand.text} BETWEEN {low.text} AND {high.text}", "BOOLEAN", meaning.reads, meaning.of)


def one_of(operand: Expr, values: Sequence[Expr]) -> Expr:
    """``operand IN (…)``."""

    def of(row: Value) -> bool | None:
        found = [equal(operand.of(row), value.of(row)) for value in values]
        return True if True in found else None if None in found else False

    text = f"{operand.text} IN ({', '.join(value.text for value in values)})"
    return Expr(text, "BOOLEAN", operand.reads.union(*(value.reads for value in values)), of)


def plus(operand: Expr, number: int) -> Expr:
    """An integer column plus a small constant."""
    return operand.within(f"{operand.text} + {number}", operand.type, lambda v: None if v is None else v + number)


def coalesce(operand: Expr, default: Expr) -> Expr:
    text = f"COALESCE({operand.text}, {default.text})"
    return _of_both(text, operand.type, operand, default, lambda a, b: b if a is None else a)


def upper(operand: Expr) -> Expr:
    return operand.within(f"upper({operand.text})", "STRING", lambda v: None if v is None else v.upper())


def distance(time_type: str, steps: int) -> tuple[str, dt.timedelta | int]:
    """So many steps of time as SQL text and as a value: seconds, or days of dates, or just the number."""
    if time_type == "DATE":
        return f"INTERVAL '{steps}' DAY", dt.timedelta(days=steps)
    if time_type.startswith("TIMESTAMP"):
        return f"INTERVAL '{steps}' SECOND", dt.timedelta(seconds=steps)
    return str(steps), steps


def shifted(operand: Expr, steps: int) -> Expr:
    """A time so many steps later, or earlier where ``steps`` is negative."""
    text, value = distance(operand.type, abs(steps))
    later = value if steps >= 0 else -value

    def of(v: Value) -> Value:
        return None if v is None else v + later

    return operand.within(f"{operand.text} {'+' if steps >= 0 else '-'} {text}", operand.type, of)


def conjunction(parts: Iterable[Expr]) -> Expr:
    """All of them, as ON and WHERE say it: without parentheses around the whole."""
    parts = list(parts)
    if not parts:
        return TRUE
    meaning = parts[0]
    for part in parts[1:]:
        meaning = both(meaning, part)
    return Expr(" AND ".join(part.text for part in parts), "BOOLEAN", meaning.reads, meaning.of)
