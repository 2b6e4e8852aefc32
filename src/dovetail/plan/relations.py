"""The nodes that are not joins of Dovetail's own: scans, filters, projections and Spark's joins."""

from dataclasses import dataclass, field, replace
from enum import Enum
from typing import TYPE_CHECKING, ClassVar

from dovetail.errors import Place, PlanInvariantBroken
from dovetail.plan.expressions import Expr, Predicate
from dovetail.plan.node import Node
from dovetail.plan.schema import Column, Schema

if TYPE_CHECKING:
    from dovetail.plan.interval import TimeBound

__all__ = ["Coalesced", "EquiKey", "Filter", "Join", "JoinKind", "Project", "Relation", "RelationKind", "Scan"]


class RelationKind(Enum):
    """What a name in FROM turned out to be."""

    SPARK = "Spark"
    """Anything that Spark itself can read: a view, a table, a derived table, a CTE."""
    LOOKUP = "lookup table"
    VERSIONED = "versioned table"
    SOURCE = "source"


@dataclass(frozen=True, slots=True)
class Relation:
    """One relation of a FROM clause.

    ``table`` is its name in Dovetail's catalog; one of Spark's has its SQL instead, as it stands in the statement.
    """

    index: int
    name: str
    alias: str
    columns: Schema
    kind: RelationKind = RelationKind.SPARK
    table: str | None = None
    sql: str | None = None
    place: Place | None = field(default=None, compare=False, repr=False)

    def column(self, name: str) -> Column | None:
        """The column of that name, in any case of letters."""
        folded = name.casefold()
        return next((column for column in self.columns if column.name.casefold() == folded), None)

    @property
    def label(self) -> str:
        """Name and alias, as a FROM clause shows them."""
        return self.name if self.name.casefold() == self.alias.casefold() else f"{self.name} AS {self.alias}"


@dataclass(frozen=True, slots=True)
class Scan(Node):
    """Reads a relation: the columns that are needed, and copies of the predicates that make it less."""

    name: ClassVar[str] = "Scan"

    relation: Relation
    columns: Schema
    predicates: tuple[Predicate, ...] = ()

    def __post_init__(self) -> None:
        """Refuses columns of another relation."""
        strays = [column.name for column in self.columns if column.relation != self.relation.index]
        if strays:
            raise PlanInvariantBroken(f"a scan of {self.relation.name} cannot read {', '.join(strays)}")

    @classmethod
    def of(cls, relation: Relation) -> "Scan":
        """All columns of a relation."""
        return cls(relation, relation.columns)

    def inputs(self) -> tuple[Node, ...]:
        """None: a scan is a leaf."""
        return ()

    @property
    def schema(self) -> Schema:
        """The columns that it reads."""
        return self.columns

    def expressions(self) -> tuple[Expr, ...]:
        """The predicates' expressions."""
        return tuple(predicate.expr for predicate in self.predicates)

    def with_exprs_and_inputs(self, exprs: tuple[Expr, ...], inputs: tuple[Node, ...]) -> "Scan":
        """The same scan with other predicates."""
        return replace(self, predicates=with_exprs(self.predicates, exprs))

    def explain(self) -> str:
        """``Scan: trades AS t, columns=[id, price]``."""
        names = ", ".join(column.name for column in self.columns)
        filters = f", filter=[{join_texts(self.predicates)}]" if self.predicates else ""
        return f"Scan: {self.relation.label}, columns=[{names}]{filters}"


@dataclass(frozen=True, slots=True)
class Filter(Node):
    """The WHERE of a block. It stays in the user's text: rules copy from it, and never take anything out."""

    name: ClassVar[str] = "Filter"

    input: Node
    predicates: tuple[Predicate, ...]

    def inputs(self) -> tuple[Node, ...]:
        """What it filters."""
        return (self.input,)

    @property
    def schema(self) -> Schema:
        """That of its input."""
        return self.input.schema

    def expressions(self) -> tuple[Expr, ...]:
        """The predicates' expressions."""
        return tuple(predicate.expr for predicate in self.predicates)

    def with_exprs_and_inputs(self, exprs: tuple[Expr, ...], inputs: tuple[Node, ...]) -> "Filter":
        """The same filter with other predicates over another input."""
        return Filter(inputs[0], with_exprs(self.predicates, exprs))

    def explain(self) -> str:
        """``Filter: a > 1 AND b = 2``."""
        return f"Filter: {' AND '.join(str(predicate) for predicate in self.predicates)}"


@dataclass(frozen=True, slots=True)
class Project(Node):
    """The rest of a block, which Spark does: it needs these columns of the joined FROM clause."""

    name: ClassVar[str] = "Project"

    input: Node
    columns: Schema
    text: str

    def __post_init__(self) -> None:
        """Refuses columns that its input does not hand on."""
        missing = set(self.columns) - set(self.input.schema)
        if missing:
            names = ", ".join(sorted(column.name for column in missing))
            raise PlanInvariantBroken(f"the projection needs {names}, which nothing below hands on")

    def inputs(self) -> tuple[Node, ...]:
        """What it projects."""
        return (self.input,)

    @property
    def schema(self) -> Schema:
        """The columns that the text above the joins reads."""
        return self.columns

    def expressions(self) -> tuple[Expr, ...]:
        """None of its own: they are the user's text, and Spark's affair."""
        return ()

    def with_exprs_and_inputs(self, exprs: tuple[Expr, ...], inputs: tuple[Node, ...]) -> "Project":
        """The same projection over another input."""
        return replace(self, input=inputs[0])

    def explain(self) -> str:
        """``Project: t.id, q.bid``."""
        return f"Project: {self.text}"


@dataclass(frozen=True, slots=True)
class EquiKey:
    """``left = right``: an expression of what stands left of the join, and one of the relation that it adds."""

    left: Expr
    right: Expr

    def __str__(self) -> str:
        """As EXPLAIN shows it."""
        return f"{self.left} = {self.right}"


class JoinKind(Enum):
    """Spark's join types."""

    INNER = "INNER"
    LEFT = "LEFT"
    RIGHT = "RIGHT"
    FULL = "FULL"
    LEFT_SEMI = "LEFT SEMI"
    LEFT_ANTI = "LEFT ANTI"
    CROSS = "CROSS"

    @property
    def keeps_right(self) -> bool:
        """Whether the columns of the right side are there after it."""
        return self not in (JoinKind.LEFT_SEMI, JoinKind.LEFT_ANTI)

    @property
    def pads_right(self) -> bool:
        """Whether it may put NULLs into the columns of the right side."""
        return self in (JoinKind.LEFT, JoinKind.FULL)

    @property
    def pads_left(self) -> bool:
        """Whether it may put NULLs into the columns of the left side."""
        return self in (JoinKind.RIGHT, JoinKind.FULL)


@dataclass(frozen=True, slots=True)
class Coalesced:
    """The column that FULL JOIN … USING makes of two: the left one, or the right one where that is NULL."""

    column: Column
    left: Column
    right: Column


@dataclass(frozen=True, slots=True)
class Join(Node):
    """A join that Spark does as it stands, unless a rule finds that it is a lookup or an interval join.

    ``process_time`` says that the right side carries FOR SYSTEM_TIME AS OF NOW().
    """

    name: ClassVar[str] = "Join"

    left: Node
    right: Node
    kind: JoinKind
    keys: tuple[EquiKey, ...] = ()
    residual: tuple[Predicate, ...] = ()
    process_time: bool = False
    time_bound: "TimeBound | None" = None
    coalesced: tuple[Coalesced, ...] = ()
    place: Place | None = field(default=None, compare=False, repr=False)

    def inputs(self) -> tuple[Node, ...]:
        """Both sides."""
        return (self.left, self.right)

    @property
    def schema(self) -> Schema:
        """The columns of both sides, nullable where it pads."""
        left = nullable(self.left.schema) if self.kind.pads_left else self.left.schema
        if not self.kind.keeps_right:
            return left
        right = nullable(self.right.schema) if self.kind.pads_right else self.right.schema
        return left + right + tuple(one.column for one in self.coalesced)

    def expressions(self) -> tuple[Expr, ...]:
        """The sides of the keys, then the residual predicates."""
        keys = [expr for key in self.keys for expr in (key.left, key.right)]
        return (*keys, *(predicate.expr for predicate in self.residual))

    def with_exprs_and_inputs(self, exprs: tuple[Expr, ...], inputs: tuple[Node, ...]) -> "Join":
        """The same join with other expressions over other inputs."""
        keys, rest = take_keys(len(self.keys), exprs)
        return replace(self, left=inputs[0], right=inputs[1], keys=keys, residual=with_exprs(self.residual, rest))

    def explain(self) -> str:
        """``Join: type=Left, on=[a.k = b.k]``."""
        condition = [*map(str, self.keys), *map(str, self.residual)]
        return f"Join: type={self.kind.value.title()}, on=[{', '.join(condition)}]"


def with_exprs(predicates: tuple[Predicate, ...], exprs: tuple[Expr, ...]) -> tuple[Predicate, ...]:
    """The predicates with other expressions; each stays the very same object where its expression does."""
    pairs = zip(predicates, exprs, strict=True)
    return tuple(old if new is old.expr else replace(old, expr=new) for old, new in pairs)


def take_keys(count: int, exprs: tuple[Expr, ...]) -> tuple[tuple[EquiKey, ...], tuple[Expr, ...]]:
    """The first ``count`` pairs of expressions as keys, and the expressions after them."""
    sides = exprs[: 2 * count]
    return tuple(EquiKey(*pair) for pair in zip(sides[::2], sides[1::2], strict=True)), exprs[2 * count :]


def nullable(schema: Schema) -> Schema:
    """The same columns, all nullable."""
    return tuple(column if column.nullable else replace(column, nullable=True) for column in schema)


def join_texts(predicates: tuple[Predicate, ...]) -> str:
    """Predicates as EXPLAIN shows them."""
    return ", ".join(str(predicate) for predicate in predicates)
