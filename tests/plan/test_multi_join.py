"""Several joins in one FROM clause: what each step says, which operator it gets, and which columns stand behind it."""

import pytest

from dovetail.errors import AmbiguousColumn, SchemaConflict
from dovetail.plan.analysis import JoinMode, PreviousJoin, TableInput
from dovetail.plan.asof import AsofJoinNode, AsofSqlDirection
from dovetail.plan.interval import IntervalJoinNode
from dovetail.plan.lookup import LookupJoinNode
from dovetail.plan.multi import MultiJoinConfig, qualified_names
from dovetail.plan.node import walk
from dovetail.plan.relations import Join, JoinKind, Scan
from dovetail.plan.temporal import TemporalJoinNode
from tests.planning import Tables

ASOF = "ASOF JOIN ticks t MATCH_CONDITION (o.ts >= t.ts) ON o.symbol = t.symbol"
LOOKUP = "JOIN reference FOR SYSTEM_TIME AS OF NOW() r ON o.symbol = r.symbol"
TEMPORAL = "LEFT JOIN rates FOR SYSTEM_TIME AS OF o.ts x ON o.currency = x.currency"
INTERVAL = "JOIN shipments s ON o.id = s.order_id AND s.ts BETWEEN o.ts AND o.ts + INTERVAL '4' HOUR"


@pytest.fixture
def tables() -> Tables:
    tables = Tables(
        orders="id INT NOT NULL, symbol STRING, currency STRING, price DOUBLE, ts TIMESTAMP",
        ticks="symbol STRING NOT NULL, price DOUBLE, ts TIMESTAMP",
        shipments="order_id INT, ts TIMESTAMP",
    )
    tables.lookup("reference", "symbol STRING NOT NULL, sector STRING, exchange STRING", key="symbol")
    return tables.versioned("rates", "currency STRING, rate DOUBLE, valid_from TIMESTAMP", "currency", "valid_from")


# The analysis


def test_join_parser_two_way(tables: Tables) -> None:
    analysis = tables.analysis(f"SELECT o.id FROM orders o {ASOF}")
    assert [table.name for table in analysis.tables] == ["orders", "ticks"]
    (step,) = analysis.joins
    assert step.left == TableInput("orders")
    assert (step.right_table, step.right_alias) == ("ticks", "t")
    assert (step.left_key, step.right_key) == ("o.symbol", "t.symbol")


def test_join_parser_three_way(tables: Tables) -> None:
    """No join after the first is left out: each reads what the one before it gives."""
    analysis = tables.analysis(f"SELECT o.id FROM orders o {ASOF} {LOOKUP}")
    assert [step.left for step in analysis.joins] == [TableInput("orders"), PreviousJoin(0)]
    assert [step.right_table for step in analysis.joins] == ["ticks", "reference"]


def test_join_parser_four_way(tables: Tables) -> None:
    analysis = tables.analysis(f"SELECT o.id FROM orders o {ASOF} {LOOKUP} {TEMPORAL} {INTERVAL}")
    assert [step.left for step in analysis.joins[1:]] == [PreviousJoin(0), PreviousJoin(1), PreviousJoin(2)]
    assert analysis.base.name == "orders"


def test_join_parser_mixed_types(tables: Tables) -> None:
    analysis = tables.analysis(f"SELECT o.id FROM orders o {ASOF} {LOOKUP} {TEMPORAL} {INTERVAL}")
    modes = [step.mode for step in analysis.joins]
    assert modes == [JoinMode.ASOF, JoinMode.PROCESS_TIME, JoinMode.TEMPORAL, JoinMode.PLAIN]
    assert [step.is_lookup_join for step in analysis.joins] == [False, True, False, False]
    assert [step.join_type for step in analysis.joins] == [
        JoinKind.INNER,
        JoinKind.INNER,
        JoinKind.LEFT,
        JoinKind.INNER,
    ]


def test_join_parser_asof_direction_and_tolerance(tables: Tables) -> None:
    match = "MATCH_CONDITION (o.ts <= t.ts AND t.ts - o.ts <= INTERVAL '5' SECOND)"
    (step,) = tables.analysis(f"SELECT o.id FROM orders o ASOF JOIN ticks t {match} ON o.symbol = t.symbol").joins
    assert step.asof_direction is AsofSqlDirection.FORWARD
    assert step.asof_tolerance == 5_000_000


def test_join_parser_time_bound(tables: Tables) -> None:
    (step,) = tables.analysis(f"SELECT o.id FROM orders o {INTERVAL}").joins
    assert step.time_bound is not None
    assert (step.time_bound.lower, step.time_bound.upper) == (0, 4 * 3600 * 1_000_000)
    assert (step.time_bound.left_time.name, step.time_bound.right_time.name) == ("ts", "ts")


@pytest.mark.parametrize(
    ("relation", "alias"),
    [
        ("reference FOR SYSTEM_TIME AS OF NOW() AS r", "r"),
        ("reference FOR SYSTEM_TIME AS OF NOW() r", "r"),
        ("reference AS r FOR SYSTEM_TIME AS OF NOW()", "r"),
        ("reference r FOR SYSTEM_TIME AS OF NOW()", "r"),
        ("reference FOR SYSTEM_TIME AS OF NOW()", None),
        ("`reference` FOR SYSTEM_TIME AS OF NOW() AS `the r`", "the r"),
    ],
)
def test_join_parser_aliases(tables: Tables, relation: str, alias: str | None) -> None:
    qualifier = f"`{alias or 'reference'}`"
    (step,) = tables.analysis(f"SELECT o.id FROM orders o JOIN {relation} ON o.symbol = {qualifier}.symbol").joins
    assert (step.right_table, step.right_alias) == ("reference", alias)


def test_join_parser_one_table_under_several_aliases(tables: Tables) -> None:
    twice = "JOIN reference FOR SYSTEM_TIME AS OF NOW() {0} ON o.{1} = {0}.symbol"
    sql = f"SELECT o.id, a.sector FROM orders o {twice.format('a', 'symbol')} {twice.format('b', 'currency')}"
    first, second = tables.analysis(sql).joins
    assert (first.right_alias, second.right_alias) == ("a", "b")
    assert first.right.index != second.right.index
    assert (first.left_key, second.left_key) == ("o.symbol", "o.currency")


# The operators


def test_join_translator_has_an_operator_for_each_step(tables: Tables) -> None:
    analysis = tables.analysis(f"SELECT o.id FROM orders o {ASOF} {LOOKUP} {TEMPORAL} {INTERVAL}")
    steps = MultiJoinConfig.from_analysis(analysis).steps
    assert [type(step.config) for step in steps] == [AsofJoinNode, Join, TemporalJoinNode, Join]


def test_join_translator_merges_schemas(tables: Tables) -> None:
    """The columns of each step are those of the step before, then the new relation's."""
    analysis = tables.analysis(f"SELECT o.id FROM orders o {ASOF} {LOOKUP}")
    first, second = MultiJoinConfig.from_analysis(analysis).steps
    orders, ticks, reference = (relation.columns for relation in analysis.tables)
    assert first.output_schema == orders + ticks
    assert second.output_schema == orders + ticks + reference


def test_join_translator_pads_the_right_side_of_a_left_join(tables: Tables) -> None:
    analysis = tables.analysis(f"SELECT o.id FROM orders o LEFT {ASOF} {LOOKUP}")
    first, second = MultiJoinConfig.from_analysis(analysis).steps
    nullable = {(c.relation, c.name): c.nullable for c in second.output_schema}
    assert nullable[0, "id"] is False
    assert nullable[1, "symbol"] is True, "padded by the first step, and still so behind the second"
    assert nullable[2, "symbol"] is False
    assert [c.nullable for c in first.output_schema] == [c.nullable for c in second.output_schema[:8]]


def test_join_translator_qualifies_columns_of_one_name(tables: Tables) -> None:
    analysis = tables.analysis(f"SELECT o.id FROM orders o {ASOF}")
    (step,) = MultiJoinConfig.from_analysis(analysis).steps
    assert qualified_names(step.output_schema, analysis.tables) == (
        "id",
        "o.symbol",
        "currency",
        "o.price",
        "o.ts",
        "t.symbol",
        "t.price",
        "t.ts",
    )
    with pytest.raises(AmbiguousColumn, match=r"price is ambiguous: it could be o.price, t.price"):
        tables.analysis(f"SELECT price FROM orders o {ASOF}")


def test_join_translator_refuses_names_that_no_alias_tells_apart() -> None:
    analysis = Tables(one="a INT, b INT, B INT", two="c INT").analysis("SELECT c FROM one JOIN two ON one.a = two.c")
    (step,) = MultiJoinConfig.from_analysis(analysis).steps
    with pytest.raises(SchemaConflict, match=r"two columns are called one.b"):
        qualified_names(step.output_schema, analysis.tables)


# The plan


def test_planner_multi_join_query_plan(tables: Tables) -> None:
    """One operator a step, the first to run at the bottom."""
    plan = tables.plan(
        f"SELECT o.id, t.price, r.sector, x.rate, s.ts FROM orders o {ASOF} {LOOKUP} {TEMPORAL} {INTERVAL}"
    )
    steps = MultiJoinConfig.of_plan(plan).steps
    assert [type(s.config) for s in steps] == [AsofJoinNode, LookupJoinNode, TemporalJoinNode, IntervalJoinNode]


def test_planner_keeps_the_columns_of_later_steps(tables: Tables) -> None:
    """A key of a later join is read by an earlier scan, whatever is selected."""
    plan = tables.plan(f"SELECT r.sector FROM orders o {ASOF} {LOOKUP} {TEMPORAL}")
    (orders,) = [n for n in walk(plan) if isinstance(n, Scan) and n.relation.name == "orders"]
    assert [c.name for c in orders.columns] == ["symbol", "currency", "ts"]


def test_planner_single_join_as_before(tables: Tables) -> None:
    """A FROM clause of one join has one step, the same that it has as the first of two."""
    (alone,) = MultiJoinConfig.of_plan(tables.plan(f"SELECT * FROM orders o {LOOKUP}")).steps
    first, _ = MultiJoinConfig.of_plan(tables.plan(f"SELECT * FROM orders o {LOOKUP} {ASOF}")).steps
    assert isinstance(alone.config, LookupJoinNode)
    assert alone.config == first.config
    assert alone.output_schema == first.output_schema


def test_planner_runs_joins_from_left_to_right_as_written(tables: Tables) -> None:
    for joins in ([ASOF, LOOKUP, TEMPORAL], [TEMPORAL, ASOF, LOOKUP], [LOOKUP, TEMPORAL, ASOF]):
        plan = tables.plan(f"SELECT * FROM orders o {' '.join(joins)}")
        kinds = {ASOF: AsofJoinNode, LOOKUP: LookupJoinNode, TEMPORAL: TemporalJoinNode}
        assert [type(s.config) for s in MultiJoinConfig.of_plan(plan).steps] == [kinds[join] for join in joins]
