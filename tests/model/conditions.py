"""Random predicates and scalar expressions over the columns in reach."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from hypothesis import strategies as st

from tests.model import expressions as ex
from tests.model.expressions import Expr
from tests.model.strategies import NUMBERS, OTHERS, TEXTS, TIMES, Draw, World
from tests.model.values import Value


@dataclass(frozen=True, slots=True)
class Reach:
    """A column that may be named here: its type, and a way to spell it, anew for each use."""

    type: str
    spell: Callable[[], Expr]


def comparable(left: str, right: str) -> bool:
    """Whether the types may meet in a comparison: the same, or both numbers."""
    return left == right or (left in NUMBERS and right in NUMBERS)


class Conditions:
    """Draws conditions; columns come in as ``Reach``."""

    def __init__(self, draw: Draw, world: World) -> None:
        self.draw, self.world = draw, world

    def value(self, spark_type: str) -> Expr:
        """A literal of the type, as a rule one that the tables hold."""
        if spark_type == self.world.time_type and spark_type not in NUMBERS:
            pool: Sequence[Value] = self.world.times
        elif spark_type == "STRING":
            pool = [*OTHERS["STRING"], "p", *(text for text in TEXTS if text is not None)]
        else:
            pool = NUMBERS.get(spark_type) or OTHERS.get(spark_type) or TIMES[spark_type]
        return ex.constant(self.draw(st.sampled_from(pool)), spark_type)

    def simple(self, columns: Sequence[Reach]) -> Expr:
        """One comparison, NULL test, BETWEEN or IN of one column."""
        reach = self.draw(st.sampled_from(columns))
        operand = reach.spell()
        match self.draw(st.integers(0, 6)):
            case 0:
                return ex.is_null(operand, negated=self.draw(st.booleans()))
            case 1:
                return ex.between(operand, self.value(reach.type), self.value(reach.type))
            case 2:
                values = [self.value(reach.type) for _ in range(self.draw(st.integers(1, 3)))]
                return ex.one_of(operand, values)
            case 3:
                default = self.value(reach.type)
                return ex.comparison(ex.coalesce(operand, default), self._operator(), self.value(reach.type))
            case _:
                return ex.comparison(operand, self._operator(), self.value(reach.type))

    def across(self, left: Sequence[Reach], right: Sequence[Reach]) -> Expr:
        """A comparison of a column of each side, where the types allow one."""
        pairs = [(a, b) for a in left for b in right if a.type == b.type]
        if not pairs:
            return self.simple([*left, *right])
        a, b = self.draw(st.sampled_from(pairs))
        first, second = (a, b) if self.draw(st.booleans()) else (b, a)
        if self.draw(st.integers(0, 4)) == 0:
            return ex.null_safe(first.spell(), second.spell())
        return ex.comparison(first.spell(), self.draw(st.sampled_from(["<", "<=", ">", ">=", "<>"])), second.spell())

    def predicate(self, columns: Sequence[Reach]) -> Expr:
        """A simple one, or two of them under NOT, AND, OR."""
        match self.draw(st.integers(0, 6)):
            case 0:
                return ex.negation(self.simple(columns))
            case 1:
                return ex.either(self.simple(columns), self.simple(columns))
            case 2:
                return ex.negation(ex.both(self.simple(columns), self.simple(columns)))
            case 3:
                return self.across(columns, columns)
            case _:
                return self.simple(columns)

    def scalar(self, columns: Sequence[Reach]) -> Expr:
        """Something to select that is more than a column."""
        reach = self.draw(st.sampled_from(columns))
        operand = reach.spell()
        if reach.type in {"INT", "BIGINT"} and self.draw(st.booleans()):
            return ex.plus(operand, self.draw(st.integers(0, 2)))
        if reach.type == "STRING" and self.draw(st.booleans()):
            return ex.upper(operand)
        if self.draw(st.booleans()):
            return ex.is_null(operand)
        return ex.coalesce(operand, self.value(reach.type))

    def _operator(self) -> str:
        return self.draw(st.sampled_from(list(ex.COMPARISONS)))
