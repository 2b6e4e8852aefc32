"""The optimizer: its rules in their order, each of which leaves alone what a plan returns."""

from dataclasses import replace
from typing import ClassVar

import pytest

from dovetail.errors import PlanInvariantBroken
from dovetail.optimizer import driver
from dovetail.optimizer.driver import RULES, optimize
from dovetail.optimizer.rule import OptimizerContext, Rule
from dovetail.plan.node import Node, walk
from dovetail.plan.relations import Project, Scan
from tests.planning import Tables

TABLES = Tables(
    trades="id INT NOT NULL, k STRING, note STRING, ts TIMESTAMP",
    quotes="k STRING, bid DOUBLE, venue STRING, ts TIMESTAMP",
)
TABLES.lookup("dim", "k STRING NOT NULL, name STRING, zone STRING", key="k")
TABLES.versioned("rates", "k STRING, rate INT, since TIMESTAMP, by STRING", "k", "since")

LOOKUP = "JOIN dim FOR SYSTEM_TIME AS OF NOW() d ON t.k = d.k"
STATEMENTS = [
    "SELECT t.id FROM trades t JOIN quotes q ON t.k = q.k",
    f"SELECT t.id FROM trades t {LOOKUP} WHERE d.zone = 'x' AND t.id > 1",
    f"SELECT t.id, d.name FROM trades t LEFT {LOOKUP} AND d.zone = 'x' WHERE t.id > 1",
    f"SELECT * FROM trades t {LOOKUP}",
    "SELECT t.id, q.bid FROM trades t LEFT ASOF JOIN quotes q ON t.k = q.k AND t.ts >= q.ts AND q.venue = 'X'",
    "SELECT t.id, r.rate FROM trades t LEFT JOIN rates FOR SYSTEM_TIME AS OF t.ts r ON t.k = r.k WHERE t.id > 0",
    "SELECT t.id FROM trades t JOIN quotes q ON t.k = q.k AND q.ts BETWEEN t.ts AND t.ts + INTERVAL '1' HOUR",
    "SELECT count(*) FROM trades t FULL JOIN quotes q USING (k) WHERE t.id > 1",
    f"SELECT 1 FROM trades t {LOOKUP} ASOF JOIN quotes q MATCH_CONDITION (t.ts >= q.ts) ON d.name = q.k",
    "SELECT t.id FROM trades t LEFT SEMI JOIN quotes q ON t.k = q.k AND q.bid > 1 WHERE t.note = 'x'",
]


def rules() -> list[Rule]:
    return [make(TABLES.context) for make in RULES]


def returned(plan: Node) -> list[tuple[object, ...]]:
    return [(column, column.type, column.nullable) for column in plan.schema]


def test_the_order_of_the_rules() -> None:
    assert [rule.name for rule in rules()] == [
        "lookup_join_rewrite",
        "interval_joins",
        "predicate_splitter",
        "copy_filters",
        "lookup_column_pruning",
        "prune_columns",
    ]


@pytest.mark.parametrize("sql", STATEMENTS)
def test_each_rule_leaves_the_schema_unchanged(sql: str) -> None:
    plan = TABLES.first_plan(sql)
    before = returned(plan)
    for rule in rules():
        plan = rule.apply(plan)
        assert returned(plan) == before, rule.name


@pytest.mark.parametrize("sql", STATEMENTS)
def test_each_rule_gives_the_same_object_back_where_nothing_applies(sql: str) -> None:
    plan = TABLES.plan(sql)
    for rule in rules():
        assert rule.apply(plan) is plan, rule.name


@pytest.mark.parametrize("sql", STATEMENTS)
def test_a_rule_changes_no_plan_that_it_is_given(sql: str) -> None:
    plan = TABLES.first_plan(sql)
    shown = [node.explain() for node in walk(plan)]
    optimize(plan, TABLES.context)
    assert [node.explain() for node in walk(plan)] == shown


@pytest.mark.parametrize("sql", STATEMENTS)
def test_a_plan_without_lookups_is_left_alone_by_their_rules(sql: str) -> None:
    plan = TABLES.first_plan(sql)
    if "dim" not in sql:
        for rule in rules():
            if rule.name in ("lookup_join_rewrite", "predicate_splitter", "lookup_column_pruning"):
                assert rule.apply(plan) is plan


class LosesAColumn(Rule):
    name: ClassVar[str] = "loses_a_column"

    def apply(self, plan: Node) -> Node:
        assert isinstance(plan, Project)
        return replace(plan, columns=plan.columns[1:])


class PadsWithNulls(Rule):
    name: ClassVar[str] = "pads_with_nulls"

    def apply(self, plan: Node) -> Node:
        assert isinstance(plan, Project)
        return replace(plan, columns=tuple(replace(column, nullable=True) for column in plan.columns))


class PrunesTooMuch(Rule):
    name: ClassVar[str] = "prunes_too_much"

    def apply(self, plan: Node) -> Node:
        scan = next(node for node in walk(plan) if isinstance(node, Scan))
        return plan.with_inputs((replace(scan, columns=scan.columns[1:]),))


@pytest.mark.parametrize("bad", [LosesAColumn, PadsWithNulls, PrunesTooMuch])
def test_a_bad_rule_is_named(bad: type[Rule], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(driver, "RULES", (*RULES, lambda context: bad()))
    plan = TABLES.first_plan("SELECT t.id, t.k FROM trades t JOIN quotes q ON t.k = q.k")
    with pytest.raises(PlanInvariantBroken, match=bad.name):
        optimize(plan, OptimizerContext())
