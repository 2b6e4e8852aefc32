"""Types in a CREATE statement: found in the text and kept as the user wrote them, for Spark to read."""

from dovetail.errors import closest
from dovetail.sql.cursor import Cursor
from dovetail.sql.ddl_keywords import TYPES
from dovetail.sql.source import Token

__all__ = ["take_type"]

_FIELDS = frozenset({"YEAR", "MONTH", "DAY", "HOUR", "MINUTE", "SECOND"})


def take_type(cursor: Cursor) -> Token:
    """Takes a type and gives its last token.

    Raises:
        SqlSyntaxError: No type of Spark begins like this, or its brackets do not close.
    """
    if cursor.word() not in TYPES:
        raise _no_type(cursor)
    last = cursor.take()
    last = _brackets(cursor, last)
    return _suffix(cursor, last)


def _no_type(cursor: Cursor) -> Exception:
    """The error, with the type that may have been meant."""
    token = cursor.peek()
    found = token.text if token else "the end of the statement"
    near = closest(found, sorted(TYPES), most=1) if cursor.word() else []
    remedy = f"Did you mean {near[0]}?" if near else "Write each column as its name and its type."
    return cursor.error(f"found {found}, expected a type of Spark such as INT, STRING or TIMESTAMP", token, remedy)


def _brackets(cursor: Cursor, last: Token) -> Token:
    """``(5, 2)``, ``<STRUCT<a: INT>>``; ``<>`` is one token."""
    if cursor.is_symbol("<>"):
        return cursor.take()
    closing: list[str] = []
    while cursor.is_symbol("(") or cursor.is_symbol("<") or closing:
        if cursor.is_symbol("(") or cursor.is_symbol("<"):
            closing.append(")" if cursor.is_symbol("(") else ">")
        elif cursor.is_symbol(closing[-1]):
            closing.pop()
        elif cursor.peek() is None or cursor.is_symbol(")") or cursor.is_symbol(">"):
            raise cursor.unexpected(f"'{closing[-1]}'")
        last = cursor.take()
        if not closing:
            break
    return last


def _suffix(cursor: Cursor, last: Token) -> Token:
    """COLLATE of strings, the fields of intervals, the time zone of times."""
    first = cursor.word()
    if first == "COLLATE":
        cursor.take()
        return _word(cursor, "a collation")
    if first in _FIELDS:
        last = cursor.take()
        return _word(cursor, "a field of time") if cursor.accept("TO") else last
    if first in {"WITH", "WITHOUT"} and cursor.word(1) in {"LOCAL", "TIME"}:
        last = cursor.take()
        cursor.accept("LOCAL")
        cursor.expect("TIME")
        return _word(cursor, "ZONE")
    return last


def _word(cursor: Cursor, expected: str) -> Token:
    """Takes a word, whichever it is: Spark reads the type in the end."""
    if not cursor.word():
        raise cursor.unexpected(expected)
    return cursor.take()
