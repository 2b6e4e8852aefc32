"""The values of Spark SQL's string literals, taken from the text that the user wrote."""

import re

__all__ = ["STRING_LITERAL", "string_value"]

STRING_LITERAL = r"""(?:[rR]'[^']*'|[rR]"[^"]*"|'(?:[^'\\]|\\.|'')*'|"(?:[^"\\]|\\.|"")*")"""
"""A regular expression (with DOTALL) for one literal, as Spark's lexer takes it."""

_GAP = r"(?:\s|--[^\n]*(?:\n|\Z)|/\*.*?\*/)*"
_ONE = re.compile(f"{_GAP}({STRING_LITERAL})", re.DOTALL)
_END = re.compile(f"{_GAP}\\Z", re.DOTALL)
_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([01][0-7]{2})|(.))|''|\"\"", re.DOTALL)
# \% and \_ keep their backslash, so that they can be used in the pattern of a LIKE.
_CONTROL = {"0": "\0", "b": "\b", "n": "\n", "r": "\r", "t": "\t", "Z": "\x1a", "%": r"\%", "_": r"\_"}


def string_value(raw: str) -> str:
    r"""The value of a literal, or of several that follow each other and are one text for Spark.

    >>> string_value("'it''s'  r'\\n' \"x\"")
    "it's\\\\nx"

    Raises:
        ValueError: The text is something else.
    """
    parts, position = [], 0
    while match := _ONE.match(raw, position):
        parts.append(_unescape(match[1]))
        position = match.end()
    if not parts or not _END.match(raw, position):
        raise ValueError(f"not a string literal: {raw}")
    return "".join(parts)


def _unescape(literal: str) -> str:
    """One literal with its quotes taken off and its escapes resolved."""
    if literal[0] in "rR":
        return literal[2:-1]
    quote = literal[0]

    def resolve(match: re.Match[str]) -> str:
        short, long, octal, control = match.groups()
        if short or long:
            return _utf16_unit(int(short or long, 16))
        if octal:
            return chr(int(octal, 8))
        if control:
            return _CONTROL.get(control, control)
        return quote if match[0][0] == quote else match[0]

    return _joined(_ESCAPE.sub(resolve, literal[1:-1]))


def _utf16_unit(code: int) -> str:
    """A character by its number, as Java makes it: beyond 16 bits two halves."""
    if code < 0x10000:
        return chr(code)
    high, low = divmod(code - 0x10000, 0x400)
    return chr((high + 0xD800) & 0xFFFF) + chr(low + 0xDC00)


def _joined(text: str) -> str:
    r"""Halves of a character (``\ud83d\ude00``) put together; a half without its other becomes ``?`` as in Spark."""
    whole = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")
    return re.sub("[\ud800-\udfff]", "?", whole)
