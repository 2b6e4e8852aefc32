"""Match conditions of ASOF joins: which times are compared, in which direction, how far apart at most."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from dovetail.errors import DovetailError, InvalidMatchCondition, MatchConditionRequired, SqlSyntaxError
from dovetail.plan.analysis import Match
from dovetail.plan.asof import AsofSqlDirection, Tolerance
from dovetail.plan.expressions import Expr
from dovetail.plan.schema import Column, TypeKind, relation_bit
from dovetail.sql.conjuncts import find_comparison, missing_operand, split_commas, split_conjunction, strip_brackets
from dovetail.sql.expressions import bind
from dovetail.sql.extent import after_group
from dovetail.sql.intervals import interval_micros
from dovetail.sql.lift import MatchClause
from dovetail.sql.names import Namespace
from dovetail.sql.source import SqlText, Token, is_word

__all__ = ["MatchReader"]

Tokens = tuple[Token, ...]
_FLIPPED = {">=": "<=", "<=": ">=", ">": "<", "<": ">"}
_TIMES = {TypeKind.TIMESTAMP, TypeKind.TIMESTAMP_NTZ, TypeKind.DATE}
_EXAMPLE = "Write MATCH_CONDITION (left.time >= right.time)."


@dataclass(frozen=True, slots=True)
class _Sided:
    """A comparison turned so that its left side is of the join's left side."""

    left: tuple[Expr, ...]
    operator: str
    right: tuple[Expr, ...]
    tokens: Tokens
    left_tokens: Tokens
    right_tokens: Tokens

    @property
    def plain(self) -> bool:
        """Whether it compares nothing but columns."""
        return all(expr.column is not None for expr in (*self.left, *self.right))


@dataclass(frozen=True, slots=True)
class MatchReader:
    """Reads match conditions of one join; ``right`` is the index of the relation that the join adds."""

    sql: SqlText
    names: Namespace
    right: int

    def of_clause(self, clause: MatchClause) -> Match:
        """What stands in MATCH_CONDITION ( … ).

        Raises:
            InvalidMatchCondition: It does not compare one time of each side.
        """
        if not clause.tokens:
            raise self.sql.error(InvalidMatchCondition, "the match condition is empty", clause.place, _EXAMPLE)
        inner = strip_brackets(clause.tokens)
        if (lonely := missing_operand(inner)) is not None:
            raise self.error(f"{lonely.text.upper()} lacks a condition on one of its sides", (lonely,))
        if is_word(inner[0], "NEAREST") and after_group(inner, 1) == len(inner):
            return self.nearest(inner)
        conjuncts = split_conjunction(inner)
        sided = [found for part in conjuncts if (found := self.sided(part))]
        if not sided:
            raise self.error("a match condition compares a time of the left side with one of the right", inner)
        main = self.main_of(sided)
        tolerance = None
        for part in conjuncts:
            if part is not main.tokens:
                if tolerance is not None:
                    raise self.error("a match condition takes one tolerance", part)
                tolerance = self.tolerance(main, part)
        return self.match(main, tolerance)

    def of_conjuncts(self, conjuncts: Sequence[Tokens], join: Token) -> tuple[Match, list[Tokens]]:
        """Finds the match condition among the conjuncts of ON; the other conjuncts are handed back."""
        sided = [found for part in conjuncts if (found := self.sided(part))]
        if not sided:
            raise self.sql.error(
                MatchConditionRequired,
                "an ASOF join needs to know which times it compares",
                join,
                f"{_EXAMPLE} An inequality between the two sides in ON says the same.",
            )
        main = self.main_of(_of_times(sided))
        rest = [part for part in conjuncts if part is not main.tokens]
        bounds = [part for part in rest if self.is_time_bound(main, part)]
        if len(bounds) > 1:
            raise self.error("a match condition takes one tolerance", bounds[1])
        tolerance = self.tolerance(main, bounds[0]) if bounds else None
        return self.match(main, tolerance), [part for part in rest if part not in bounds]

    def main_of(self, sided: list[_Sided]) -> _Sided:
        """The comparison that decides, among those of the two sides; the rest must be its tolerance."""
        if len(sided) == 1:
            return sided[0]
        plain = [found for found in sided if found.plain]
        others = [found for found in sided if not found.plain]
        if len(plain) != 1:
            wrong = (plain or others)[1]
            raise self.error(
                "there are two match conditions",
                wrong.tokens,
                "One comparison decides: write it alone as MATCH_CONDITION (…), and move the other to ON.",
            )
        return plain[0]

    def match(self, main: _Sided, tolerance: Tolerance | None) -> Match:
        """What a comparison and perhaps a tolerance say together."""
        direction = AsofSqlDirection.BACKWARD if main.operator[0] == ">" else AsofSqlDirection.FORWARD
        if tolerance and len(main.left) > 1:
            raise self.error("a tolerance goes with one time on each side, not with tuples", main.tokens)
        return Match(direction, len(main.operator) == 1, main.left, main.right, tolerance)

    # comparisons

    def sided(self, tokens: Tokens) -> _Sided | None:
        """The conjunct as an inequality between the two sides, if it is one."""
        comparison = find_comparison(tokens)
        if comparison is None or comparison.operator not in _FLIPPED:
            return None
        left, right = self.operand(comparison.left), self.operand(comparison.right)
        sides = self.side(left), self.side(right)
        if {*sides} == {"left", "right"} and len(left) != len(right):
            raise self.error("a tuple is compared with a tuple of as many fields", tokens)
        if sides == ("left", "right"):
            return _Sided(left, comparison.operator, right, tokens, comparison.left, comparison.right)
        if sides == ("right", "left"):
            flipped = _FLIPPED[comparison.operator]
            return _Sided(right, flipped, left, tokens, comparison.right, comparison.left)
        return None

    def operand(self, tokens: Tokens) -> tuple[Expr, ...]:
        """One time, or the fields of a tuple."""
        inner = strip_brackets(tokens)
        fields = split_commas(inner) if inner is not tokens and len(inner) < len(tokens) else [tokens]
        if any(not field for field in fields):
            raise self.error("a time is missing here", tokens)
        return tuple(bind(self.sql, field, self.names) for field in fields)

    def side(self, exprs: tuple[Expr, ...]) -> str:
        """Which side of the join a time is of."""
        mask = 0
        for expr in exprs:
            mask |= expr.mask
        bit = relation_bit(self.right)
        if mask == 0:
            return "none"
        return "right" if mask == bit else "both" if mask & bit else "left"

    # tolerance

    def is_time_bound(self, main: _Sided, tokens: Tokens) -> bool:
        """Whether a conjunct bounds the distance of the two times, rightly or wrongly."""
        sided = self.sided(tokens)
        if sided is not None:
            return bool(_columns((*sided.left, *sided.right)) & _columns((*main.left, *main.right)))
        comparison = find_comparison(tokens)
        if comparison is None or comparison.operator not in _FLIPPED:
            return False
        return any(self.difference(part, main) for part in (comparison.left, comparison.right))

    def tolerance(self, main: _Sided, tokens: Tokens) -> Tolerance:
        """``l.t - r.t <= i``, ``r.t >= l.t - i`` and ``l.t <= r.t + i`` say the same (backward)."""
        backward = main.operator[0] == ">"
        later, earlier = (main.left[0], main.right[0]) if backward else (main.right[0], main.left[0])
        remedy = f"Write {later} - {earlier} <= INTERVAL '…' SECOND."
        comparison = find_comparison(tokens)
        if comparison is None or comparison.operator not in _FLIPPED:
            raise self.error("this is neither a comparison of times nor a tolerance", tokens, remedy)
        left, operator, right = comparison.left, comparison.operator, comparison.right
        if operator in (">", ">="):
            left, operator, right = right, _FLIPPED[operator], left
        bound = self.bound_of(left, right, later, earlier)
        if bound is None:
            wrong_way = self.bound_of(left, right, earlier, later) is not None
            what = "the tolerance is on the wrong side: it would hold always" if wrong_way else "this is no tolerance"
            raise self.error(what, tokens, remedy)
        if operator == "<":
            raise self.error("a tolerance is inclusive", tokens, remedy)
        tolerance = self.as_tolerance(bound, remedy)
        parts = _split_at(left, "-")
        return replace(tolerance, subtracted=parts is not None and parts[1] == bound)

    def bound_of(self, small: Tokens, large: Tokens, later: Expr, earlier: Expr) -> Tokens | None:
        """The tokens of i in one of the three spellings of ``later - earlier <= i``."""
        if self.is_difference(small, later, earlier):
            return large
        if (parts := _split_at(small, "-")) and self.same(parts[0], later) and self.same(large, earlier):
            return parts[1]
        if (parts := _split_at(large, "+")) and self.same(small, later) and self.same(parts[0], earlier):
            return parts[1]
        return None

    def is_difference(self, tokens: Tokens, later: Expr, earlier: Expr) -> bool:
        """``later - earlier``."""
        parts = _split_at(strip_brackets(tokens), "-")
        return parts is not None and self.same(parts[0], later) and self.same(parts[1], earlier)

    def difference(self, tokens: Tokens, main: _Sided) -> bool:
        """The difference of the two times, either way round."""
        left, right = main.left[0], main.right[0]
        return self.is_difference(tokens, left, right) or self.is_difference(tokens, right, left)

    def same(self, tokens: Tokens, expr: Expr) -> bool:
        """Whether tokens say an expression again, in whatever spelling of its names."""
        return _spelled(bind(self.sql, strip_brackets(tokens), self.names)) == _spelled(expr)

    def as_tolerance(self, tokens: Tokens, remedy: str) -> Tolerance:
        """The largest distance: a constant that is not negative."""
        expr = bind(self.sql, tokens, self.names)
        if expr.mask:
            raise self.error("a tolerance is a constant", tokens, remedy)
        micros = self.micros(expr.text, tokens)
        if (micros is not None and micros < 0) or expr.text.lstrip().startswith("-"):
            raise self.error("a tolerance is not negative", tokens, remedy)
        return Tolerance(expr, micros)

    def micros(self, text: str, tokens: Tokens) -> int | None:
        """The length of an interval; None for a number, and for months, whose length varies."""
        if not is_word(tokens[0], "INTERVAL"):
            return None
        try:
            return interval_micros(text)
        except ValueError as error:
            place = self.sql.place_of(tokens[0], tokens[-1])
            remedy = "Write an interval such as INTERVAL '5' SECOND."
            raise self.sql.error(SqlSyntaxError, f"this is no interval: {error}", place, remedy) from error

    # NEAREST

    def nearest(self, tokens: Tokens) -> Match:
        """``NEAREST (left time, right time [, tolerance])``."""
        arguments = split_commas(tokens[2:-1])
        if len(arguments) not in (2, 3) or not all(arguments):
            raise self.error("NEAREST takes two times and perhaps a tolerance", tokens, "NEAREST (l.ts, r.ts)")
        times = [self.operand(argument) for argument in arguments[:2]]
        sides = [self.side(exprs) for exprs in times]
        if sides == ["right", "left"]:
            times.reverse()
        elif sides != ["left", "right"]:
            raise self.error("NEAREST compares a time of the left side with one of the right", tokens)
        if len(times[0]) > 1 or len(times[1]) > 1:
            raise self.error("NEAREST measures a distance: tuples have none", tokens)
        tolerance = None
        if len(arguments) == 3:
            tolerance = self.as_tolerance(arguments[2], "Write NEAREST (l.ts, r.ts, INTERVAL '…' SECOND).")
        return Match(AsofSqlDirection.NEAREST, False, times[0], times[1], tolerance)

    def error(self, message: str, tokens: Sequence[Token], remedy: str = _EXAMPLE) -> DovetailError:
        """Points at the tokens."""
        place = self.sql.place_of(tokens[0], tokens[-1])
        return self.sql.error(InvalidMatchCondition, message, place, remedy)


def _columns(exprs: Sequence[Expr]) -> frozenset[Column]:
    return frozenset().union(*(expr.columns for expr in exprs))


def _of_times(sided: list[_Sided]) -> list[_Sided]:
    """Of several comparisons those of two times, where there is one: the others are predicates."""
    timed = [found for found in sided if all(column.kind in _TIMES for column in _columns((*found.left, *found.right)))]
    return timed or sided


def _spelled(expr: Expr) -> str:
    """An expression in one spelling."""
    return " ".join(expr.render(lambda column: column.internal).casefold().split())


def _split_at(tokens: Tokens, sign: str) -> tuple[Tokens, Tokens] | None:
    """The two sides of the last such sign outside brackets."""
    depth, found = 0, None
    for index, token in enumerate(tokens):
        depth += (token.text == "(") - (token.text == ")")
        if depth == 0 and token.text == sign and 0 < index < len(tokens) - 1:
            found = index
    return (tokens[:found], tokens[found + 1 :]) if found else None
