"""The ASOF join as one relation of both sides, sorted: see :mod:`dovetail.execution.asof_join`."""

from collections.abc import Sequence
from dataclasses import dataclass

from dovetail.execution.asof_distance import distance, within_tolerance
from dovetail.execution.sqltext import all_of, default_value, rendered, tie_order
from dovetail.plan.asof import AsofJoinNode, AsofJoinType, AsofSqlDirection
from dovetail.plan.expressions import Expr
from dovetail.plan.schema import Column, Schema, TypeKind, is_integer, kind_of

__all__ = ["fits_window", "window_sql"]


def fits_window(node: AsofJoinNode) -> bool:
    """Whether the two sides sort together as they compare."""
    if node.cross_predicates or len(node.left_times) != 1:
        return False
    pairs = [(key.left, key.right) for key in node.keys]
    pairs += zip(node.left_times, node.right_times, strict=True)
    return all(_sorts_together(left, right) for left, right in pairs) and not any(
        predicate.expr.has_subquery for predicate in node.predicates
    )


def _sorts_together(left: Expr, right: Expr) -> bool:
    """Equal types do; of numbers only whole ones, which widen without a loss."""
    if left.type is None or right.type is None or kind_of(left.type) in (TypeKind.OTHER, TypeKind.NULL):
        return False
    return left.type == right.type or (is_integer(left.type) and is_integer(right.type))


def window_sql(node: AsofJoinNode, left: str, right: str) -> str:
    """Unites the sides, finds each left row's match in a window, and takes the match apart into columns."""
    return _Window(node).sql(left, right)


@dataclass(frozen=True, slots=True)
class _Window:
    node: AsofJoinNode

    def sql(self, left: str, right: str) -> str:
        kept = " WHERE __dt_match IS NOT NULL" if self.node.join_type is AsofJoinType.INNER else ""
        columns = [column.internal for column in self.node.left.schema] + [
            self.from_match(column) for column in self.node.right.schema
        ]
        matched = f"SELECT *, {self.match()} AS __dt_match FROM ({self.windows(left, right)}) WHERE __dt_left"
        return f"SELECT {', '.join(columns) or '1 AS __dt_none'} FROM ({matched}){kept}"

    # The united sides

    def united(self, left: str, right: str) -> str:
        keys = range(len(self.node.keys))
        left_keys = [f"{rendered(self.node.keys[n].left)} AS __dt_key{n}" for n in keys]
        right_keys = [f"{rendered(self.node.keys[n].right)} AS __dt_key{n}" for n in keys]
        left_time, right_time = (f"{rendered(times[0])} AS __dt_time" for times in self.times)
        left_side = [
            "true AS __dt_left",
            left_time,
            *left_keys,
            f"{self.may_match()} AS __dt_may",
            *self.left_columns(),
        ]
        right_side = ["false", right_time, *right_keys, "false", *self.left_nulls()]
        # A bare NULL takes the other side's type, which no text could always spell.
        return (
            f"SELECT {', '.join(left_side)}, NULL AS __dt_right FROM ({left})"
            f" UNION ALL SELECT {', '.join(right_side)}, {self.payload()} FROM ({right}) WHERE {self.right_filter()}"
        )

    @property
    def times(self) -> tuple[tuple[Expr, ...], tuple[Expr, ...]]:
        return self.node.left_times, self.node.right_times

    def may_match(self) -> str:
        """NULL keys, a NULL time and a predicate on the left side alone leave a row without a match."""
        known = [f"{rendered(key.left)} IS NOT NULL" for key in self.node.keys]
        known.append(f"{rendered(self.node.left_times[0])} IS NOT NULL")
        return f"coalesce({all_of([*known, *self.node.left_predicates])}, false)"

    def right_filter(self) -> str:
        known = [f"{rendered(key.right)} IS NOT NULL" for key in self.node.keys]
        known.append(f"{rendered(self.node.right_times[0])} IS NOT NULL")
        return all_of([*known, *self.node.right_predicates])

    def left_columns(self) -> list[str]:
        return [column.internal for column in self.node.left.schema]

    def left_nulls(self) -> list[str]:
        """What right rows have in the left columns: never NULL in one that is not nullable, so that it stays so."""
        defaults = (None if column.nullable else default_value(column.type) for column in self.node.left.schema)
        return [default or "NULL" for default in defaults]

    def carried(self) -> Schema:
        """What the match has to hold: the columns handed on, and those that decide ties."""
        handed = self.node.right.schema
        return handed + tuple(column for column in self.node.tie_columns if column not in handed)

    def payload(self) -> str:
        time = f"{rendered(self.node.right_times[0])} AS t"
        return f"struct({', '.join([time, *(f'{c.internal} AS {c.internal}' for c in self.carried())])})"

    # The windows

    def windows(self, left: str, right: str) -> str:
        united = self.united(left, right)
        if self.node.direction is AsofSqlDirection.NEAREST:
            before, after = self.last("ASC", strict=False), self.last("DESC", strict=False)
            return f"SELECT *, {before} AS __dt_before, {after} AS __dt_after FROM ({united})"
        order = "ASC" if self.node.direction is AsofSqlDirection.BACKWARD else "DESC"
        return f"SELECT *, {self.last(order, strict=self.node.strict)} AS __dt_found FROM ({united})"

    def last(self, order: str, *, strict: bool) -> str:
        """The last right row before a left row in an order of time; at equal times ``strict`` puts left rows first."""
        keys = ", ".join(f"__dt_key{n}" for n in range(len(self.node.keys)))
        partition = f"PARTITION BY {keys} " if keys else ""
        side = "__dt_left DESC" if strict else "__dt_left ASC"
        ties = tie_order(self.node.tie_columns, "ASC", "__dt_right.{}")
        terms = ", ".join([f"__dt_time {order}", side, *ties])
        frame = "ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW"
        return f"last(__dt_right, true) OVER ({partition}ORDER BY {terms} {frame})"

    def match(self) -> str:
        """What was found, unless the row may not match or the tolerance is exceeded."""
        if self.node.direction is AsofSqlDirection.NEAREST:
            before, after = (distance(self.node, "__dt_time", f"{side}.t", side == "__dt_after") for side in _SIDES)
            nearer = f"__dt_after IS NULL OR {before} <= {after}"
            found = f"CASE WHEN __dt_before IS NOT NULL AND ({nearer}) THEN __dt_before ELSE __dt_after END"
        else:
            found = "__dt_found"
        conditions = ["__dt_may"]
        if self.node.tolerance is not None:
            conditions.append(within_tolerance(self.node, "__dt_time", f"({found}).t"))
        return f"CASE WHEN {all_of(conditions)} THEN {found} END"

    def from_match(self, column: Column) -> str:
        """A right column; an inner join's stays NOT NULL where it was."""
        value = f"__dt_match.{column.internal}"
        default = None if self._pads(column) else default_value(column.type)
        return (
            f"{value} AS {column.internal}" if default is None else f"coalesce({value}, {default}) AS {column.internal}"
        )

    def _pads(self, column: Column) -> bool:
        return column.nullable or self.node.join_type is AsofJoinType.LEFT


_SIDES: Sequence[str] = ("__dt_before", "__dt_after")
