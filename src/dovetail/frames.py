"""The joins as functions of DataFrames: the same plan nodes as in SQL, for pipelines that are built in Python."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from pyspark.sql import Column, DataFrame

from dovetail.catalog.catalog import Catalog
from dovetail.catalog.tables import VersionedTable
from dovetail.catalog.versions import declared_versions
from dovetail.errors import NotVersioned
from dovetail.frame_options import ALL_KINDS, INNER_OR_LEFT, duration_text, emitted, join_kind, match_of
from dovetail.frame_plan import Duration, FramePlan, Keys, interval_expr, micros_of
from dovetail.plan.analysis import JoinMode, JoinStep, PreviousJoin, TableInput
from dovetail.plan.coalesced import coalesced_keys
from dovetail.plan.expressions import Clause, Expr, Predicate, column_expr, concatenated
from dovetail.plan.interval import TimeBound
from dovetail.plan.relations import EquiKey, JoinKind, Relation
from dovetail.plan.temporal import VersionedMetadata

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

__all__ = ["FrameJoins"]

Suffixes = tuple[str, str] | None


class FrameJoins:
    """The functions of a session.

    Keys: ``on`` is a name, several names, or ``{left: right}``; ``left_on`` and ``right_on`` say the same apart. A left
    key may be an SQL expression. All functions take ``columns`` (of the right side; all by default), ``where`` (a
    condition on the right side as SQL text, or as a Column, of which nothing can be pushed down), and ``suffixes`` for
    names that both sides have. ``how`` is ``inner`` (the default) or ``left``.
    """

    spark: "SparkSession"
    catalog: Catalog

    def lookup_join(
        self,
        left: DataFrame,
        table: str | DataFrame,
        on: Keys = None,
        how: str = "inner",
        *,
        columns: Sequence[str] | None = None,
        where: str | Column | None = None,
        suffixes: Suffixes = None,
        left_on: Keys = None,
        right_on: Keys = None,
    ) -> DataFrame:
        """Each row with the current rows of a table that have its key: a lookup table, a view's name or a DataFrame."""
        plan = FramePlan(self.spark, self.catalog)
        kind = join_kind(how, INNER_OR_LEFT)
        sides = plan.add(left, "left"), plan.add(table, "right", _column(where))
        keys = plan.keys(*sides, on, left_on, right_on)
        if isinstance(table, str) and isinstance(declared := self.catalog.get(table), VersionedTable):
            versions = declared_versions(declared, sides[1])
            step = _step(sides, kind, JoinMode.TEMPORAL, keys, plan.where(where, sides[1]), versions=versions)
        else:
            step = _step(sides, kind, JoinMode.PROCESS_TIME, keys, plan.where(where, sides[1]))
        return plan.run([step], plan.output(*sides, keys, columns, suffixes))

    def temporal_join(
        self,
        left: DataFrame,
        versions: str | DataFrame,
        on: Keys = None,
        *,
        as_of: str,
        version: str | None = None,
        how: str = "inner",
        emit: str | None = None,
        columns: Sequence[str] | None = None,
        where: str | Column | None = None,
        suffixes: Suffixes = None,
        left_on: Keys = None,
        right_on: Keys = None,
    ) -> DataFrame:
        """Each row with the version that was valid at its time, of a versioned table or by the column ``version``.

        Args:
            as_of: The row's time: a name or an SQL expression of the left side.
            version: The right column that holds the version's time; a versioned table has its own.
            emit: ``watermark``, ``immediately`` or ``changes``: the last adds the column ``_op``. Batch emits at once.
        """
        plan = FramePlan(self.spark, self.catalog)
        kind = join_kind(how, INNER_OR_LEFT)
        sides = plan.add(left, "left"), plan.add(versions, "right", _column(where))
        keys = plan.keys(*sides, on, left_on, right_on)
        metadata = self._versions(plan, versions, sides[1], version, keys)
        residual = plan.where(where, sides[1])
        step = _step(
            sides, kind, JoinMode.TEMPORAL, keys, residual, versions=metadata, as_of=plan.expr(as_of, sides[0])
        )
        return emitted(plan.run([step], plan.output(*sides, keys, columns, suffixes)), emit)

    def _versions(
        self, plan: FramePlan, source: str | DataFrame, right: Relation, version: str | None, keys: Sequence[EquiKey]
    ) -> VersionedMetadata:
        declared = self.catalog.get(source) if isinstance(source, str) else None
        time = plan.column(version, right, "version") if version else None
        if isinstance(declared, VersionedTable):
            metadata = declared_versions(declared, right)
            return replace(metadata, version=time) if time else metadata
        if time is None:
            raise NotVersioned(
                f"{right.name} has no versions to choose from by time",
                remedy="Say version='the column that holds the version's time', or name a versioned table.",
            )
        return VersionedMetadata(tuple(c for key in keys if (c := key.right.column) is not None), time)

    def asof_join(
        self,
        left: DataFrame,
        right: str | DataFrame,
        on: Keys = None,
        *,
        left_time: str,
        right_time: str,
        direction: str = "backward",
        strict: bool = False,
        tolerance: Duration | None = None,
        how: str = "inner",
        skip_nulls: bool = False,
        emit: str | None = None,
        columns: Sequence[str] | None = None,
        where: str | Column | None = None,
        suffixes: Suffixes = None,
        left_on: Keys = None,
        right_on: Keys = None,
    ) -> DataFrame:
        """Each row with the one row of the other side whose time is closest; no keys are needed.

        Args:
            left_time: A name or an SQL expression of the left side.
            right_time: The same of the right side.
            direction: ``backward`` (at or before), ``forward`` (at or after) or ``nearest``.
            strict: Leaves equal times out; not with ``nearest``.
            tolerance: The largest distance, inclusive: ``'2 seconds'``, a ``timedelta``, a number for integer times.
            skip_nulls: Takes for each right column its last value that is not NULL, instead of one row's values.
            emit: ``watermark``, ``immediately``; in batch without a meaning.
        """
        plan = FramePlan(self.spark, self.catalog)
        kind = join_kind(how, INNER_OR_LEFT)
        sides = plan.add(left, "left"), plan.add(right, "right", _column(where))
        keys = plan.keys(*sides, on, left_on, right_on, optional=True)
        times = plan.expr(left_time, sides[0]), plan.expr(right_time, sides[1])
        match = match_of(times, direction, strict, tolerance)
        step = _step(sides, kind, JoinMode.ASOF, keys, plan.where(where, sides[1]), match=match)
        output = plan.output(*sides, keys, columns, suffixes)
        if not skip_nulls:
            return emitted(plan.run([step], output), emit)
        steps, moved = _per_column(plan, step, [column for column, _ in output if column.relation == 1])
        return emitted(plan.run(steps, [(moved.get(column, column), name) for column, name in output]), emit)

    def interval_join(
        self,
        left: DataFrame,
        right: str | DataFrame,
        on: Keys = None,
        *,
        left_time: str,
        right_time: str,
        lower: Duration = 0,
        upper: Duration = 0,
        how: str = "inner",
        columns: Sequence[str] | None = None,
        where: str | Column | None = None,
        suffixes: Suffixes = None,
        left_on: Keys = None,
        right_on: Keys = None,
    ) -> DataFrame:
        """All pairs of rows with ``left_time + lower <= right_time <= left_time + upper``.

        Args:
            left_time: A column of the left side.
            right_time: A column of the right side.
            lower: How much earlier or later the right row may be at least: ``'-1 hour'``, a ``timedelta``.
            upper: The same, at most.
            how: inner, left, right, full, semi or anti.
        """
        plan = FramePlan(self.spark, self.catalog)
        kind = join_kind(how, ALL_KINDS)
        sides = plan.add(left, "left"), plan.add(right, "right", _column(where))
        keys = plan.keys(*sides, on, left_on, right_on)
        times = plan.column(left_time, sides[0], "left_time"), plan.column(right_time, sides[1], "right_time")
        ends = [micros_of(duration_text(end), name, signed=True) for end, name in ((lower, "lower"), (upper, "upper"))]
        bound = TimeBound(*times, ends[0], ends[1])
        left_end, right_end = column_expr(times[0], "left"), column_expr(times[1], "right")
        low, high = (concatenated(left_end, " + ", interval_expr(end)) for end in ends)
        between = concatenated(right_end, " BETWEEN ", low, " AND ", high)
        residual = (Predicate(between, Clause.ON), *plan.where(where, sides[1]))
        step = replace(_step(sides, kind, JoinMode.PLAIN, keys, residual), time_bound=bound)
        output = plan.output(*sides, keys, columns if kind.keeps_right else [], suffixes)
        step, output = _key_columns(step, output, keys)
        return plan.run([step], output)


def _step(
    sides: tuple[Relation, Relation],
    kind: JoinKind,
    mode: JoinMode,
    keys: tuple[EquiKey, ...],
    residual: tuple[Predicate, ...],
    **details: Any,
) -> JoinStep:
    return JoinStep(TableInput(sides[0].name), sides[1], kind, mode, keys, residual, **details)


def _column(where: str | Column | None) -> Column | None:
    return where if isinstance(where, Column) else None


def _per_column(plan: FramePlan, base: JoinStep, columns: Sequence[Any]) -> tuple[list[JoinStep], dict[Any, Any]]:
    """The join once for whether there is a match, and once for each column over its rows that are not NULL."""
    steps, moved = [base], {}
    for column in columns:
        relation = replace(base.right, index=len(plan.relations))
        relation = replace(relation, columns=tuple(replace(c, relation=relation.index) for c in relation.columns))
        plan.relations.append(relation)
        own = relation.columns[column.position]

        def here(expr: Expr, relation: Relation = relation) -> Expr:
            return _over(expr, base.right.index, relation)

        known = Predicate(concatenated(column_expr(own), " IS NOT NULL"), Clause.ON)
        assert base.match is not None
        steps.append(
            replace(
                base,
                left=PreviousJoin(len(steps) - 1),
                right=relation,
                kind=JoinKind.LEFT,
                keys=tuple(EquiKey(key.left, here(key.right)) for key in base.keys),
                residual=(known, *(replace(p, expr=here(p.expr), condition=None) for p in base.residual)),
                match=replace(base.match, right_times=tuple(map(here, base.match.right_times))),
            )
        )
        moved[column] = own
    return steps, moved


def _over(expr: Expr, index: int, relation: Relation) -> Expr:
    """An expression over one relation's columns, moved to another relation that reads the same."""
    refs = tuple(
        replace(ref, column=relation.columns[ref.column.position]) if ref.column.relation == index else ref
        for ref in expr.refs
    )
    mask = 0
    for ref in refs:
        mask |= 1 << ref.column.relation
    return replace(expr, refs=refs, mask=mask)


def _key_columns(
    step: JoinStep, output: list[tuple[Any, str]], keys: Sequence[EquiKey]
) -> tuple[JoinStep, list[tuple[Any, str]]]:
    """A key that stands once comes from the right side in a RIGHT join, and from whichever has it in a FULL one."""
    shown = {column for column, _ in output}
    merged = [key for key in keys if key.right.column not in shown and key.left.column in shown]
    if step.kind is JoinKind.RIGHT:
        instead = {key.left.column: key.right.column for key in merged}
    elif step.kind is JoinKind.FULL:
        step = replace(step, coalesced=coalesced_keys(merged, step.right))
        instead = {one.left: one.column for one in step.coalesced}
    else:
        return step, output
    return step, [(instead.get(column) or column, name) for column, name in output]
