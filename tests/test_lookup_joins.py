"""Lookup joins from text to rows: the plan, what EXPLAIN says of it, and the answer."""

import json

import pytest

from dovetail.errors import DovetailWarning, TemporalClauseRequired
from dovetail.plan.lookup import LookupJoinNode
from dovetail.plan.node import walk
from dovetail.plan.relations import Filter
from tests.sheets import Sheet

TRADES = """
    id INT | customer_id INT | symbol STRING | price DOUBLE | volume INT
    1      | 10              | A             | 5.0          | 100
    2      | 20              | B             | 6.0          | 5
    3      | 99              | A             | 7.0          | 50
    4      | NULL            | B             | 8.0          | 1
    5      | 10              | C             | 9.0          | 7
"""
CUSTOMERS = """
    id INT | name STRING | region STRING | min_size INT
    10     | Ada         | EU            | 50
    20     | Bob         | US            | 10
    30     | Cyd         | EU            | 0
"""
REGIONS = """
    code STRING | label STRING
    EU          | Europe
    AP          | Asia
"""
JOIN = "FROM trades t JOIN customers FOR SYSTEM_TIME AS OF NOW() AS c ON t.customer_id = c.id"


@pytest.fixture
def world(sheet: Sheet) -> Sheet:
    sheet.view("trades", TRADES)
    sheet.view("customer_rows", CUSTOMERS)
    sheet.dt.sql("CREATE LOOKUP TABLE customers (PRIMARY KEY (id)) WITH (connector = 'view', view = 'customer_rows')")
    sheet.lookup("regions", REGIONS, key="code")
    return sheet


def lookups(sheet: Sheet, sql: str) -> list[LookupJoinNode]:
    plans = [block.plan for block in sheet.dt.explain(sql).blocks]
    return [node for plan in plans for node in walk(plan) if isinstance(node, LookupJoinNode)][::-1]


def test_end_to_end_lookup_join_plan(world: Sheet) -> None:
    (node,) = lookups(world, f"SELECT t.id, c.name {JOIN}")
    assert node.explain() == "LookupJoin: table=customers, keys=[t.customer_id = id], type=Inner"
    assert node.lookup_metadata.connector == "view"
    assert node.lookup_metadata.primary_key == ("id",)
    world.expect(
        f"SELECT t.id, c.name {JOIN}",
        """
        1 | Ada
        2 | Bob
        5 | Ada
        """,
    )


def test_lookup_join_with_where_clause(world: Sheet) -> None:
    sql = f"SELECT t.id, c.name {JOIN} WHERE c.region = 'EU' AND t.volume >= c.min_size"
    (node,) = lookups(world, sql)
    assert [str(p) for p in node.pushdown_predicates] == ["c.region = 'EU'"]
    assert [str(p) for p in node.local_predicates] == ["t.volume >= c.min_size"]
    world.expect(sql, "1 | Ada")


def test_lookup_join_where_stays_in_the_plan(world: Sheet) -> None:
    (block,) = world.dt.explain(f"SELECT t.id {JOIN} WHERE c.region = 'EU'").blocks
    assert any(isinstance(node, Filter) for node in walk(block.plan))


def test_lookup_join_column_pruning_integration(world: Sheet) -> None:
    (node,) = lookups(world, f"SELECT t.id, upper(c.name) AS n {JOIN} WHERE t.volume > c.min_size")
    assert node.required_lookup_columns == {"id", "name", "min_size"}


def test_lookup_join_explain_output(world: Sheet) -> None:
    sql = f"SELECT t.id, c.name {JOIN} WHERE c.region = 'EU' AND t.price > 5"
    expected = [
        "Project: SELECT t.id, c.name",
        "  Filter: c.region = 'EU' AND t.price > 5",
        "    LookupJoin: table=customers, keys=[t.customer_id = id], type=Inner, pushdown=[c.region = 'EU']",
        "      : source: view, strategy=replicated, columns=[id, name, region]",
        "      : local=[t.price > 5]",
        "      Scan: trades AS t, columns=[id, customer_id, price], filter=[t.price > 5]",
    ]
    (row,) = world.dt.sql(f"EXPLAIN PLAN {sql}").collect()
    assert row.plan.splitlines() == world.plan(sql)
    assert row.plan.splitlines()[2:5] == expected[2:5]
    assert [line.split(":")[0].strip() for line in world.plan(sql) if not line.lstrip().startswith(":")] == [
        "Project",
        "Filter",
        "LookupJoin",
        "Scan",
    ]
    assert world.plan(sql)[-1] == expected[-1]


def test_explain_shows_pushdown_predicates(world: Sheet) -> None:
    sql = f"SELECT t.id {JOIN} AND c.min_size > 0 WHERE c.region = 'EU' AND t.volume > c.min_size"
    text = "\n".join(world.plan(sql))
    assert "pushdown=[c.min_size > 0, c.region = 'EU']" in text
    assert "local=[t.volume > c.min_size]" in text
    (tree,) = json.loads(world.dt.explain(sql).json())["plans"]
    assert "LookupJoin" in json.dumps(tree)
    assert world.dt.explain(sql).mermaid().startswith("flowchart BT\n")


@pytest.mark.filterwarnings("ignore:.TemporalClauseRequired.:dovetail.errors.DovetailWarning")
def test_explain_says_that_a_clause_was_left_out(world: Sheet) -> None:
    lines = world.plan(
        "SELECT t.id FROM trades t JOIN customers c ON t.customer_id = c.id JOIN regions r ON c.region = r.code"
    )
    notes = [line.strip() for line in lines if "note:" in line]
    assert notes == [
        ": note: regions is joined as of NOW(), which the statement leaves out",
        ": note: customers is joined as of NOW(), which the statement leaves out",
    ]


def test_lookup_join_with_aggregation(world: Sheet) -> None:
    world.expect(
        f"SELECT c.region, sum(t.price) AS total, count(*) AS n {JOIN} GROUP BY c.region HAVING count(*) > 0",
        """
        EU | 14.0 | 2
        US | 6.0  | 1
        """,
    )


def test_multiple_lookup_joins_in_query(world: Sheet) -> None:
    sql = f"""
        SELECT t.id, c.name, r.label {JOIN.replace("JOIN", "LEFT JOIN")}
        LEFT JOIN regions FOR SYSTEM_TIME AS OF PROCTIME() r ON c.region = r.code
    """
    assert [node.lookup_table for node in lookups(world, sql)] == ["customers", "regions"]
    world.expect(
        sql,
        """
        1 | Ada  | Europe
        2 | Bob  | NULL
        3 | NULL | NULL
        4 | NULL | NULL
        5 | Ada  | Europe
        """,
    )


def test_predicate_split_with_multiple_lookup_joins(world: Sheet) -> None:
    """Each lookup gets its own predicates; a static table takes none."""
    sql = f"""
        SELECT t.id {JOIN} JOIN regions FOR SYSTEM_TIME AS OF NOW() r ON c.region = r.code
        WHERE c.min_size > 10 AND r.label = 'Europe' AND t.price < 9 AND c.region <> r.label
    """
    customers, regions = lookups(world, sql)
    assert [str(p) for p in customers.pushdown_predicates] == ["c.min_size > 10"]
    assert [str(p) for p in regions.pushdown_predicates] == []
    assert "r.label = 'Europe'" in [str(p) for p in regions.local_predicates]
    world.expect(sql, "1")


CONDITIONS = [
    "c.region = 'EU'",
    "NOT c.region = 'EU'",
    "c.id IS NULL",
    "(c.region = 'US' OR t.price > 7)",
    "coalesce(c.name, 'Ada') LIKE 'A%'",
]


@pytest.mark.parametrize("kind", ["JOIN", "LEFT JOIN"])
def test_predicate_split_preserves_query_correctness(world: Sheet, kind: str) -> None:
    """The same rows with and without pushdown, and as Spark's own join of the same rows gives."""
    world.dt.sql(
        "CREATE LOOKUP TABLE plain_customers (PRIMARY KEY (id)) "
        "WITH (connector = 'view', view = 'customer_rows', pushdown = 'disabled')"
    )
    for condition in CONDITIONS:
        for clause in ("AND", "WHERE"):
            sql = f"SELECT t.id, c.name, c.region {JOIN.replace('JOIN', kind)} {clause} {condition}"
            local = sql.replace("customers FOR", "plain_customers FOR")
            assert not lookups(world, local)[0].pushdown_predicates
            spark = sql.replace("customers FOR SYSTEM_TIME AS OF NOW() AS c", "customer_rows c")
            assert world.rows(sql) == world.rows(local) == world.rows(spark), sql


def test_a_clause_left_out_is_a_warning(world: Sheet) -> None:
    sql = "SELECT t.id FROM trades t JOIN customers c ON t.customer_id = c.id"
    with pytest.warns(DovetailWarning, match=r"Write customers FOR SYSTEM_TIME AS OF NOW\(\)"):
        assert world.rows(sql) == ["1", "2", "5"]


def test_a_clause_left_out_can_be_an_error(world: Sheet) -> None:
    sql = "SELECT t.id FROM trades t JOIN customers c ON t.customer_id = c.id"
    world.spark.conf.set("dovetail.implicit_lookup", "error")
    try:
        with pytest.raises(TemporalClauseRequired) as raised:
            world.dt.sql(sql)
    finally:
        world.spark.conf.unset("dovetail.implicit_lookup")
    assert raised.value.position is not None
    assert sql[raised.value.position.start : raised.value.position.stop] == "customers"
