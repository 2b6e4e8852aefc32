"""Statements around a query: EXPLAIN, and CREATE VIEW."""

import re
from dataclasses import dataclass

from dovetail.errors import UnsupportedStatement
from dovetail.sql.cursor import Cursor, rest_of
from dovetail.sql.source import SqlText, is_word

__all__ = ["Explain", "TempView", "parse_explain", "parse_view"]

_SPARK_MODES = ("EXTENDED", "CODEGEN", "COST", "FORMATTED")
_FORMATS = ("JSON", "MERMAID")


@dataclass(frozen=True, slots=True)
class Explain:
    """EXPLAIN of a statement; ``mode`` is Dovetail's or Spark's, or empty where none is said.

    ``body`` has the statement where it stands, blanks in the place of what precedes it.
    """

    mode: str
    body: str


@dataclass(frozen=True, slots=True)
class TempView:
    """CREATE TEMP VIEW … AS a query."""

    name: str
    body: str
    columns: tuple[str, ...] = ()
    or_replace: bool = False
    if_not_exists: bool = False
    is_global: bool = False


def parse_explain(sql: SqlText) -> Explain | None:
    """EXPLAIN [PLAN | FORMAT JSON | FORMAT MERMAID | EXTENDED | …] statement; None for other statements."""
    if not sql.tokens or not is_word(sql.tokens[0], "EXPLAIN"):
        return None
    cursor = Cursor(rest_of(sql))
    mode = _mode(cursor)
    first = cursor.peek()
    if first is None:
        raise cursor.unexpected("a statement")
    return Explain(mode, _from(sql.text, first.start))


def _mode(cursor: Cursor) -> str:
    if cursor.accept("PLAN"):
        return "PLAN"
    if cursor.at("FORMAT"):
        cursor.take()
        for known in _FORMATS:
            if cursor.accept(known):
                return known
        raise cursor.unexpected(*_FORMATS)
    for known in _SPARK_MODES:
        if cursor.accept(known):
            return known
    return ""


def parse_view(sql: SqlText) -> TempView | None:
    """CREATE [OR REPLACE] [GLOBAL] TEMP VIEW name [(columns)] AS query; None for other statements.

    Raises:
        UnsupportedStatement: The view is to be a persistent one; call this for queries of Dovetail's only.
    """
    if sql.tokens and is_word(sql.tokens[0], "CACHE"):
        message = "CACHE TABLE … AS cannot hold Dovetail's joins: Spark stores its text, which it could not read again"
        remedy = "Write CREATE TEMP VIEW … AS first, and then CACHE TABLE of that view."
        raise sql.error(UnsupportedStatement, message, sql.tokens[0], remedy)
    if not sql.tokens or not is_word(sql.tokens[0], "CREATE"):
        return None
    cursor = Cursor(sql)
    cursor.take()
    or_replace = cursor.accept("OR", "REPLACE")
    is_global = cursor.accept("GLOBAL")
    temporary = cursor.accept("TEMP") or cursor.accept("TEMPORARY")
    if not cursor.at("VIEW"):
        return None
    if not temporary:
        raise sql.error(
            UnsupportedStatement,
            "a persistent view cannot hold Dovetail's joins: Spark stores its text, which it could not read again",
            cursor.peek(),
            "Write CREATE TEMP VIEW, or CREATE TABLE … AS for the rows of now.",
        )
    cursor.take()
    if_not_exists = cursor.accept("IF", "NOT", "EXISTS")
    name = cursor.name("the name of the view", frozenset({"AS"}))
    columns = _view_columns(cursor)
    while not cursor.at("AS"):
        if cursor.peek() is None:
            raise cursor.unexpected("AS")
        cursor.take()
    cursor.take()
    first = cursor.peek()
    if first is None:
        raise cursor.unexpected("a query")
    body = _from(sql.text, first.start)
    return TempView(name.text, body, columns, or_replace, if_not_exists, is_global)


def _from(text: str, start: int) -> str:
    """What stands from ``start`` on, blanks before it: every position, and every line's number, stays."""
    return re.sub(r"\S", " ", text[:start]) + text[start:]


def _view_columns(cursor: Cursor) -> tuple[str, ...]:
    """``(a COMMENT '…', b)``."""
    if not cursor.accept_symbol("("):
        return ()
    names = []
    while True:
        names.append(cursor.name("a column").text)
        if cursor.accept("COMMENT"):
            cursor.string("a comment in quotes")
        if cursor.accept_symbol(")"):
            return tuple(names)
        cursor.expect_symbol(",", "')'")
