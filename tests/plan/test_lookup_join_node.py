"""The node of a lookup join: what it hands on, what it shows, and what its constructor refuses."""

from dataclasses import replace

import pytest

from dovetail.errors import NoJoinKeys, PlanInvariantBroken
from dovetail.plan.expressions import Expr
from dovetail.plan.lookup import JoinKeyPair, LookupJoinNode, LookupJoinType
from dovetail.plan.node import walk
from dovetail.plan.relations import Scan
from tests.planning import Tables, texts

QUERY = """
    SELECT t.price, c.name FROM trades t JOIN customers FOR SYSTEM_TIME AS OF NOW() AS c
    ON t.customer_id = c.id AND t.price > c.credit_limit WHERE c.region = 'APAC'
"""


@pytest.fixture
def tables() -> Tables:
    tables = Tables(trades="customer_id INT NOT NULL, price DOUBLE, note STRING")
    return tables.lookup("customers", "id INT NOT NULL, name STRING, region STRING NOT NULL, credit_limit INT")


@pytest.fixture
def node(tables: Tables) -> LookupJoinNode:
    return tables.lookup_join(QUERY)


def test_lookup_join_node_name(node: LookupJoinNode) -> None:
    assert node.name == "LookupJoin"


def test_lookup_join_node_inputs(node: LookupJoinNode) -> None:
    (stream,) = node.inputs()
    assert isinstance(stream, Scan)
    assert stream.relation.name == "trades"


def test_lookup_join_node_schema(node: LookupJoinNode) -> None:
    """The stream's columns, then the table's; LEFT pads the table's with NULLs, never the stream's."""
    stream, table = node.stream_input.schema, node.lookup_columns
    inner = replace(node, join_type=LookupJoinType.INNER)
    left = replace(node, join_type=LookupJoinType.LEFT_OUTER)
    assert inner.schema == left.schema == node.output_schema == stream + table
    assert [c.name for c in inner.schema] == ["customer_id", "price", "id", "name", "region", "credit_limit"]
    assert [c.nullable for c in inner.schema] == [False, True, False, True, False, True]
    assert [c.nullable for c in left.schema] == [False, True, True, True, True, True]


def test_lookup_join_node_expressions(node: LookupJoinNode) -> None:
    """The stream's side of the keys, then what is pushed, then what is local."""
    assert texts(node.expressions()) == ["t.customer_id", "c.region = 'APAC'", "t.price > c.credit_limit"]


def test_lookup_join_node_explain(node: LookupJoinNode) -> None:
    assert node.explain() == (
        "LookupJoin: table=customers, keys=[t.customer_id = id], type=Inner, pushdown=[c.region = 'APAC']"
    )
    assert node.details() == (
        "source: postgres, strategy=replicated, columns=[id, name, region, credit_limit]",
        "local=[t.price > c.credit_limit]",
    )


def test_lookup_join_node_explain_without_pushdown(tables: Tables) -> None:
    node = tables.lookup_join("SELECT t.price, c.name FROM trades t LEFT JOIN customers c ON t.customer_id = c.id")
    assert node.explain() == "LookupJoin: table=customers, keys=[t.customer_id = id], type=LeftOuter"


def test_lookup_join_node_with_exprs_and_inputs(node: LookupJoinNode) -> None:
    """Every expression comes back to its place: keys, pushed and local predicates are not mixed up."""
    renamed = tuple(replace(expr, text=f"{expr.text} /* {n} */") for n, expr in enumerate(node.expressions()))
    (scan,) = node.inputs()
    rebuilt = node.with_exprs_and_inputs(renamed, (scan,))
    assert rebuilt.expressions() == renamed
    assert texts([rebuilt.join_keys[0].stream_expr]) == ["t.customer_id /* 0 */"]
    assert texts(rebuilt.pushdown_predicates) == ["c.region = 'APAC' /* 1 */"]
    assert texts(rebuilt.local_predicates) == ["t.price > c.credit_limit /* 2 */"]
    assert [p.clause for p in rebuilt.local_predicates] == [p.clause for p in node.local_predicates]
    assert node.with_exprs_and_inputs(node.expressions(), node.inputs()) == node


def test_lookup_join_node_with_too_few_expressions(node: LookupJoinNode) -> None:
    with pytest.raises(ValueError, match="shorter"):
        node.with_exprs_and_inputs(node.expressions()[:-1], node.inputs())


def test_lookup_join_node_is_the_same_over_the_same_inputs(node: LookupJoinNode) -> None:
    assert node.with_inputs(node.inputs()) is node


def test_lookup_join_node_refuses_no_keys(node: LookupJoinNode) -> None:
    with pytest.raises(NoJoinKeys, match="customers"):
        replace(node, join_keys=())


def test_lookup_join_node_refuses_a_column_that_the_table_lacks(node: LookupJoinNode) -> None:
    with pytest.raises(PlanInvariantBroken, match="customers has no column zip"):
        replace(node, required_lookup_columns=frozenset({"id", "zip"}))
    with pytest.raises(PlanInvariantBroken, match="customers has no column zip"):
        replace(node, join_keys=(JoinKeyPair(Expr("t.zip"), "zip"),))


def test_lookup_join_node_finds_its_columns(node: LookupJoinNode) -> None:
    assert node.lookup_table == "customers"
    assert node.lookup_column("region") is node.lookup_schema[2]
    assert [n.name for n in walk(node)] == ["LookupJoin", "Scan"]
