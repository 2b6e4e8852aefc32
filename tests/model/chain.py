"""A statement's meaning: one relation, up to a few joins from left to right, WHERE, and what is selected."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from operator import itemgetter
from typing import Literal

from tests.model.expressions import Expr
from tests.model.joins import (
    History,
    How,
    Match,
    Read,
    Row,
    Rows,
    asof_join,
    equi_join,
    interval_join,
    lookup_join,
    process_time_join,
    temporal_join,
)
from tests.model.tables import Column, Source, VersionedTable, rows_of
from tests.model.values import Value

Kind = Literal["equi", "interval", "lookup", "asof", "temporal", "process time"]


@dataclass(frozen=True, slots=True)
class Relation:
    """A table under its alias."""

    alias: str
    source: Source

    @property
    def columns(self) -> tuple[Column, ...]:
        return rows_of(self.source).columns

    def key(self, column: str) -> str:
        """Where a column of this relation stands in a row; names differ in more than case."""
        return f"{self.alias}.{column}".lower()

    @property
    def keys(self) -> tuple[str, ...]:
        return tuple(self.key(column.name) for column in self.columns)

    @property
    def rows(self) -> Rows:
        return [dict(zip(self.keys, row, strict=True)) for row in rows_of(self.source).rows]

    @property
    def visible(self) -> list["Visible"]:
        """What a star of this relation shows."""
        return [Visible(column.name, column.type, self.key(column.name)) for column in self.columns]

    @property
    def history(self) -> History:
        """The relation as a log of versions. The column of the operation takes no part in a tie."""
        table = self.source
        if not isinstance(table, VersionedTable):
            raise TypeError(f"{self.alias} has no versions")
        declared = tuple(self.key(c.name) for c in self.columns if c.name != table.op)
        sequence = self.key(table.sequence) if table.sequence else None
        op = self.key(table.op) if table.op else None
        key = tuple(map(self.key, table.key))
        return History(self.rows, key, self.key(table.time), declared, sequence, op, table.on_delete)


@dataclass(frozen=True, slots=True)
class Visible:
    """A column that a star shows: its name, its type, and where its value stands in a row."""

    name: str
    type: str
    key: str


@dataclass(frozen=True, slots=True)
class TimeMatch:
    """The match condition of an ASOF join, on expressions; tuples are compared field by field."""

    op: Literal[">=", ">", "<=", "<", "NEAREST"]
    left: tuple[Expr, ...]
    right: tuple[Expr, ...]
    tolerance: Value = None

    def match(self) -> Match:
        return Match(self.op, _read(self.left), _read(self.right), self.tolerance)


def _read(parts: tuple[Expr, ...]) -> Read:
    if len(parts) == 1:
        return parts[0].of
    return lambda row: tuple(part.of(row) for part in parts)


@dataclass(frozen=True, slots=True)
class Join:
    """One step: the relation that comes in, and how. ``using`` are names to merge; ``on`` says that they are equal."""

    kind: Kind
    how: How
    relation: Relation
    on: Expr
    text: str
    using: tuple[str, ...] = ()
    match: TimeMatch | None = None
    as_of: Expr | None = None

    @property
    def expressions(self) -> Iterator[Expr]:
        """All that the step's text says."""
        yield self.on
        if self.as_of:
            yield self.as_of
        if self.match:
            yield from (*self.match.left, *self.match.right)


@dataclass(frozen=True, slots=True)
class Item:
    """Something selected: an expression, perhaps under a name, or a star (of one alias, or of all: an empty alias)."""

    text: str
    expression: Expr | None = None
    name: str | None = None
    star: str | None = None


@dataclass(frozen=True, slots=True)
class Statement:
    """SELECT items FROM first joins WHERE condition."""

    first: Relation
    joins: tuple[Join, ...]
    items: tuple[Item, ...]
    where: Expr | None = None
    now: Value = None

    @property
    def relations(self) -> tuple[Relation, ...]:
        return (self.first, *(join.relation for join in self.joins))

    @property
    def named(self) -> frozenset[str]:
        """The columns that the statement names: these decide ties of ASOF joins. A star names all it shows."""
        expressions = [item.expression for item in self.items if item.expression]
        expressions += [e for join in self.joins for e in join.expressions]
        expressions += [self.where] if self.where else []
        named = frozenset[str]().union(*(e.reads for e in expressions))
        for relation in self.relations:
            if any(item.star in {"", relation.alias} for item in self.items):
                named |= set(relation.keys)
        return named


@dataclass(frozen=True, slots=True)
class Answer:
    """The rows of a statement, and the name (None: what Spark makes of the text) and type of each column."""

    columns: tuple[tuple[str | None, str], ...]
    rows: list[tuple[Value, ...]]


@dataclass(frozen=True, slots=True)
class State:
    """What stands left of the next join."""

    rows: Rows
    keys: tuple[str, ...]
    visible: tuple[Visible, ...]
    hidden: tuple[Visible, ...] = ()  # by USING: still there under their alias


def answer(statement: Statement) -> Answer:
    """The statement's rows, by running its joins one after the other."""
    state = State(statement.first.rows, statement.first.keys, tuple(statement.first.visible))
    for join in statement.joins:
        state = step(state, join, statement)
    where = statement.where
    rows = [row for row in state.rows if where is None or where.of(row) is True]
    outputs = [output for item in statement.items for output in _outputs(item, state, statement)]
    columns = tuple((name, spark_type) for name, spark_type, _ in outputs)
    return Answer(columns, [tuple(read(row) for _, _, read in outputs) for row in rows])


def _outputs(item: Item, state: State, statement: Statement) -> Iterator[tuple[str | None, str, Read]]:
    if item.expression:
        yield item.name, item.expression.type, item.expression.of
        return
    shown: Sequence[Visible] = state.visible
    if item.star:
        relation = next(r for r in statement.relations if r.alias == item.star)
        shown = [column for column in (*state.hidden, *state.visible) if column.key in relation.keys]
    for column in shown:
        yield column.name, column.type, itemgetter(column.key)


def step(state: State, join: Join, statement: Statement) -> State:
    """What stands left of the join after this one."""
    rows, keys = _joined(state, join, statement), state.keys
    if join.how not in {"SEMI", "ANTI"}:
        keys += join.relation.keys
    for one, left, right in merged_columns(state.visible, join):
        if one.key not in keys:  # of a FULL join
            keys += (one.key,)
            rows = [{**row, one.key: _first_known(row, left.key, right.key)} for row in rows]
    return State(rows, keys, visible_after(state.visible, join), hidden_after(state, join))


def merged_columns(visible: Sequence[Visible], join: Join) -> list[tuple[Visible, Visible, Visible]]:
    """For each name of USING the column that comes out, the left one and the right one."""
    found = []
    for name in join.using:
        left, right = find(visible, name), find(join.relation.visible, name)
        both = replace(left, key=f"{left.key}+{right.key}")
        found.append(({"RIGHT": right, "FULL": both}.get(join.how, left), left, right))
    return found


def visible_after(visible: Sequence[Visible], join: Join) -> tuple[Visible, ...]:
    """What a bare star shows after this join: the columns of USING first."""
    merged = merged_columns(visible, join)
    if join.how in {"SEMI", "ANTI"}:
        keys = [left for _, left, _ in merged]
        return (*keys, *(column for column in visible if column not in keys))
    gone = {side.key for _, left, right in merged for side in (left, right)}
    rest = [column for column in (*visible, *join.relation.visible) if column.key not in gone]
    return (*(one for one, _, _ in merged), *rest)


def hidden_after(state: State, join: Join) -> tuple[Visible, ...]:
    """What only a star of one alias shows: the columns that USING merged and did not take, newest first."""
    if join.how in {"SEMI", "ANTI"}:
        return state.hidden
    merged = merged_columns(state.visible, join)
    sides = [*(left for _, left, _ in merged), *(right for _, _, right in merged)]
    taken = {one.key for one, _, _ in merged}
    return (*(column for column in sides if column.key not in taken), *state.hidden)


def _joined(state: State, join: Join, statement: Statement) -> Rows:
    left, relation, how = state.rows, join.relation, join.how
    on = join.on.of
    match join.kind:
        case "equi":
            return equi_join(left, relation.rows, on, how, state.keys, relation.keys)
        case "interval":
            return interval_join(left, relation.rows, on, how, state.keys, relation.keys)
        case "lookup":
            return lookup_join(left, relation.rows, on, how, relation.keys)
        case "process time":
            return process_time_join(left, relation.history, statement.now, on, how, relation.keys)
        case "temporal":
            assert join.as_of is not None
            return temporal_join(left, relation.history, join.as_of.of, on, how, relation.keys)
        case "asof":
            assert join.match is not None
            named = [key for key in relation.keys if key in statement.named]
            return asof_join(left, relation.rows, join.match.match(), on, how, named, relation.keys)


def find(columns: Sequence[Visible], name: str) -> Visible:
    """The one visible column of a name."""
    (found,) = [column for column in columns if column.name.lower() == name.lower()]
    return found


def _first_known(row: Row, *keys: str) -> Value:
    return next((row[key] for key in keys if row[key] is not None), None)
