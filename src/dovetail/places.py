"""Errors of Spark's own: what it refuses keeps its exception, with the place in the user's SQL noted on it."""

import re
from collections.abc import Collection

from pyspark.errors import ParseException, PySparkException

from dovetail.errors import Place
from dovetail.sql.context import Rewritten

__all__ = ["noted"]

_PARSER_PLACE = re.compile(r"\(line (\d+), pos (\d+)\)")


def noted(error: PySparkException, generated: str, rewritten: Rewritten, frames: Collection[str]) -> PySparkException:
    """The error, with a note that shows the user's line, where Spark tells a place that the user wrote.

    The names under which ``frames`` stood in Spark's text are not known: with some, places are found by their words.
    """
    place = _by_words(error, rewritten) if frames else _by_position(error, generated, rewritten)
    if place is not None:
        line, column, *_ = place.position
        error.add_note(f"In the statement as you wrote it (line {line}, column {column}):\n{place.excerpt()}")
    return error


def _by_position(error: PySparkException, generated: str, rewritten: Rewritten) -> Place | None:
    if isinstance(error, ParseException):
        return _parser_place(str(error), generated, rewritten)
    for context in error.getQueryContext():
        start, stop = context.startIndex(), context.stopIndex() + 1
        if not 0 <= start < stop or generated[start:stop] != context.fragment():
            continue
        own = rewritten.original(start), rewritten.original(stop - 1)
        if own[0] is not None and own[1] is not None:
            return Place(rewritten.text, own[0], own[1] + 1)
    return None


def _by_words(error: PySparkException, rewritten: Rewritten) -> Place | None:
    """What Spark complains of, if it stands in the user's text once."""
    for context in error.getQueryContext():
        words = context.fragment()
        if words and rewritten.text.count(words) == 1:
            start = rewritten.text.index(words)
            return Place(rewritten.text, start, start + len(words))
    return None


def _parser_place(message: str, generated: str, rewritten: Rewritten) -> Place | None:
    """A syntax error tells its place in the text of its message alone; the place that is shown is the nearest one."""
    found = _PARSER_PLACE.search(message)
    if found is None:
        return None
    before = generated.splitlines(keepends=True)[: int(found[1]) - 1]
    start = rewritten.nearest(min(sum(map(len, before)) + int(found[2]), max(len(generated) - 1, 0)))
    word = re.match(r"\w+|.", rewritten.text[start:])
    return Place(rewritten.text, start, start + (len(word[0]) if word else 1))
