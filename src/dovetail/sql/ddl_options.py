"""The WITH clause of a CREATE statement."""

from dovetail.errors import Place
from dovetail.sql.cursor import Cursor
from dovetail.sql.ddl_statements import OptionSpec
from dovetail.sql.source import Token, TokenType, is_name

__all__ = ["parse_options"]

_QUOTED = frozenset({TokenType.STRING, TokenType.RAW_STRING})


def parse_options(cursor: Cursor) -> tuple[OptionSpec, ...]:
    """``(key = value, …)`` after WITH; keys quoted or bare, values quoted, or one number or word."""
    cursor.expect_symbol("(")
    options = [_option(cursor)]
    while not cursor.accept_symbol(")"):
        cursor.expect_symbol(",", "')'")
        options.append(_option(cursor))
    return tuple(options)


def _option(cursor: Cursor) -> OptionSpec:
    """``'cache.ttl' = '5m'``."""
    key, key_place = _key(cursor)
    cursor.expect_symbol("=")
    value, value_place = _value(cursor)
    return OptionSpec(key, value, key_place, value_place)


def _is_quoted(cursor: Cursor) -> bool:
    token = cursor.peek()
    return token is not None and token.token_type in _QUOTED


def _key(cursor: Cursor) -> tuple[str, Place]:
    """A key in quotes, or names with dots between them."""
    if _is_quoted(cursor):
        text, place = cursor.string("an option's key")
        return text.strip().lower(), place
    tokens = [_key_part(cursor)]
    while cursor.accept_symbol("."):
        tokens.append(_key_part(cursor))
    return ".".join(token.text for token in tokens).lower(), cursor.sql.place_of(tokens[0], tokens[-1])


def _key_part(cursor: Cursor) -> Token:
    """One word of a bare key."""
    if not is_name(cursor.peek()):
        raise cursor.unexpected("an option's key")
    return cursor.take()


def _value(cursor: Cursor) -> tuple[str, Place]:
    """A literal in quotes, a number, or one word (``true``, ``5m``)."""
    if _is_quoted(cursor):
        return cursor.string("a value")
    first = cursor.peek()
    cursor.accept_symbol("-")
    token = cursor.peek()
    # sqlglot takes 64mb for a word, though it starts with a digit.
    if token is None or not (cursor.word() or token.token_type in {TokenType.NUMBER, TokenType.VAR}):
        raise cursor.unexpected("a value in quotes")
    place = cursor.sql.place_of(first, cursor.take())
    if not (cursor.is_symbol(",") or cursor.is_symbol(")") or cursor.peek() is None):
        message = "a value of more than one word is written in quotes"
        raise cursor.error(
            message, cursor.peek(), "Put quotes around the value, or write a ',' before the next option."
        )
    return cursor.sql.text[place.start : place.stop], place
