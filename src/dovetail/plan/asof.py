"""The ASOF join: for each row the one row of the other side whose time is closest."""

from dataclasses import dataclass, replace
from enum import Enum
from typing import ClassVar

from dovetail.errors import PlanInvariantBroken
from dovetail.plan.expressions import Expr, Predicate
from dovetail.plan.node import Node
from dovetail.plan.relations import EquiKey, join_texts, nullable, take_keys, with_exprs
from dovetail.plan.schema import Schema

__all__ = ["AsofJoinNode", "AsofJoinType", "AsofSqlDirection", "Tolerance"]


class AsofSqlDirection(Enum):
    """Where the closest row is looked for."""

    BACKWARD = "backward"
    FORWARD = "forward"
    NEAREST = "nearest"


class AsofJoinType(Enum):
    """The join types that have a meaning for an ASOF join."""

    INNER = "Inner"
    LEFT = "Left"


@dataclass(frozen=True, slots=True)
class Tolerance:
    """The largest distance of a match, inclusive; ``micros`` where it is an interval of fixed length."""

    expr: Expr
    micros: int | None = None
    subtracted: bool = False
    """Written as ``later - tolerance <= earlier``: with months that is not ``later <= earlier + tolerance``."""

    def __str__(self) -> str:
        """As the user wrote it."""
        return str(self.expr)


@dataclass(frozen=True, slots=True)
class AsofJoinNode(Node):
    """Joins each left row with the closest right row by time, of those that ON lets through.

    All predicates of ON filter before the choice. ``left_times`` and ``right_times`` hold one time each, or the fields
    of tuples. Among right rows of one time the larger wins, by ``tie_columns`` in their order, NULL smallest.
    """

    name: ClassVar[str] = "AsofJoin"

    left: Node
    right: Node
    direction: AsofSqlDirection
    strict: bool
    left_times: tuple[Expr, ...]
    right_times: tuple[Expr, ...]
    join_type: AsofJoinType
    keys: tuple[EquiKey, ...] = ()
    left_predicates: tuple[Predicate, ...] = ()
    right_predicates: tuple[Predicate, ...] = ()
    cross_predicates: tuple[Predicate, ...] = ()
    tolerance: Tolerance | None = None
    tie_columns: Schema = ()
    notes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Refuses tuples of two lengths, a strict NEAREST and tie columns that the right side lacks."""
        if not self.left_times or len(self.left_times) != len(self.right_times):
            raise PlanInvariantBroken("an ASOF join compares as many times on the left as on the right")
        if self.strict and self.direction is AsofSqlDirection.NEAREST:
            raise PlanInvariantBroken("NEAREST has no strict form")
        if not set(self.tie_columns) <= set(self.right.schema):
            raise PlanInvariantBroken("the right side does not hand on all columns that decide ties")

    def inputs(self) -> tuple[Node, ...]:
        """Both sides."""
        return (self.left, self.right)

    @property
    def schema(self) -> Schema:
        """The columns of both sides."""
        pads = self.join_type is AsofJoinType.LEFT
        return self.left.schema + (nullable(self.right.schema) if pads else self.right.schema)

    @property
    def predicates(self) -> tuple[Predicate, ...]:
        """All predicates of ON but the keys."""
        return self.left_predicates + self.right_predicates + self.cross_predicates

    def expressions(self) -> tuple[Expr, ...]:
        """The keys, the times, the tolerance where there is one, the predicates."""
        keys = tuple(expr for key in self.keys for expr in (key.left, key.right))
        tolerance = (self.tolerance.expr,) if self.tolerance else ()
        times = self.left_times + self.right_times
        return keys + times + tolerance + tuple(predicate.expr for predicate in self.predicates)

    def with_exprs_and_inputs(self, exprs: tuple[Expr, ...], inputs: tuple[Node, ...]) -> "AsofJoinNode":
        """The same join with other expressions over other inputs."""
        keys, rest = take_keys(len(self.keys), exprs)
        width = len(self.left_times)
        times, rest = rest[: 2 * width], rest[2 * width :]
        tolerance = replace(self.tolerance, expr=rest[0]) if self.tolerance else None
        predicates = with_exprs(self.predicates, rest[1:] if self.tolerance else rest)
        lefts, rights = len(self.left_predicates), len(self.left_predicates) + len(self.right_predicates)
        return replace(
            self,
            left=inputs[0],
            right=inputs[1],
            keys=keys,
            left_times=times[:width],
            right_times=times[width:],
            tolerance=tolerance,
            left_predicates=predicates[:lefts],
            right_predicates=predicates[lefts:rights],
            cross_predicates=predicates[rights:],
        )

    @property
    def operator(self) -> str:
        """The comparison ``left operator right`` of a match."""
        signs = {AsofSqlDirection.BACKWARD: ">", AsofSqlDirection.FORWARD: "<"}
        sign = signs.get(self.direction)
        return "~" if sign is None else sign if self.strict else f"{sign}="

    def explain(self) -> str:
        """``AsofJoin: match=[t.ts >= q.ts], keys=[t.sym = q.sym], type=Inner``."""
        left, right = (", ".join(map(str, times)) for times in (self.left_times, self.right_times))
        nearest = self.direction is AsofSqlDirection.NEAREST
        match = f"NEAREST ({left}, {right})" if nearest else f"{left} {self.operator} {right}"
        keys = f", keys=[{', '.join(map(str, self.keys))}]" if self.keys else ""
        tolerance = f", tolerance={self.tolerance}" if self.tolerance else ""
        on = f", on=[{join_texts(self.predicates)}]" if self.predicates else ""
        return f"AsofJoin: match=[{match}]{keys}{tolerance}, type={self.join_type.value}{on}"

    def details(self) -> tuple[str, ...]:
        """What decides between right rows of one time."""
        ties = ", ".join(column.name for column in self.tie_columns)
        lines = [f"ties: the larger of ({ties})"] if ties else []
        return (*lines, *(f"note: {note}" for note in self.notes))
