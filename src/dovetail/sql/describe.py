"""What binding asks of the engine below: the columns of relations, and the types of expressions."""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from dovetail.errors import Place
from dovetail.plan.expressions import Expr
from dovetail.sql.blocks import Block

__all__ = ["ColumnInfo", "Describer", "Question"]


class ColumnInfo(NamedTuple):
    """A column as Spark describes it; ``type`` is Spark's short form."""

    name: str
    type: str
    nullable: bool


class Question(NamedTuple):
    """A relation as it stands in a FROM clause; ``parts`` is its name where it is one.

    ``looked_up`` says that it is joined as of now: then a name that is nowhere was meant to be a lookup table.
    """

    sql: str
    parts: tuple[str, ...]
    place: Place
    looked_up: bool = False


class Describer(Protocol):
    """Analyses pieces of a statement without running anything."""

    def columns(self, block: Block, questions: Sequence[Question]) -> list[tuple[ColumnInfo, ...]]:
        """The columns of relations, as a block sees them.

        Raises:
            TableNotFound: A name that nothing has.
        """

    def types(self, expressions: Sequence[Expr]) -> list[str]:
        """The types of expressions."""

    def names(self, block: Block, items: Sequence[str], relations: str, tail: str) -> list[str]:
        """The names that Spark gives to the items of a SELECT list over these relations, with GROUP BY behind them."""

    def is_expression(self, text: str) -> bool:
        """Whether a bare name means something without any table: a variable, or a function without brackets."""
