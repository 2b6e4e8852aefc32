"""One join of two DataFrames, or of a DataFrame and a table, as the plan that SQL would have made of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import TYPE_CHECKING

from pyspark.errors import AnalysisException
from pyspark.sql import Column as SparkColumn
from pyspark.sql import DataFrame

from dovetail.catalog.catalog import Catalog
from dovetail.catalog.tables import CatalogTable, VersionedTable
from dovetail.connectors.names import view_names
from dovetail.connectors.types import sql_type
from dovetail.errors import ColumnNotFound, InvalidOption, Place, SchemaConflict, TableNotFound, closest
from dovetail.execution.context import Lowering, frame_mark
from dovetail.execution.describer import SparkDescriber
from dovetail.execution.lower import lower, scan_sql
from dovetail.optimizer.driver import optimize
from dovetail.optimizer.rule import OptimizerContext
from dovetail.plan.analysis import JoinStep, MultiJoinAnalysis
from dovetail.plan.build import build_plan
from dovetail.plan.expressions import Clause, Expr, Predicate, column_expr
from dovetail.plan.relations import EquiKey, JoinKind, Relation, RelationKind
from dovetail.plan.schema import Column, quote
from dovetail.sql.bind_on import bind_predicate
from dovetail.sql.bind_types import with_types
from dovetail.sql.context import Rewritten
from dovetail.sql.expressions import bind
from dovetail.sql.intervals import duration_micros
from dovetail.sql.names import Namespace
from dovetail.sql.source import SqlText
from dovetail.statement import StatementPlanner, refuse_streams

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

__all__ = ["Duration", "FramePlan", "Keys", "interval_expr", "micros_of"]

Keys = str | Sequence[str] | Mapping[str, str] | None
Duration = str | timedelta | int | float
_KINDS = {
    "LOOKUP TABLE": RelationKind.LOOKUP,
    "VERSIONED TABLE": RelationKind.VERSIONED,
    "SOURCE": RelationKind.SOURCE,
}
_WHERE = "__dt_where"


@dataclass(slots=True)
class FramePlan:
    """Collects the relations of a join, binds its pieces, and runs the plan."""

    spark: "SparkSession"
    catalog: Catalog
    relations: list[Relation] = field(default_factory=list)
    frames: dict[str, DataFrame] = field(default_factory=dict)
    inner: set[Column] = field(default_factory=set)
    """Columns that no result shows: a condition, an operation that the table does not declare."""

    # The two sides

    def add(self, source: DataFrame | str, alias: str, where: SparkColumn | None = None) -> Relation:
        """A side of the join. A Column as its condition becomes a column, for no public API shows what is in it."""
        index = len(self.relations)
        table = self.catalog.get(source) if isinstance(source, str) else None
        if table is not None and where is None:
            relation = self._of_table(index, table)
        else:
            frame = self._frame(source, table)
            if where is not None:
                frame = frame.withColumn(_WHERE, where)
            relation = self._of_frame(index, source if isinstance(source, str) else alias, frame)
            self.inner |= set(relation.columns[len(table.columns) :]) if table is not None else set()
            self.inner |= set(relation.columns[-1:]) if where is not None else set()
        self.relations.append(relation)
        return relation

    def _frame(self, source: DataFrame | str, table: CatalogTable | None) -> DataFrame:
        if isinstance(source, DataFrame):
            return source
        if table is not None:
            lowering = Lowering(self.spark, self.catalog)
            relation = _with_hidden(self._of_table(0, table), table)
            names = ", ".join(f"{column.internal} AS {quote(column.name)}" for column in relation.columns)
            text = f"SELECT {names} FROM ({scan_sql(relation, relation.columns, (), lowering)})"
            return StatementPlanner(self.spark, self.catalog).run(text, lowering.frames)
        return self._view(source)

    def _view(self, name: str) -> DataFrame:
        try:
            frame = self.spark.table(name)
            frame.schema  # noqa: B018  (over Connect only this looks it up)
        except AnalysisException as error:
            if error.getCondition() != "TABLE_OR_VIEW_NOT_FOUND":
                raise
            known = [table.name for table in self.catalog] + view_names(self.spark)
            near = closest(name, known)
            remedy = (
                f"Did you mean {' or '.join(near)}?" if near else "Hand in a DataFrame, or make a view of it first."
            )
            raise TableNotFound(f"there is no table or view {name}", remedy=remedy) from error
        return frame

    def _of_table(self, index: int, table: CatalogTable) -> Relation:
        columns = tuple(Column(index, n, c.name, c.type, c.nullable) for n, c in enumerate(table.columns))
        return Relation(index, table.name, table.name, columns, _KINDS[table.kind], table=table.name)

    def _of_frame(self, index: int, name: str, frame: DataFrame) -> Relation:
        columns = tuple(
            Column(index, n, f.name, sql_type(f.dataType), f.nullable) for n, f in enumerate(frame.schema.fields)
        )
        mark = f"dt_frame_{index}"
        self.frames[mark] = frame
        return Relation(index, name, name, columns, sql=frame_mark(mark))

    # Pieces

    def names(self, *relations: Relation) -> Namespace:
        """The names of some sides."""
        found = Namespace()
        for relation in relations:
            found = found.joined(relation, (), JoinKind.INNER, ())
        return found

    def expr(self, text: str, *relations: Relation) -> Expr:
        """A name or an SQL expression over some sides.

        Raises:
            InvalidOption: It is no text.
        """
        _require_text(text, "a column or expression")
        if len(relations) == 1 and (column := relations[0].column(text)) is not None:
            return column_expr(column)
        sql = SqlText.of(text)
        return bind(sql, sql.tokens, self.names(*relations))

    def column(self, name: str, relation: Relation, what: str) -> Column:
        """A column of a side.

        Raises:
            ColumnNotFound: It has none of that name.
        """
        found = relation.column(name)
        if found is None:
            names = [column.name for column in relation.columns]
            near = closest(name, names)
            hint = f"Did you mean {' or '.join(near)}?" if near else f"It has {', '.join(names[:12])}."
            place = Place(name, 0, len(name))
            raise ColumnNotFound(f"{relation.name} has no column {name}, which {what} names", remedy=hint, place=place)
        return found

    def keys(
        self, left: Relation, right: Relation, on: Keys, left_on: Keys, right_on: Keys, *, optional: bool = False
    ) -> tuple[EquiKey, ...]:
        """The keys: names that both sides have, pairs of a mapping, or two lists."""
        pairs = _pairs(on, left_on, right_on, optional)
        return tuple(
            EquiKey(self.expr(own, left), column_expr(self.column(other, right, "the key"))) for own, other in pairs
        )

    def where(self, where: "str | SparkColumn | None", right: Relation) -> tuple[Predicate, ...]:
        """The condition on the right side."""
        if where is None:
            return ()
        if isinstance(where, str):
            _require_text(where, "where=")
            sql = SqlText.of(where)
            return (bind_predicate(sql, sql.tokens, self.names(right), Clause.ON),)
        return (Predicate(column_expr(self.column(_WHERE, right, "where")), Clause.ON),)

    # Running

    def run(self, steps: Sequence[JoinStep], output: "Sequence[tuple[Column, str]]") -> DataFrame:
        """The joined rows: the columns of ``output`` under their names."""
        typed = with_types(steps, self._describer())
        analysis = MultiJoinAnalysis(tuple(self.relations), typed)
        columns = tuple(dict.fromkeys(column for column, _ in output))
        in_joins = {column for step in typed for expr in step.expressions for column in expr.columns}
        plan = build_plan(analysis, (), columns, frozenset(columns) | in_joins, ", ".join(name for _, name in output))
        context = OptimizerContext(self.catalog.lookup_metadata(), self.catalog.capabilities)
        lowering = Lowering(self.spark, self.catalog, dict(self.frames))
        optimized = optimize(plan, context)
        query = lower(optimized, lowering)
        names = ", ".join(f"{column.internal} AS {quote(name)}" for column, name in output)
        frame = StatementPlanner(self.spark, self.catalog).run(f"SELECT {names} FROM ({query})", lowering.frames)
        refuse_streams(frame, [optimized])
        return frame

    def _describer(self) -> SparkDescriber:
        planner = StatementPlanner(self.spark, self.catalog)
        return SparkDescriber(self.spark, self.catalog, Rewritten(""), lambda text: planner.run(text, {}))

    def output(
        self,
        left: Relation,
        right: Relation,
        keys: Sequence[EquiKey],
        columns: Sequence[str] | None,
        suffixes: tuple[str, str] | None,
    ) -> list[tuple[Column, str]]:
        """The columns of the left side, then those wanted of the right one; a key of one name on both stands once.

        Raises:
            SchemaConflict: Both sides have a name, and ``suffixes`` does not tell them apart.
        """
        merged = {k.right.column for k in keys if k.left.column and k.right.column and _same_name(k)}
        columns = [columns] if isinstance(columns, str) else columns
        wanted = right.columns if columns is None else [self.column(name, right, "columns") for name in columns]
        own = [column for column in left.columns if column not in self.inner]
        other = [column for column in wanted if column not in merged | self.inner]
        return _named(own, other, suffixes)


def _with_hidden(relation: Relation, table: CatalogTable) -> Relation:
    """With the columns that the table's source has, and the declaration leaves out."""
    if not isinstance(table, VersionedTable):
        return relation
    first = len(relation.columns)
    more = (Column(relation.index, first + n, c.name, c.type, c.nullable) for n, c in enumerate(table.hidden))
    return replace(relation, columns=(*relation.columns, *more))


def _same_name(key: EquiKey) -> bool:
    left, right = key.left.column, key.right.column
    return left is not None and right is not None and left.name.casefold() == right.name.casefold()


def _named(
    own: Sequence[Column], other: Sequence[Column], suffixes: tuple[str, str] | None
) -> list[tuple[Column, str]]:
    both = {c.name.casefold() for c in own} & {c.name.casefold() for c in other}
    if both and suffixes is None:
        name = next(column.name for column in other if column.name.casefold() in both)
        raise SchemaConflict(
            f"both sides have a column {name}",
            remedy=f"Say columns=[…] without it, or suffixes=('', '_right') to get {name} and {name}_right.",
        )
    if suffixes is not None and len(suffixes) != 2:
        raise InvalidOption("suffixes= is a pair", remedy="Say suffixes=('', '_right').")
    left, right = suffixes or ("", "")
    named = [(c, c.name + (left if c.name.casefold() in both else "")) for c in own]
    named += [(c, c.name + (right if c.name.casefold() in both else "")) for c in other]
    folded = [name.casefold() for _, name in named]
    twice = next((name for _, name in named if folded.count(name.casefold()) > 1), None)
    if twice is not None:
        raise SchemaConflict(f"two columns would be called {twice}", remedy="Say other suffixes=, or fewer columns=.")
    return named


def _pairs(on: Keys, left_on: Keys, right_on: Keys, optional: bool) -> list[tuple[str, str]]:
    for said in (on, left_on, right_on):
        _require_keys(said)
    if on is not None and (left_on is not None or right_on is not None):
        raise InvalidOption("on= says the keys of both sides", remedy="Leave left_on= and right_on= out, or on=.")
    if isinstance(on, Mapping) and (on or optional):
        return list(on.items())
    left, right = _listed(on if on is not None else left_on), _listed(on if on is not None else right_on)
    if len(left) != len(right) or not (left or optional):
        raise InvalidOption(
            "the join needs keys, as many on the left as on the right",
            remedy="Say on='name', on=['a', 'b'], on={'left': 'right'}, or left_on= and right_on=.",
        )
    return list(zip(left, right, strict=True))


def _require_text(value: object, what: str) -> None:
    """Refuses a Column: no public API shows what is in it.

    Raises:
        InvalidOption: The value is no text, or an empty one.
    """
    if not isinstance(value, str) or not value.strip():
        shown = "empty" if isinstance(value, str) else f"{type(value).__name__} {value!r}"
        raise InvalidOption(f"{what} is given as text, not {shown}", remedy="Write a name or an SQL expression.")


def _require_keys(keys: Keys) -> None:
    names = [*keys, *keys.values()] if isinstance(keys, Mapping) else keys
    if names is None or isinstance(names, str):
        names = [] if names is None else [names]
    if not isinstance(names, Sequence):
        raise InvalidOption(f"keys are names, not {keys!r}", remedy="Say on='name', ['a', 'b'] or {'left': 'right'}.")
    for name in names:
        _require_text(name, "a key")


def _listed(keys: Keys) -> list[str]:
    if keys is None:
        return []
    return [keys] if isinstance(keys, str) else list(keys)


def micros_of(duration: str | timedelta, what: str, *, signed: bool = False) -> int:
    """A duration in microseconds.

    Raises:
        InvalidOption: The text is none.
    """
    if isinstance(duration, timedelta):
        return duration // timedelta(microseconds=1)
    try:
        return duration_micros(duration, signed=signed)
    except ValueError as error:
        raise InvalidOption(f"{what}={duration!r}: {error}", place=Place(duration, 0, len(duration))) from error


def interval_expr(micros: int) -> Expr:
    """An interval literal of that length."""
    sign = "-" if micros < 0 else ""
    seconds, rest = divmod(abs(micros), 1_000_000)
    text = f"{seconds}.{rest:06d}" if rest else str(seconds)
    return Expr(f"INTERVAL '{sign}{text}' SECOND")
