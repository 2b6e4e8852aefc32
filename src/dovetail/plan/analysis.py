"""What a FROM clause says, before it becomes a plan: its joins, one step after the other."""

from dataclasses import dataclass, field
from enum import Enum

from dovetail.errors import Place
from dovetail.plan.asof import AsofSqlDirection, Tolerance
from dovetail.plan.expressions import Expr, Predicate
from dovetail.plan.interval import TimeBound
from dovetail.plan.relations import Coalesced, EquiKey, JoinKind, Relation, RelationKind
from dovetail.plan.temporal import VersionedMetadata

__all__ = ["JoinInput", "JoinMode", "JoinStep", "Match", "MultiJoinAnalysis", "PreviousJoin", "TableInput"]


@dataclass(frozen=True, slots=True)
class TableInput:
    """The left side of a step is a relation itself."""

    name: str


@dataclass(frozen=True, slots=True)
class PreviousJoin:
    """The left side of a step is what the step of that number gives."""

    step: int


JoinInput = TableInput | PreviousJoin


class JoinMode(Enum):
    """How a join asks for the rows of its right side."""

    PLAIN = "plain"
    PROCESS_TIME = "process time"
    """FOR SYSTEM_TIME AS OF NOW() on what has no versions: the current row."""
    TEMPORAL = "temporal"
    ASOF = "asof"


@dataclass(frozen=True, slots=True)
class Match:
    """The match condition of an ASOF join."""

    direction: AsofSqlDirection
    strict: bool
    left_times: tuple[Expr, ...]
    right_times: tuple[Expr, ...]
    tolerance: Tolerance | None = None


@dataclass(frozen=True, slots=True)
class JoinStep:
    """One join of a FROM clause: what stands left of it, the relation that it adds, and on what."""

    left: JoinInput
    right: Relation
    kind: JoinKind
    mode: JoinMode
    keys: tuple[EquiKey, ...] = ()
    residual: tuple[Predicate, ...] = ()
    using: tuple[str, ...] = ()
    coalesced: tuple[Coalesced, ...] = ()
    as_of: Expr | None = None
    versions: VersionedMetadata | None = None
    match: Match | None = None
    time_bound: TimeBound | None = None
    swapped: bool = False
    """The looked up table stands on the left."""
    place: Place | None = field(default=None, compare=False, repr=False)

    @property
    def expressions(self) -> tuple[Expr, ...]:
        """All expressions of the join."""
        keys = tuple(expr for key in self.keys for expr in (key.left, key.right))
        times = (*self.match.left_times, *self.match.right_times) if self.match else ()
        as_of = (self.as_of,) if self.as_of else ()
        return keys + times + as_of + tuple(predicate.expr for predicate in self.residual)

    @property
    def right_table(self) -> str:
        """The name of the relation that is joined."""
        return self.right.name

    @property
    def right_alias(self) -> str | None:
        """Its alias, where it has one."""
        return None if self.right.alias == self.right.name else self.right.alias

    @property
    def join_type(self) -> JoinKind:
        """Spark's join type."""
        return self.kind

    @property
    def left_key(self) -> str:
        """The left sides of the keys."""
        return ", ".join(str(key.left) for key in self.keys)

    @property
    def right_key(self) -> str:
        """The right sides of the keys."""
        return ", ".join(str(key.right) for key in self.keys)

    @property
    def is_lookup_join(self) -> bool:
        """Whether the right side is looked up."""
        plain_lookup = self.mode is JoinMode.PLAIN and self.right.kind is RelationKind.LOOKUP
        return plain_lookup or self.swapped or self.mode is JoinMode.PROCESS_TIME

    @property
    def asof_direction(self) -> AsofSqlDirection | None:
        """Where an ASOF join looks."""
        return self.match.direction if self.match else None

    @property
    def asof_tolerance(self) -> int | None:
        """The largest distance of an ASOF match in microseconds, where it is a fixed interval."""
        return self.match.tolerance.micros if self.match and self.match.tolerance else None


@dataclass(frozen=True, slots=True)
class MultiJoinAnalysis:
    """All joins of a FROM clause, from left to right as written."""

    tables: tuple[Relation, ...]
    joins: tuple[JoinStep, ...] = ()

    @property
    def base(self) -> Relation:
        """The first relation."""
        return self.tables[0]
