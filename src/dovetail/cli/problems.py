"""What is wrong with a statement, with its place in the user's file."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from pyspark.errors import ParseException, PySparkException

from dovetail.cli.script import Script, Statement
from dovetail.errors import DovetailError, Place
from dovetail.sql.source import SqlText

__all__ = ["Problem", "problem_of", "warning_of"]

# A syntax error of Spark carries its place in its message alone: it has no query context. The message shows the text
# with a line such as ``-----^^^`` below the line that is wrong.
_PARSER_PLACE = re.compile(r"\(line \d+, pos (\d+)\).*?^== SQL ==$(.*?)^-*\^\^\^$", re.DOTALL | re.MULTILINE)
# What Dovetail notes on an error of Spark's whose place it mapped back.
_NOTED_PLACE = re.compile(r"\(line (\d+), column (\d+)\):.*?(\^+)\Z", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Problem:
    """One error or warning; ``place`` is in the text of the script."""

    script: Script
    place: Place
    message: str
    remedy: str | None = None

    def __str__(self) -> str:
        """``file:line:column: message``, the line with a caret, and what to write instead."""
        line, column, *_ = self.place.position
        parts = [f"{self.script.name}:{line}:{column}: {self.message}", self.place.excerpt()]
        return "\n".join([*parts, f"  {self.remedy}"] if self.remedy else parts)


def problem_of(script: Script, statement: Statement, error: DovetailError | PySparkException) -> Problem:
    """The error of a statement, moved to where the statement stands in the script."""
    start, stop = _stretch(statement, error)
    place = script.place(statement, start, stop)
    if isinstance(error, DovetailError):
        return Problem(script, place, f"[{error.code}] {error.message}", error.remedy)
    return Problem(script, place, _first_line(error.getMessage() or str(error)))


def warning_of(script: Script, statement: Statement, warning: Warning | str) -> Problem:
    """A warning about a statement; it stands at the statement's first word."""
    return Problem(script, script.place(statement, *_first_word(statement.text)), f"warning: {warning}")


def _stretch(statement: Statement, error: DovetailError | PySparkException) -> tuple[int, int]:
    """Where in the statement the error is; its first word where the error does not say."""
    found = None
    if isinstance(error, DovetailError):
        # A view of the user's may be at fault: then the place is in its text, not in this one.
        if error.place and error.place.sql == statement.text:
            found = (error.place.start, error.place.stop)
    elif isinstance(error, ParseException):
        found = _place_of_parser(statement.text, str(error))
    else:
        found = _place_of_context(statement.text, error)
    return found or _first_word(statement.text)


def _first_word(text: str) -> tuple[int, int]:
    """Where an error stands that has no place of its own: at the statement's first word, behind its comments."""
    try:
        first = SqlText.of(text).tokens[0]
    except DovetailError:
        return 0, 1
    return first.start, first.end + 1


def _place_of_context(text: str, error: PySparkException) -> tuple[int, int] | None:
    """Spark's own account of the place, where it is of this very text; else what Dovetail made of it."""
    for context in error.getQueryContext():
        start, stop = context.startIndex(), context.stopIndex() + 1
        if 0 <= start < stop and text[start:stop] == context.fragment():
            return start, stop
    return _place_of_note(text, getattr(error, "__notes__", ()))


def _place_of_note(text: str, notes: Iterable[str]) -> tuple[int, int] | None:
    for note in notes:
        if found := _NOTED_PLACE.search(note):
            lines = text.splitlines(keepends=True)[: int(found[1]) - 1]
            start = sum(map(len, lines)) + int(found[2]) - 1
            return start, start + len(found[3])
    return None


def _place_of_parser(text: str, message: str) -> tuple[int, int] | None:
    found = _PARSER_PLACE.search(message)
    if found is None:
        return None
    wrong = found[2].rstrip("\n").rpartition("\n")[2]
    lines = text.splitlines(keepends=True)
    number = next((n for n, line in enumerate(lines) if line.rstrip("\r\n") == wrong), None)
    if number is None:
        return None
    start = min(sum(map(len, lines[:number])) + int(found[1]), len(text) - 1)
    rest = re.match(r"\w+|.", text[start:])
    return start, start + (len(rest[0]) if rest else 1)


def _first_line(message: str) -> str:
    """Spark appends plans, and over Connect the server's stack."""
    return next((line.strip() for line in message.splitlines() if line.strip()), "Spark refuses the statement")
