"""Recognises interval joins: predicates that say how far apart the times of two sides may be."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from dovetail.errors import SqlSyntaxError
from dovetail.plan.analysis import JoinMode, JoinStep, MultiJoinAnalysis
from dovetail.plan.expressions import Expr, Predicate
from dovetail.plan.interval import TimeBound
from dovetail.plan.relations import JoinKind
from dovetail.plan.schema import Column, TypeKind, relation_bit
from dovetail.sql.conjuncts import find_comparison, strip_brackets
from dovetail.sql.extent import after_group, outside_brackets
from dovetail.sql.intervals import interval_micros
from dovetail.sql.source import SqlText, Token, is_word, word

__all__ = ["time_bound", "with_bounds"]

Tokens = tuple[Token, ...]
_TIMES = {TypeKind.TIMESTAMP, TypeKind.TIMESTAMP_NTZ, TypeKind.DATE}


@dataclass(frozen=True, slots=True)
class _Term:
    """``plus - minus + offset`` microseconds; a side that is not there is None."""

    plus: Column | None
    minus: Column | None
    offset: int


@dataclass(frozen=True, slots=True)
class _AtLeast:
    """``later - earlier >= micros``."""

    later: Column
    earlier: Column
    micros: int


def with_bounds(analysis: MultiJoinAnalysis, where: Sequence[Predicate]) -> MultiJoinAnalysis:
    """Notes the time bound of each plain join; for inner joins WHERE counts too."""
    steps = tuple(_with_bound(step, where) for step in analysis.joins)
    return replace(analysis, joins=steps)


def _with_bound(step: JoinStep, where: Sequence[Predicate]) -> JoinStep:
    if step.mode is not JoinMode.PLAIN or step.is_lookup_join:
        return step
    predicates = [p.expr for p in (*step.residual, *(where if step.kind is JoinKind.INNER else ()))]
    bound = time_bound(predicates, relation_bit(step.right.index)) or _equal_times(step)
    return replace(step, time_bound=bound) if bound else step


def _equal_times(step: JoinStep) -> TimeBound | None:
    """An equality of two times is a bound of zero width."""
    for key in step.keys:
        left, right = key.left.column, key.right.column
        if left and right and left.kind in _TIMES and right.kind in _TIMES:
            return TimeBound(left, right, 0, 0)
    return None


def time_bound(predicates: Iterable[Expr], right_bit: int) -> TimeBound | None:
    """The bound that predicates together put on the distance of two times; the narrowest where several do."""
    found: dict[tuple[Column, Column], tuple[int | None, int | None]] = {}
    for expr in predicates:
        for constraint in _constraints(expr):
            later_is_right = bool(relation_bit(constraint.later.relation) & right_bit)
            if later_is_right == bool(relation_bit(constraint.earlier.relation) & right_bit):
                continue
            if later_is_right:
                pair, low, high = (constraint.earlier, constraint.later), constraint.micros, None
            else:
                pair, low, high = (constraint.later, constraint.earlier), None, -constraint.micros
            lower, upper = found.get(pair, (None, None))
            found[pair] = _both(max, lower, low), _both(min, upper, high)
    bounds = [TimeBound(left, right, low, high) for (left, right), (low, high) in found.items()]
    return max(bounds, key=lambda bound: bound.closed, default=None)


def _both(choose: Callable[[int, int], int], old: int | None, new: int | None) -> int | None:
    """The tighter of two ends, where both are there."""
    if old is None or new is None:
        return new if old is None else old
    return choose(old, new)


def _constraints(expr: Expr) -> Iterator[_AtLeast]:
    """What one predicate says about distances of times."""
    if len({ref.column for ref in expr.refs if ref.column.kind in _TIMES}) != 2 or expr.has_subquery:
        return
    try:
        tokens = SqlText.of(expr.text).tokens
    except SqlSyntaxError:
        return
    reader = _Reader(expr)
    for small, large, gap in reader.inequalities(strip_brackets(tokens)):
        if (found := _at_least(reader.term(small), reader.term(large), gap)) is not None:
            yield found


def _at_least(small: _Term | None, large: _Term | None, gap: int) -> _AtLeast | None:
    """``small + gap <= large`` as a distance of two columns."""
    if small is None or large is None:
        return None
    pluses = [c for c in (large.plus, small.minus) if c]
    minuses = [c for c in (small.plus, large.minus) if c]
    if len(pluses) != 1 or len(minuses) != 1:
        return None
    return _AtLeast(pluses[0], minuses[0], small.offset - large.offset + gap)


@dataclass(frozen=True, slots=True)
class _Reader:
    """Reads one predicate's tokens."""

    expr: Expr

    def inequalities(self, tokens: Tokens) -> Iterator[tuple[Tokens, Tokens, int]]:
        """``small <= large`` pairs; the number is 1 where they may not be equal."""
        if (parts := _between(tokens)) is not None:
            value, low, high = parts
            yield from [(low, value, 0), (value, high, 0)]
            return
        comparison = find_comparison(tokens)
        if comparison is None:
            return
        left, right = comparison.left, comparison.right
        strict = int(comparison.operator in ("<", ">"))
        if comparison.operator in (">", ">="):
            left, right = right, left
        elif comparison.operator not in ("<", "<="):
            return
        if (inner := _absolute(left)) is not None:
            yield from [(inner, right, strict), (_negated(right), inner, strict)] if _is_interval(right) else []
        else:
            yield left, right, strict

    def term(self, tokens: Tokens) -> _Term | None:
        tokens = strip_brackets(tokens)
        if not tokens:
            return None
        if tokens[0].text == "-" and _is_interval(tokens[1:]):
            length = self.interval(tokens[1:])
            return None if length is None else _Term(None, None, -length)
        if _is_interval(tokens):
            length = self.interval(tokens)
            return None if length is None else _Term(None, None, length)
        if (column := self.column(tokens)) is not None:
            return _Term(column, None, 0)
        return self.sum(tokens)

    def sum(self, tokens: Tokens) -> _Term | None:
        """``a + INTERVAL …``, ``a - b``."""
        at = _last_sign(tokens)
        if at is None:
            return None
        left, right = self.term(tokens[:at]), self.term(tokens[at + 1 :])
        if left is None or right is None or right.minus is not None:
            return None
        if tokens[at].text == "+":
            if left.plus and right.plus:
                return None
            return _Term(left.plus or right.plus, left.minus, left.offset + right.offset)
        if right.plus and left.minus:
            return None
        return _Term(left.plus, left.minus or right.plus, left.offset - right.offset)

    def column(self, tokens: Tokens) -> Column | None:
        start, stop = tokens[0].start, tokens[-1].end + 1
        refs = (ref.column for ref in self.expr.refs if (ref.start, ref.stop) == (start, stop))
        return next((column for column in refs if column.kind in _TIMES), None)

    def interval(self, tokens: Tokens) -> int | None:
        try:
            return interval_micros(self.expr.text[tokens[0].start : tokens[-1].end + 1])
        except ValueError:
            return None


def _between(tokens: Tokens) -> tuple[Tokens, Tokens, Tokens] | None:
    top = list(outside_brackets(tokens))
    at = [i for i in top if is_word(tokens[i], "BETWEEN", "AND", "NOT", "OR")]
    if [word(tokens[i]) for i in at] != ["BETWEEN", "AND"]:
        return None
    low, high = at
    return tokens[:low], tokens[low + 1 : high], tokens[high + 1 :]


def _absolute(tokens: Tokens) -> Tokens | None:
    """The argument of ``ABS(…)``."""
    called = len(tokens) > 3 and is_word(tokens[0], "ABS") and after_group(tokens, 1) == len(tokens)
    return tokens[2:-1] if called else None


def _negated(tokens: Tokens) -> Tokens:
    minus = Token(tokens[0].token_type, "-", start=tokens[0].start, end=tokens[0].start)
    return (minus, *tokens)


def _is_interval(tokens: Tokens) -> bool:
    tokens = strip_brackets(tokens)
    return bool(tokens) and is_word(tokens[0], "INTERVAL") and _last_sign(tokens) is None


def _last_sign(tokens: Tokens) -> int | None:
    """The last + or - outside brackets that stands between two operands."""
    found = [i for i in outside_brackets(tokens) if tokens[i].text in ("+", "-") and 0 < i < len(tokens) - 1]
    found = [i for i in found if not is_word(tokens[i - 1], "INTERVAL")]
    return found[-1] if found else None
