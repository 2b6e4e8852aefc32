"""A statement's text with what was handed in beside it: values for its markers, DataFrames for its braces."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from pyspark.sql import DataFrame

from dovetail.errors import DovetailError, UnsupportedStatement
from dovetail.execution.context import frame_mark
from dovetail.sql.context import Edit
from dovetail.sql.parameters import fill
from dovetail.sql.source import SqlText

__all__ = ["Args", "BoundText", "bound_text"]

Args = Mapping[str, Any] | Sequence[Any] | None


@dataclass(frozen=True, slots=True)
class BoundText:
    """The text that is planned, its values by name, and its DataFrames with their places."""

    sql: SqlText
    args: Mapping[str, Any] | None
    frames: Mapping[str, DataFrame]
    frame_edits: tuple[Edit, ...]


@contextmanager
def bound_text(text: str, args: Args, frames: Mapping[str, DataFrame]) -> Iterator[BoundText]:
    """Gives the bound text; an error's place is told in the text as the user wrote it."""
    _require_frames(frames)
    filled, values = fill(text, args if isinstance(args, Sequence) else None, frames)
    edits = tuple(Edit(edit.start, edit.stop, frame_mark(edit.text)) for edit in filled.frames)
    try:
        yield BoundText(SqlText.of(filled.text), dict(args) if isinstance(args, Mapping) else values, frames, edits)
    except DovetailError as error:
        if error.place is not None:
            error.place = filled.original(error.place)
        raise


def _require_frames(frames: Mapping[str, DataFrame]) -> None:
    for name, frame in frames.items():
        if not isinstance(frame, DataFrame):
            raise UnsupportedStatement(
                f"{name} is no DataFrame, and only these go into braces beside Dovetail's joins",
                remedy="Hand values in by args=: a list for ?, a dict for :name.",
            )
