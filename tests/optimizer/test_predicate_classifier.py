"""Whose columns a predicate reads."""

import pytest

from dovetail.errors import AmbiguousColumn, ColumnNotFound
from dovetail.optimizer.predicate_classifier import PredicateClass, PredicateClassifier
from dovetail.plan.expressions import UNKNOWN, Expr
from dovetail.plan.relations import RelationKind
from dovetail.plan.schema import relation_bit
from dovetail.sql.names import Namespace
from tests.planning import Tables, excusing, in_reach, relation

TRADES = relation(0, "t", "id INT, price DOUBLE, volume INT, ts TIMESTAMP")
CUSTOMERS = relation(
    1,
    "c",
    "id INT, region STRING, credit_limit INT, min_order_size INT, status STRING, credit INT, email STRING, rate DOUBLE",
    RelationKind.LOOKUP,
)
NAMES = in_reach(TRADES, CUSTOMERS)

LOOKUP_ONLY = PredicateClass.LOOKUP_ONLY
STREAM_ONLY = PredicateClass.STREAM_ONLY
CROSS_REFERENCE = PredicateClass.CROSS_REFERENCE


def classify(condition: str, names: Namespace = NAMES) -> PredicateClass:
    return PredicateClassifier(CUSTOMERS).classify(Tables().predicate(condition, names))


def test_classify_lookup_only_equality() -> None:
    assert classify("c.region = 'APAC'") is LOOKUP_ONLY


def test_classify_lookup_only_comparison() -> None:
    assert classify("c.credit_limit > 1000000") is LOOKUP_ONLY


def test_classify_stream_only() -> None:
    assert classify("t.price > 100") is STREAM_ONLY


def test_classify_cross_reference() -> None:
    assert classify("t.volume > c.min_order_size") is CROSS_REFERENCE


def test_classify_constant_expression() -> None:
    assert classify("1 = 1") is LOOKUP_ONLY


def test_classify_nested_function_lookup_only() -> None:
    assert classify("UPPER(c.region) = 'APAC'") is LOOKUP_ONLY


def test_classify_nested_function_cross_ref() -> None:
    assert classify("t.price * c.rate > 100") is CROSS_REFERENCE


def test_classify_in_list_lookup_only() -> None:
    assert classify("c.status IN ('A', 'B')") is LOOKUP_ONLY


def test_classify_between_lookup_only() -> None:
    assert classify("c.credit BETWEEN 1000 AND 5000") is LOOKUP_ONLY


def test_classify_is_null_lookup_only() -> None:
    assert classify("c.email IS NOT NULL") is LOOKUP_ONLY


def test_classify_or_expression_mixed() -> None:
    assert classify("c.region = 'APAC' OR t.price > 100") is CROSS_REFERENCE


def test_classify_qualified_column_lookup_only() -> None:
    assert classify("c.id = 5") is LOOKUP_ONLY


def test_classify_qualified_column_stream_only() -> None:
    assert classify("t.id = 5") is STREAM_ONLY


def test_classify_ambiguous_unqualified_column() -> None:
    """The binder refuses such a name; were it to come through, with the bits of both sides, it stays local."""
    with pytest.raises(AmbiguousColumn, match=r"it could be t.id, c.id"):
        classify("id = 5")
    both = Expr("id = 5", mask=relation_bit(TRADES.index) | relation_bit(CUSTOMERS.index))
    assert PredicateClassifier(CUSTOMERS).classify(both) is CROSS_REFERENCE


def test_classify_unknown_qualifier_conservative() -> None:
    """A name that may yet mean something, such as an alias of SELECT, may belong to any side."""
    with pytest.raises(ColumnNotFound):
        classify("x.foo = 5")
    assert classify("x.foo = 5", excusing(NAMES)) is CROSS_REFERENCE
    assert classify("x.foo = 5 AND c.region = 'APAC'", excusing(NAMES)) is CROSS_REFERENCE
    assert classify("x.foo = 5 AND t.price > 1", excusing(NAMES)) is CROSS_REFERENCE


def test_classify_unknown_alone_is_not_lookup_only() -> None:
    assert PredicateClassifier(CUSTOMERS).classify(Expr("x", mask=UNKNOWN)) is CROSS_REFERENCE


def test_classify_unqualified_columns() -> None:
    """A bare name belongs to the one relation that has it."""
    assert classify("region = 'APAC'") is LOOKUP_ONLY
    assert classify("PRICE > 100") is STREAM_ONLY


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        ("CASE WHEN c.status = 'A' THEN t.price ELSE 0 END > 1", CROSS_REFERENCE),
        ("CASE c.status WHEN 'A' THEN 1 ELSE 2 END = 1", LOOKUP_ONLY),
        ("CAST(c.credit AS STRING) LIKE '1%'", LOOKUP_ONLY),
        ("ABS(t.price - c.rate) > 10", CROSS_REFERENCE),
        ("t.volume IN (1, c.credit)", CROSS_REFERENCE),
        ("t.price BETWEEN 1 AND c.rate", CROSS_REFERENCE),
        ("NOT (c.region = 'APAC' AND c.credit > 5)", LOOKUP_ONLY),
        ("coalesce(c.email, c.region, 'x') <> 'x'", LOOKUP_ONLY),
        ("exists(array(1, 2), x -> x > c.credit)", LOOKUP_ONLY),
        ("exists(array(1, 2), x -> x > t.volume + c.credit)", CROSS_REFERENCE),
        ("'c.region' = t.ts", STREAM_ONLY),
    ],
)
def test_classify_walks_the_whole_expression(condition: str, expected: PredicateClass) -> None:
    assert classify(condition) is expected


def test_classify_among_several_lookups() -> None:
    """What another lookup table brought counts as the stream's."""
    regions = relation(2, "r", "code STRING, tax DOUBLE", RelationKind.LOOKUP)
    names = in_reach(TRADES, CUSTOMERS, regions)
    assert classify("r.tax > 0", names) is STREAM_ONLY
    assert classify("r.code = c.region", names) is CROSS_REFERENCE
    assert PredicateClassifier(regions).classify(Tables().predicate("c.credit > 0", names)) is STREAM_ONLY
