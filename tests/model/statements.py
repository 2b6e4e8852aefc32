"""Random statements: SQL text in a random spelling, paired with what it means."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass

from hypothesis import strategies as st

from tests.model.chain import Item, Join, Kind, Relation, Statement
from tests.model.expressions import Expr
from tests.model.kinds import BUILDERS
from tests.model.spelling import ALIASES, Speller
from tests.model.steps import Placed, Steps
from tests.model.strategies import TIMES, Draw, World, lookup_tables, plain_tables, versioned_tables, worlds
from tests.model.tables import VersionedTable

NOW = dt.datetime(2026, 1, 1)  # any moment after the tables' times and before the one that is meant to lie ahead


@dataclass(frozen=True, slots=True)
class Question:
    """A statement as SQL text and as a model."""

    sql: str
    statement: Statement


@st.composite
def questions(draw: Draw, kinds: Sequence[Kind], max_joins: int = 4) -> Question:
    """One to four joins of the given kinds, WHERE or not, and something selected."""
    chosen = draw(st.lists(st.sampled_from(kinds), min_size=1, max_size=max_joins))
    # NOW() is a TIMESTAMP, so are the versions that it looks at.
    world = draw(worlds(("TIMESTAMP",) if "process time" in chosen else tuple(TIMES)))
    aliases = draw(st.permutations(ALIASES)) if draw(st.booleans()) else ALIASES
    first = draw(placed(world, "equi", aliases[0], 0))
    others = [draw(placed(world, kind, aliases[n], n)) for n, kind in enumerate(chosen, start=1)]
    speller = Speller(draw, [p.relation for p in (first, *others)])
    steps = Steps(draw, world, first, speller)
    joins = tuple(steps.add(BUILDERS[kind](steps, right), right) for kind, right in zip(chosen, others, strict=True))
    where = steps.conditions.predicate(steps.left) if draw(st.integers(0, 2)) == 2 else None
    items = draw_items(steps)
    statement = Statement(first.relation, joins, items, where, NOW)
    return Question(text(steps, first, joins, items, where), statement)


@st.composite
def placed(draw: Draw, world: World, kind: Kind, alias: str, number: int) -> Placed:
    """A table that a join of this kind can have on its right."""
    if kind in {"temporal", "process time"}:
        shape, versioned = draw(versioned_tables(world, f"history{number}"))
        return Placed(Relation(alias, versioned), shape)
    if kind == "lookup" and draw(st.integers(0, 2)):
        shape, lookup = draw(lookup_tables(world, f"dimension{number}"))
        return Placed(Relation(alias, lookup), shape)
    shape, table = draw(plain_tables(world, f"rows{number}"))
    return Placed(Relation(alias, table), shape)


def draw_items(steps: Steps) -> tuple[Item, ...]:
    """A star, or a few columns, expressions and stars of one relation."""
    changelog = [p for p in steps.scope if isinstance(p.relation.source, VersionedTable) and p.relation.source.op]
    if not changelog and steps.chance(6):
        return (Item("*", star=""),)
    return tuple(draw_item(steps, n) for n in range(steps.draw(st.integers(1, 5))))


def draw_item(steps: Steps, number: int) -> Item:
    """One thing to select."""
    draw, speller = steps.draw, steps.speller
    relation = draw(st.sampled_from(steps.scope)).relation
    match draw(st.integers(0, 9)):
        case 9 if not (isinstance(relation.source, VersionedTable) and relation.source.op):
            return Item(f"{speller.name(relation.alias)[0]}.*", star=relation.alias)
        case 7 | 8:
            return named(steps.conditions.scalar(steps.left), f"x{number}" if draw(st.booleans()) else None, speller)
        case 6:
            return named(steps.conditions.predicate(steps.left), f"p{number}", speller)
        case _:
            expression = draw(st.sampled_from(steps.left)).spell()
            return named(expression, draw(st.sampled_from([None, None, f"c{number}"])), speller)


def named(expression: Expr, name: str | None, speller: Speller) -> Item:
    """An expression under a name, or under the one that Spark gives it."""
    if name is None:
        return Item(expression.text, expression, expression.name)
    return Item(speller.join(expression.text, speller.words("as"), name), expression, name)


def text(steps: Steps, first: Placed, joins: Sequence[Join], items: Sequence[Item], where: Expr | None) -> str:
    """The whole statement, perhaps inside a CTE or a derived table, perhaps with an EMIT that changes nothing here."""
    speller = steps.speller
    parts = [
        f"{speller.words('select')} {', '.join(item.text for item in items)}",
        f"{speller.words('from')} {speller.aliased(steps.table(first), first.relation.alias)}",
        *(join.text for join in joins),
        f"{speller.words('where')} {where.text}" if where else "",
    ]
    sql = speller.join(*parts)
    match steps.draw(st.integers(0, 9)):
        case 8:
            sql = f"SELECT * FROM (\n{sql}\n) AS q"
        case 9:
            sql = f"WITH q AS (\n{sql}\n) SELECT * FROM q"
    event_time = any(join.kind in {"temporal", "asof"} for join in joins)
    return f"{sql}\nEMIT ON WATERMARK" if event_time and steps.chance(4) else sql
