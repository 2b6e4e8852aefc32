"""Conditions: predicates over one table's columns and constants, in a form that every connector can translate."""

from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from enum import Enum

__all__ = [
    "AllOf",
    "AnyOf",
    "Between",
    "Comparison",
    "Condition",
    "InList",
    "IsNull",
    "Like",
    "PredicateType",
    "Value",
]

Value = bool | int | float | Decimal | str | date | datetime


class PredicateType(Enum):
    """The types of predicates that a source may accept."""

    EQUALITY = "equality"
    COMPARISON = "comparison"
    RANGE = "range"
    IN_LIST = "in list"
    LIKE = "like"
    IS_NULL = "is null"
    EXPRESSION = "expression"
    """Any other deterministic expression: only a source that speaks Spark SQL takes it."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """``column operator value``; the operator is one of = <> < <= > >=."""

    column: str
    operator: str
    value: Value

    @property
    def types(self) -> frozenset[PredicateType]:
        """What a source must understand."""
        return frozenset({PredicateType.EQUALITY if self.operator == "=" else PredicateType.COMPARISON})


@dataclass(frozen=True, slots=True)
class Between:
    """``column BETWEEN low AND high``."""

    column: str
    low: Value
    high: Value

    @property
    def types(self) -> frozenset[PredicateType]:
        """What a source must understand."""
        return frozenset({PredicateType.RANGE})


@dataclass(frozen=True, slots=True)
class InList:
    """``column IN (values)``, never NOT IN: with a NULL among the values that means something else."""

    column: str
    values: tuple[Value, ...]

    @property
    def types(self) -> frozenset[PredicateType]:
        """What a source must understand."""
        return frozenset({PredicateType.IN_LIST})


@dataclass(frozen=True, slots=True)
class Like:
    """``column LIKE pattern``, case sensitive, backslash as the escape."""

    column: str
    pattern: str

    @property
    def types(self) -> frozenset[PredicateType]:
        """What a source must understand."""
        return frozenset({PredicateType.LIKE})


@dataclass(frozen=True, slots=True)
class IsNull:
    """``column IS [NOT] NULL``."""

    column: str
    negated: bool = False

    @property
    def types(self) -> frozenset[PredicateType]:
        """What a source must understand."""
        return frozenset({PredicateType.IS_NULL})


@dataclass(frozen=True, slots=True)
class AnyOf:
    """``a OR b OR …``."""

    parts: "tuple[Condition, ...]"

    @property
    def types(self) -> frozenset[PredicateType]:
        """What a source must understand."""
        return frozenset().union(*(part.types for part in self.parts))


@dataclass(frozen=True, slots=True)
class AllOf:
    """``a AND b AND …``, as a branch of an OR."""

    parts: "tuple[Condition, ...]"

    @property
    def types(self) -> frozenset[PredicateType]:
        """What a source must understand."""
        return frozenset().union(*(part.types for part in self.parts))


Condition = Comparison | Between | InList | Like | IsNull | AnyOf | AllOf
