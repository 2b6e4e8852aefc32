"""The lookup join: the current value of a table, fetched by key."""

from dataclasses import dataclass, replace
from enum import Enum
from typing import ClassVar

from dovetail.errors import NoJoinKeys, PlanInvariantBroken
from dovetail.plan.expressions import Expr, Predicate
from dovetail.plan.node import Node
from dovetail.plan.relations import Relation, join_texts, nullable, with_exprs
from dovetail.plan.schema import Column, Schema

__all__ = ["JoinKeyPair", "LookupJoinNode", "LookupJoinType", "LookupTableMetadata"]


class LookupJoinType(Enum):
    """The join types that have a meaning when the right side is looked up."""

    INNER = "Inner"
    LEFT_OUTER = "LeftOuter"


@dataclass(frozen=True, slots=True)
class JoinKeyPair:
    """An equality of a join: any deterministic expression of the stream, and a column of the table."""

    stream_expr: Expr
    lookup_column: str

    def __str__(self) -> str:
        """As EXPLAIN shows it."""
        return f"{self.stream_expr} = {self.lookup_column}"


@dataclass(frozen=True, slots=True)
class LookupTableMetadata:
    """What physical planning needs to know about a lookup table."""

    connector: str
    strategy: str = "replicated"
    pushdown_mode: str = "auto"
    primary_key: tuple[str, ...] = ()
    has_cache: bool = False


@dataclass(frozen=True, slots=True)
class LookupJoinNode(Node):
    """Joins a stream, or any rows, with the current rows of a table.

    ``local_predicates`` holds what the source does not do. Those of ON belong to the join; those of WHERE are copies of
    a filter that stays above, kept here so that rules and EXPLAIN see them, and never evaluated by the join.
    """

    name: ClassVar[str] = "LookupJoin"

    stream_input: Node
    relation: Relation
    join_keys: tuple[JoinKeyPair, ...]
    join_type: LookupJoinType
    lookup_metadata: LookupTableMetadata
    required_lookup_columns: frozenset[str]
    pushdown_predicates: tuple[Predicate, ...] = ()
    local_predicates: tuple[Predicate, ...] = ()
    implicit: bool = False
    notes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Refuses a join without keys, and keys or columns that the table does not have."""
        if not self.join_keys:
            raise NoJoinKeys(f"the lookup of {self.relation.name} has no key", place=self.relation.place)
        known = {column.name for column in self.relation.columns}
        missing = ({pair.lookup_column for pair in self.join_keys} | self.required_lookup_columns) - known
        if missing:
            raise PlanInvariantBroken(f"{self.relation.name} has no column {', '.join(sorted(missing))}")

    @property
    def lookup_table(self) -> str:
        """The name of the table."""
        return self.relation.name

    @property
    def lookup_schema(self) -> Schema:
        """All columns of the table."""
        return self.relation.columns

    @property
    def lookup_columns(self) -> Schema:
        """The columns that are fetched, in the table's order."""
        return tuple(column for column in self.lookup_schema if column.name in self.required_lookup_columns)

    @property
    def output_schema(self) -> Schema:
        """The stream's columns, then the fetched ones of the table."""
        fetched = self.lookup_columns
        pads = self.join_type is LookupJoinType.LEFT_OUTER
        return self.stream_input.schema + (nullable(fetched) if pads else fetched)

    def inputs(self) -> tuple[Node, ...]:
        """The stream only: the table is looked up, not read through."""
        return (self.stream_input,)

    @property
    def schema(self) -> Schema:
        """The output schema."""
        return self.output_schema

    def expressions(self) -> tuple[Expr, ...]:
        """The stream's side of the keys, then pushed, then local predicates."""
        keys = tuple(pair.stream_expr for pair in self.join_keys)
        predicates = self.pushdown_predicates + self.local_predicates
        return keys + tuple(predicate.expr for predicate in predicates)

    def with_exprs_and_inputs(self, exprs: tuple[Expr, ...], inputs: tuple[Node, ...]) -> "LookupJoinNode":
        """The same join with other expressions over another input."""
        (stream_input,) = inputs
        keys_end = len(self.join_keys)
        pushed_end = keys_end + len(self.pushdown_predicates)
        pairs = zip(self.join_keys, exprs[:keys_end], strict=True)
        return replace(
            self,
            stream_input=stream_input,
            join_keys=tuple(replace(pair, stream_expr=expr) for pair, expr in pairs),
            pushdown_predicates=with_exprs(self.pushdown_predicates, exprs[keys_end:pushed_end]),
            local_predicates=with_exprs(self.local_predicates, exprs[pushed_end:]),
        )

    def explain(self) -> str:
        """``LookupJoin: table=customers, keys=[t.cid = id], type=Inner, pushdown=[c.region = 'APAC']``."""
        keys = ", ".join(map(str, self.join_keys))
        pushed = f", pushdown=[{join_texts(self.pushdown_predicates)}]" if self.pushdown_predicates else ""
        return f"LookupJoin: table={self.lookup_table}, keys=[{keys}], type={self.join_type.value}{pushed}"

    def details(self) -> tuple[str, ...]:
        """Where the table lives, which columns are fetched, what stays local, and why."""
        columns = ", ".join(column.name for column in self.lookup_columns)
        meta = self.lookup_metadata
        lines = [f"source: {meta.connector}, strategy={meta.strategy}, columns=[{columns}]"]
        if self.local_predicates:
            lines.append(f"local=[{join_texts(self.local_predicates)}]")
        return (*lines, *(f"note: {note}" for note in self.notes))

    def lookup_column(self, name: str) -> Column:
        """The table's column of that name."""
        return next(column for column in self.lookup_schema if column.name == name)
