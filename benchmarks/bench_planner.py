"""What planning costs, before any call of PySpark: the targets are those of a compiled engine."""

from dataclasses import replace
from typing import Any

from dovetail.execution.context import Lowering
from dovetail.execution.lower import lower
from dovetail.optimizer.lookup_column_pruning import LookupColumnPruningRule
from dovetail.optimizer.lookup_join_rewrite import LookupJoinPlanner, LookupJoinRewriteRule
from dovetail.optimizer.predicate_classifier import PredicateClass, PredicateClassifier
from dovetail.optimizer.predicate_splitter import PredicateSplitterRule
from dovetail.plan.relations import RelationKind
from dovetail.sql.conjuncts import split_conjunction
from dovetail.sql.source import SqlText
from tests.planning import Tables, in_reach, lookups, relation

CUSTOMERS = "id INT, name STRING, region STRING, credit_limit INT, min_order INT, segment STRING, active BOOLEAN"
ONE_JOIN = "SELECT t.price, c.name FROM trades t JOIN customers c ON t.customer_id = c.id"
THREE_JOINS = """SELECT t.price, c.name, q.bid, r.rate FROM trades t
    JOIN customers FOR SYSTEM_TIME AS OF NOW() AS c ON t.customer_id = c.id
    ASOF JOIN quotes q MATCH_CONDITION (t.ts >= q.ts AND t.ts - q.ts <= INTERVAL '5' SECOND) ON t.symbol = q.symbol
    LEFT JOIN rates FOR SYSTEM_TIME AS OF t.ts AS r ON t.currency = r.currency
    WHERE c.region = 'EU' AND t.price > 100 AND t.price < c.credit_limit"""
THREE_LOOKUPS = """SELECT t.price, a.name, b.name, c.name FROM trades t JOIN customers a ON t.customer_id = a.id
    JOIN customers b ON t.seller_id = b.id JOIN customers c ON t.broker_id = c.id"""
TEN_PREDICATES = """c.region = 'EU' AND c.credit_limit > 5 AND c.segment IN ('a', 'b') AND c.name IS NOT NULL
    AND c.min_order < 9 AND t.price > 1 AND t.price > c.credit_limit AND t.symbol = 'A' AND t.price < c.min_order
    AND c.active = true"""


def tables() -> Tables:
    """Views, lookup tables and a versioned table."""
    trades = "price DOUBLE, customer_id INT, seller_id INT, broker_id INT, symbol STRING, currency STRING, ts TIMESTAMP"
    found = Tables(trades=trades, quotes="symbol STRING, ts TIMESTAMP, bid DOUBLE")
    found.lookup("customers", CUSTOMERS).versioned(
        "rates", "currency STRING, rate DOUBLE, vt TIMESTAMP", "currency", "vt"
    )
    return found


def measure(benchmark: Any, target_us: float, function: Any, *args: Any) -> Any:
    """Runs a function many times, and notes what it should stay below."""
    benchmark.extra_info["target_us"] = target_us
    return benchmark(function, *args)


def bench_classify_single_predicate(benchmark: Any) -> None:
    trades, customers = relation(0, "t", "price INT"), relation(1, "c", CUSTOMERS, RelationKind.LOOKUP)
    predicate = tables().predicate("c.region = 'APAC'", in_reach(trades, customers))
    classify = PredicateClassifier(customers).classify
    assert measure(benchmark, 1, classify, predicate) is PredicateClass.LOOKUP_ONLY


def bench_walk_deep_expression(benchmark: Any) -> None:
    trades, customers = relation(0, "t", "price INT"), relation(1, "c", CUSTOMERS, RelationKind.LOOKUP)
    deep = "c.credit_limit"
    for level in range(10):
        deep = f"abs({deep} + {level})"
    predicate = tables().predicate(f"{deep} > t.price", in_reach(trades, customers))
    classify = PredicateClassifier(customers).classify
    assert measure(benchmark, 2, classify, predicate) is PredicateClass.CROSS_REFERENCE


def bench_split_10_predicates(benchmark: Any) -> None:
    found = tables()
    node = found.lookup_join(f"{ONE_JOIN} WHERE {TEN_PREDICATES}")
    whole = replace(node, local_predicates=node.pushdown_predicates + node.local_predicates, pushdown_predicates=())
    rule = PredicateSplitterRule(found.catalog.capabilities)
    assert len(measure(benchmark, 20, rule.split_predicates, whole).pushdown_predicates) == 6


def bench_split_conjunction(benchmark: Any) -> None:
    tokens = SqlText.of("(((a AND b) AND c) AND d) AND e").tokens
    assert len(measure(benchmark, 5, split_conjunction, tokens)) == 5


def bench_plan_rewrite_single_join(benchmark: Any) -> None:
    found = tables()
    plan = found.first_plan(ONE_JOIN)
    rule = LookupJoinRewriteRule(LookupJoinPlanner(found.catalog.lookup_metadata()))
    assert len(lookups(measure(benchmark, 100, rule.apply, plan))) == 1


def bench_plan_rewrite_multi_join(benchmark: Any) -> None:
    found = tables()
    plan = found.first_plan(THREE_LOOKUPS)
    rule = LookupJoinRewriteRule(LookupJoinPlanner(found.catalog.lookup_metadata()))
    assert len(lookups(measure(benchmark, 500, rule.apply, plan))) == 3


def bench_column_pruning(benchmark: Any) -> None:
    found = tables()
    rewrite = LookupJoinRewriteRule(LookupJoinPlanner(found.catalog.lookup_metadata()))
    plan = rewrite.apply(found.first_plan(ONE_JOIN))
    pruned = measure(benchmark, 50, LookupColumnPruningRule().apply, plan)
    assert lookups(pruned)[0].required_lookup_columns == {"id", "name"}


def bench_physical_conversion(benchmark: Any) -> None:
    """The text of the query over Spark, without what a connector asks of its source."""
    found = Tables(trades="customer_id INT, price DOUBLE", customers=CUSTOMERS)
    plan = found.plan(
        "SELECT t.price, c.name FROM trades t JOIN customers FOR SYSTEM_TIME AS OF NOW() c ON t.customer_id = c.id"
    )
    assert "JOIN" in measure(benchmark, 200, lambda: lower(plan, Lowering(None, found.catalog)))  # type: ignore[arg-type]


def bench_text_to_plan_three_joins(benchmark: Any) -> None:
    found = tables()
    assert lookups(measure(benchmark, 5000, found.plan, THREE_JOINS))
