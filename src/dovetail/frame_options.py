"""The options of the DataFrame functions: what may be said, and what it means for the plan."""

from math import isfinite
from typing import Any

from pyspark.sql import DataFrame

from dovetail.errors import InvalidOption, UnsupportedJoinType, closest
from dovetail.frame_plan import Duration, interval_expr, micros_of
from dovetail.plan.analysis import Match
from dovetail.plan.asof import AsofSqlDirection, Tolerance
from dovetail.plan.expressions import Expr
from dovetail.plan.relations import JoinKind

__all__ = ["ALL_KINDS", "INNER_OR_LEFT", "duration_text", "emitted", "join_kind", "match_of"]

INNER_OR_LEFT = {"inner": JoinKind.INNER, "left": JoinKind.LEFT}
ALL_KINDS = INNER_OR_LEFT | {
    "right": JoinKind.RIGHT,
    "full": JoinKind.FULL,
    "semi": JoinKind.LEFT_SEMI,
    "anti": JoinKind.LEFT_ANTI,
}
_LONG_NAMES = {
    "leftouter": "left",
    "rightouter": "right",
    "outer": "full",
    "fullouter": "full",
    "leftsemi": "semi",
    "leftanti": "anti",
}


def join_kind(how: str, allowed: dict[str, JoinKind]) -> JoinKind:
    """A join type in any of PySpark's spellings: ``left``, ``leftouter``, ``left_outer``."""
    plain = str(how).lower().replace("_", "")
    short = _LONG_NAMES.get(plain, plain)
    if short in allowed:
        return allowed[short]
    near = closest(short, allowed)
    remedy = f"Did you mean {near[0]!r}?" if near else f"It is one of {', '.join(map(repr, allowed))}."
    raise UnsupportedJoinType(f"how={how!r} has no meaning for this join", remedy=remedy)


def one_of(value: str, allowed: dict[str, Any], what: str) -> Any:
    if value in allowed:
        return allowed[value]
    near = closest(value, allowed)
    remedy = f"Did you mean {near[0]!r}?" if near else f"It is one of {', '.join(map(repr, allowed))}."
    raise InvalidOption(f"{what}={value!r} is not known", remedy=remedy)


def emitted(frame: DataFrame, emit: str | None) -> DataFrame:
    """The rows, with ``_op`` where changes are asked for."""
    if emit is None:
        return frame
    changes = one_of(emit, {"watermark": False, "immediately": False, "changes": True}, "emit")
    return frame.selectExpr("*", "'+I' AS _op") if changes else frame


def match_of(times: tuple[Expr, Expr], direction: str, strict: bool, tolerance: Duration | None) -> Match:
    """What direction, strictness and tolerance say together."""
    way = one_of(direction, {d.value: d for d in AsofSqlDirection}, "direction")
    if strict and way is AsofSqlDirection.NEAREST:
        raise InvalidOption("strict=True has no meaning with direction='nearest'", remedy="Leave one of them out.")
    return Match(way, strict, (times[0],), (times[1],), tolerance_of(tolerance))


def tolerance_of(tolerance: Duration | None) -> Tolerance | None:
    if tolerance is None:
        return None
    if isinstance(tolerance, bool) or (isinstance(tolerance, float) and not isfinite(tolerance)):
        raise InvalidOption(
            f"tolerance={tolerance!r} is no distance", remedy="Say '2 seconds', a timedelta or a number."
        )
    if isinstance(tolerance, int | float):
        micros, expr, negative = None, Expr(repr(tolerance)), tolerance < 0
    else:
        micros = micros_of(tolerance, "tolerance")
        expr, negative = interval_expr(micros), micros < 0
    if negative:
        raise InvalidOption("a tolerance is not negative", remedy="Say how far apart the times may be at most.")
    return Tolerance(expr, micros)


def duration_text(duration: Duration) -> Any:
    """``0`` may be written as a number; any other number lacks its unit."""
    return str(duration) if isinstance(duration, int | float) else duration
