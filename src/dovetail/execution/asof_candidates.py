"""The ASOF join as the best of all candidates: see :mod:`dovetail.execution.asof_join`."""

from collections.abc import Sequence

from dovetail.execution.asof_distance import distance, within_tolerance
from dovetail.execution.sqltext import all_of, columns_of, equalities, rendered, tie_order
from dovetail.plan.asof import AsofJoinNode, AsofJoinType, AsofSqlDirection
from dovetail.plan.expressions import Expr

__all__ = ["candidates_sql"]


def candidates_sql(node: AsofJoinNode, left: str, right: str) -> str:
    """Joins each left row, which gets a number, with its candidates, and keeps the first by closeness."""
    kind = "LEFT" if node.join_type is AsofJoinType.LEFT else "INNER"
    numbered = f"SELECT *, monotonically_increasing_id() AS __dt_row FROM ({left})"
    joined = f"({numbered}) {kind} JOIN ({right}) ON {all_of(_conditions(node))}"
    rank = f"row_number() OVER (PARTITION BY __dt_row ORDER BY {', '.join(_closest_first(node))})"
    ranked = f"SELECT *, {rank} AS __dt_rank FROM {joined}"
    return f"SELECT {columns_of(node.schema)} FROM ({ranked}) WHERE __dt_rank = 1"


def _time(times: Sequence[Expr]) -> str:
    """One time, or a tuple, which compares field by field."""
    texts = [f"({rendered(time)})" for time in times]
    return texts[0] if len(texts) == 1 else f"struct({', '.join(texts)})"


def _conditions(node: AsofJoinNode) -> list[str]:
    left, right = _time(node.left_times), _time(node.right_times)
    conditions = [*equalities(node.keys), f"{left} IS NOT NULL AND {right} IS NOT NULL"]
    if node.direction is not AsofSqlDirection.NEAREST:
        conditions.append(f"{left} {node.operator} {right}")
    if node.tolerance is not None:
        conditions.append(within_tolerance(node, left, right))
    return conditions + [rendered(predicate.expr) for predicate in node.predicates]


def _closest_first(node: AsofJoinNode) -> list[str]:
    ties = tie_order(node.tie_columns, "DESC")
    left, right = _time(node.left_times), _time(node.right_times)
    match node.direction:
        case AsofSqlDirection.BACKWARD:
            return [f"{right} DESC", *ties]
        case AsofSqlDirection.FORWARD:
            return [f"{right} ASC", *ties]
        case AsofSqlDirection.NEAREST:
            before, after = distance(node, left, right, False), distance(node, left, right, True)
            return [f"CASE WHEN {right} <= {left} THEN {before} ELSE {after} END ASC", f"{right} ASC", *ties]
