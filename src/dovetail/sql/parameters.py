"""What a statement's text leaves open: markers for values, and names in braces for DataFrames.

Positional markers get names, so that text may be copied and left out without shifting the others: Spark ignores surplus
positional values.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from dovetail.errors import Place
from dovetail.sql.context import Edit, Rewritten
from dovetail.sql.literals import STRING_LITERAL

__all__ = ["Filled", "fill"]

_PIECE = re.compile(
    rf"""(?P<string>{STRING_LITERAL})|(?P<skip>`(?:[^`]|``)*`|--[^\n]*|/\*.*?\*/)|(?P<double>\{{\{{|\}}\}})"""
    r"|\{(?P<frame>[A-Za-z_]\w*)\}|(?P<marker>\?)",
    re.DOTALL,
)
_DOUBLE = re.compile(r"\{\{|\}\}")


@dataclass(frozen=True, slots=True)
class Filled:
    """A text in which markers have names, and what stands for DataFrames are quoted names of the same length."""

    text: str
    rewritten: Rewritten
    frames: tuple[Edit, ...]
    """In ``text``: the quoted names, by what is to stand for them."""

    def original(self, place: Place) -> Place:
        """A place of ``text`` in what the user wrote."""
        # The query of an EXPLAIN or of a view is the end of the text, with blanks in the place of what precedes it.
        if len(place.sql) != len(self.text) or not self.text.endswith(place.sql.lstrip()):
            return place
        start, last = self.rewritten.nearest(place.start), self.rewritten.nearest(max(place.stop - 1, place.start))
        return Place(self.rewritten.text, start, max(last, start) + 1)


def fill(text: str, values: Sequence[Any] | None, frames: Collection[str]) -> tuple[Filled, dict[str, Any]]:
    """``a = ?`` -> ``a = :__dt_p0``, ``{trades}`` -> a quoted name; and the values by their new names.

    With DataFrames the text is a format string, as for ``spark.sql``: doubled braces stand for single ones.
    """
    edits = list(_edits(text, values is not None, frames))
    rewritten = Rewritten(text, edits)
    filled = Filled(str(rewritten), rewritten, tuple(_moved(edits)))
    return filled, {f"__dt_p{n}": value for n, value in enumerate(values or ())}


def _edits(text: str, positional: bool, frames: Collection[str]) -> Iterator[Edit]:
    markers = 0
    for match in _PIECE.finditer(text):
        start, stop = match.span()
        if match["marker"] and positional:
            yield Edit(start, stop, f":__dt_p{markers}")
            markers += 1
        elif match["frame"] in frames:
            yield Edit(start, stop, f"`{match['frame']}`")
        elif frames and (match["double"] or match["string"]):
            doubled = _DOUBLE.finditer(text, start, stop)
            yield from (Edit(double.start(), double.end(), double[0][0]) for double in doubled)


def _moved(edits: Sequence[Edit]) -> Iterator[Edit]:
    """The quoted names where they stand in the filled text; ``text`` of each is the name."""
    moved = 0
    for edit in edits:
        start = edit.start + moved
        if edit.text.startswith("`"):
            yield Edit(start, start + len(edit.text), edit.text.strip("`"))
        moved += len(edit.text) - (edit.stop - edit.start)
