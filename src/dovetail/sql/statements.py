"""A script cut into its statements."""

import re
from dataclasses import dataclass

from dovetail.sql.literals import STRING_LITERAL

__all__ = ["Statement", "split"]

# What a semicolon may stand in without ending a statement. Text that does not close runs to the end: whoever reads
# the statement says what is wrong with it. A comment's line goes on after a backslash, as in Spark.
_PIECE = re.compile(
    rf"""(?P<skip>\s+|--(?:\\\n|[^\n])*|/\*)|(?P<text>{STRING_LITERAL}|`(?:[^`]|``)*`|\w+|['"`].*)|(?P<end>;)|(?P<other>.)""",
    re.DOTALL,
)
_COMMENT_EDGE = re.compile(r"/\*|\*/")


@dataclass(frozen=True, slots=True)
class Statement:
    """One statement of a script, without its semicolon, and where in the script it starts."""

    text: str
    offset: int


def split(script: str) -> list[Statement]:
    """The statements of a script: cut at each ``;`` that is not in a string, a quoted name or a comment.

    What holds nothing but comments is left out.
    """
    found: list[Statement] = []
    start, position, empty = 0, 0, True
    while match := _PIECE.match(script, position):
        position = _comment_end(script, match.end()) if match[0] == "/*" else match.end()
        # A hint is a comment to this scanner, but never stands alone.
        if match.lastgroup == "end":
            found += [] if empty else [_statement(script, start, match.start())]
            start, empty = position, True
        elif match.lastgroup != "skip":
            empty = False
    return found if empty else [*found, _statement(script, start, len(script))]


def _statement(script: str, start: int, stop: int) -> Statement:
    """The text between two semicolons, without the white space around it."""
    text = script[start:stop]
    return Statement(text.strip(), start + len(text) - len(text.lstrip()))


def _comment_end(script: str, position: int) -> int:
    """Where a bracketed comment ends; they nest, as in Spark."""
    depth = 1
    while depth:
        edge = _COMMENT_EDGE.search(script, position)
        if not edge:
            return len(script)
        depth += 1 if edge[0] == "/*" else -1
        position = edge.end()
    return position
