"""A reader of tokens for the small grammars, whose errors say what was found and what was expected."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from dovetail.errors import DovetailError, Place, SqlSyntaxError, closest
from dovetail.sql.literals import string_value
from dovetail.sql.source import SqlText, Token, TokenType, is_name, word

__all__ = ["Cursor", "Name", "rest_of"]

_STRINGS = frozenset({TokenType.STRING, TokenType.RAW_STRING})


@dataclass(frozen=True, slots=True)
class Name:
    """A name as the user wrote it, without its quotes, and where."""

    text: str
    place: Place = field(compare=False, repr=False)


def rest_of(sql: SqlText) -> SqlText:
    """The statement without its first word, every position unchanged.

    After some words (SHOW, EXPLAIN) sqlglot gives all that follows as one token, in the wrong place.
    """
    stop = sql.tokens[0].end + 1
    return SqlText(sql.text, SqlText.of(" " * stop + sql.text[stop:]).tokens)


def _single_words(tokens: Iterable[Token]) -> list[Token]:
    """One token per word: PRIMARY KEY comes as one, and ``10L`` as three that stand in one place."""
    words: list[Token] = []
    for token in tokens:
        if words and token.start <= words[-1].end:
            continue
        if token.token_type in _STRINGS or token.token_type is TokenType.IDENTIFIER or " " not in token.text:
            words.append(token)
            continue
        words += [
            Token(TokenType.VAR, piece[0], start=token.start + piece.start(), end=token.start + piece.end() - 1)
            for piece in re.finditer(r"\S+", token.text)
        ]
    return words


class Cursor:
    """Walks over a statement's tokens; semicolons at its end are left out."""

    def __init__(self, sql: SqlText) -> None:
        """Starts at the first token."""
        self.sql = sql
        self._tokens = _single_words(sql.tokens)
        while self._tokens and self._tokens[-1].token_type is TokenType.SEMICOLON:
            self._tokens.pop()
        self._position = 0

    def peek(self, ahead: int = 0) -> Token | None:
        """The token that comes next, or one after it; None at the end."""
        position = self._position + ahead
        return self._tokens[position] if position < len(self._tokens) else None

    def word(self, ahead: int = 0) -> str:
        """The next token as a keyword in upper case, empty where it is none."""
        token = self.peek(ahead)
        return word(token) if is_name(token) else ""

    def is_symbol(self, symbol: str, ahead: int = 0) -> bool:
        """Whether the next token is this punctuation."""
        token = self.peek(ahead)
        return token is not None and token.text == symbol and token.token_type not in _STRINGS

    def take(self) -> Token:
        """The next token, which the caller has looked at."""
        token = self._tokens[self._position]
        self._position += 1
        return token

    def at(self, *words: str) -> bool:
        """Whether these keywords come next, in this order."""
        return all(self.word(ahead) == expected for ahead, expected in enumerate(words))

    def accept(self, *words: str) -> bool:
        """Takes these keywords if they come next, all of them."""
        if not self.at(*words):
            return False
        self._position += len(words)
        return True

    def accept_symbol(self, symbol: str) -> bool:
        """Takes this punctuation if it comes next."""
        if not self.is_symbol(symbol):
            return False
        self._position += 1
        return True

    def expect(self, *words: str) -> None:
        """Takes these keywords.

        Raises:
            SqlSyntaxError: Something else stands there.
        """
        for expected in words:
            if not self.accept(expected):
                raise self.unexpected(expected)

    def expect_symbol(self, symbol: str, *others: str) -> None:
        """Takes this punctuation; ``others`` are what else could have come here."""
        if not self.accept_symbol(symbol):
            raise self.unexpected(*others, f"'{symbol}'")

    def name(self, what: str, reserved: frozenset[str] = frozenset()) -> Name:
        """Takes a name of one part, plain or back-quoted."""
        token = self.peek()
        if not is_name(token) or self.word() in reserved or token is None:
            raise self.unexpected(what)
        self._position += 1
        place = self.sql.place_of(token)
        if self.is_symbol("."):
            raise self.error(f"{what} has one part, without a dot", self.peek(), "Write the last part alone.")
        return Name(token.text, place)

    def string(self, what: str) -> tuple[str, Place]:
        """Takes a string literal, or several in a row, which are one text."""
        first = last = self.peek()
        if first is None or first.token_type not in _STRINGS:
            raise self.unexpected(what)
        while (token := self.peek()) is not None and token.token_type in _STRINGS:
            last = self.take()
        place = self.sql.place_of(first, last)
        try:
            return string_value(self.sql.text[place.start : place.stop]), place
        except ValueError as error:
            raise SqlSyntaxError(str(error), place=place) from error

    def end(self, *others: str) -> None:
        """Nothing may follow; ``others`` are what could have."""
        if self.peek() is not None:
            raise self.unexpected(*others, "the end of the statement")

    def error(self, message: str, at: Token | Place | None, remedy: str | None = None) -> DovetailError:
        """An error of the grammar at a token."""
        return self.sql.error(SqlSyntaxError, message, at, remedy)

    def unexpected(self, *expected: str) -> DovetailError:
        """The error that something else stands here than what may."""
        token = self.peek()
        found = self.sql.text[token.start : token.end + 1] if token else "the end of the statement"
        keywords = [item for item in expected if item.isupper()]
        near = closest(found, keywords, most=1) if self.word() else []
        remedy = f"Did you mean {near[0]}?" if near and near[0] != found.upper() else None
        return self.error(f"found {found}, expected {_listed(expected)}", token, remedy)


def _listed(items: Iterable[str]) -> str:
    """``a, b or c``."""
    *most, last = items
    return f"{', '.join(most)} or {last}" if most else last
