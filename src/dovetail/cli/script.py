"""The SQL that a command is given: a file, standard input, or the argument itself."""

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from dovetail.errors import Place
from dovetail.sql.statements import Statement, split

__all__ = ["Script", "Statement", "UnreadableScript", "read_file", "read_script"]


class UnreadableScript(Exception):
    """There is no such file, or it is not text."""


@dataclass(frozen=True, slots=True)
class Script:
    """SQL and what to call it in errors."""

    name: str
    text: str

    def statements(self) -> Iterator[Statement]:
        """The statements in order, each with its place in the text."""
        yield from split(self.text)

    def place(self, statement: Statement, start: int, stop: int) -> Place:
        """A stretch of a statement as a place in the whole text."""
        return Place(self.text, statement.offset + start, statement.offset + stop)


def read_script(argument: str) -> Script:
    """Reads ``-`` from standard input and what names a file from there; anything else is SQL.

    Raises:
        UnreadableScript: It is called like a file of SQL and cannot be read.
    """
    if argument == "-":
        return Script("<stdin>", sys.stdin.read())
    return read_file(argument) if _names_a_file(argument) else Script("<sql>", argument)


def read_file(name: str) -> Script:
    """Reads a file of statements.

    Raises:
        UnreadableScript: There is no such file, or it is not text.
    """
    try:
        return Script(name, Path(name).read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise UnreadableScript(f"{name} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise UnreadableScript(
            f"{name} is not UTF-8 text: byte {error.start} is {error.object[error.start]:#x}"
        ) from error


def _names_a_file(argument: str) -> bool:
    if argument.lower().endswith(".sql") and not any(char.isspace() for char in argument):
        return True
    try:
        return Path(argument).is_file()
    except OSError:  # SQL may be too long for a file name
        return False
