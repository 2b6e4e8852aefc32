"""The temporal join: the version of a table that was valid at a row's time."""

from dataclasses import dataclass, field, replace
from enum import Enum
from typing import ClassVar, Literal

from dovetail.errors import NoJoinKeys, PlanInvariantBroken
from dovetail.plan.expressions import Expr, Predicate
from dovetail.plan.lookup import JoinKeyPair
from dovetail.plan.node import Node
from dovetail.plan.relations import Relation, join_texts, nullable, with_exprs
from dovetail.plan.schema import Column, Schema

__all__ = [
    "TableCharacteristics",
    "TemporalJoinConfig",
    "TemporalJoinNode",
    "TemporalJoinSemantics",
    "TemporalJoinType",
    "VersionedMetadata",
]


class TemporalJoinSemantics(Enum):
    """Which time decides the version."""

    EVENT_TIME = "EventTime"
    """The version that was valid at a time of the row: the same answer whenever it is asked."""
    PROCESS_TIME = "ProcessTime"
    """The version that is valid when the row is processed; in batch, when the statement starts."""


class TableCharacteristics(Enum):
    """How a versioned table changes."""

    APPEND_ONLY = "AppendOnly"
    """Only new versions: what was joined once stays right, and no row of the stream need be remembered."""
    NON_APPEND_ONLY = "NonAppendOnly"
    """Updates and deletes of versions: joined rows may have to be corrected."""


class TemporalJoinType(Enum):
    """The join types that have a meaning with a versioned right side."""

    INNER = "Inner"
    LEFT = "Left"


@dataclass(frozen=True, slots=True)
class VersionedMetadata:
    """What makes rows versions: their key, their time, and how they are ordered and ended.

    ``op_column`` names the operation of a changelog. ``on_delete`` says what a delete means: ``end`` ends the key's
    validity from its version time on, ``retract`` takes back the version of exactly that time.
    """

    primary_key: tuple[Column, ...]
    version: Column
    sequence: Column | None = None
    op_column: Column | None = None
    on_delete: Literal["end", "retract"] = "end"
    characteristics: TableCharacteristics = TableCharacteristics.APPEND_ONLY
    retention_micros: int | None = None
    connector: str = "view"


@dataclass(frozen=True, slots=True)
class TemporalJoinConfig:
    """The parameters of a temporal join's operator, by name."""

    stream_key_column: str
    table_key_column: str
    table_version_column: str
    semantics: TemporalJoinSemantics
    table_characteristics: TableCharacteristics
    join_type: TemporalJoinType
    operator_id: str | None = None


@dataclass(frozen=True, slots=True)
class TemporalJoinNode(Node):
    """Joins each row with the one version of each primary key that is valid at the row's time.

    ``as_of`` is the row's time; None means the clock (process time). ``residual`` are the other predicates of ON: they
    are tested on that one version, and there is no falling back to an older one.
    """

    name: ClassVar[str] = "TemporalJoin"

    stream_input: Node
    relation: Relation
    versions: VersionedMetadata
    join_keys: tuple[JoinKeyPair, ...]
    as_of: Expr | None
    join_type: TemporalJoinType
    required_columns: Schema
    residual: tuple[Predicate, ...] = ()
    notes: tuple[str, ...] = ()
    ordinal: int = field(default=0)

    def __post_init__(self) -> None:
        """Refuses a join without keys, and columns of another relation."""
        if not self.join_keys:
            raise NoJoinKeys(f"the temporal join with {self.relation.name} has no key", place=self.relation.place)
        used = {*self.required_columns, *self.versions.primary_key, self.versions.version}
        strays = [column.name for column in used if column.relation != self.relation.index]
        if strays:
            raise PlanInvariantBroken(f"{self.relation.name} has no column {', '.join(sorted(strays))}")

    @property
    def semantics(self) -> TemporalJoinSemantics:
        """Event time, unless the clock decides."""
        return TemporalJoinSemantics.PROCESS_TIME if self.as_of is None else TemporalJoinSemantics.EVENT_TIME

    @property
    def config(self) -> TemporalJoinConfig:
        """The same as an operator's parameters."""
        return TemporalJoinConfig(
            stream_key_column=", ".join(str(pair.stream_expr) for pair in self.join_keys),
            table_key_column=", ".join(pair.lookup_column for pair in self.join_keys),
            table_version_column=self.versions.version.name,
            semantics=self.semantics,
            table_characteristics=self.versions.characteristics,
            join_type=self.join_type,
            operator_id=f"temporal-{self.ordinal}",
        )

    @property
    def covers_primary_key(self) -> bool:
        """Whether the keys decide the primary key; if not, several primary keys may match a row."""
        joined = {pair.lookup_column.casefold() for pair in self.join_keys}
        return all(column.name.casefold() in joined for column in self.versions.primary_key)

    @property
    def tie_columns(self) -> Schema:
        """What decides between two upserts of one time: all columns of the table but the operation, in their order.

        The primary key and the time are the same in both. What the statement reads has no say.
        """
        same = {*self.versions.primary_key, self.versions.version, self.versions.op_column, self.versions.sequence}
        return tuple(column for column in self.relation.columns if column not in same)

    def inputs(self) -> tuple[Node, ...]:
        """The stream only: the versioned table is read by the join itself."""
        return (self.stream_input,)

    @property
    def schema(self) -> Schema:
        """The stream's columns, then the needed ones of the version."""
        pads = self.join_type is TemporalJoinType.LEFT
        return self.stream_input.schema + (nullable(self.required_columns) if pads else self.required_columns)

    def expressions(self) -> tuple[Expr, ...]:
        """The stream's side of the keys, its time where there is one, the residual predicates."""
        keys = tuple(pair.stream_expr for pair in self.join_keys)
        time = () if self.as_of is None else (self.as_of,)
        return keys + time + tuple(predicate.expr for predicate in self.residual)

    def with_exprs_and_inputs(self, exprs: tuple[Expr, ...], inputs: tuple[Node, ...]) -> "TemporalJoinNode":
        """The same join with other expressions over another input."""
        count = len(self.join_keys)
        timed = self.as_of is not None
        return replace(
            self,
            stream_input=inputs[0],
            join_keys=tuple(
                replace(pair, stream_expr=expr) for pair, expr in zip(self.join_keys, exprs[:count], strict=True)
            ),
            as_of=exprs[count] if timed else None,
            residual=with_exprs(self.residual, exprs[count + timed :]),
        )

    def explain(self) -> str:
        """``TemporalJoin: table=rates, keys=[o.currency = currency], as_of=o.ts, version=valid_from, type=Inner``."""
        keys = ", ".join(map(str, self.join_keys))
        time = "NOW()" if self.as_of is None else str(self.as_of)
        residual = f", on=[{join_texts(self.residual)}]" if self.residual else ""
        return (
            f"TemporalJoin: table={self.relation.name}, keys=[{keys}], as_of={time}, "
            f"version={self.versions.version.name}, type={self.join_type.value}{residual}"
        )

    def details(self) -> tuple[str, ...]:
        """How the table changes, which columns are read."""
        columns = ", ".join(column.name for column in self.required_columns)
        versions = self.versions
        deletes = f", on.delete={versions.on_delete}" if versions.op_column else ""
        lines = [f"versions: {versions.characteristics.value}{deletes}, columns=[{columns}]"]
        return (*lines, self._ties(), *(f"note: {note}" for note in self.notes))

    def _ties(self) -> str:
        """What decides between two versions of one key and time."""
        if self.versions.sequence is not None:
            return f"ties: the larger {self.versions.sequence.name}"
        columns = ", ".join(column.name for column in self.tie_columns)
        delete = "a delete, then " if self.versions.op_column else ""
        return f"ties: {delete}the larger of ({columns}); a SEQUENCE BY would decide them"
