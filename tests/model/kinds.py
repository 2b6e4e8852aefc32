"""Random joins, one function for each kind."""

from collections.abc import Callable
from dataclasses import replace

from hypothesis import strategies as st

from tests.model import expressions as ex
from tests.model.chain import Join, Kind, TimeMatch
from tests.model.expressions import Expr
from tests.model.joins import How
from tests.model.steps import WORDS, Placed, Steps
from tests.model.tables import LookupTable, VersionedTable
from tests.model.values import Value

ASOF_WORDS: dict[How, list[str]] = {
    "INNER": ["asof join", "inner asof join"],
    "LEFT": ["left asof join", "left outer asof join", "asof left join"],
}
FLIPPED = {">=": "<=", ">": "<", "<=": ">=", "<": ">"}


def equi(steps: Steps, right: Placed) -> Join:
    """Spark's own join, by ON or USING."""
    how: How = steps.draw(st.sampled_from(["INNER", "INNER", "LEFT", "LEFT", "RIGHT", "FULL", "SEMI", "ANTI"]))
    using = steps.using(right, ["k"], how)
    if using and not steps.chance(2):
        return steps.plain("equi", how, right, steps.equal_names(right, using), using)
    return steps.plain("equi", how, right, steps.on([*steps.some_keys(right), *steps.residuals(right)]))


def interval(steps: Steps, right: Placed) -> Join:
    """An equi join with a bound on the times."""
    how: How = steps.draw(st.sampled_from(list(WORDS)))
    parts = [*steps.some_keys(right), *_bound(steps, right), *steps.residuals(right)]
    return steps.plain("interval", how, right, steps.on(parts))


def _bound(steps: Steps, right: Placed) -> list[Expr]:
    """The right time near the left one: BETWEEN either way round, or two comparisons."""
    bounded, time = steps.own(right, "ts"), steps.draw(st.sampled_from(steps.of_role("ts"))).spell()
    if steps.chance(3):
        bounded, time = time, bounded
    before, after = steps.draw(st.integers(0, 3)), steps.draw(st.integers(0, 3))
    low, high = ex.shifted(time, -before), ex.shifted(time, after)
    if steps.chance(2):
        return [
            ex.comparison(low, "<=", bounded),
            ex.comparison(bounded, steps.draw(st.sampled_from(["<", "<="])), high),
        ]
    return [ex.between(bounded, low, high)]


def lookup(steps: Steps, right: Placed) -> Join:
    """NOW() on a lookup table or a view; the clause may be left out for a lookup table."""
    source = right.relation.source
    roles = ("k", "k2") if isinstance(source, LookupTable) and len(source.key) > 1 else ("k",)
    keys = steps.some_keys(right) if steps.chance(4) else steps.keys(right, roles)
    on = steps.on([*keys, *steps.residuals(right)])
    if isinstance(source, LookupTable) and steps.chance(4):
        return steps.plain("lookup", steps.how(), right, on)
    return steps.dated("lookup", steps.how(), right, on, _clock(steps))


def _clock(steps: Steps) -> str:
    return steps.speller.words(steps.draw(st.sampled_from(["now()", "proctime()"])))


def process_time(steps: Steps, right: Placed) -> Join:
    """NOW() on a versioned table."""
    return steps.dated("process time", steps.how(), right, _history_on(steps, right), _clock(steps))


def temporal(steps: Steps, right: Placed) -> Join:
    """As of a time of the left side, or of a constant."""
    as_of = steps.conditions.value(steps.world.time_type) if steps.chance(10) else steps.time()
    join = steps.dated("temporal", steps.how(), right, _history_on(steps, right), as_of.text)
    return replace(join, as_of=as_of)


def _history_on(steps: Steps, right: Placed) -> Expr:
    """ON of a join with a history: as a rule it covers the primary key."""
    source = right.relation.source
    assert isinstance(source, VersionedTable)
    roles = [role for role in right.shape.roles if right.column(role).name in source.key]
    null_keys = any(row[source.log.index(name)] is None for row in source.log.rows for name in source.key)
    keys = steps.some_keys(right) if steps.chance(3) and not null_keys else steps.keys(right, roles)
    return steps.on([*keys, *steps.residuals(right)])


def asof(steps: Steps, right: Placed) -> Join:
    """The closest row: said by MATCH_CONDITION, by an inequality in ON, or by the last name of USING."""
    how = steps.how()
    timed = steps.using(right, ["k", "ts"], how)
    if timed and steps.chance(4):
        return _by_using(steps, how, right, timed)
    match, text = _match(steps, right)
    condition = f"{steps.speller.words('match_condition')} ({text})"
    using = steps.using(right, ["k"], how)
    if using and steps.chance(3):
        return _asof(steps, how, right, match, condition, steps.equal_names(right, using), using)
    keys = [] if steps.chance(5) else steps.some_keys(right)
    alone = len(match.left) == 1 and match.op != "NEAREST" and match.tolerance is None
    if alone and steps.chance(4):
        inequality = Expr(text, "BOOLEAN", frozenset(), lambda _: True)  # what it means is the match condition
        return _asof(steps, how, right, match, "", steps.on([inequality, *keys, *steps.residuals(right, across=False)]))
    parts = [*keys, *steps.residuals(right)]
    on = steps.on(parts)
    join = _asof(steps, how, right, match, condition, on)
    return (
        join
        if parts or steps.chance(2)
        else replace(join, text=join.text.removesuffix(steps.condition(on, ())).rstrip())
    )


def _by_using(steps: Steps, how: How, right: Placed, names: tuple[str, ...]) -> Join:
    """``USING (k, ts)``: the last name is the time, and the match is backward."""
    left = next(column for column in steps.visible if column.name.lower() == names[-1].lower())
    match = TimeMatch(">=", (steps.speller.merged(left),), (steps.own(right, "ts"),))
    return _asof(steps, how, right, match, "", steps.equal_names(right, names[:-1]), names)


def _asof(
    steps: Steps, how: How, right: Placed, match: TimeMatch, condition: str, on: Expr, using: tuple[str, ...] = ()
) -> Join:
    words = steps.speller.words(steps.draw(st.sampled_from(ASOF_WORDS[how])))
    relation = steps.speller.aliased(steps.table(right), right.relation.alias)
    text = steps.speller.join(words, relation, condition, steps.condition(on, using))
    return Join("asof", how, right.relation, on, text, using, match)


def _match(steps: Steps, right: Placed) -> tuple[TimeMatch, str]:
    """A match condition and its text: on the times, on another pair of columns, or on two pairs."""
    op = steps.draw(st.sampled_from([">=", ">", "<=", "<", "NEAREST"]))
    own = steps.own(right, "ts")
    if op == "NEAREST":
        return _nearest(steps, own)
    time = steps.time()
    if steps.chance(6):
        return _of_any_type(steps, right, op)
    if steps.chance(8) and (pairs := steps.pairs(right)):
        left_second, right_second = steps.draw(st.sampled_from(pairs))
        match = TimeMatch(op, (time, left_second.spell()), (own, right_second.spell()))
        left, other = (f"({', '.join(part.text for part in side)})" for side in (match.left, match.right))
        return match, _either_way(steps, left, op, other)
    text = _either_way(steps, time.text, op, own.text)
    if not steps.chance(3):
        return TimeMatch(op, (time,), (own,)), text
    words, tolerance = ex.distance(steps.world.time_type, steps.draw(st.integers(0, 3)))
    later, earlier = (time, own) if op in {">=", ">"} else (own, time)
    bound = f"{later.text} - {_operand(earlier)} <= {words}"
    both = (bound, text) if steps.chance(4) else (text, bound)
    return TimeMatch(op, (time,), (own,), tolerance), f" {steps.speller.words('and')} ".join(both)


def _nearest(steps: Steps, own: Expr) -> tuple[TimeMatch, str]:
    time = steps.time()
    arguments: list[str] = [time.text, own.text]
    value: Value = None
    if steps.chance(2):
        tolerance, value = ex.distance(steps.world.time_type, steps.draw(st.integers(0, 3)))
        arguments.append(tolerance)
    return TimeMatch("NEAREST", (time,), (own,), value), f"{steps.speller.words('nearest')} ({', '.join(arguments)})"


def _of_any_type(steps: Steps, right: Placed, op: str) -> tuple[TimeMatch, str]:
    """Any two columns of one type can be matched: all of Spark's types here have an order."""
    left, own = (reach.spell() for reach in steps.draw(st.sampled_from(steps.pairs(right))))
    return TimeMatch(op, (left,), (own,)), _either_way(steps, left.text, op, own.text)  # type: ignore[arg-type]


def _either_way(steps: Steps, left: str, op: str, right: str) -> str:
    return f"{right} {FLIPPED[op]} {left}" if steps.chance(4) else f"{left} {op} {right}"


def _operand(expression: Expr) -> str:
    return expression.text if expression.name else f"({expression.text})"


BUILDERS: dict[Kind, Callable[[Steps, Placed], Join]] = {
    "equi": equi,
    "interval": interval,
    "lookup": lookup,
    "asof": asof,
    "temporal": temporal,
    "process time": process_time,
}
