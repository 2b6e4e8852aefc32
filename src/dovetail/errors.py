"""What Dovetail says when something is wrong: the code, the place in the SQL, and what to write instead."""

import difflib
import inspect
import warnings
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

__all__ = [
    "AmbiguousColumn",
    "ChangelogNotSupported",
    "ClassificationFailed",
    "ColumnNotFound",
    "CorrelatedSubquery",
    "DovetailError",
    "DovetailWarning",
    "EmitRequired",
    "InvalidJoinKey",
    "InvalidMatchCondition",
    "InvalidOption",
    "InvalidSchema",
    "KeyTypeMismatch",
    "LookupTableNotFound",
    "MatchConditionRequired",
    "MissingDependency",
    "NoJoinKeys",
    "NotVersioned",
    "Place",
    "PlanInvariantBroken",
    "Position",
    "PrimaryKeyViolation",
    "PushdownNotSupported",
    "SchemaConflict",
    "SourceError",
    "SourceTimeout",
    "SqlSyntaxError",
    "StateIncompatible",
    "TableExists",
    "TableNotFound",
    "TemporalClauseRequired",
    "TimeTypeMismatch",
    "TooManyPushdownPredicates",
    "UnboundedJoin",
    "UnsupportedAggregate",
    "UnsupportedJoinType",
    "UnsupportedPredicateType",
    "UnsupportedStatement",
    "WatermarkRequired",
    "closest",
    "warn",
]


class Position(NamedTuple):
    """Where in a statement: line and column from 1, and the characters ``start`` up to ``stop`` from 0."""

    line: int
    column: int
    start: int
    stop: int


@dataclass(frozen=True, slots=True)
class Place:
    """A stretch of a statement's text, for the caret of an error."""

    sql: str
    start: int
    stop: int

    @property
    def position(self) -> Position:
        """The same as line and column."""
        line_start = self.sql.rfind("\n", 0, self.start) + 1
        return Position(self.sql.count("\n", 0, self.start) + 1, self.start - line_start + 1, self.start, self.stop)

    def excerpt(self) -> str:
        """The line of the SQL with carets below what is meant."""
        line, column, start, stop = self.position
        text = self.sql.splitlines()[line - 1] if self.sql.splitlines()[line - 1 : line] else ""
        carets = "^" * max(1, min(stop - start, len(text) - column + 1))
        # A tab before the place stays a tab, so that the caret stands below it in any terminal.
        lead = "".join("\t" if char == "\t" else " " for char in text[: column - 1])
        return f"  {text}\n  {lead}{carets}"


class DovetailError(Exception):
    """Base of all errors of Dovetail; ``str()`` shows the place with a caret and the remedy."""

    def __init__(self, message: str, *, remedy: str | None = None, place: Place | None = None) -> None:
        """Keeps the parts apart, for programs that show them apart."""
        super().__init__(message)
        self.message = message
        self.remedy = remedy
        self.place = place

    @property
    def code(self) -> str:
        """The stable name of this kind of error."""
        return type(self).__name__

    @property
    def position(self) -> Position | None:
        """(line, column, start, stop) in the statement, or None where the error has no place in SQL."""
        return self.place.position if self.place else None

    def __str__(self) -> str:
        """The whole story, ready to print."""
        where = f" (line {self.position.line}, column {self.position.column})" if self.position else ""
        parts = [f"[{self.code}] {self.message}{where}"]
        if self.place:
            parts.append(self.place.excerpt())
        if self.remedy:
            parts.append(f"  {self.remedy}")
        return "\n".join(parts)

    def _repr_html_(self) -> str:
        """The same in a notebook, the caret kept below its place."""
        import html  # noqa: PLC0415  (only notebooks come here)

        return f"<pre>{html.escape(str(self))}</pre>"


class DovetailWarning(UserWarning):
    """Something that works, but probably not as meant."""


class SqlSyntaxError(DovetailError):
    """The text is not Dovetail's SQL."""


class UnsupportedStatement(DovetailError):
    """The statement is understood, and refused because it cannot be answered soundly."""


class TableNotFound(DovetailError):
    """No table, view or source of that name."""


class LookupTableNotFound(TableNotFound):
    """A temporal clause with NOW() on a name that is nowhere."""


class TableExists(DovetailError):
    """CREATE of a name that is taken."""


class ColumnNotFound(DovetailError):
    """No column of that name."""


class AmbiguousColumn(DovetailError):
    """A bare use of a name that several relations have."""


class SchemaConflict(DovetailError):
    """Two columns of one name where names must be unique."""


class InvalidOption(DovetailError):
    """An option's key, value or unit is not one of those allowed."""


class InvalidSchema(DovetailError):
    """A declared schema does not hold together, or does not fit its source."""


class UnsupportedJoinType(DovetailError):
    """A join type that has no meaning for this kind of join."""


class NoJoinKeys(DovetailError):
    """A join that needs at least one equality between its sides has none."""


class InvalidJoinKey(DovetailError):
    """The table's side of a key must be a plain column."""


class KeyTypeMismatch(DovetailError):
    """The two sides of a key are of types that do not compare."""


class TimeTypeMismatch(DovetailError):
    """The times of a join are of types that do not compare, or that a stream cannot take."""


class NotVersioned(DovetailError):
    """A temporal clause on what has no versions."""


class TemporalClauseRequired(DovetailError):
    """A versioned or lookup table is joined without saying as of when."""


class MatchConditionRequired(DovetailError):
    """An ASOF join without a match condition."""


class InvalidMatchCondition(DovetailError):
    """A match condition that does not compare one time of each side."""


class CorrelatedSubquery(DovetailError):
    """A subquery with one of Dovetail's joins that refers to the query around it."""


class ClassificationFailed(DovetailError):
    """A predicate that cannot be classified; it stays local (a note, never raised by a query)."""


class PushdownNotSupported(DovetailError):
    """``pushdown = enabled`` on a source that cannot filter."""


class TooManyPushdownPredicates(DovetailError):
    """More predicates than the source takes; the rest stays local (a note, never raised by a query)."""


class UnsupportedPredicateType(DovetailError):
    """A predicate of a type that the source does not take; it stays local (a note, never raised by a query)."""


class PrimaryKeyViolation(DovetailError):
    """Two rows of one declared primary key."""


class SourceError(DovetailError):
    """The source behind a table failed; its own message is in the text."""


class SourceTimeout(SourceError):
    """The source behind a table did not answer in time."""


class MissingDependency(DovetailError):
    """A package or program that is needed is not there, or too old."""


class WatermarkRequired(DovetailError):
    """A time on a stream that no watermark bounds."""


class EmitRequired(DovetailError):
    """When to emit must be said, because no choice is right for everyone."""


class UnboundedJoin(DovetailError):
    """A join of streams whose state would grow for ever."""


class ChangelogNotSupported(DovetailError):
    """Corrections cannot go through this part of the statement."""


class UnsupportedAggregate(DovetailError):
    """An aggregate that cannot be corrected row by row."""


class StateIncompatible(DovetailError):
    """A checkpoint that was written by another statement."""


class PlanInvariantBroken(DovetailError):
    """A rule of the optimizer changed what a plan returns: a defect of Dovetail, named by its culprit."""


def warn(message: str) -> None:
    """Warns at the line of the user's that called Dovetail, however deep in here it was found."""
    level, frame = 1, inspect.currentframe()
    while frame is not None and frame.f_globals.get("__name__", "").partition(".")[0] == "dovetail":
        level, frame = level + 1, frame.f_back
    warnings.warn(message, DovetailWarning, stacklevel=level)


def closest(name: str, candidates: Iterable[str], most: int = 3) -> list[str]:
    """The candidates that a misspelt name may have meant, best first."""
    by_folded = {candidate.casefold(): candidate for candidate in candidates}
    found = difflib.get_close_matches(name.casefold(), list(by_folded), n=most, cutoff=0.6)
    return [by_folded[key] for key in found]
