"""The parts of a FROM clause as they are written."""

from dataclasses import dataclass

from dovetail.plan.relations import JoinKind
from dovetail.sql.lift import AsofMark, MatchClause, TemporalClause
from dovetail.sql.source import Token

__all__ = ["FromClause", "JoinRef", "RelationRef"]


@dataclass(frozen=True, slots=True)
class RelationRef:
    """A relation as written. ``parts`` is its name; empty for anything but a name.

    ``start`` and ``stop`` bound its text without the alias; ``extra`` says that more than a name stands there.
    """

    parts: tuple[str, ...]
    alias: str | None
    alias_columns: tuple[str, ...]
    start: int
    stop: int
    extra: bool
    opening: Token | None
    first: Token
    last: Token
    pivots: bool = False
    lateral: bool = False

    @property
    def is_plain_name(self) -> bool:
        """Nothing but a name, which Dovetail's catalog may hold."""
        return bool(self.parts) and not self.extra

    @property
    def label(self) -> str:
        """What its columns are qualified by, where it has a name at all."""
        return self.alias or (self.parts[-1] if self.parts else "")


@dataclass(frozen=True, slots=True)
class JoinRef:
    """A join as written, with what was lifted out of it."""

    kind: JoinKind
    natural: bool
    relation: RelationRef
    on: tuple[Token, ...] | None
    using: tuple[Token, ...] | None
    first: Token
    asof: AsofMark | None = None
    temporal: TemporalClause | None = None
    match: MatchClause | None = None
    comma: bool = False


@dataclass(frozen=True, slots=True)
class FromClause:
    """Everything between FROM and WHERE."""

    first: RelationRef
    first_temporal: TemporalClause | None
    joins: tuple[JoinRef, ...]
    start: int
    stop: int

    @property
    def clauses(self) -> tuple[TemporalClause | AsofMark | MatchClause, ...]:
        """What was lifted out of it."""
        found = [clause for join in self.joins for clause in (join.asof, join.temporal, join.match)]
        return tuple(clause for clause in (self.first_temporal, *found) if clause is not None)

    @property
    def relations(self) -> tuple[RelationRef, ...]:
        """All relations, in order."""
        return (self.first, *(join.relation for join in self.joins))
