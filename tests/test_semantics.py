"""The rules of joins over time, one test each, by the words and numbers of their design; here over whole tables."""

from decimal import Decimal

import pytest
from py4j.protocol import Py4JJavaError
from pyspark.errors import PySparkException

from dovetail.errors import (
    DovetailError,
    InvalidJoinKey,
    KeyTypeMismatch,
    LookupTableNotFound,
    NoJoinKeys,
    NotVersioned,
    PrimaryKeyViolation,
    SqlSyntaxError,
    TableNotFound,
    TemporalClauseRequired,
    TimeTypeMismatch,
    UnsupportedJoinType,
    UnsupportedStatement,
)
from dovetail.plan.lookup import LookupJoinNode
from dovetail.plan.node import walk
from tests.sheets import Sheet

pytestmark = pytest.mark.filterwarnings("ignore:.TemporalClauseRequired.:dovetail.errors.DovetailWarning")

NOW = "FOR SYSTEM_TIME AS OF NOW()"


def refused(sheet: Sheet, sql: str, kind: type[DovetailError], match: str | None = None) -> None:
    with pytest.raises(kind, match=match):
        sheet.dt.sql(sql)


# Keys


def test_keys_null_never_matches(sheet: Sheet) -> None:
    sheet.view("l", "id INT | k INT | t INT \n 1 | NULL | 5 \n 2 | 7 | 5")
    sheet.view("r", "k INT | v INT | t INT \n NULL | 1 | 1 \n 7 | 2 | 1")
    sheet.versioned("h", "k INT | v INT | t INT \n NULL | 1 | 1 \n 7 | 2 | 1", key="k", version="t")
    for join in (
        f"JOIN r {NOW} r ON l.k = r.k",
        "JOIN h FOR SYSTEM_TIME AS OF l.t r ON l.k = r.k",
        "ASOF JOIN r MATCH_CONDITION (l.t >= r.t) ON l.k = r.k",
        f"JOIN r ON l.k = r.k AND r.t BETWEEN l.t - 5 AND l.t JOIN (SELECT 1 AS one) o {NOW} ON r.k - 6 = o.one",
    ):
        sheet.expect(f"SELECT l.id, r.v FROM l {join}", "2 | 2")
        if "one" not in join:
            sheet.expect(f"SELECT l.id, r.v FROM l LEFT {join}", "1 | NULL \n 2 | 2")


def test_keys_zeros_and_nans_are_equal(sheet: Sheet) -> None:
    sheet.view("l", "id INT | k DOUBLE | t INT \n 1 | -0.0 | 5 \n 2 | NaN | 5")
    block = "k DOUBLE | v INT | t INT \n 0.0 | 1 | 1 \n NaN | 2 | 1"
    sheet.view("r", block)
    sheet.versioned("h", block, key="k", version="t")
    for join in (
        f"JOIN r {NOW} r ON l.k = r.k",
        "JOIN h FOR SYSTEM_TIME AS OF l.t r ON l.k = r.k",
        "ASOF JOIN r MATCH_CONDITION (l.t >= r.t) ON l.k = r.k",
    ):
        sheet.expect(f"SELECT l.id, r.v FROM l {join}", "1 | 1 \n 2 | 2")


def test_keys_decimals_by_value(sheet: Sheet) -> None:
    sheet.view("l", "id INT | k DECIMAL(4,1) | t INT \n 1 | 1.5 | 5")
    sheet.view("r", "k DECIMAL(10,4) | v INT | t INT \n 1.5000 | 1 | 1")
    sheet.expect("SELECT l.id, r.v FROM l ASOF JOIN r MATCH_CONDITION (l.t >= r.t) ON l.k = r.k", "1 | 1")
    sheet.expect(f"SELECT l.id, r.v FROM l JOIN r {NOW} r ON l.k = r.k", "1 | 1")


def test_keys_widen_within_numbers_and_nothing_else(sheet: Sheet) -> None:
    sheet.view("l", "i INT | b BIGINT | x DOUBLE | s STRING \n 1 | 1 | 1.0 | 1")
    sheet.lookup("r", "i INT | s STRING \n 1 | 1", key="i")
    for column in ("i", "b", "x"):
        sheet.expect(f"SELECT r.s FROM l JOIN r {NOW} r ON l.{column} = r.i", "1")
    refused(sheet, f"SELECT r.s FROM l JOIN r {NOW} r ON l.s = r.i", KeyTypeMismatch, "l.s is of type string.* int")
    refused(sheet, f"SELECT r.s FROM l JOIN r {NOW} r ON l.i = r.s", KeyTypeMismatch, "l.i is of type int.* string")


def test_keys_of_the_stream_may_be_expressions(sheet: Sheet) -> None:
    sheet.view("l", "id INT | k STRING \n 1 | A")
    sheet.lookup("r", "k STRING | v INT \n a | 5", key="k")
    sheet.expect(f"SELECT l.id, r.v FROM l JOIN r {NOW} r ON lower(l.k) = r.k", "1 | 5")
    refused(sheet, f"SELECT l.id FROM l JOIN r {NOW} r ON l.k = upper(r.k)", InvalidJoinKey)


def test_keys_null_safe_equality_and_constants_are_predicates(sheet: Sheet) -> None:
    sheet.view("l", "id INT | k INT \n 1 | NULL \n 2 | 5")
    sheet.lookup("r", "k INT | v INT \n 5 | 50", key="k")
    refused(sheet, f"SELECT l.id FROM l JOIN r {NOW} r ON l.k <=> r.k", NoJoinKeys)
    refused(sheet, f"SELECT l.id FROM l JOIN r {NOW} r ON r.k = 5", NoJoinKeys)
    sheet.expect(f"SELECT l.id FROM l JOIN r {NOW} r ON l.k = r.k AND r.v = 50", "2")


def test_keys_asof_needs_none(sheet: Sheet) -> None:
    sheet.view("l", "t INT \n 5")
    sheet.view("r", "t INT | v INT \n 3 | 1 \n 9 | 2")
    sheet.expect("SELECT l.t, r.v FROM l ASOF JOIN r MATCH_CONDITION (l.t >= r.t)", "5 | 1")


# Times


@pytest.mark.parametrize("time_type", ["TIMESTAMP", "TIMESTAMP_NTZ", "DATE", "INT", "BIGINT"])
def test_times_are_of_one_type_on_both_sides(sheet: Sheet, time_type: str) -> None:
    sheet.view("l", f"k INT | t {time_type} \n 1 | 5")
    block = f"k INT | v INT | t {time_type} \n 1 | 10 | 3 \n 1 | 20 | 7"
    sheet.view("r", block)
    sheet.versioned("h", block, key="k", version="t")
    sheet.expect("SELECT r.v FROM l ASOF JOIN r MATCH_CONDITION (l.t >= r.t) ON l.k = r.k", "10")
    sheet.expect("SELECT h.v FROM l JOIN h FOR SYSTEM_TIME AS OF l.t ON l.k = h.k", "10")


def test_times_of_two_types_are_refused(sheet: Sheet) -> None:
    sheet.view("l", "k INT | t TIMESTAMP | n TIMESTAMP_NTZ | i INT \n 1 | 5 | 5 | 5")
    sheet.versioned("h", "k INT | v INT | t TIMESTAMP \n 1 | 1 | 1", key="k", version="t")
    for time in ("l.n", "l.i"):
        sql = f"SELECT h.v FROM l JOIN h FOR SYSTEM_TIME AS OF {time} ON l.k = h.k"
        refused(sheet, sql, TimeTypeMismatch, "AS OF CAST")


def test_times_a_batch_asof_takes_every_orderable_type_and_tuples(sheet: Sheet) -> None:
    sheet.view("l", "s STRING | x DOUBLE | a INT | b INT \n m | 1.5 | 2 | 1")
    sheet.view("r", "s STRING | x DOUBLE | a INT | b INT | v INT \n k | 1.0 | 2 | 0 | 1 \n n | 2.0 | 2 | 2 | 2")
    for match in ("l.s >= r.s", "l.x >= r.x", "(l.a, l.b) >= (r.a, r.b)"):
        sheet.expect(f"SELECT r.v FROM l ASOF JOIN r MATCH_CONDITION ({match})", "1")


def test_times_null_matches_nothing(sheet: Sheet) -> None:
    sheet.view("l", "id INT | k INT | t INT \n 1 | 1 | NULL \n 2 | 1 | 5")
    block = "k INT | v INT | t INT \n 1 | 10 | 3 \n 1 | 99 | NULL"
    sheet.view("r", block)
    sheet.versioned("h", block, key="k", version="t")
    for kind, block in (("", "2 | 10"), ("LEFT", "1 | NULL \n 2 | 10")):
        asof = f"SELECT l.id, r.v FROM l {kind} ASOF JOIN r MATCH_CONDITION (l.t {{}} r.t) ON l.k = r.k"
        sheet.expect(asof.format(">="), block)
        temporal = f"SELECT l.id, h.v FROM l {kind} JOIN h FOR SYSTEM_TIME AS OF l.t ON l.k = h.k"
        sheet.expect(temporal, block)


def test_times_as_of_takes_expressions_and_constants(sheet: Sheet) -> None:
    sheet.view("l", "k INT | t INT \n 1 | 5")
    sheet.versioned("h", "k INT | v INT | t INT \n 1 | 10 | 3 \n 1 | 20 | 7", key="k", version="t")
    join = "SELECT h.v FROM l JOIN h FOR SYSTEM_TIME AS OF {} ON l.k = h.k"
    sheet.expect(join.format("l.t + 2"), "20")
    sheet.expect(join.format("6"), "10")
    sheet.expect(join.format("2"), "")
    refused(sheet, join.format("CAST(rand() AS INT)"), UnsupportedStatement)


# Lookup joins


def test_lookup_1_a_statement_reads_the_table_as_it_is_now(sheet: Sheet) -> None:
    sheet.view("l", "k INT \n 1 \n 1 \n 1")
    sheet.view("rows", "k INT | v INT \n 1 | 10")
    sheet.dt.sql("CREATE LOOKUP TABLE r (k INT, v INT, PRIMARY KEY (k)) WITH (connector = 'view', view = 'rows')")
    sql = f"SELECT r.v FROM l JOIN r {NOW} r ON l.k = r.k"
    sheet.expect(sql, "10 \n 10 \n 10")
    sheet.view("rows", "k INT | v INT \n 1 | 11")
    sheet.expect(sql, "11 \n 11 \n 11")


def test_lookup_2_an_error_of_the_source_never_becomes_nulls(sheet: Sheet) -> None:
    sheet.view("l", "k INT \n 1")
    sheet.views.append("broken")
    sheet.spark.sql("CREATE OR REPLACE TEMP VIEW broken AS SELECT 1 AS k, string(raise_error('no answer')) AS v")
    sheet.dt.sql("CREATE LOOKUP TABLE r (k INT, v STRING) WITH (connector = 'view', view = 'broken')")
    # Spark hands an error behind a broadcast on as Java's.
    with pytest.raises((PySparkException, Py4JJavaError), match="no answer"):
        sheet.rows(f"SELECT l.k, r.v FROM l LEFT JOIN r {NOW} r ON l.k = r.k")


def test_lookup_3_predicates_and_columns_are_copied_into_the_fetch(sheet: Sheet) -> None:
    sheet.view("l", "k INT \n 1 \n 2")
    sheet.view("rows", "k INT | v INT | w INT | note STRING \n 1 | 10 | 7 | x \n 2 | 20 | 8 | y")
    sheet.dt.sql("CREATE LOOKUP TABLE r (PRIMARY KEY (k)) WITH (connector = 'view', view = 'rows')")
    sql = f"SELECT r.w FROM l JOIN r {NOW} r ON l.k = r.k WHERE r.v > 10 AND r.w > l.k"
    (block,) = sheet.dt.explain(sql).blocks
    (node,) = [n for n in walk(block.plan) if isinstance(n, LookupJoinNode)]
    assert [str(p) for p in node.pushdown_predicates] == ["r.v > 10"]
    assert node.required_lookup_columns == {"k", "v", "w"}
    sheet.expect(sql, "8")
    sheet.expect(f"SELECT r.w FROM l JOIN r {NOW} r ON l.k = r.k", "7 \n 8")


def test_lookup_4_where_stays_above_a_left_join(sheet: Sheet) -> None:
    sheet.view("l", "k INT \n 1 \n 2 \n 3")
    sheet.view("rows", "k INT | v INT \n 1 | 10 \n 2 | 20")
    sheet.dt.sql("CREATE LOOKUP TABLE r (PRIMARY KEY (k)) WITH (connector = 'view', view = 'rows')")
    join = f"SELECT l.k, r.v FROM l LEFT JOIN r {NOW} r ON l.k = r.k"
    sheet.expect(f"{join} WHERE r.v = 10", "1 | 10")
    sheet.expect(f"{join} AND r.v = 10", "1 | 10 \n 2 | NULL \n 3 | NULL")
    sheet.expect(f"{join} WHERE r.k IS NULL", "3 | NULL")
    sheet.expect(f"{join} AND r.v = 10 WHERE r.k IS NULL", "2 | NULL \n 3 | NULL")


def test_lookup_6_several_rows_for_one_key_multiply(sheet: Sheet) -> None:
    sheet.view("l", "id INT | k INT \n 1 | 7 \n 2 | 7")
    sheet.lookup("part", "k INT | n INT \n 7 | 1 \n 7 | 2", key="k, n")
    sheet.expect(f"SELECT l.id, p.n FROM l JOIN part {NOW} p ON l.k = p.k", "1 | 1 \n 1 | 2 \n 2 | 1 \n 2 | 2")


def test_lookup_6_a_declared_key_that_is_not_unique(sheet: Sheet) -> None:
    with pytest.raises(PrimaryKeyViolation, match="7"):
        sheet.lookup("twice", "k INT | n INT \n 7 | 1 \n 7 | 2", key="k")


def test_lookup_7_now_works_on_tables_histories_and_views(sheet: Sheet) -> None:
    sheet.view("l", "k INT \n 1")
    sheet.lookup("table_", "k INT | v INT \n 1 | 10", key="k")
    sheet.view("view_", "k INT | v INT \n 1 | 20")
    log = "k INT | v INT | t TIMESTAMP \n 1 | 30 | 5 \n 1 | 40 | 9 \n 1 | 50 | 2999-01-01 00:00:00"
    sheet.versioned("history", log, key="k", version="t")
    for name, value in (("table_", 10), ("view_", 20), ("history", 40)):
        for clock in ("NOW()", "PROCTIME()"):
            sql = f"SELECT x.v FROM l JOIN {name} FOR SYSTEM_TIME AS OF {clock} x ON l.k = x.k"
            sheet.expect(sql, str(value))


def test_lookup_7_unknown_names(sheet: Sheet) -> None:
    sheet.view("l", "k INT | t TIMESTAMP \n 1 | 5")
    refused(sheet, f"SELECT 1 FROM l JOIN nowhere {NOW} n ON l.k = n.k", LookupTableNotFound)
    with pytest.raises(TableNotFound) as raised:
        sheet.dt.sql("SELECT 1 FROM l JOIN nowhere FOR SYSTEM_TIME AS OF l.t n ON l.k = n.k")
    assert raised.value.code == "TableNotFound"


def test_lookup_7_a_constant_on_a_table_of_sparks_is_sparks_own_time_travel(sheet: Sheet) -> None:
    sheet.view("l", "k INT \n 1")
    with pytest.raises(PySparkException, match=r"(?i)time.travel"):
        sheet.dt.sql("SELECT 1 FROM l JOIN l FOR SYSTEM_TIME AS OF TIMESTAMP '2024-01-01' AS n ON l.k = n.k")


# Event-time temporal joins

VERSIONS = """
    op STRING | k INT | v INT | t INT
    +I        | 1     | 10    | 1
    +U        | 1     | 40    | 4
    +U        | 1     | 70    | 7
    -D        | 1     | 70    | 9
    +I        | 1     | 120   | 12
"""
ASKS = "k INT | t INT \n 1 | 0 \n 1 | 1 \n 1 | 6 \n 1 | 10 \n 1 | 12"


def changelog(sheet: Sheet, block: str, **options: str) -> None:
    sheet.versioned("h", block, key="k", version="t", op__column="op", **options)


JOIN = "JOIN h FOR SYSTEM_TIME AS OF a.t h ON a.k = h.k"


def test_temporal_1_the_version_with_the_largest_time_not_after_the_row(sheet: Sheet) -> None:
    """1(+I) 4(+U) 7(+U) 9(-D) 12(+I): t=6 takes 4, t=10 nothing, t=12 takes 12."""
    sheet.view("a", ASKS)
    changelog(sheet, VERSIONS)
    sheet.expect(f"SELECT a.t, h.v FROM a {JOIN}", "1 | 10 \n 6 | 40 \n 12 | 120")
    sheet.expect(f"SELECT a.t, h.v FROM a LEFT {JOIN}", "0 | NULL \n 1 | 10 \n 6 | 40 \n 10 | NULL \n 12 | 120")


def test_temporal_2_one_version_per_key_and_time(sheet: Sheet) -> None:
    """Without a sequence a delete wins, then the larger row by the columns in the table's order, NULL smallest."""
    sheet.view("a", "k INT | t INT \n 1 | 5 \n 2 | 5 \n 3 | 5")
    changelog(
        sheet,
        """
        op STRING | k INT | v INT | w INT | t INT
        +I        | 1     | 1     | 9     | 5
        +I        | 1     | 2     | NULL  | 5
        +I        | 2     | 1     | 1     | 5
        -D        | 2     | 1     | 1     | 5
        +I        | 3     | NULL  | 9     | 5
        +I        | 3     | 0     | 1     | 5
        """,
    )
    sheet.expect(f"SELECT a.k, h.v FROM a LEFT {JOIN}", "1 | 2 \n 2 | NULL \n 3 | 0")


def test_temporal_2_the_version_is_the_tables_own_whatever_a_statement_reads(sheet: Sheet) -> None:
    sheet.view("a", "k INT | t INT \n 1 | 5")
    sheet.versioned("h", "k INT | v INT | w INT | t INT \n 1 | 1 | 9 | 5 \n 1 | 2 | 0 | 5", key="k", version="t")
    sheet.expect(f"SELECT h.w FROM a {JOIN}", "0")
    sheet.expect(f"SELECT h.v FROM a {JOIN}", "2")
    sheet.expect(f"SELECT h.v FROM a {JOIN} AND h.w = 9", "")


def test_temporal_2_the_larger_sequence_wins(sheet: Sheet) -> None:
    sheet.view("a", "k INT | t INT \n 1 | 5 \n 2 | 5")
    block = "op STRING | k INT | v INT | t INT \n +I | 1 | 2 | 5 \n -D | 1 | 1 | 5 \n +I | 2 | 3 | 5 \n -D | 2 | 4 | 5"
    sheet.view("h_log", block)
    sheet.dt.sql(
        "CREATE VERSIONED TABLE h (op STRING, k INT, v INT, t INT, PRIMARY KEY (k), VERSION FOR t SEQUENCE BY v) "
        "WITH (connector = 'view', view = 'h_log', op.column = 'op')"
    )
    sheet.expect(f"SELECT a.k, h.v FROM a LEFT {JOIN}", "1 | 2 \n 2 | NULL")


SPELLINGS = [
    ("+I", "-U", "-D"),
    ("+u", "-u", "-d"),
    ("c", "-U", "d"),
    ("r", "-U", "D"),
    ("insert", "update_preimage", "delete"),
    ("UPDATE_POSTIMAGE", "Update_Preimage", "DELETE"),
]


@pytest.mark.parametrize(("upsert", "before", "delete"), SPELLINGS)
def test_temporal_3_spellings_of_a_changelog(sheet: Sheet, upsert: str, before: str, delete: str) -> None:
    sheet.view("a", "k INT | t INT \n 1 | 3 \n 1 | 6 \n 1 | 9")
    changelog(
        sheet,
        f"""
        op STRING | k INT | v INT | t INT
        {upsert}  | 1     | 10    | 1
        {before}  | 1     | 10    | 5
        {delete}  | 1     | 10    | 8
        """,
    )
    sheet.expect(f"SELECT a.t, h.v FROM a {JOIN}", "3 | 10 \n 6 | 10")


def test_temporal_3_an_unknown_operation_is_an_error(sheet: Sheet) -> None:
    sheet.view("a", "k INT | t INT \n 1 | 3")
    for operation in ("upsert", "NULL", "''"):
        changelog(sheet, f"op STRING | k INT | v INT | t INT \n {operation} | 1 | 10 | 1")
        with pytest.raises(PySparkException, match=r"SourceError.*has the operation"):
            sheet.rows(f"SELECT h.v FROM a {JOIN}")


def test_temporal_3_on_delete_ends_or_retracts(sheet: Sheet) -> None:
    sheet.view("a", "k INT | t INT \n 1 | 5 \n 1 | 9")
    log = "op STRING | k INT | v INT | t INT \n +I | 1 | 10 | 1 \n +U | 1 | 20 | 5 \n -D | 1 | 20 | 5"
    changelog(sheet, log)
    sheet.expect(f"SELECT a.t, h.v FROM a LEFT {JOIN}", "5 | NULL \n 9 | NULL")
    changelog(sheet, log, on__delete="retract")
    sheet.expect(f"SELECT a.t, h.v FROM a LEFT {JOIN}", "5 | 10 \n 9 | 10")


def test_temporal_4_other_predicates_do_not_fall_back_to_an_older_version(sheet: Sheet) -> None:
    sheet.view("a", ASKS)
    changelog(sheet, VERSIONS)
    sheet.expect(f"SELECT a.t, h.v FROM a {JOIN} AND h.v < 40", "1 | 10")
    sheet.expect(f"SELECT a.t, h.v FROM a {JOIN} AND a.t <> 6", "1 | 10 \n 12 | 120")


def test_temporal_10_keys_that_do_not_cover_the_primary_key(sheet: Sheet) -> None:
    """Every primary key whose valid version has the value matches; one that moved to another value no longer does."""
    sheet.view("a", "g STRING | t INT \n x | 2 \n x | 6 \n y | 6")
    sheet.versioned(
        "h",
        """
        id INT | g STRING | t INT
        1      | x        | 1
        2      | x        | 1
        1      | y        | 5
        """,
        key="id",
        version="t",
    )
    sheet.expect(
        "SELECT a.g, a.t, h.id FROM a JOIN h FOR SYSTEM_TIME AS OF a.t ON a.g = h.g",
        "x | 2 | 1 \n x | 2 | 2 \n x | 6 | 2 \n y | 6 | 1",
    )


def test_temporal_11_batch_has_an_op_only_under_emit_changes(sheet: Sheet) -> None:
    sheet.view("a", ASKS)
    changelog(sheet, VERSIONS)
    sql = f"SELECT a.t, h.v FROM a {JOIN} WHERE a.t = 6"
    assert sheet.dt.sql(sql).columns == ["t", "v"]
    assert sheet.dt.sql(f"{sql} EMIT ON WATERMARK").columns == ["t", "v"]
    assert sheet.dt.sql(f"{sql} EMIT CHANGES").columns == ["t", "v", "_op"]
    sheet.expect(f"{sql} EMIT CHANGES", "6 | 40 | +I")


def test_temporal_needs_versions_and_their_declaration(sheet: Sheet) -> None:
    sheet.view("a", "k INT | t INT \n 1 | 5")
    sheet.view("plain", "k INT | v INT | t INT \n 1 | 10 | 3")
    refused(sheet, "SELECT 1 FROM a JOIN plain FOR SYSTEM_TIME AS OF a.t p ON a.k = p.k", NotVersioned)
    sheet.expect("SELECT p.v FROM a JOIN plain FOR SYSTEM_TIME AS OF a.t VERSIONED ON t p ON a.k = p.k", "10")


# ASOF joins


@pytest.mark.parametrize(
    ("match", "rows"),
    [
        ("l.t >= r.t", "1 | 4 \n 2 | 8"),
        ("l.t > r.t", "1 | 2 \n 2 | 4"),
        ("l.t <= r.t", "1 | 4 \n 2 | 8"),
        ("l.t < r.t", "1 | 8"),
        ("NEAREST (l.t, r.t)", "1 | 4 \n 2 | 8"),
    ],
)
def test_asof_directions(sheet: Sheet, match: str, rows: str) -> None:
    sheet.view("l", "id INT | t INT \n 1 | 4 \n 2 | 8")
    sheet.view("r", "t INT \n 2 \n 4 \n 8")
    sheet.expect(f"SELECT l.id, r.t FROM l ASOF JOIN r MATCH_CONDITION ({match})", rows)


def test_asof_nearest_takes_the_earlier_at_equal_distance(sheet: Sheet) -> None:
    sheet.view("l", "t INT \n 5")
    sheet.view("r", "t INT \n 3 \n 7")
    sheet.expect("SELECT r.t FROM l ASOF JOIN r MATCH_CONDITION (NEAREST (l.t, r.t))", "3")


@pytest.mark.parametrize(
    "match",
    [
        "l.t >= r.t AND l.t - r.t <= INTERVAL '3' SECOND",
        "l.t <= r.t + INTERVAL '3' SECOND AND l.t >= r.t",
        "l.t >= r.t AND r.t >= l.t - INTERVAL '3' SECOND",
        "NEAREST (l.t, r.t, INTERVAL '3' SECOND)",
    ],
)
def test_asof_tolerance_is_inclusive(sheet: Sheet, match: str) -> None:
    sheet.view("l", "id INT | t TIMESTAMP \n 1 | 10 \n 2 | 10.000001")
    sheet.view("r", "t TIMESTAMP \n 7")
    sheet.expect(f"SELECT l.id, r.t FROM l LEFT ASOF JOIN r MATCH_CONDITION ({match})", "1 | 7 \n 2 | NULL")


def test_asof_tolerance_of_integers_is_a_number(sheet: Sheet) -> None:
    sheet.view("l", "t INT \n 10 \n 11")
    sheet.view("r", "t INT \n 7")
    sheet.expect("SELECT l.t FROM l ASOF JOIN r MATCH_CONDITION (l.t >= r.t AND l.t - r.t <= 3)", "10")


def test_asof_predicates_of_on_filter_before_the_choice(sheet: Sheet) -> None:
    sheet.view("l", "k INT | t INT | q INT \n 1 | 9 | 5")
    sheet.view("r", "k INT | t INT | v INT \n 1 | 7 | 6 \n 1 | 3 | 4 \n 1 | 1 | 2")
    asof = "SELECT r.v FROM l ASOF JOIN r MATCH_CONDITION (l.t >= r.t) ON l.k = r.k"
    sheet.expect(asof, "6")
    sheet.expect(f"{asof} AND r.v < 5", "4")
    sheet.expect(f"{asof} AND r.v < l.q", "4")
    sheet.expect(f"{asof} AND l.q > 5", "")
    sheet.expect(f"{asof} WHERE r.v < 5", "")
    sheet.expect(f"{asof} AND (r.v = 2 OR r.v = 4)", "4")


def test_asof_ties_take_the_larger_row_by_the_named_columns(sheet: Sheet) -> None:
    """By those that the query block names, in the relation's order; what is pruned later changes nothing."""
    sheet.view("l", "t INT \n 5")
    sheet.view("r", "t INT | a INT | b INT | c INT \n 5 | 1 | 9 | 0 \n 5 | 2 | 3 | 1 \n 5 | 2 | NULL | 7")
    join = "FROM l ASOF JOIN r MATCH_CONDITION (l.t >= r.t)"
    sheet.expect(f"SELECT r.a, r.b {join}", "2 | 3")
    sheet.expect(f"SELECT r.b {join}", "9")
    sheet.expect(f"SELECT r.c {join}", "7")
    sheet.expect(f"SELECT * {join}", "5 | 5 | 2 | 3 | 1")
    sheet.expect(f"SELECT c FROM (SELECT r.* {join})", "1")
    sheet.expect(f"SELECT r.c {join} WHERE r.b > 0", "0")


def test_asof_takes_inner_by_default(sheet: Sheet) -> None:
    sheet.view("l", "t INT \n 1 \n 5")
    sheet.view("r", "t INT \n 3")
    sheet.expect("SELECT l.t, r.t FROM l ASOF JOIN r MATCH_CONDITION (l.t >= r.t)", "5 | 3")
    sheet.expect("SELECT l.t, r.t FROM l LEFT ASOF JOIN r MATCH_CONDITION (l.t >= r.t)", "1 | NULL \n 5 | 3")
    for kind in ("RIGHT", "FULL", "LEFT SEMI", "ANTI"):
        refused(sheet, f"SELECT 1 FROM l {kind} ASOF JOIN r MATCH_CONDITION (l.t >= r.t)", UnsupportedJoinType)


def test_asof_using_takes_its_last_column_as_the_time(sheet: Sheet) -> None:
    sheet.view("l", "k INT | t INT \n 1 | 5 \n 2 | 5")
    sheet.view("r", "k INT | t INT | v INT \n 1 | 4 | 10 \n 1 | 6 | 20")
    sheet.expect("SELECT k, t, v FROM l ASOF JOIN r USING (k, t)", "1 | 5 | 10")
    sheet.expect("SELECT k, v FROM l LEFT ASOF JOIN r USING (k, t)", "1 | 10 \n 2 | NULL")


def test_asof_gives_the_same_whatever_sparks_own_setting(sheet: Sheet) -> None:
    sheet.view("l", "k INT | t INT \n 1 | 5")
    sheet.view("r", "k INT | t INT | v INT \n 1 | 4 | 10 \n 1 | 6 | 20")
    sql = "SELECT r.v FROM l ASOF JOIN r MATCH_CONDITION (l.t >= r.t) ON l.k = r.k"
    for setting in ("true", "false"):
        sheet.spark.conf.set("spark.sql.join.asofJoin.enabled", setting)
        sheet.expect(sql, "10")
    sheet.spark.conf.unset("spark.sql.join.asofJoin.enabled")


# Interval joins


@pytest.mark.parametrize(
    "bound",
    [
        "r.t BETWEEN l.t - INTERVAL '2' SECOND AND l.t",
        "l.t BETWEEN r.t AND r.t + INTERVAL '2' SECOND",
        "r.t >= l.t - INTERVAL '2' SECOND AND r.t <= l.t",
        "l.t >= r.t AND l.t - r.t <= INTERVAL '2' SECOND",
        "r.t <= l.t AND ABS(l.t - r.t) <= INTERVAL '2' SECOND",
    ],
)
def test_interval_join_in_batch_is_sparks_own(sheet: Sheet, bound: str) -> None:
    """Every spelling of the bound gives the same rows, is recognised, and reaches Spark as it stands."""
    sheet.view("l", "id INT | k INT | t TIMESTAMP \n 1 | 1 | 5 \n 2 | 1 | 9 \n 3 | NULL | 5")
    sheet.view("r", "k INT | v INT | t TIMESTAMP \n 1 | 10 | 3 \n 1 | 20 | 5 \n 1 | 30 | 6 \n NULL | 40 | 5")
    sheet.lookup("names", "k INT | name STRING \n 1 | one", key="k")
    beside = f"SELECT l.id, r.v, n.name FROM l JOIN r ON l.k = r.k AND {bound} JOIN names {NOW} n ON l.k = n.k"
    (line,) = [line for line in sheet.plan(beside) if "IntervalJoin" in line]
    assert line.endswith("bound=[-2s <= right.t - left.t <= 0s]")
    sheet.expect(beside, "1 | 10 | one \n 1 | 20 | one")
    alone = f"SELECT l.id, r.v FROM l LEFT JOIN r ON l.k = r.k AND {bound}"
    assert sheet.plan(alone) == ["Spark runs this statement as it is: it has no construct of Dovetail's."]
    sheet.expect(alone, "1 | 10 \n 1 | 20 \n 2 | NULL \n 3 | NULL")


# Several joins


def test_several_joins_run_from_left_to_right(sheet: Sheet) -> None:
    """A LEFT before an INNER keeps only what the INNER finds; the other way round it keeps more."""
    sheet.view("l", "k INT | t INT \n 1 | 5 \n 2 | 5")
    sheet.view("r", "k INT | v INT | t INT \n 1 | 10 | 1")
    sheet.lookup("d", "v INT | name STRING \n 10 | ten", key="v")
    asof = "ASOF JOIN r MATCH_CONDITION (l.t >= r.t) ON l.k = r.k"
    sheet.expect(f"SELECT l.k, d.name FROM l LEFT {asof} JOIN d {NOW} ON r.v = d.v", "1 | ten")
    sheet.expect(f"SELECT l.k, d.name FROM l LEFT {asof} LEFT JOIN d {NOW} ON r.v = d.v", "1 | ten \n 2 | NULL")


def test_several_joins_a_lookup_table_first(sheet: Sheet) -> None:
    sheet.view("l", "k INT | w INT \n 1 | 5 \n 3 | 6")
    sheet.lookup("d", "k INT | name STRING \n 1 | one \n 2 | two", key="k")
    assert sheet.dt.sql("SELECT * FROM d JOIN l ON d.k = l.k").columns == ["k", "name", "k", "w"]
    sheet.expect("SELECT * FROM d JOIN l ON d.k = l.k", "1 | one | 1 | 5")
    refused(sheet, "SELECT * FROM d LEFT JOIN l ON d.k = l.k", UnsupportedJoinType, "cannot stand left")
    sheet.expect("SELECT name FROM d", "one \n two")


def test_several_joins_a_versioned_table(sheet: Sheet) -> None:
    sheet.view("l", "k INT | t INT \n 1 | 5")
    sheet.versioned("h", "k INT | v INT | t INT \n 1 | 1 | 1 \n 1 | 2 | 2", key="k", version="t")
    sheet.expect("SELECT v FROM h", "1 \n 2")
    refused(sheet, "SELECT 1 FROM l JOIN h ON l.k = h.k", TemporalClauseRequired)
    refused(sheet, f"SELECT 1 FROM h {NOW} JOIN l ON l.k = h.k", SqlSyntaxError, "right side of a join")


def test_several_joins_in_brackets_are_refused(sheet: Sheet) -> None:
    sheet.view("l", "k INT \n 1")
    sheet.lookup("d", "k INT | name STRING \n 1 | one", key="k")
    refused(sheet, f"SELECT 1 FROM l a JOIN (l b JOIN d {NOW} d ON b.k = d.k) ON a.k = b.k", UnsupportedStatement)


def test_several_joins_a_name_means_first_the_cte_then_the_catalog_then_spark(sheet: Sheet) -> None:
    sheet.view("l", "k INT \n 1")
    sheet.view("d", "k INT | name STRING \n 1 | of Spark")
    sql = f"SELECT d.name FROM l JOIN d {NOW} ON l.k = d.k"
    sheet.expect(sql, "of Spark")
    sheet.lookup("d", "k INT | name STRING \n 1 | of Dovetail", key="k")
    sheet.expect(sql, "of Dovetail")
    sheet.expect(f"WITH d AS (SELECT 1 AS k, 'of the CTE' AS name) {sql}", "of the CTE")


def test_decimals_keep_their_precision_across_joins(sheet: Sheet) -> None:
    sheet.view("l", "k INT | p DECIMAL(38,18) \n 1 | 12345678901234567890.123456789012345678")
    sheet.lookup("d", "k INT | q DECIMAL(38,18) \n 1 | 0.000000000000000001", key="k")
    (row,) = sheet.dt.sql(f"SELECT l.p, d.q FROM l JOIN d {NOW} ON l.k = d.k").collect()
    assert (row.p, row.q) == (Decimal("12345678901234567890.123456789012345678"), Decimal("1E-18"))
