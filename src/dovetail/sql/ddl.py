"""Dovetail's own statements: CREATE, DROP, SHOW and DESCRIBE of sources, lookup tables and versioned tables."""

from collections.abc import Callable

from dovetail.errors import DovetailError, UnsupportedStatement, closest
from dovetail.sql.cursor import Cursor, Name, rest_of
from dovetail.sql.ddl_columns import parse_body
from dovetail.sql.ddl_keywords import SPARK_OBJECTS, SPARK_SHOWS
from dovetail.sql.ddl_options import parse_options
from dovetail.sql.ddl_statements import (
    CreateLookupTable,
    CreateSource,
    CreateStatement,
    CreateVersionedTable,
    DdlStatement,
    DescribeTable,
    DropTable,
    Query,
    ShowTables,
)
from dovetail.sql.source import SqlText, TokenType, word

__all__ = ["parse_ddl"]

_KINDS = ("SOURCE", "LOOKUP TABLE", "VERSIONED TABLE")
_STARTS = {kind.split()[0]: kind for kind in _KINDS}
_LATER = frozenset({"SINK", "STREAM"})
_NOT_NAMES = frozenset({"AS", "IF", "SELECT", "VALUES", "WITH"})
_QUERY_STARTS = ("VALUES", "SELECT", "WITH", "TABLE", "FROM")


def parse_ddl(sql: SqlText) -> DdlStatement | None:
    """The statement, or None for one that is not Dovetail's: that one is Spark's, byte for byte.

    Raises:
        SqlSyntaxError: A statement of Dovetail's with a mistake in it, a misspelt keyword too.
        UnsupportedStatement: One that this release does not have yet.
    """
    first = word(sql.tokens[0]) if sql.tokens else ""
    parse = _PARSERS.get(first, _not_ours)
    return parse(sql)


def _create(sql: SqlText) -> CreateStatement | None:
    """CREATE [OR REPLACE] kind [IF NOT EXISTS] name …."""
    cursor = Cursor(sql)
    cursor.take()
    or_replace = _or_replace(cursor)
    kind = _kind(cursor, "CREATE")
    if kind is None:
        return None
    if_not_exists = _if_exists(cursor, "NOT")
    if or_replace and if_not_exists:
        message = "OR REPLACE and IF NOT EXISTS exclude each other"
        raise cursor.error(message, cursor.peek(-1), "Keep one of them.")
    name = cursor.name(f"the name of the {kind.lower()}", _NOT_NAMES)
    body = parse_body(cursor, kind)
    options = parse_options(cursor) if cursor.accept("WITH") else ()
    if kind == "LOOKUP TABLE":
        query = _query(cursor, has_options=bool(options))
        return CreateLookupTable(name, body, options, or_replace, if_not_exists, query)
    if not options:
        raise cursor.unexpected("WITH")
    cursor.end()
    create = CreateSource if kind == "SOURCE" else CreateVersionedTable
    return create(name, body, options, or_replace, if_not_exists)


def _or_replace(cursor: Cursor) -> bool:
    """Takes OR REPLACE; a misspelt REPLACE is told only where one of our tables follows."""
    if cursor.accept("OR", "REPLACE"):
        return True
    if cursor.at("OR") and cursor.word(2) in _STARTS:
        cursor.take()
        raise cursor.unexpected("REPLACE")
    return False


def _kind(cursor: Cursor, verb: str) -> str | None:
    """Takes the kind of table; None where it is something of Spark's."""
    first = cursor.word()
    if first in _LATER:
        raise _not_yet(cursor, f"{verb} {first}")
    if first in _STARTS:
        kind = _STARTS[first]
        cursor.expect(*kind.split())
        return kind
    if first and first not in SPARK_OBJECTS and closest(first, [*_STARTS, *_LATER]):
        raise cursor.unexpected(*_STARTS) if cursor.word(1) == "TABLE" else _misspelt_kind(cursor)
    if first in {"TEMP", "TEMPORARY", "GLOBAL", "EXTERNAL"} and cursor.word(1) in _STARTS:
        raise cursor.unexpected(*_KINDS)
    return None


def _misspelt_kind(cursor: Cursor) -> DovetailError:
    """The error at a word that is nearly one of ours."""
    near = closest(cursor.word(), [*_STARTS, *_LATER], most=1)[0]
    found = cursor.peek()
    text = found.text if found else ""
    remedy = f"Did you mean {_STARTS.get(near, near)}?"
    return cursor.error(f"found {text}, expected SOURCE, LOOKUP TABLE or VERSIONED TABLE", found, remedy)


def _not_yet(cursor: Cursor, what: str) -> DovetailError:
    """The error for what this release does not have."""
    return cursor.sql.error(UnsupportedStatement, f"this release of Dovetail does not have {what} yet", cursor.peek())


def _if_exists(cursor: Cursor, *negation: str) -> bool:
    """Takes IF [NOT] EXISTS."""
    if not cursor.accept("IF"):
        return False
    cursor.expect(*negation, "EXISTS")
    return True


def _query(cursor: Cursor, has_options: bool) -> Query | None:
    """Takes AS and the query, which goes on to the end of the statement."""
    if not cursor.accept("AS"):
        if not has_options:
            raise cursor.unexpected("WITH", "AS")
        cursor.end("AS")
        return None
    if cursor.word() not in _QUERY_STARTS and not cursor.is_symbol("("):
        raise cursor.unexpected("VALUES", "SELECT")
    first = last = cursor.peek()
    while cursor.peek() is not None:
        last = cursor.take()
    place = cursor.sql.place_of(first, last)
    return Query(cursor.sql.text[place.start : place.stop], place)


def _drop(sql: SqlText) -> DropTable | None:
    """DROP kind [IF EXISTS] name."""
    cursor = Cursor(sql)
    cursor.take()
    kind = _kind(cursor, "DROP")
    if kind is None:
        return None
    if_exists = _if_exists(cursor)
    name = cursor.name(f"the name of the {kind.lower()}", _NOT_NAMES)
    cursor.end()
    return DropTable(kind, name, if_exists)


def _show(sql: SqlText) -> ShowTables | None:
    """SHOW SOURCES, LOOKUP TABLES or VERSIONED TABLES."""
    cursor = Cursor(rest_of(sql))
    first = cursor.word()
    if first in {"SINKS", "STREAMS", "QUERIES"}:
        raise _not_yet(cursor, f"SHOW {first}")
    plurals = {f"{start}S" if start == kind else start: kind for start, kind in _STARTS.items()}
    if first in plurals:
        kind = plurals[first]
        cursor.expect(*f"{kind}S".split())
        cursor.end()
        return ShowTables(kind)
    if first and first not in SPARK_SHOWS and closest(first, plurals):
        raise cursor.unexpected(*plurals)
    return None


def _describe(sql: SqlText) -> DescribeTable | None:
    """DESCRIBE [EXTENDED] [TABLE] name; every other form of it is Spark's."""
    cursor = Cursor(sql)
    cursor.take()
    # A name may be one of these words; then nothing follows it.
    if cursor.peek(1) is not None:
        cursor.accept("TABLE")
    extended = cursor.peek(1) is not None and (cursor.accept("EXTENDED") or cursor.accept("FORMATTED"))
    token = cursor.peek()
    plain = token is not None and (cursor.word() != "" or token.token_type is TokenType.IDENTIFIER)
    if token is None or not plain or cursor.peek(1) is not None:
        return None
    return DescribeTable(Name(token.text, sql.place_of(token)), extended)


def _explain(sql: SqlText) -> None:
    """Refuses EXPLAIN ANALYZE, unless it explains Spark's own ANALYZE TABLE."""
    cursor = Cursor(rest_of(sql))
    if cursor.at("ANALYZE") and cursor.word(1) not in {"TABLE", "TABLES"}:
        raise _not_yet(cursor, "EXPLAIN ANALYZE")


def _attach(sql: SqlText) -> None:
    """Refuses ATTACH and DETACH."""
    cursor = Cursor(sql)
    raise _not_yet(cursor, cursor.word())


def _not_ours(sql: SqlText) -> None:
    """Leaves the statement to Spark; refuses ``CRAETE LOOKUP TABLE``: with these two words it can be nothing else."""
    cursor = Cursor(sql)
    if cursor.word(1) in {"LOOKUP", "VERSIONED"} and cursor.word(2) == "TABLE" and closest(cursor.word(), _PARSERS):
        raise cursor.unexpected("CREATE", "DROP")


_PARSERS: dict[str, Callable[[SqlText], DdlStatement | None]] = {
    "CREATE": _create,
    "DROP": _drop,
    "SHOW": _show,
    "DESCRIBE": _describe,
    "DESC": _describe,
    "EXPLAIN": _explain,
    "ATTACH": _attach,
    "DETACH": _attach,
}
