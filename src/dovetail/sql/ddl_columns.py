"""The part of a CREATE statement in parentheses: columns, keys, versions, watermarks."""

from dataclasses import replace

from dovetail.errors import DovetailError
from dovetail.sql.cursor import Cursor, Name
from dovetail.sql.ddl_keywords import TYPES
from dovetail.sql.ddl_statements import ColumnSpec, TableBody, WatermarkSpec
from dovetail.sql.ddl_types import take_type
from dovetail.sql.intervals import interval_micros

__all__ = ["parse_body"]

_CLAUSES = {"PRIMARY": "KEY", "VERSION": "FOR", "WATERMARK": "FOR"}
_OWNERS = {
    "PRIMARY KEY": {"LOOKUP TABLE", "VERSIONED TABLE"},
    "VERSION FOR": {"VERSIONED TABLE"},
    "WATERMARK FOR": {"SOURCE", "VERSIONED TABLE"},
}


def parse_body(cursor: Cursor, kind: str) -> TableBody:
    """``(column, …, PRIMARY KEY (…), VERSION FOR …, WATERMARK FOR …)``; empty where the parentheses are left out."""
    body = TableBody()
    if not cursor.accept_symbol("("):
        return body
    while True:
        body = _element(cursor, kind, body)
        if cursor.accept_symbol(")"):
            return body
        cursor.expect_symbol(",", "')'")


def _element(cursor: Cursor, kind: str, body: TableBody) -> TableBody:
    """A column or a clause."""
    first, second = cursor.word(), cursor.word(1)
    is_column = second in TYPES and not cursor.is_symbol("(", 1)
    if first in _CLAUSES and not is_column:
        return _clause(cursor, kind, body)
    if second == "KEY":
        raise cursor.unexpected("PRIMARY")
    if second == "FOR":
        raise cursor.unexpected("VERSION", "WATERMARK")
    return _column(cursor, kind, body)


def _clause(cursor: Cursor, kind: str, body: TableBody) -> TableBody:
    """PRIMARY KEY (…), VERSION FOR … or WATERMARK FOR …."""
    first = cursor.peek()
    clause = f"{cursor.word()} {_CLAUSES[cursor.word()]}"
    cursor.expect(*clause.split())
    if kind not in _OWNERS[clause]:
        owners = " or ".join(f"CREATE {owner}" for owner in sorted(_OWNERS[clause]))
        raise cursor.error(f"a {kind.lower()} has no {clause}", first, f"{clause} belongs to {owners}.")
    if clause == "PRIMARY KEY":
        return replace(_once(cursor, body, bool(body.primary_key), clause), primary_key=_names(cursor))
    if clause == "VERSION FOR":
        _once(cursor, body, body.version is not None, clause)
        version = cursor.name("the column that holds the version time")
        sequence = cursor.name("a column") if _accept_sequence(cursor) else None
        return replace(body, version=version, sequence=sequence)
    return replace(_once(cursor, body, body.watermark is not None, clause), watermark=_watermark(cursor))


def _once(cursor: Cursor, body: TableBody, said: bool, clause: str) -> TableBody:
    """The same body, unless the clause was said before."""
    if said:
        raise cursor.error(f"{clause} is said twice", cursor.peek(), "Keep one of them.")
    return body


def _accept_sequence(cursor: Cursor) -> bool:
    """Takes SEQUENCE BY."""
    if not cursor.word():
        return False
    if cursor.word() != "SEQUENCE":
        raise cursor.unexpected("SEQUENCE BY", "','", "')'")
    cursor.expect("SEQUENCE", "BY")
    return True


def _names(cursor: Cursor) -> tuple[Name, ...]:
    """``(a, b)``."""
    cursor.expect_symbol("(")
    names = [cursor.name("a column")]
    while not cursor.accept_symbol(")"):
        cursor.expect_symbol(",", "')'")
        names.append(cursor.name("a column"))
    return tuple(names)


def _watermark(cursor: Cursor) -> WatermarkSpec:
    """``ts [AS ts - INTERVAL …]``."""
    column = cursor.name("the column that holds the time")
    if not cursor.accept("AS"):
        return WatermarkSpec(column)
    again = cursor.name("the same column")
    if again.text.casefold() != column.text.casefold():
        raise cursor.error(
            f"the watermark of {column.text} is computed from {again.text}",
            again.place,
            f"Write WATERMARK FOR {column.text} AS {column.text} - INTERVAL '5' SECOND.",
        )
    return WatermarkSpec(column, _delay(cursor)) if cursor.accept_symbol("-") else WatermarkSpec(column)


def _delay(cursor: Cursor) -> int:
    """The INTERVAL of a watermark, in microseconds."""
    first = cursor.peek()
    cursor.expect("INTERVAL")
    last = None
    while (token := cursor.peek()) is not None and not cursor.is_symbol(",") and not cursor.is_symbol(")"):
        last = token
        cursor.take()
    place = cursor.sql.place_of(first, last)
    example = "Write an interval such as INTERVAL '5' SECOND."
    try:
        delay = interval_micros(cursor.sql.text[place.start : place.stop])
    except ValueError as error:
        raise cursor.error(f"the delay is no interval: {error}", place, example) from error
    if delay is None or delay < 0:
        problem = "has no fixed length" if delay is None else "is negative"
        raise cursor.error(f"the delay of a watermark {problem}", place, example)
    return delay


def _column(cursor: Cursor, kind: str, body: TableBody) -> TableBody:
    """``name TYPE [NOT NULL] [PRIMARY KEY] [COMMENT '…']``."""
    name = cursor.name("a column")
    first = cursor.peek()
    last = take_type(cursor)
    place = cursor.sql.place_of(first, last)
    column = ColumnSpec(name, cursor.sql.text[place.start : place.stop], place)
    while not (cursor.is_symbol(",") or cursor.is_symbol(")")):
        if cursor.accept("NOT", "NULL"):
            column = replace(column, nullable=False)
        elif cursor.at("COMMENT"):
            cursor.take()
            column = replace(column, comment=cursor.string("a comment in quotes")[0])
        elif cursor.at("PRIMARY"):
            body = _inline_key(cursor, kind, body, name)
        else:
            raise _after_type(cursor)
    return replace(body, columns=(*body.columns, column))


def _inline_key(cursor: Cursor, kind: str, body: TableBody, name: Name) -> TableBody:
    """PRIMARY KEY right at its column."""
    first = cursor.peek()
    cursor.expect("PRIMARY", "KEY")
    if kind not in _OWNERS["PRIMARY KEY"]:
        raise cursor.error(f"a {kind.lower()} has no PRIMARY KEY", first, "Leave it out.")
    if body.primary_key:
        raise cursor.error(
            "PRIMARY KEY is said twice", first, "Write a key of several columns as PRIMARY KEY (a, b), once."
        )
    return replace(body, primary_key=(name,))


def _after_type(cursor: Cursor) -> DovetailError:
    """What may follow a column's type, after NOT of a NOT NULL too."""
    if cursor.accept("NOT"):
        return cursor.unexpected("NULL")
    return cursor.unexpected("NOT NULL", "PRIMARY KEY", "COMMENT", "','", "')'")
