"""What went wrong in engines like this one, each as a test: about parsing, planning, predicates and batch joins.

The names give the number of the lesson: of streaming engines, of federated ones, of the libraries underneath.
"""

from collections.abc import Iterator

import pytest
from pyspark.sql import SparkSession

from dovetail.errors import ColumnNotFound, InvalidOption, MatchConditionRequired, UnsupportedJoinType
from tests.sheets import Sheet

pytestmark = pytest.mark.filterwarnings("ignore:.TemporalClauseRequired.:dovetail.errors.DovetailWarning")

NOW = "FOR SYSTEM_TIME AS OF NOW()"
LOOKUP = f"JOIN dim {NOW} d ON t.k = d.k"
ASOF = "ASOF JOIN q MATCH_CONDITION (t.ts >= q.ts) ON t.k = q.k"


@pytest.fixture(scope="module")
def world(quick: SparkSession) -> Iterator[Sheet]:
    """The same tables for all: rows without a partner on both sides, NULL keys, a key twice."""
    sheet = Sheet(quick)
    sheet.view(
        "t",
        """
        id INT | k STRING | n INT | ts TIMESTAMP
        1      | a        | 5     | 10
        2      | a        | 6     | 20
        3      | b        | 7     | 20
        4      | x        | 8     | 20
        5      | NULL     | 9     | 20
        """,
    )
    sheet.view(
        "q",
        """
        k STRING | n INT | v STRING | ts TIMESTAMP
        a        | 1     | one      | 5
        a        | 2     | two      | 15
        b        | 3     | three    | 25
        NULL     | 4     | four     | 1
        z        | 5     | five     | 1
        """,
    )
    sheet.lookup(
        "dim", "k STRING | n INT | name STRING \n a | 5 | Ada \n b | 0 | O'Brien \n z | 1 | FOR SYSTEM_TIME", key="k"
    )
    yield sheet
    sheet.drop()


# Streaming engines


def test_streaming_01_an_asof_join_gives_its_rows(world: Sheet) -> None:
    world.expect(f"SELECT t.id, q.v FROM t {ASOF}", "1 | one \n 2 | two")


def test_streaming_02_join_types_are_what_they_say(world: Sheet) -> None:
    world.expect(f"SELECT t.id FROM t {ASOF}", "1 \n 2")
    world.expect(f"SELECT t.id FROM t LEFT {ASOF}", "1 \n 2 \n 3 \n 4 \n 5")
    for kind in ("SEMI", "ANTI", "RIGHT", "FULL"):
        with pytest.raises(UnsupportedJoinType):
            world.dt.sql(f"SELECT t.id FROM t {kind} {ASOF}")


def test_streaming_03_null_keys_do_not_match(world: Sheet) -> None:
    world.expect(f"SELECT t.id, q.v FROM t {ASOF} WHERE t.k IS NULL", "")
    world.expect(f"SELECT t.id, d.name FROM t LEFT {LOOKUP} WHERE t.k IS NULL", "5 | NULL")


def test_streaming_04_keys_that_look_alike_stay_apart(sheet: Sheet) -> None:
    """Two columns of a key are not glued together."""
    sheet.view("l", "a STRING | b STRING | t INT \n x | yz | 5 \n xy | z | 5")
    sheet.view("r", "a STRING | b STRING | t INT | v INT \n x | yz | 1 | 1 \n xy | z | 1 | 2 \n '' | xyz | 1 | 3")
    sheet.expect(
        "SELECT l.a, r.v FROM l ASOF JOIN r MATCH_CONDITION (l.t >= r.t) ON l.a = r.a AND l.b = r.b", "x | 1 \n xy | 2"
    )


@pytest.mark.parametrize(
    "bound",
    [
        "q.ts BETWEEN t.ts - INTERVAL '10' SECOND AND t.ts",
        "t.ts BETWEEN q.ts AND q.ts + INTERVAL '10' SECOND",
        "q.ts >= t.ts - INTERVAL '10' SECOND AND q.ts <= t.ts",
    ],
)
def test_streaming_06_a_bound_in_any_spelling_keeps_the_padded_rows(world: Sheet, bound: str) -> None:
    sql = f"SELECT t.id, q.v, d.name FROM t LEFT JOIN q ON t.k = q.k AND {bound} {LOOKUP}"
    assert any("bound=[-10s <= right.ts - left.ts <= 0s]" in line for line in world.plan(sql))
    world.expect(sql, "1 | one | Ada \n 2 | two | Ada \n 3 | NULL | O'Brien")


def test_streaming_07_a_lookup_gives_all_columns(world: Sheet) -> None:
    world.expect(f"SELECT d.* FROM t {LOOKUP} WHERE t.id = 1", "a | 5 | Ada")


def test_streaming_11_the_declared_column_is_the_version_time(sheet: Sheet) -> None:
    sheet.view("l", "k INT | ts TIMESTAMP \n 1 | 10")
    block = "k INT | ts TIMESTAMP | created TIMESTAMP | v INT \n 1 | 5 | 99 | 1 \n 1 | 20 | 1 | 2"
    sheet.versioned("by_ts", block, key="k", version="ts")
    sheet.versioned("by_created", block, key="k", version="created")
    sheet.expect("SELECT v FROM l JOIN by_ts FOR SYSTEM_TIME AS OF l.ts r ON l.k = r.k", "1")
    sheet.expect("SELECT v FROM l JOIN by_created FOR SYSTEM_TIME AS OF l.ts r ON l.k = r.k", "2")


def test_streaming_12_a_plan_is_not_kept_when_a_table_changes(sheet: Sheet) -> None:
    sheet.view("l", "k INT \n 1")
    sql = f"SELECT d.v FROM l JOIN d {NOW} ON l.k = d.k"
    for value in (10, 20):
        sheet.lookup("d", f"k INT | v INT \n 1 | {value}", key="k")
        sheet.expect(sql, str(value))
    sheet.dt.sql("DROP LOOKUP TABLE d")
    sheet.view("d", "k INT | v INT \n 1 | 30")
    sheet.expect(sql, "30")


def test_streaming_12_a_table_is_not_replaced_by_the_left_side(sheet: Sheet) -> None:
    """Both sides have the same columns."""
    sheet.view("l", "k INT | v INT \n 1 | 10")
    sheet.lookup("r", "k INT | v INT \n 1 | 20", key="k")
    sheet.expect(f"SELECT l.v, r.v, l.* FROM l JOIN r {NOW} ON l.k = r.k", "10 | 20 | 1 | 10")


def test_streaming_14_no_table_of_a_chain_is_dropped(world: Sheet) -> None:
    world.expect(
        f"SELECT t.id, q.v, d.name, e.n, o.id FROM t LEFT {ASOF} {LOOKUP} LEFT JOIN dim {NOW} e ON q.n = e.n "
        "LEFT JOIN t o ON o.id = t.id + 1 WHERE t.id < 3",
        "1 | one | Ada | 1 | 2 \n 2 | two | Ada | NULL | 3",
    )


def test_streaming_15_a_timestamp_as_a_key(sheet: Sheet) -> None:
    sheet.view("l", "id INT | ts TIMESTAMP \n 1 | 0.000001 \n 2 | 0.000002")
    sheet.lookup("r", "ts TIMESTAMP | v INT \n 0.000002 | 20", key="ts")
    sheet.expect(f"SELECT l.id, r.v FROM l JOIN r {NOW} ON l.ts = r.ts", "2 | 20")


def test_streaming_16_an_empty_right_side_keeps_its_columns(sheet: Sheet) -> None:
    sheet.view("l", "k INT | t INT \n 1 | 5")
    sheet.view("r", "k INT | t INT | v STRING")
    sheet.versioned("h", "k INT | t INT | v STRING", key="k", version="t")
    for join in (
        "LEFT ASOF JOIN r MATCH_CONDITION (l.t >= r.t) ON l.k = r.k",
        "LEFT JOIN h FOR SYSTEM_TIME AS OF l.t r ON l.k = r.k",
        f"LEFT JOIN r {NOW} ON l.k = r.k",
    ):
        result = sheet.dt.sql(f"SELECT * FROM l {join}")
        assert result.columns == ["k", "t", "k", "t", "v"]
        sheet.expect(f"SELECT * FROM l {join}", "1 | 5 | NULL | NULL | NULL")


def test_streaming_18_an_option_with_an_underscore_for_a_dot_is_told(sheet: Sheet) -> None:
    sheet.view("rows", "k INT \n 1")
    with pytest.raises(InvalidOption) as raised:
        sheet.dt.sql("CREATE LOOKUP TABLE r (k INT) WITH (connector = 'view', view = 'rows', cache_ttl = '5m')")
    assert raised.value.remedy == "Did you mean cache.ttl?"


UNITS = [("MICROSECOND", 1), ("MILLISECOND", 2), ("SECOND", 3), ("MINUTE", 4)]


@pytest.mark.parametrize(("unit", "last"), UNITS)
def test_streaming_21_units_of_time(sheet: Sheet, unit: str, last: int) -> None:
    """As a tolerance, a unit reaches exactly as far as in a comparison of Spark's."""
    sheet.view("l", "t TIMESTAMP \n 100")
    sheet.view("r", "v INT | t TIMESTAMP \n 1 | 99.999999 \n 2 | 99.999 \n 3 | 99 \n 4 | 40 \n 5 | 39")
    tolerance = f"MATCH_CONDITION (l.t >= r.t AND l.t - r.t <= INTERVAL '1' {unit})"
    sheet.expect(f"SELECT r.v FROM l ASOF JOIN r {tolerance} ON r.v = {last}", str(last))
    sheet.expect(f"SELECT r.v FROM l ASOF JOIN r {tolerance} ON r.v = {last + 1}", "")
    sheet.expect(f"SELECT max(r.v) AS v FROM l JOIN r ON r.t >= l.t - INTERVAL '1' {unit}", str(last))


def test_streaming_23_no_key_and_no_predicate_of_on_is_dropped(sheet: Sheet) -> None:
    sheet.view("l", "a INT | b INT | t INT \n 1 | 1 | 5 \n 1 | 2 | 5")
    block = "a INT | b INT | v INT | t INT \n 1 | 1 | 10 | 1 \n 1 | 2 | 20 | 1"
    sheet.view("r", block)
    sheet.versioned("h", block, key="a, b", version="t")
    on = "l.a = r.a AND l.b = r.b AND r.v > 10 AND l.t < 9"
    for join in (
        f"JOIN r {NOW} ON {on}",
        f"JOIN h FOR SYSTEM_TIME AS OF l.t r ON {on}",
        f"ASOF JOIN r MATCH_CONDITION (l.t >= r.t) ON {on}",
    ):
        sheet.expect(f"SELECT l.b, r.v FROM l {join}", "2 | 20")
        sheet.expect(f"SELECT l.b, r.v FROM l LEFT {join}", "1 | NULL \n 2 | 20")


def test_streaming_24_local_predicates_are_executed(world: Sheet) -> None:
    world.expect(f"SELECT t.id FROM t {LOOKUP} WHERE t.n > d.n AND d.name <> 'x'", "2 \n 3")
    world.expect(f"SELECT t.id FROM t {LOOKUP} AND t.n > d.n", "2 \n 3")
    world.expect(f"SELECT t.id FROM t LEFT {LOOKUP} WHERE d.k IS NULL", "4 \n 5")


def test_streaming_26_a_delete_is_no_version(sheet: Sheet) -> None:
    sheet.view("l", "k INT | t INT \n 1 | 5")
    log = "op STRING | k INT | v INT | t INT \n +I | 1 | 10 | 1 \n -D | 1 | 10 | 3"
    sheet.versioned("h", log, key="k", version="t", op__column="op")
    sheet.expect("SELECT h.v FROM l LEFT JOIN h FOR SYSTEM_TIME AS OF l.t ON l.k = h.k", "NULL")


def test_streaming_27_a_version_that_comes_late_counts(sheet: Sheet) -> None:
    """The order of the log's rows says nothing; a version that was taken back leaves the one before it."""
    sheet.view("l", "k INT | t INT \n 1 | 5")
    log = (
        "op STRING | k INT | v INT | t INT \n -D | 1 | 40 | 4 \n +I | 1 | 10 | 1 \n +I | 1 | 40 | 4 \n +I | 1 | 30 | 3"
    )
    sheet.versioned("h", log, key="k", version="t", op__column="op", on__delete="retract")
    sheet.expect("SELECT h.v FROM l JOIN h FOR SYSTEM_TIME AS OF l.t ON l.k = h.k", "30")


def test_streaming_28_a_keyword_in_a_string_is_no_syntax(world: Sheet) -> None:
    world.expect(
        f"SELECT 'ASOF JOIN q' AS s, d.name FROM t JOIN dim {NOW} d ON concat('z', left(t.k, 0)) = d.k "
        "AND d.name = 'FOR SYSTEM_TIME' WHERE t.id = 1",
        "ASOF JOIN q | FOR SYSTEM_TIME",
    )
    assert world.dt.sql("SELECT 'EMIT CHANGES' AS `MATCH_CONDITION (a >= b)`").columns == ["MATCH_CONDITION (a >= b)"]


def test_streaming_29_explain_changes_nothing(sheet: Sheet) -> None:
    sheet.view("rows", "k INT | t INT \n 1 | 1")
    view = "WITH (connector = 'view', view = 'rows')"
    sheet.dt.sql(f"EXPLAIN CREATE LOOKUP TABLE r (k INT) {view}")
    sheet.dt.sql("EXPLAIN CREATE LOOKUP TABLE r AS VALUES (1)")
    sheet.dt.sql(f"EXPLAIN CREATE VERSIONED TABLE r (k INT, t INT, PRIMARY KEY (k), VERSION FOR t) {view}")
    assert list(sheet.dt.catalog) == []
    sheet.lookup("d", "k INT \n 1", key="k")
    sheet.dt.sql("EXPLAIN DROP LOOKUP TABLE d")
    assert [table.name for table in sheet.dt.catalog] == ["d"]


def test_streaming_30_what_a_source_does_not_take_is_done_by_spark(world: Sheet) -> None:
    """A static table takes no predicate at all."""
    assert not any("pushdown=" in line for line in world.plan(f"SELECT t.id FROM t {LOOKUP} WHERE d.name LIKE 'A%'"))
    world.expect(f"SELECT t.id FROM t {LOOKUP} WHERE d.name LIKE 'A%'", "1 \n 2")


# Federated engines


def test_federated_04_a_conjunct_of_the_right_side_rides_on(world: Sheet) -> None:
    world.expect(
        f"SELECT t.id, d.name FROM t LEFT {LOOKUP} AND d.n = 5 WHERE t.id < 4", "1 | Ada \n 2 | Ada \n 3 | NULL"
    )


def test_federated_05_full_with_a_filter_on_one_side(world: Sheet) -> None:
    """Beside a lookup, Spark's FULL JOIN keeps the rows of both sides that ON does not match."""
    world.expect(
        f"SELECT t.id, q.v, d.name FROM t FULL JOIN q ON t.k = q.k AND q.n = 1 LEFT {LOOKUP}",
        """
        1    | one   | Ada
        2    | one   | Ada
        3    | NULL  | O'Brien
        4    | NULL  | NULL
        5    | NULL  | NULL
        NULL | two   | NULL
        NULL | three | NULL
        NULL | four  | NULL
        NULL | five  | NULL
        """,
    )


def test_federated_06_right_with_a_conjunct_of_the_left_side(world: Sheet) -> None:
    world.expect(
        f"SELECT t.id, q.v FROM t RIGHT JOIN q ON t.k = q.k AND t.id = 2 LEFT {LOOKUP}",
        "2 | one \n 2 | two \n NULL | three \n NULL | four \n NULL | five",
    )


def test_federated_07_where_on_the_right_side_stays_above(world: Sheet) -> None:
    world.expect(f"SELECT t.id FROM t LEFT {LOOKUP} WHERE d.n = 5", "1 \n 2")
    world.expect(f"SELECT t.id FROM t LEFT {ASOF} WHERE q.n IS NULL", "3 \n 4 \n 5")


def test_federated_09_natural_and_using_in_a_subquery(world: Sheet) -> None:
    for join in (f"JOIN dim {NOW} d USING (k)", f"NATURAL JOIN dim {NOW} d"):
        inner = f"SELECT * FROM (SELECT id, k FROM t) t {join}"
        world.expect(f"SELECT s.id, s.name FROM ({inner}) s WHERE s.id > 1", "2 | Ada \n 3 | O'Brien")


def test_federated_10_where_over_a_merged_column(world: Sheet) -> None:
    world.expect(f"SELECT id FROM t JOIN dim {NOW} d USING (k) WHERE k = 'a' AND d.n = t.n", "1")


def test_federated_11_names_of_both_sides_reach_the_right_one(world: Sheet) -> None:
    world.expect(f"SELECT t.n, d.n FROM t {LOOKUP} WHERE d.n = 5", "5 | 5 \n 6 | 5")
    world.expect(f"SELECT t.n, d.n FROM t {LOOKUP} WHERE t.n = 6", "6 | 5")
    assert world.dt.sql(f"SELECT * FROM t {LOOKUP}").columns == ["id", "k", "n", "ts", "k", "n", "name"]
    world.expect(f"SELECT t.id, e.name FROM t {LOOKUP} JOIN dim {NOW} e ON d.k = e.k WHERE t.id = 3", "3 | O'Brien")


@pytest.mark.parametrize(
    ("predicate", "ids"),
    [
        ("ABS(t.n - d.n) > 3", "3"),
        ("CASE WHEN d.n = 5 THEN t.n ELSE 0 END = 6", "2"),
        ("t.n IN (d.n, 7)", "1 \n 3"),
        ("t.n BETWEEN d.n AND 5", "1"),
        ("coalesce(d.n, t.n) = 5", "1 \n 2"),
    ],
)
def test_federated_12_predicates_across_sides_stay_above(world: Sheet, predicate: str, ids: str) -> None:
    world.expect(f"SELECT t.id FROM t {LOOKUP} WHERE {predicate}", ids)
    world.expect(f"SELECT t.id FROM t {LOOKUP} AND {predicate}", ids)


def test_federated_13_a_key_that_is_not_selected(world: Sheet) -> None:
    world.expect(f"SELECT d.name FROM t {LOOKUP} WHERE t.id = 3", "O'Brien")
    world.expect(f"SELECT count(*) AS n FROM t {LOOKUP} {ASOF}", "2")


def test_federated_14_a_table_joined_with_itself_three_times(world: Sheet) -> None:
    world.expect(
        f"SELECT a.name, b.name AS b, c.n FROM t JOIN dim {NOW} a ON t.k = a.k JOIN dim {NOW} b ON a.n = b.n "
        f"JOIN dim {NOW} c ON b.k = c.k WHERE t.id = 1",
        "Ada | Ada | 5",
    )


def test_federated_15_keys_go_by_qualifier(sheet: Sheet) -> None:
    """Both sides have a and b; the key joins the one's a with the other's b, whichever way it is written."""
    sheet.view("p", "a INT | b INT \n 1 | 2")
    sheet.lookup("d", "a INT | b INT | v INT \n 2 | 1 | 10 \n 1 | 2 | 20", key="b")
    for on in ("d.b = p.a", "p.a = d.b"):
        sheet.expect(f"SELECT d.v FROM p JOIN d {NOW} ON {on}", "10")


@pytest.mark.parametrize(
    "typo", ["t.id IN (1, d.nn)", "CASE WHEN d.nn = 1 THEN true END", "abs(d.nn) = 1", "NOT (d.nn = 1)"]
)
def test_federated_16_a_typo_deep_inside_on_is_told(world: Sheet, typo: str) -> None:
    with pytest.raises(ColumnNotFound, match="d has no column nn"):
        world.dt.sql(f"SELECT t.id FROM t {LOOKUP} AND {typo}")


def test_federated_17_names_in_any_case_with_spaces_and_quotes(sheet: Sheet) -> None:
    sheet.view("left rows", "`Group` INT | `it's` STRING \n 1 | x'y")
    sheet.lookup("`select`", '`order` INT | `a b` STRING \n 1 | "q" `r`', key="`order`")
    sheet.expect(
        f"SELECT L.`it's`, `SELECT`.`A B` FROM `left rows` AS L JOIN `select` {NOW} ON l.`group` = `Select`.`ORDER`",
        'x\'y | "q" `r`',
    )


def test_federated_18_to_24_what_stands_above_the_joins_is_sparks(world: Sheet) -> None:
    grouped = f"SELECT d.name, count(*) AS n FROM t {LOOKUP} WHERE t.n < 9 GROUP BY d.name HAVING count(*) > 1"
    world.expect(grouped, "Ada | 2")
    for tail, ids in (
        ("WHERE t.id > 1 ORDER BY t.id LIMIT 1", [2]),
        ("ORDER BY t.id LIMIT 1 OFFSET 1", [2]),
        ("ORDER BY t.id OFFSET 2", [3]),
        ("ORDER BY 1 DESC", [3, 2, 1]),
        ("ORDER BY d.n, t.id DESC", [3, 2, 1]),
    ):
        rows = world.dt.sql(f"SELECT t.id FROM t {LOOKUP} {tail}").collect()
        assert [row.id for row in rows] == ids, tail
    distinct = world.dt.sql(f"SELECT DISTINCT d.name FROM t {LOOKUP} ORDER BY d.name LIMIT 2").collect()
    assert [row.name for row in distinct] == ["Ada", "O'Brien"]
    nulls = world.dt.sql(f"SELECT t.id, d.n FROM t LEFT {LOOKUP} ORDER BY d.n DESC, t.id").collect()
    assert [row.id for row in nulls] == [1, 2, 3, 4, 5]


def test_federated_25_a_key_inside_every_branch_of_an_or(world: Sheet) -> None:
    on = "(t.k = d.k AND t.id = 1) OR (t.k = d.k AND d.n = 0)"
    world.expect(f"SELECT t.id, d.name FROM t JOIN dim {NOW} d ON {on}", "1 | Ada \n 3 | O'Brien")


def test_federated_26_strings_stay_strings(sheet: Sheet) -> None:
    sheet.view("l", "k STRING \n 02 \n 2")
    sheet.lookup("d", "k STRING | name STRING \n 02 | O'Brien", key="k")
    sheet.expect(f"SELECT l.k, d.name FROM l JOIN d {NOW} ON l.k = d.k", "02 | O'Brien")
    sheet.expect(f"SELECT l.k FROM l JOIN d {NOW} ON l.k = d.k WHERE d.name = 'O\\'Brien'", "02")
    sheet.expect(f"SELECT l.k FROM l JOIN d {NOW} ON l.k = d.k WHERE d.name = 'O''Brien'", "02")


def test_federated_27_null_times_zero_is_not_zero(sheet: Sheet) -> None:
    sheet.view("l", "k INT \n 1")
    sheet.lookup("d", "k INT | x INT \n 1 | NULL", key="k")
    sheet.expect(f"SELECT l.k FROM l JOIN d {NOW} ON l.k = d.k WHERE d.x * 0 = 0", "")


def test_federated_29_an_alias_of_an_inner_query_stays(world: Sheet) -> None:
    inner = f"SELECT t.id AS number, d.name AS label FROM t {LOOKUP}"
    world.expect(
        f"SELECT x.number, e.n FROM ({inner}) x JOIN dim {NOW} e ON x.label = e.name WHERE x.number > 1",
        "2 | 5 \n 3 | 0",
    )


# What users reported elsewhere


def test_reported_or_and_a_second_inequality_in_the_on_of_an_asof_join(world: Sheet) -> None:
    world.expect(f"SELECT t.id, q.v FROM t {ASOF} AND (q.n = 1 OR t.id = 2)", "1 | one \n 2 | two")
    world.expect(f"SELECT t.id, q.v FROM t {ASOF} AND q.n < t.n - 4", "2 | one")
    inequality = ASOF.replace("MATCH_CONDITION (t.ts >= q.ts) ON", "ON t.ts >= q.ts AND")
    world.expect(f"SELECT t.id, q.v FROM t {inequality} AND q.n < 2", "1 | one \n 2 | one")


def test_reported_two_asof_joins_in_one_query(world: Sheet) -> None:
    second = ASOF.replace("q", "r").replace("JOIN r", "JOIN q r").replace("t.ts >=", "t.ts >")
    world.expect(f"SELECT t.id, q.v, r.v FROM t {ASOF} LEFT {second}", "1 | one | one \n 2 | two | two")


# The libraries underneath


def test_trap_quotes_in_a_string_are_sparks(world: Sheet) -> None:
    """sqlglot reads 'O''Brien' as OBrien."""
    world.expect(f"SELECT t.id FROM t {LOOKUP} AND d.name = 'O''Brien'", "3")
    world.expect(f"SELECT t.id FROM t {LOOKUP} WHERE d.name IN ('O''Brien', 'x')", "3")


def test_trap_asof_is_never_an_alias(world: Sheet) -> None:
    """Spark takes FROM t ASOF JOIN q USING (…) for a table alias, and runs another join."""
    world.expect("SELECT id, v FROM t ASOF JOIN q USING (k, ts)", "1 | one \n 2 | two")
    world.expect("SELECT id FROM t ASOF LEFT JOIN q USING (k, ts)", "1 \n 2 \n 3 \n 4 \n 5")
    with pytest.raises(MatchConditionRequired):
        world.dt.sql("SELECT t.id FROM t ASOF JOIN q ON t.k = q.k")


def test_trap_a_temp_view_is_read_again(world: Sheet) -> None:
    world.views.append("joined")
    world.dt.sql(f"CREATE OR REPLACE TEMP VIEW joined AS SELECT t.id, d.name FROM t {LOOKUP}")
    for _ in range(2):
        assert len(world.spark.sql("SELECT * FROM joined WHERE id < 3").collect()) == 2


def test_trap_parameters_that_are_lifted_out_do_not_shift_the_others(sheet: Sheet) -> None:
    sheet.view("l", "id INT | k INT | t INT \n 1 | 1 | 5 \n 2 | 1 | 9")
    sheet.view("r", "k INT | v INT | t INT \n 1 | 10 | 4")
    join = "ASOF JOIN r MATCH_CONDITION (l.t >= r.t AND l.t - r.t <= ?) ON l.k = r.k AND l.id < ?"
    sql = f"SELECT ? AS a, l.id, r.v + ? AS b FROM l {join} WHERE r.v > ?"
    sheet.expect(sql, "x | 1 | 12", ["x", 2, 1, 5, 3])


def test_trap_unnamed_outputs_keep_sparks_names(world: Sheet) -> None:
    result = world.dt.sql(f"SELECT t.n + 1, upper(d.name), d.n, count(*) OVER (), t.id * d.n FROM t {LOOKUP}")
    assert result.columns[:3] == ["(n + 1)", "upper(name)", "n"]
    assert result.columns[4] == "(id * n)"
    assert not any("__dt" in name for name in result.columns)
