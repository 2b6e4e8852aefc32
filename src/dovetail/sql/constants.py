"""Constants in the user's text as Python values, only where their meaning depends on no setting of the session."""

import re
from datetime import date, datetime
from decimal import Decimal

from dovetail.plan.conditions import Value
from dovetail.plan.schema import TypeKind, kind_of
from dovetail.sql.literals import STRING_LITERAL, string_value

__all__ = ["NUMBER", "STRINGS", "number_value", "of_kind", "typed_value"]

NUMBER = r"(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?(?:BD|[LSYFD])?(?![\w.])"
"""A regular expression (with IGNORECASE) for a number with its suffix; one that goes on as a name is none."""

STRINGS = rf"{STRING_LITERAL}(?:\s*{STRING_LITERAL})*"
"""One text, written in one or several pieces."""

_SUFFIXES = re.compile(r"(.*?)(BD|[LSYFD])?", re.IGNORECASE | re.DOTALL)
_BITS = {"Y": 8, "S": 16, "L": 64}
_DATE = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)
_TIME = re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?(?P<zone>Z|[+-]\d\d:\d\d)?", re.ASCII)
# Beyond these, Spark may have no common type of a column and a constant that holds both.
_MOST_DIGITS = 18


def number_value(text: str, negative: bool) -> Value | None:
    """``1`` and ``5L`` are int, ``1.5`` and ``2BD`` Decimal, ``1e3`` and ``2D`` float: as wide as Spark types them."""
    match = _SUFFIXES.fullmatch(text)
    assert match is not None
    digits, suffix = match[1], (match[2] or "").upper()
    sign = -1 if negative else 1
    if suffix == "D" or (not suffix and "e" in digits.lower()):
        return sign * float(digits)
    if suffix in _BITS or (not suffix and digits.isdigit()):
        return _integer(digits, _BITS.get(suffix, 64), sign)
    return None if suffix == "F" else _decimal(digits, sign)


def _integer(digits: str, bits: int, sign: int) -> int | None:
    """What does not fit is a decimal, or an error of Spark's."""
    value = sign * int(digits) if digits.isdigit() else 2**bits
    return value if -(2 ** (bits - 1)) <= value < 2 ** (bits - 1) else None


def _decimal(digits: str, sign: int) -> Decimal | None:
    value = Decimal(digits)
    _, figures, exponent = value.as_tuple()
    assert isinstance(exponent, int)
    fits = len(figures) <= _MOST_DIGITS and -_MOST_DIGITS <= exponent <= 0
    return sign * value if fits else None


def typed_value(keyword: str, literal: str) -> Value | None:
    """``DATE '…'`` and ``TIMESTAMP '…'`` in full; TIMESTAMP only with a zone: without it the session's decides."""
    text = string_value(literal)
    try:
        if keyword == "DATE" and _DATE.fullmatch(text):
            return date.fromisoformat(text)
        match = _TIME.fullmatch(text)
        if match and (match["zone"] is None) == (keyword == "TIMESTAMP_NTZ") and keyword != "DATE":
            return datetime.fromisoformat(text)
    except ValueError:
        pass  # The 31st of February: Spark says so.
    return None


def of_kind(value: Value, type_text: str) -> bool:
    """Whether Spark compares a constant with a column of a type without making another kind of value of either."""
    kind = kind_of(type_text)
    if isinstance(value, bool):
        return kind is TypeKind.BOOLEAN
    if isinstance(value, datetime):
        return kind is (TypeKind.TIMESTAMP if value.tzinfo else TypeKind.TIMESTAMP_NTZ)
    if isinstance(value, date):
        return kind is TypeKind.DATE
    if isinstance(value, str):
        return type_text == "string"
    return kind is TypeKind.NUMBER
