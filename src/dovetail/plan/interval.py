"""The interval join: rows of two sides whose times are close together."""

from dataclasses import dataclass, replace
from typing import ClassVar

from dovetail.errors import PlanInvariantBroken
from dovetail.plan.expressions import Expr
from dovetail.plan.node import Node
from dovetail.plan.relations import Join
from dovetail.plan.schema import Column, Schema

__all__ = ["IntervalJoinNode", "TimeBound"]


@dataclass(frozen=True, slots=True)
class TimeBound:
    """``right time - left time`` lies between ``lower`` and ``upper`` microseconds, both inclusive; None is open."""

    left_time: Column
    right_time: Column
    lower: int | None = None
    upper: int | None = None

    @property
    def closed(self) -> bool:
        """Whether both ends are bound, so that a stream may forget."""
        return self.lower is not None and self.upper is not None

    def __str__(self) -> str:
        """``-5s <= right.ts - left.ts <= 0s``."""
        low = "" if self.lower is None else f"{self.lower / 1e6:g}s <= "
        high = "" if self.upper is None else f" <= {self.upper / 1e6:g}s"
        return f"{low}right.{self.right_time.name} - left.{self.left_time.name}{high}"


@dataclass(frozen=True, slots=True)
class IntervalJoinNode(Node):
    """A join of Spark's with a time bound that was recognised: in batch it runs as it was written."""

    name: ClassVar[str] = "IntervalJoin"

    join: Join
    bound: TimeBound

    def __post_init__(self) -> None:
        """Refuses a bound that bounds nothing."""
        if self.bound.lower is None and self.bound.upper is None:
            raise PlanInvariantBroken("an interval join needs a bound on one end at least")

    def inputs(self) -> tuple[Node, ...]:
        """Both sides."""
        return self.join.inputs()

    @property
    def schema(self) -> Schema:
        """That of the join."""
        return self.join.schema

    def expressions(self) -> tuple[Expr, ...]:
        """Those of the join."""
        return self.join.expressions()

    def with_exprs_and_inputs(self, exprs: tuple[Expr, ...], inputs: tuple[Node, ...]) -> "IntervalJoinNode":
        """The same join with other expressions over other inputs."""
        return replace(self, join=self.join.with_exprs_and_inputs(exprs, inputs))

    def explain(self) -> str:
        """``IntervalJoin: type=Inner, on=[…], bound=[…]``."""
        return f"Interval{self.join.explain()}, bound=[{self.bound}]"
