"""What random joins are made of: the columns in reach, keys, residual predicates, and the text of a step."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from hypothesis import strategies as st

from tests.model import expressions as ex
from tests.model.chain import Join, Kind, Relation, Visible, visible_after
from tests.model.conditions import Conditions, Reach, comparable
from tests.model.expressions import Expr
from tests.model.joins import How
from tests.model.spelling import Speller
from tests.model.strategies import Draw, Shape, World
from tests.model.tables import Column, Table

WORDS: dict[How, list[str]] = {
    "INNER": ["join", "inner join"],
    "LEFT": ["left join", "left outer join"],
    "RIGHT": ["right join", "right outer join"],
    "FULL": ["full join", "full outer join"],
    "SEMI": ["semi join", "left semi join"],
    "ANTI": ["anti join", "left anti join"],
}


@dataclass(frozen=True, slots=True)
class Placed:
    """A relation of the statement, and what its columns are for."""

    relation: Relation
    shape: Shape

    def column(self, role: str) -> Column:
        return self.shape[role]


class Steps:
    """The relations that stand left of the next join, and the parts that it may be made of."""

    def __init__(self, draw: Draw, world: World, first: Placed, speller: Speller) -> None:
        self.draw, self.world, self.speller = draw, world, speller
        self.conditions = Conditions(draw, world)
        self.scope = [first]
        self.visible: tuple[Visible, ...] = tuple(first.relation.visible)

    def add(self, join: Join, right: Placed) -> Join:
        """Moves on to the next join."""
        self.visible = visible_after(self.visible, join)
        if join.how not in {"SEMI", "ANTI"}:
            self.scope.append(right)
        return join

    def chance(self, one_in: int) -> bool:
        """True once in so many times, and False where hypothesis looks for the simplest example."""
        return bool(self.draw(st.integers(0, one_in - 1)) == one_in - 1)

    def how(self) -> How:
        return self.draw(st.sampled_from(["INNER", "LEFT"]))

    # The columns in reach

    def reach(self, placed: Placed) -> list[Reach]:
        """The columns of one relation."""
        return [self._reach(placed.relation, column) for column in placed.relation.columns]

    def _reach(self, relation: Relation, column: Column) -> Reach:
        return Reach(column.type, lambda: self.speller.reference(relation, column))

    @property
    def left(self) -> list[Reach]:
        """All columns that stand left of the next join."""
        return [reach for placed in self.scope for reach in self.reach(placed)]

    def of_role(self, role: str) -> list[Reach]:
        """The columns of one role that stand left of the next join."""
        return [self._reach(p.relation, p.column(role)) for p in self.scope if role in p.shape]

    def pairs(self, right: Placed) -> list[tuple[Reach, Reach]]:
        """A column of the left side and one of the right, of one type."""
        return [(a, b) for a in self.left for b in self.reach(right) if a.type == b.type]

    def own(self, right: Placed, role: str) -> Expr:
        """A column of the relation that comes in."""
        return self.speller.reference(right.relation, right.column(role))

    def time(self) -> Expr:
        """A time that stands left: of any relation joined so far, as it is or shifted."""
        time = self.draw(st.sampled_from(self.of_role("ts"))).spell()
        return ex.shifted(time, self.draw(st.integers(-2, 2))) if self.chance(4) else time

    # The parts of ON

    def equality(self, right: Placed, role: str) -> Expr | None:
        """``left expression = right column``, in either order; None where the types forbid it."""
        column = right.column(role)
        fitting = [r for r in self.of_role(role) if comparable(r.type, column.type)]
        choices = [*fitting, *fitting, *(r for r in self.left if comparable(r.type, column.type))]
        if not choices:
            return None
        reach = self.draw(st.sampled_from(choices))
        operand = reach.spell()
        if self.chance(8):
            integer = reach.type in {"INT", "BIGINT"}
            operand = ex.plus(operand, 1) if integer else ex.coalesce(operand, self.conditions.value(reach.type))
        own = self.speller.reference(right.relation, column)
        return ex.comparison(own, "=", operand) if self.chance(3) else ex.comparison(operand, "=", own)

    def keys(self, right: Placed, roles: Sequence[str]) -> list[Expr]:
        """Equalities for the roles that the right side has, at least one: ``k`` always meets something."""
        found = [self.equality(right, role) for role in roles if role in right.shape]
        return [key for key in found if key is not None] or self.keys(right, ["k"])

    def some_keys(self, right: Placed) -> list[Expr]:
        """Mostly one key, now and then two or another column."""
        return self.keys(right, self.draw(st.sampled_from([("k",), ("k",), ("k", "k2"), ("k2",), ("v",)])))

    def residuals(self, right: Placed, across: bool = True) -> list[Expr]:
        """Up to two more predicates of ON: of the right side, the left side, or both."""
        if self.chance(2):
            return []
        pick: list[Callable[[], Expr]] = [
            lambda: self.conditions.predicate(self.reach(right)),
            lambda: self.conditions.predicate(self.left),
        ]
        if across:
            pick.append(lambda: self.conditions.across(self.left, self.reach(right)))
        return [self.draw(st.sampled_from(pick))() for _ in range(self.draw(st.integers(0, 2)))]

    def on(self, parts: Sequence[Expr]) -> Expr:
        """The parts in any order."""
        return ex.conjunction(self.draw(st.permutations(list(parts))) if len(parts) > 1 else parts)

    def using(self, right: Placed, roles: Sequence[str], how: How) -> tuple[str, ...]:
        """The names that USING may have for these roles; none if one of them is not on both sides once."""
        names = [right.column(role).name for role in roles if role in right.shape]
        for name in names:
            left = [column for column in self.visible if column.name.lower() == name.lower()]
            own = [column for column in right.relation.visible if column.name.lower() == name.lower()]
            if len(left) != 1 or not comparable(left[0].type, own[0].type):
                return ()
            if how == "FULL" and left[0].type != own[0].type:
                return ()
        return tuple(names) if len(names) == len(roles) else ()

    def equal_names(self, right: Placed, names: Sequence[str]) -> Expr:
        """What USING means: the columns of each name are equal."""
        sides = [{v.name.lower(): v for v in visible} for visible in (self.visible, right.relation.visible)]
        pairs = [[self.speller.merged(side[name.lower()]) for side in sides] for name in names]
        return ex.conjunction([ex.comparison(left, "=", own) for left, own in pairs])

    # The text of a step

    def table(self, right: Placed) -> str:
        """The relation in FROM; a view may stand there as a derived table."""
        name = right.relation.source.name
        if isinstance(right.relation.source, Table) and self.chance(6):
            return self.speller.words("(select * from ") + name + ")"
        return name

    def condition(self, on: Expr, using: Sequence[str]) -> str:
        """ON or USING."""
        if using:
            return self.speller.words("using (") + ", ".join(self.speller.name(name)[0] for name in using) + ")"
        return f"{self.speller.words('on')} {on.text}"

    def plain(self, kind: Kind, how: How, right: Placed, on: Expr, using: tuple[str, ...] = ()) -> Join:
        """``JOIN t AS a ON …``"""
        words = self.speller.words(self.draw(st.sampled_from(WORDS[how])))
        relation = self.speller.aliased(self.table(right), right.relation.alias)
        text = self.speller.join(words, relation, self.condition(on, using))
        return Join(kind, how, right.relation, on, text, using)

    def dated(self, kind: Kind, how: How, right: Placed, on: Expr, moment: str) -> Join:
        """``JOIN t FOR SYSTEM_TIME AS OF moment AS a ON …``, with the alias on either side of the clause."""
        words = self.speller.words(self.draw(st.sampled_from(WORDS[how])))
        clause = self.speller.join(self.speller.words("for system_time as of"), moment)
        name, alias = right.relation.source.name, right.relation.alias
        if self.chance(3):
            relation = self.speller.join(self.speller.aliased(name, alias), clause)
        else:
            relation = self.speller.aliased(self.speller.join(name, clause), alias)
        return Join(kind, how, right.relation, on, self.speller.join(words, relation, self.condition(on, ())))
