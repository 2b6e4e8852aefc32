"""Which predicates go to the source of a lookup table, and which stay."""

from dataclasses import replace

import pytest

from dovetail.catalog.capabilities import CAPABILITIES, PredicateType, SourceCapabilities
from dovetail.errors import PushdownNotSupported
from dovetail.optimizer.predicate_splitter import PredicateSplitterRule
from dovetail.plan.lookup import LookupJoinNode
from dovetail.plan.relations import Filter
from tests.planning import Tables, find, lookups, texts

TRADES = "id INT, customer_id INT, price DOUBLE, volume INT, ts TIMESTAMP"
CUSTOMERS = "id INT, region STRING, credit_limit INT, min_order_size INT, name STRING, active BOOLEAN"
INNER = "SELECT t.price, c.name FROM trades t JOIN customers FOR SYSTEM_TIME AS OF NOW() AS c ON t.customer_id = c.id"
LEFT = INNER.replace("JOIN", "LEFT JOIN")


@pytest.fixture
def tables() -> Tables:
    return Tables(trades=TRADES).lookup("customers", CUSTOMERS)


def split(tables: Tables, sql: str) -> tuple[list[str], list[str]]:
    """What is pushed, and what stays local."""
    node = tables.lookup_join(sql)
    return texts(node.pushdown_predicates), texts(node.local_predicates)


def with_source(capabilities: SourceCapabilities, pushdown: str = "auto") -> Tables:
    tables = Tables(trades=TRADES)
    return tables.lookup("customers", CUSTOMERS, pushdown=pushdown, capabilities=capabilities)


def test_splitter_moves_pushable_predicates(tables: Tables) -> None:
    pushed, local = split(tables, f"{INNER} WHERE c.region = 'APAC' AND c.credit_limit > 1000000")
    assert pushed == ["c.region = 'APAC'", "c.credit_limit > 1000000"]
    assert local == []


def test_splitter_keeps_local_predicates(tables: Tables) -> None:
    pushed, local = split(tables, f"{INNER} WHERE t.volume > c.min_order_size AND t.price > 100")
    assert pushed == []
    assert local == ["t.volume > c.min_order_size", "t.price > 100"]


def test_splitter_of_the_documents_example(tables: Tables) -> None:
    where = "c.region = 'APAC' AND c.credit_limit > 1000000 AND t.volume > c.min_order_size AND t.price > 100"
    pushed, local = split(tables, f"{INNER} WHERE {where}")
    assert pushed == ["c.region = 'APAC'", "c.credit_limit > 1000000"]
    assert local == ["t.volume > c.min_order_size", "t.price > 100"]


def test_splitter_respects_source_capabilities() -> None:
    for source in ("redis", "static"):
        tables = with_source(CAPABILITIES[source])
        assert split(tables, f"{INNER} WHERE c.region = 'APAC'") == ([], ["c.region = 'APAC'"])


def test_splitter_respects_pushdown_disabled() -> None:
    tables = with_source(CAPABILITIES["postgres"], pushdown="disabled")
    assert split(tables, f"{INNER} WHERE c.region = 'APAC'") == ([], ["c.region = 'APAC'"])


def test_splitter_refuses_pushdown_enabled_without_a_source_for_it() -> None:
    tables = with_source(SourceCapabilities.NONE, pushdown="enabled")
    with pytest.raises(PushdownNotSupported, match="customers"):
        tables.plan(INNER)


def test_splitter_pulls_filter_from_above(tables: Tables) -> None:
    """What the filter says is copied into the join; the filter itself stays the truth."""
    plan = tables.plan(f"{INNER} WHERE c.region = 'APAC' AND t.price > 100")
    (join,) = lookups(plan)
    (above,) = find(plan, Filter)
    assert isinstance(above, Filter)
    assert texts(above.predicates) == ["c.region = 'APAC'", "t.price > 100"]
    assert texts(join.pushdown_predicates + join.local_predicates) == texts(above.predicates)


def test_splitter_handles_qualified_columns(tables: Tables) -> None:
    pushed, local = split(tables, f"{INNER} WHERE t.id = 5 AND c.id = 5")
    assert (pushed, local) == (["c.id = 5"], ["t.id = 5"])


def test_splitter_max_pushdown_limit() -> None:
    tables = with_source(replace(CAPABILITIES["postgres"], max_pushdown_predicates=2))
    where = "c.region = 'APAC' AND c.credit_limit > 1 AND c.name = 'x' AND c.active"
    node = tables.lookup_join(f"{INNER} WHERE {where}")
    assert texts(node.pushdown_predicates) == ["c.region = 'APAC'", "c.credit_limit > 1"]
    assert [note.split(":")[0] for note in node.notes] == ["TooManyPushdownPredicates", "UnsupportedPredicateType"]
    assert set(texts(node.local_predicates)) == {"c.name = 'x'", "c.active"}


def test_splitter_demotes_unsupported_types() -> None:
    like = replace(CAPABILITIES["postgres"], supported_predicate_types=frozenset({PredicateType.EQUALITY}))
    node = with_source(like).lookup_join(f"{INNER} WHERE c.name LIKE 'A%' AND c.region = 'APAC'")
    assert texts(node.pushdown_predicates) == ["c.region = 'APAC'"]
    assert texts(node.local_predicates) == ["c.name LIKE 'A%'"]
    (note,) = node.notes
    assert note == "UnsupportedPredicateType: c.name LIKE 'A%' stays local, postgres takes no like predicates"


def test_splitter_keeps_columns_that_the_source_compares_otherwise() -> None:
    some = replace(CAPABILITIES["sqlite"], pushable_columns=frozenset({"REGION"}))
    node = with_source(some).lookup_join(f"{INNER} WHERE c.name = 'A' AND c.region = 'APAC'")
    assert texts(node.pushdown_predicates) == ["c.region = 'APAC'"]
    assert texts(node.local_predicates) == ["c.name = 'A'"]
    assert "compares name otherwise than Spark" in node.notes[0]


def test_left_join_where_predicate_not_pushed(tables: Tables) -> None:
    pushed, local = split(tables, f"{LEFT} WHERE c.region = 'APAC'")
    assert (pushed, local) == ([], ["c.region = 'APAC'"])


def test_left_join_where_is_null_not_pushed(tables: Tables) -> None:
    """It finds the rows without a partner, which the source knows nothing of."""
    assert split(tables, f"{LEFT} WHERE c.id IS NULL") == ([], ["c.id IS NULL"])


def test_left_join_on_predicate_pushed(tables: Tables) -> None:
    pushed, local = split(tables, f"{LEFT} AND c.active = true")
    assert (pushed, local) == (["c.active = true"], [])


def test_left_join_on_stream_predicate_not_pushed(tables: Tables) -> None:
    pushed, local = split(tables, f"{LEFT} AND t.price > 100 AND t.volume > c.min_order_size")
    assert (pushed, local) == ([], ["t.price > 100", "t.volume > c.min_order_size"])


def test_inner_join_where_predicate_pushed(tables: Tables) -> None:
    pushed, local = split(tables, f"{INNER} WHERE c.region = 'APAC'")
    assert (pushed, local) == (["c.region = 'APAC'"], [])


def test_left_join_mixed_predicates(tables: Tables) -> None:
    pushed, local = split(tables, f"{LEFT} AND c.active = true WHERE c.region = 'APAC'")
    assert (pushed, local) == (["c.active = true"], ["c.region = 'APAC'"])


@pytest.mark.parametrize(
    "predicate",
    [
        "rand() < c.credit_limit",
        "c.region = (SELECT max(region) FROM trades)",
        "c.id IN (SELECT id FROM trades)",
        "c.region = 'APAC' OR t.price > 100",
        "my_udf(c.region) = 1",
        "1 = 1",
    ],
)
def test_splitter_does_not_push(tables: Tables, predicate: str) -> None:
    view = replace(CAPABILITIES["view"])
    tables.lookup("customers", CUSTOMERS, capabilities=view)
    pushed, local = split(tables, f"{INNER} WHERE {predicate}")
    assert (pushed, local) == ([], [predicate])


def test_splitter_pushes_what_all_branches_of_an_or_share(tables: Tables) -> None:
    where = "(c.region = 'APAC' AND t.price > 1) OR (c.region = 'APAC' AND t.volume > 2)"
    pushed, local = split(tables, f"{INNER} WHERE {where}")
    assert (pushed, local) == (["c.region = 'APAC'"], [where])


def test_splitter_pushes_below_a_later_left_join(tables: Tables) -> None:
    tables.lookup("regions", "code STRING, tax DOUBLE", key="code")
    sql = f"{INNER} LEFT JOIN regions FOR SYSTEM_TIME AS OF NOW() AS r ON c.region = r.code"
    customers, regions = lookups(tables.plan(f"{sql} WHERE c.region = 'APAC' AND r.tax > 0"))
    assert texts(customers.pushdown_predicates) == ["c.region = 'APAC'"]
    assert texts(regions.pushdown_predicates) == []


@pytest.mark.parametrize("words", ["RIGHT JOIN", "FULL JOIN"])
def test_splitter_does_not_push_below_a_join_that_pads_the_left(words: str) -> None:
    tables = Tables(trades=TRADES, orders="id INT, price DOUBLE").lookup("customers", CUSTOMERS)
    node = tables.lookup_join(f"{INNER} {words} orders o ON t.id = o.id WHERE c.region = 'APAC'")
    assert texts(node.pushdown_predicates) == []


def test_splitter_gives_back_the_same_plan(tables: Tables) -> None:
    plan = tables.plan(f"{INNER} WHERE c.region = 'APAC' AND t.price > 100")
    assert PredicateSplitterRule(tables.catalog.capabilities).apply(plan) is plan


def test_splitter_leaves_a_join_without_predicates(tables: Tables) -> None:
    node = tables.lookup_join(INNER)
    assert isinstance(node, LookupJoinNode)
    assert PredicateSplitterRule(tables.catalog.capabilities).split_predicates(node) is node
