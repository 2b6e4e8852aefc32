"""Expressions and predicates: the user's own text, with its columns resolved."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cached_property

from dovetail.errors import Place
from dovetail.plan.conditions import Condition, PredicateType
from dovetail.plan.schema import Column, relation_bit

__all__ = ["UNKNOWN", "Clause", "Expr", "Predicate", "Ref", "column_expr", "concatenated"]

UNKNOWN = 1 << 62
"""The bit of a mask that says: something in here may belong to any relation."""


@dataclass(frozen=True, slots=True)
class Ref:
    """The characters ``start`` up to ``stop`` of an expression's text name this column."""

    start: int
    stop: int
    column: Column


@dataclass(frozen=True, slots=True)
class Expr:
    """A piece of the user's SQL whose column references are resolved.

    ``mask`` has the bit of each relation that it touches, computed once when it is bound, so that classifying it later
    is a look at the mask. ``type`` is None until somebody needed it.
    """

    text: str
    refs: tuple[Ref, ...] = ()
    mask: int = 0
    type: str | None = None
    deterministic: bool = True
    has_subquery: bool = False
    place: Place | None = field(default=None, compare=False, repr=False)

    @property
    def column(self) -> Column | None:
        """The column, where the expression is nothing but a column."""
        if len(self.refs) == 1 and self.refs[0].start == 0 and self.refs[0].stop == len(self.text):
            return self.refs[0].column
        return None

    @property
    def columns(self) -> frozenset[Column]:
        """All columns that it reads."""
        return frozenset(ref.column for ref in self.refs)

    def render(self, name: Callable[[Column], str]) -> str:
        """The text with each column written as ``name`` says."""
        parts, position = [], 0
        for ref in self.refs:
            parts += [self.text[position : ref.start], name(ref.column)]
            position = ref.stop
        return "".join([*parts, self.text[position:]])

    def with_type(self, type_text: str) -> "Expr":
        """The same, its type known."""
        return replace(self, type=type_text)

    def __str__(self) -> str:
        """As the user wrote it, on one line."""
        return " ".join(self.text.split())


def column_expr(column: Column, qualifier: str | None = None) -> Expr:
    """The expression that is just this column."""
    text = f"{qualifier}.{column.name}" if qualifier else column.name
    return Expr(text, (Ref(0, len(text), column),), relation_bit(column.relation), column.type)


def concatenated(*parts: "str | Expr") -> Expr:
    """One expression of pieces of text and of other expressions, which keep their columns."""
    text, refs, mask = "", [], 0
    for part in parts:
        if isinstance(part, Expr):
            refs += [Ref(ref.start + len(text), ref.stop + len(text), ref.column) for ref in part.refs]
            mask |= part.mask
        text += part if isinstance(part, str) else part.text
    exprs = [part for part in parts if isinstance(part, Expr)]
    return Expr(text, tuple(refs), mask, deterministic=all(expr.deterministic for expr in exprs))


class Clause(Enum):
    """Where a predicate was written: what may be pushed below an outer join depends on it."""

    ON = "ON"
    WHERE = "WHERE"


@dataclass(frozen=True)
class Predicate:
    """One conjunct of an ON or WHERE.

    ``condition`` is its meaning in a form that connectors can translate, where it is simple enough to have one.
    """

    expr: Expr
    clause: Clause
    condition: Condition | None = field(default=None, compare=False)

    @property
    def mask(self) -> int:
        """The relations that it touches."""
        return self.expr.mask

    @property
    def movable(self) -> bool:
        """Whether a copy may be evaluated elsewhere with the same answer."""
        return self.expr.deterministic and not self.expr.has_subquery

    @cached_property
    def types(self) -> frozenset[PredicateType]:
        """What a source must understand to take it."""
        return self.condition.types if self.condition else frozenset({PredicateType.EXPRESSION})

    def __str__(self) -> str:
        """As the user wrote it."""
        return str(self.expr)
