"""Which joins become lookup joins, and with which keys and type."""

from dataclasses import replace

import pytest

from dovetail.errors import InvalidJoinKey
from dovetail.optimizer.lookup_join_rewrite import LookupJoinPlanner, LookupJoinRewriteRule
from dovetail.plan.lookup import LookupJoinNode, LookupJoinType
from dovetail.plan.node import Node
from dovetail.plan.relations import Join, JoinKind, Scan
from tests.planning import Tables, find, lookups, texts


@pytest.fixture
def tables() -> Tables:
    tables = Tables(
        trades="isin STRING, venue STRING, price DOUBLE",
        quotes="isin STRING, bid DOUBLE",
    )
    return tables.lookup("instruments", "isin STRING NOT NULL, venue STRING, currency STRING", key="isin")


def rewritten(tables: Tables, sql: str) -> Node:
    planner = LookupJoinPlanner(tables.catalog.lookup_metadata())
    return LookupJoinRewriteRule(planner).apply(tables.first_plan(sql))


def only_lookup(plan: Node) -> LookupJoinNode:
    (found,) = lookups(plan)
    return found


def plain_join(tables: Tables, kind: JoinKind = JoinKind.INNER) -> Join:
    """The join of trades and instruments before any rule; the binder itself refuses some kinds."""
    (join,) = find(tables.first_plan("SELECT t.price FROM trades t JOIN instruments i ON t.isin = i.isin"), Join)
    assert isinstance(join, Join)
    return replace(join, kind=kind)


def test_rewrite_rule_detects_lookup_table(tables: Tables) -> None:
    plan = rewritten(tables, "SELECT t.price, i.currency FROM trades t JOIN instruments i ON t.isin = i.isin")
    assert only_lookup(plan).lookup_table == "instruments"
    assert not find(plan, Join)


def test_rewrite_rule_ignores_non_lookup_table(tables: Tables) -> None:
    sql = "SELECT t.price, q.bid FROM trades t JOIN quotes q ON t.isin = q.isin"
    plan = tables.first_plan(sql)
    assert LookupJoinRewriteRule(LookupJoinPlanner(tables.catalog.lookup_metadata())).apply(plan) is plan
    assert not lookups(plan)


def test_rewrite_rule_detects_lookup_on_right(tables: Tables) -> None:
    node = only_lookup(rewritten(tables, "SELECT t.price, i.currency FROM trades t JOIN instruments i USING (isin)"))
    assert isinstance(node.stream_input, Scan)
    assert node.stream_input.relation.name == "trades"


def test_rewrite_rule_detects_lookup_on_left(tables: Tables) -> None:
    """The sides are swapped, and with them the sides of the key."""
    sql = "SELECT t.price, i.currency FROM instruments i JOIN trades t ON i.isin = t.isin"
    node = only_lookup(rewritten(tables, sql))
    assert isinstance(node.stream_input, Scan)
    assert node.stream_input.relation.name == "trades"
    assert [(str(k.stream_expr), k.lookup_column) for k in node.join_keys] == [("t.isin", "isin")]


@pytest.mark.parametrize(
    ("on", "stream", "column"),
    [
        ("t.isin = i.isin", "t.isin", "isin"),
        ("i.isin = t.isin", "t.isin", "isin"),
        ("t.isin == i.isin", "t.isin", "isin"),
        ("upper(t.isin) = i.isin", "upper(t.isin)", "isin"),
        ("t.isin = i.isin AND t.price > 5", "t.isin", "isin"),
        ("t.price > 5 AND t.isin = i.isin", "t.isin", "isin"),
    ],
)
def test_rewrite_rule_extracts_join_keys(tables: Tables, on: str, stream: str, column: str) -> None:
    node = only_lookup(rewritten(tables, f"SELECT t.price, i.currency FROM trades t JOIN instruments i ON {on}"))
    assert [(str(key.stream_expr), key.lookup_column) for key in node.join_keys] == [(stream, column)]


def test_rewrite_rule_multi_column_join_keys(tables: Tables) -> None:
    sql = "SELECT t.price, i.currency FROM trades t JOIN instruments i ON t.isin = i.isin AND i.venue = t.venue"
    node = only_lookup(rewritten(tables, sql))
    assert texts(node.join_keys) == ["t.isin = isin", "t.venue = venue"]
    assert not node.local_predicates


def test_rewrite_rule_inner_join_type(tables: Tables) -> None:
    sql = "SELECT t.price, i.currency FROM trades t INNER JOIN instruments i ON t.isin = i.isin"
    assert only_lookup(rewritten(tables, sql)).join_type is LookupJoinType.INNER


@pytest.mark.parametrize("words", ["LEFT JOIN", "LEFT OUTER JOIN"])
def test_rewrite_rule_left_outer_join_type(tables: Tables, words: str) -> None:
    sql = f"SELECT t.price, i.currency FROM trades t {words} instruments i ON t.isin = i.isin"
    assert only_lookup(rewritten(tables, sql)).join_type is LookupJoinType.LEFT_OUTER


def test_rewrite_rule_rejects_right_outer(tables: Tables) -> None:
    planner = LookupJoinPlanner(tables.catalog.lookup_metadata())
    assert planner.try_rewrite_join(plain_join(tables, JoinKind.RIGHT)) is None


def test_rewrite_rule_rejects_full_outer(tables: Tables) -> None:
    planner = LookupJoinPlanner(tables.catalog.lookup_metadata())
    assert planner.try_rewrite_join(plain_join(tables, JoinKind.FULL)) is None


@pytest.mark.parametrize("kind", [JoinKind.LEFT_SEMI, JoinKind.LEFT_ANTI, JoinKind.CROSS])
def test_rewrite_rule_rejects_what_has_no_lookup_form(tables: Tables, kind: JoinKind) -> None:
    assert LookupJoinPlanner(tables.catalog.lookup_metadata()).try_rewrite_join(plain_join(tables, kind)) is None


def test_rewrite_rule_rejects_a_lookup_left_of_a_left_join(tables: Tables) -> None:
    (join,) = find(tables.first_plan("SELECT t.price FROM instruments i JOIN trades t ON t.isin = i.isin"), Join)
    assert isinstance(join, Join)
    planner = LookupJoinPlanner(tables.catalog.lookup_metadata())
    assert planner.try_rewrite_join(join) is not None
    assert planner.try_rewrite_join(replace(join, kind=JoinKind.LEFT)) is None


def test_rewrite_rule_takes_the_metadata_along(tables: Tables) -> None:
    sql = "SELECT t.price FROM trades t JOIN INSTRUMENTS i ON t.isin = i.isin AND i.currency = 'EUR'"
    node = only_lookup(rewritten(tables, sql))
    assert node.lookup_metadata.connector == "postgres"
    assert node.lookup_metadata.primary_key == ("isin",)
    assert node.required_lookup_columns == {"isin", "venue", "currency"}
    assert texts(node.local_predicates) == ["i.currency = 'EUR'"]
    assert not node.pushdown_predicates


@pytest.mark.parametrize(
    ("clause", "implicit"),
    [("", True), ("FOR SYSTEM_TIME AS OF NOW()", False), ("FOR SYSTEM_TIME AS OF PROCTIME()", False)],
)
def test_rewrite_rule_notes_a_clause_left_out(tables: Tables, clause: str, implicit: bool) -> None:
    sql = f"SELECT t.price FROM trades t JOIN instruments {clause} AS i ON t.isin = i.isin"
    node = only_lookup(rewritten(tables, sql))
    assert node.implicit is implicit
    assert bool(node.notes) is implicit


def test_rewrite_rule_looks_up_a_view_as_of_now(tables: Tables) -> None:
    sql = "SELECT t.price, q.bid FROM trades t JOIN quotes FOR SYSTEM_TIME AS OF NOW() AS q ON t.isin = q.isin"
    node = only_lookup(rewritten(tables, sql))
    assert node.lookup_metadata.connector == "Spark"


def test_rewrite_rule_refuses_an_expression_on_the_side_of_the_table(tables: Tables) -> None:
    sql = "SELECT t.price FROM instruments i JOIN trades t ON upper(i.isin) = t.isin"
    with pytest.raises(InvalidJoinKey, match="upper"):
        rewritten(tables, sql)


def test_rewrite_rule_knows_tables_in_any_case(tables: Tables) -> None:
    planner = LookupJoinPlanner(tables.catalog.lookup_metadata())
    assert planner.is_lookup_table("Instruments")
    assert not planner.is_lookup_table("trades")
