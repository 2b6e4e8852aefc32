"""How far apart two times are, in SQL."""

from dovetail.execution.sqltext import rendered
from dovetail.plan.asof import AsofJoinNode, AsofSqlDirection
from dovetail.plan.schema import is_integer

__all__ = ["distance", "within_tolerance"]


def distance(node: AsofJoinNode, left: str, right: str, right_is_later: bool) -> str:
    """``later - earlier``; whole numbers are widened first, for their difference may not fit their type."""
    later, earlier = (right, left) if right_is_later else (left, right)
    if is_integer(node.left_times[0].type or "") and is_integer(node.right_times[0].type or ""):
        return f"CAST({later} AS DECIMAL(38, 0)) - CAST({earlier} AS DECIMAL(38, 0))"
    return f"{later} - {earlier}"


def within_tolerance(node: AsofJoinNode, left: str, right: str) -> str:
    """Whether a match is close enough, for the direction that the join looks in."""
    assert node.tolerance is not None
    bound = rendered(node.tolerance.expr)
    forward = node.direction is AsofSqlDirection.FORWARD
    if node.direction is AsofSqlDirection.NEAREST:
        before, after = (_within(node, left, right, later, bound) for later in (False, True))
        return f"CASE WHEN {right} <= {left} THEN {before} ELSE {after} END"
    return _within(node, left, right, forward, bound)


def _within(node: AsofJoinNode, left: str, right: str, right_is_later: bool, bound: str) -> str:
    assert node.tolerance is not None
    is_months = node.tolerance.micros is None and bound.lstrip().upper().startswith("INTERVAL")
    if is_months:  # no difference of two times is measured in months, but a time can be moved by them
        later, earlier = (right, left) if right_is_later else (left, right)
        return f"{later} - {bound} <= {earlier}" if node.tolerance.subtracted else f"{later} <= {earlier} + {bound}"
    return f"{distance(node, left, right, right_is_later)} <= {bound}"
