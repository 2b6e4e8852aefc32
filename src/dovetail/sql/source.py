"""The text of a statement, its tokens, and errors that point into it."""

from dataclasses import dataclass, field

from sqlglot.errors import SqlglotError
from sqlglot.tokens import Token, TokenType  # type: ignore[attr-defined]

from dovetail.errors import DovetailError, Place, SqlSyntaxError
from dovetail.sql.dialect import SPARK

__all__ = ["SqlText", "Token", "TokenType", "is_name", "is_word", "word"]

_NEVER_WORDS = frozenset({TokenType.STRING, TokenType.IDENTIFIER, TokenType.NUMBER, TokenType.RAW_STRING})


def word(token: Token | None) -> str:
    """The token as an upper-case keyword; empty for strings, numbers, quoted names and the end of the text.

    sqlglot makes one token of GROUP BY and the like: the first word stands for it.
    """
    if token is None or token.token_type in _NEVER_WORDS:
        return ""
    return token.text.split(None, 1)[0].upper() if token.text.strip() else ""


def is_word(token: Token | None, *words: str) -> bool:
    """Whether the token is one of these keywords."""
    return word(token) in words


def is_name(token: Token | None) -> bool:
    """Whether the token can be the name of something: a quoted name, or an unquoted word."""
    if token is None:
        return False
    if token.token_type is TokenType.IDENTIFIER:
        return True
    text = token.text
    return token.token_type not in _NEVER_WORDS and (text[:1].isalpha() or text[:1] == "_")


@dataclass(frozen=True, slots=True)
class SqlText:
    """A statement and its tokens; ``tokens[i].start`` and ``.end`` (inclusive) are positions in ``text``."""

    text: str
    tokens: tuple[Token, ...] = field(compare=False, repr=False)

    @classmethod
    def of(cls, text: str) -> "SqlText":
        """Tokenizes.

        Raises:
            SqlSyntaxError: A string, a quoted name or a comment does not end.
        """
        try:
            return cls(text, tuple(SPARK.tokenize(text)))
        except SqlglotError as error:
            raise SqlSyntaxError(
                f"the text cannot be split into words: {error}",
                remedy="Look for a quote or a comment that is not closed.",
                place=Place(text, 0, len(text.split("\n", 1)[0])),
            ) from error

    def place(self, start: int, stop: int) -> Place:
        """The characters ``start`` up to ``stop``."""
        return Place(self.text, start, stop)

    def place_of(self, first: Token | None, last: Token | None = None) -> Place:
        """Where a token, or a run of tokens, stands; the end of the text for None."""
        if first is None:
            end = len(self.text.rstrip())
            return Place(self.text, max(end - 1, 0), max(end, 1))
        return Place(self.text, first.start, (last or first).end + 1)

    def error(
        self, kind: type[DovetailError], message: str, at: Place | Token | None, remedy: str | None = None
    ) -> DovetailError:
        """An error that points at a token or a place of this text."""
        place = at if isinstance(at, Place) else self.place_of(at)
        return kind(message, remedy=remedy, place=place)
