"""Checks the types of keys and times, and notes them on their expressions."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from dovetail.errors import InvalidMatchCondition, KeyTypeMismatch, TimeTypeMismatch
from dovetail.plan.analysis import JoinMode, JoinStep, Match
from dovetail.plan.asof import AsofSqlDirection
from dovetail.plan.expressions import Expr
from dovetail.plan.relations import EquiKey
from dovetail.plan.schema import TypeKind, comparable, is_integer, kind_of
from dovetail.sql.describe import Describer

__all__ = ["with_types"]

_TIMES = {TypeKind.TIMESTAMP, TypeKind.TIMESTAMP_NTZ, TypeKind.DATE}


def with_types(steps: Sequence[JoinStep], describer: Describer) -> tuple[JoinStep, ...]:
    """The steps with the types of their keys and times; all that are not known yet are asked for at once.

    Raises:
        KeyTypeMismatch: The two sides of a key do not compare.
        TimeTypeMismatch: The two times of a join do not compare.
    """
    unknown = [expr for step in steps if _is_ours(step) for expr in _timed(step) if expr.type is None]
    types = dict(zip(unknown, describer.types(unknown), strict=True)) if unknown else {}
    typed = tuple(_typed(step, types) if _is_ours(step) else step for step in steps)
    for step in typed:
        if _is_ours(step):
            _check(step)
    return typed


def _is_ours(step: JoinStep) -> bool:
    """Whether Dovetail decides what compares; Spark's own joins are Spark's affair."""
    return step.mode is not JoinMode.PLAIN or step.is_lookup_join


def _timed(step: JoinStep) -> Iterator[Expr]:
    for key in step.keys:
        yield from (key.left, key.right)
    if step.as_of is not None:
        yield step.as_of
    if step.match is not None:
        yield from (*step.match.left_times, *step.match.right_times)


def _typed(step: JoinStep, types: dict[Expr, str]) -> JoinStep:
    def of(expr: Expr) -> Expr:
        return expr if expr.type is not None else expr.with_type(types[expr])

    keys = tuple(EquiKey(of(key.left), of(key.right)) for key in step.keys)
    match = step.match
    if match is not None:
        match = replace(
            match, left_times=tuple(map(of, match.left_times)), right_times=tuple(map(of, match.right_times))
        )
    return replace(step, keys=keys, as_of=of(step.as_of) if step.as_of else None, match=match)


def _check(step: JoinStep) -> None:
    for key in step.keys:
        _check_key(key)
    if step.mode is JoinMode.TEMPORAL:
        _check_versions(step)
    if step.match is not None:
        _check_match(step.match)


def _check_key(key: EquiKey) -> None:
    left, right = key.left.type or "", key.right.type or ""
    if not comparable(left, right):
        raise KeyTypeMismatch(
            f"{key.left} is of type {left}, and {key.right} of type {right}: they are not compared",
            remedy=f"Cast the left side: CAST({key.left} AS {right.upper()}) = {key.right}.",
            place=key.left.place or key.right.place,
        )


def _check_versions(step: JoinStep) -> None:
    assert step.versions is not None
    version, as_of = step.versions.version, step.as_of
    if as_of is None:
        if version.kind not in _TIMES:
            raise TimeTypeMismatch(
                f"NOW() cannot be compared with {version.name}, which is of type {version.type}",
                remedy=f"Ask as of a column of type {version.type.upper()}.",
                place=step.place,
            )
        return
    kind = kind_of(as_of.type or "")
    integers = is_integer(as_of.type or "") and is_integer(version.type)
    if not integers and (kind is not version.kind or kind not in _TIMES):
        raise TimeTypeMismatch(
            f"{as_of} is of type {as_of.type}, and the version time {version.name} of type {version.type}",
            remedy=f"Write FOR SYSTEM_TIME AS OF CAST({as_of} AS {version.type.upper()}).",
            place=as_of.place,
        )


def _check_distance(match: Match) -> None:
    """A distance is between numbers or between times, and measured in the same."""
    if match.direction is not AsofSqlDirection.NEAREST and match.tolerance is None:
        return
    left, right = match.left_times[0], match.right_times[0]
    kinds = {kind_of(left.type or ""), kind_of(right.type or "")}
    if not (kinds <= _TIMES or kinds == {TypeKind.NUMBER}):
        raise TimeTypeMismatch(
            f"between {left} of type {left.type} and {right} of type {right.type} there is no distance",
            remedy="NEAREST and a tolerance take numbers, dates or timestamps on both sides.",
            place=left.place,
        )
    tolerance = match.tolerance
    if tolerance is None or tolerance.expr.text.lstrip()[:1] in (":", "?"):
        return
    is_interval = tolerance.expr.text.lstrip().upper().startswith("INTERVAL")
    if is_interval is not (kinds <= _TIMES) and (is_interval or tolerance.expr.text.strip()[:1].isdigit()):
        raise InvalidMatchCondition(
            f"{left} is of type {left.type}, and the tolerance is {tolerance}",
            remedy="A tolerance is an INTERVAL between times, and a number between numbers.",
            place=tolerance.expr.place or left.place,
        )


def _check_match(match: Match) -> None:
    """A batch ASOF join takes whatever Spark compares; numbers with text and the like are refused."""
    for left, right in zip(match.left_times, match.right_times, strict=False):
        kinds = {kind_of(left.type or ""), kind_of(right.type or "")}
        if len(kinds) == 1 or kinds <= _TIMES or TypeKind.NULL in kinds:
            continue
        if TypeKind.OTHER not in kinds:
            raise TimeTypeMismatch(
                f"{left} is of type {left.type}, and {right} of type {right.type}: they are not compared",
                remedy=f"Write CAST({left} AS {(right.type or '').upper()}).",
                place=left.place,
            )
    _check_distance(match)
