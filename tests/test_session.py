"""What a session does with a statement: whose it is, what comes back, what is handed in beside it."""

from collections.abc import Callable
from typing import Any

import pytest
from pyspark.errors import AnalysisException, ParseException
from pyspark.sql import DataFrame, SparkSession

import dovetail
from dovetail.errors import (
    DovetailError,
    DovetailWarning,
    SqlSyntaxError,
    TableExists,
    TemporalClauseRequired,
    UnsupportedStatement,
)

ASOF = "trades t ASOF JOIN quotes q MATCH_CONDITION (t.ts >= q.ts) ON t.sym = q.sym"


@pytest.fixture(autouse=True)
def tables(view: Callable[[str, DataFrame | str], DataFrame], dt: dovetail.Session) -> None:
    view("trades", "SELECT * FROM VALUES (1, 'A', 10, 5), (2, 'B', 20, 6) AS t(id, sym, ts, qty)")
    view("quotes", "SELECT * FROM VALUES ('A', 5, 1.5D), ('B', 30, 6.0D) AS q(sym, ts, bid)")
    dt.sql("CREATE LOOKUP TABLE customers (id INT, name STRING, PRIMARY KEY (id)) AS VALUES (1, 'ann'), (2, 'bob')")


def rows(frame: DataFrame) -> list[tuple[Any, ...]]:
    return [tuple(row) for row in frame.collect()]


# Whose a statement is


@pytest.mark.parametrize(
    "text",
    [
        "SELECT  id,  -- a comment\n qty FROM trades",
        "SELECT 'ASOF JOIN' AS `FOR SYSTEM_TIME AS OF NOW()` FROM trades",
        "FROM trades |> WHERE id > 1",
        "SHOW TABLES",
        "DESCRIBE trades",
        "EXPLAIN SELECT 1",
    ],
)
def test_a_plain_statement_reaches_spark_byte_for_byte(
    spark: SparkSession, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    seen: list[str] = []
    run = type(spark).sql

    def note(self: SparkSession, query: str, *args: Any, **kwargs: Any) -> DataFrame:
        seen.append(query)
        return run(self, query, *args, **kwargs)

    dt = dovetail.Session(spark)
    monkeypatch.setattr(type(spark), "sql", note)
    dt.sql(text)
    assert seen == [text]


def test_nothing_runs_while_a_statement_is_planned(dt: dovetail.Session, spark: SparkSession) -> None:
    spark.sparkContext.setJobGroup("planning", "planning")
    dt.sql(f"SELECT t.id, q.bid, c.name FROM {ASOF} JOIN customers FOR SYSTEM_TIME AS OF NOW() AS c ON c.id = t.id")
    dt.explain(f"SELECT t.id FROM {ASOF}")
    assert list(spark.sparkContext.statusTracker().getJobIdsForGroup("planning")) == []


def test_two_sessions_have_two_catalogs(spark: SparkSession) -> None:
    other = dovetail.Session(spark)
    with pytest.raises(DovetailError, match="customers"):
        other.sql("SELECT t.id FROM trades t JOIN customers FOR SYSTEM_TIME AS OF NOW() c ON t.id = c.id")


# What is handed in


def test_positional_parameters_keep_their_markers(dt: dovetail.Session) -> None:
    sql = (
        "SELECT ? AS tag, t.id FROM trades t ASOF JOIN quotes q MATCH_CONDITION (t.ts + ? >= q.ts)"
        " ON t.sym = q.sym AND q.bid > ? WHERE t.qty > ?"
    )
    assert rows(dt.sql(sql, args=["x", 10, 0.5, 5])) == [("x", 2)]
    assert rows(dt.sql(sql, args=["y", 0, 0.5, 1])) == [("y", 1)]


def test_named_parameters(dt: dovetail.Session) -> None:
    assert rows(dt.sql(f"SELECT t.id FROM {ASOF} WHERE t.id = :wanted", args={"wanted": 1})) == [(1,)]


def test_an_error_behind_a_marker_has_the_users_place(dt: dovetail.Session) -> None:
    sql = f"SELECT ? AS a, ? AS b, t.nope FROM {ASOF}"
    with pytest.raises(DovetailError) as caught:
        dt.sql(sql, args=[1, 2])
    assert caught.value.position is not None
    assert sql[caught.value.position.start : caught.value.position.stop] == "t.nope"


def test_data_frames_go_into_braces(dt: dovetail.Session, spark: SparkSession) -> None:
    items = "l.id, '{{a}}' AS a, '{left}' AS b"
    sql = f"SELECT {items} FROM {{left}} AS l ASOF JOIN {{right}} AS r MATCH_CONDITION (l.ts >= r.ts)"
    found = dt.sql(sql, left=spark.table("trades"), right=spark.table("quotes"))
    assert sorted(rows(found)) == [(1, "{a}", "{left}"), (2, "{a}", "{left}")]
    with pytest.raises(UnsupportedStatement, match="no DataFrame"):
        dt.sql(f"SELECT {{n}} AS n FROM {ASOF}", n=5)  # type: ignore[arg-type]


def test_a_frame_hides_a_table_of_the_same_name(dt: dovetail.Session, spark: SparkSession) -> None:
    frame = spark.sql("SELECT 1 AS id, 'frame' AS name")
    sql = "SELECT c.name FROM trades t JOIN {customers} FOR SYSTEM_TIME AS OF NOW() AS c ON t.id = c.id"
    assert rows(dt.sql(sql, customers=frame)) == [("frame",)]


# What comes back


def test_ddl_gives_an_empty_frame(dt: dovetail.Session) -> None:
    made = dt.sql("CREATE LOOKUP TABLE more (id INT, PRIMARY KEY (id)) AS VALUES (1)")
    assert made.columns == []
    assert rows(made) == []
    assert rows(dt.sql("SHOW LOOKUP TABLES")) == [
        ("customers", "LOOKUP TABLE", "static"),
        ("more", "LOOKUP TABLE", "static"),
    ]


@pytest.mark.parametrize(
    ("prefix", "start"),
    [
        ("EXPLAIN", "Project: t.id"),
        ("EXPLAIN PLAN", "Project: t.id"),
        ("EXPLAIN FORMAT JSON", '{\n  "plans"'),
        ("EXPLAIN FORMAT MERMAID", "flowchart BT"),
    ],
)
def test_explain_is_one_row_of_one_column(dt: dovetail.Session, prefix: str, start: str) -> None:
    shown = dt.sql(f"{prefix} SELECT t.id FROM {ASOF}")
    assert shown.columns == ["plan"]
    ((text,),) = rows(shown)
    assert text.startswith(start)


def test_explain_extended_adds_sparks_plans(dt: dovetail.Session) -> None:
    ((text,),) = rows(dt.sql(f"EXPLAIN EXTENDED SELECT t.id FROM {ASOF}"))
    assert text.startswith("Project: t.id")
    assert "== Physical Plan ==" in text


def test_explain_of_ddl_changes_nothing(dt: dovetail.Session) -> None:
    dt.sql("EXPLAIN CREATE LOOKUP TABLE ghost (id INT, PRIMARY KEY (id)) AS VALUES (1)")
    dt.sql("EXPLAIN DROP LOOKUP TABLE customers")
    assert [name for name, *_ in rows(dt.sql("SHOW LOOKUP TABLES"))] == ["customers"]


def test_explain_as_an_object(dt: dovetail.Session) -> None:
    explained = dt.explain(f"SELECT t.id FROM {ASOF}")
    assert "AsofJoin" in str(explained)
    assert "AsofJoin" in explained.json()
    assert "AsofJoin" in explained.mermaid()
    assert explained._repr_html_().startswith("<pre>")
    assert "as it is" in str(dt.explain("SELECT 1"))


def test_emit_changes_adds_the_operation_last(dt: dovetail.Session) -> None:
    found = dt.sql(f"SELECT t.id FROM {ASOF} EMIT CHANGES")
    assert found.columns == ["id", "_op"]
    assert rows(found) == [(1, "+I")]
    assert dt.sql(f"SELECT t.id FROM {ASOF} EMIT ON WATERMARK").columns == ["id"]
    assert dt.sql(f"-- a comment first\nSELECT t.id FROM {ASOF} EMIT CHANGES").columns == ["id", "_op"]
    for start in ("INSERT INTO somewhere", "WITH a AS (SELECT 1) INSERT INTO somewhere", "-- a comment\nINSERT INTO x"):
        with pytest.raises(UnsupportedStatement, match="_op, which INSERT"):
            dt.sql(f"{start} SELECT t.id FROM {ASOF} EMIT CHANGES")


# Statements around a query


def test_a_temporary_view_of_a_query(dt: dovetail.Session, spark: SparkSession) -> None:
    dt.sql(f"CREATE OR REPLACE TEMP VIEW joined (a, b COMMENT 'bid') AS SELECT t.id, q.bid FROM {ASOF}")
    assert rows(spark.sql("SELECT a, b FROM joined")) == [(1, 1.5)]
    with pytest.raises(TableExists):
        dt.sql(f"CREATE TEMP VIEW joined AS SELECT t.id FROM {ASOF}")
    dt.sql(f"CREATE TEMP VIEW IF NOT EXISTS joined AS SELECT t.id FROM {ASOF}")
    assert spark.table("joined").columns == ["a", "b"]
    with pytest.raises(UnsupportedStatement, match="persistent"):
        dt.sql(f"CREATE VIEW kept AS SELECT t.id FROM {ASOF}")
    spark.catalog.dropTempView("joined")


def test_a_table_of_a_query_and_more_rows_into_it(dt: dovetail.Session) -> None:
    dt.sql(f"CREATE TABLE kept USING parquet AS SELECT t.id, q.bid FROM {ASOF}")
    dt.sql(f"INSERT INTO kept SELECT t.id + 100, q.bid FROM {ASOF}")
    assert sorted(rows(dt.sql("SELECT * FROM kept"))) == [(1, 1.5), (101, 1.5)]
    dt.sql("DROP TABLE kept")


# Lookup tables without a temporal clause


def test_an_implicit_lookup_is_said(dt: dovetail.Session) -> None:
    with pytest.warns(DovetailWarning, match="TemporalClauseRequired.*customers FOR SYSTEM_TIME AS OF NOW"):
        dt.sql("SELECT c.name FROM trades t JOIN customers c ON t.id = c.id")


def test_an_implicit_lookup_may_be_refused(dt: dovetail.Session, spark: SparkSession) -> None:
    spark.conf.set("dovetail.implicit_lookup", "error")
    try:
        with pytest.raises(TemporalClauseRequired) as caught:
            dt.sql("SELECT c.name FROM trades t JOIN customers c ON t.id = c.id")
    finally:
        spark.conf.unset("dovetail.implicit_lookup")
    assert "FOR SYSTEM_TIME AS OF NOW()" in (caught.value.remedy or "")


# What Spark refuses


def test_what_spark_refuses_keeps_its_exception_and_shows_the_users_place(dt: dovetail.Session) -> None:
    with pytest.raises(AnalysisException) as caught:
        dt.sql(f"SELECT t.id,\n  nowhere(t.id) FROM {ASOF}")
    (note,) = caught.value.__notes__
    assert "line 2, column 3" in note
    assert "nowhere(t.id)" in note
    assert note.splitlines()[-1].strip() == "^" * len("nowhere(t.id)")


@pytest.mark.parametrize(
    "text",
    [
        "SELECT source.id FROM trades source JOIN (trades b JOIN trades c ON b.id = c.id) ON source.id = b.id",
        "SELECT id AS lookup FROM trades TABLESAMPLE (100 PERCENT)",
        "SELECT 1 AS emit",
    ],
)
def test_syntax_that_only_spark_knows_reaches_it(dt: dovetail.Session, text: str) -> None:
    assert dt.sql(text).count() > 0


# Names that hide others

LOOKUP = "FROM {} JOIN customers FOR SYSTEM_TIME AS OF NOW() AS c ON t.id = c.id"


@pytest.mark.parametrize(
    ("items", "expected"),
    [
        ("transform(t.xs, t -> t.id) AS v", [100]),
        ("transform(t.xs, (c, i) -> c.id + i) AS v", [100]),
        ("transform(t.xs, x -> x.id + c.id) AS v", [101]),
        ("array(aggregate(t.xs, 0, (a, t) -> a + t.id)) AS v", [100]),
    ],
)
def test_a_lambda_hides_the_tables(dt: dovetail.Session, items: str, expected: list[int]) -> None:
    source = "(SELECT 1 AS id, array(named_struct('id', 100)) AS xs) t"
    assert rows(dt.sql(f"SELECT {items} {LOOKUP.format(source)}")) == [(expected,)]


@pytest.mark.parametrize(
    "subquery",
    [
        "SELECT 1 FROM (SELECT array('B') AS a) z LATERAL VIEW explode(a) t AS sym WHERE t.sym = 'B'",
        "FROM quotes t |> WHERE t.sym = 'B'",
        "SELECT 1 FROM (quotes t JOIN quotes b ON t.sym = b.sym) WHERE t.sym = 'B'",
        "FROM quotes t SELECT t.sym WHERE t.sym = 'B'",
    ],
)
def test_a_subquerys_own_aliases_hide_the_tables(dt: dovetail.Session, subquery: str) -> None:
    found = dt.sql(f"SELECT t.id {LOOKUP.format('trades t')} WHERE EXISTS ({subquery})")
    assert sorted(rows(found)) == [(1,), (2,)]


def test_a_subquerys_column_of_an_aliass_name_hides_nothing(dt: dovetail.Session) -> None:
    inner = "SELECT c FROM (SELECT 2 AS c, 3 AS t) x WHERE x.c = c.id AND x.t > t.id"
    assert rows(dt.sql(f"SELECT t.id {LOOKUP.format('trades t')} WHERE EXISTS ({inner})")) == [(2,)]


def test_a_session_variable_in_on(dt: dovetail.Session, spark: SparkSession) -> None:
    spark.sql("DECLARE OR REPLACE VARIABLE wanted INT DEFAULT 2")
    assert rows(dt.sql(f"SELECT t.id {LOOKUP.format('trades t')} AND c.id = wanted")) == [(2,)]


@pytest.mark.parametrize(
    ("wrong", "near"),
    [("WHERE t.id > 1 GROPU BY 1", "GROPU"), ("WHERE", "end of input"), ("GROUP BY", "end of input")],
)
def test_spark_tells_a_syntax_error_in_the_users_own_text(dt: dovetail.Session, wrong: str, near: str) -> None:
    with pytest.raises(ParseException) as caught:
        dt.sql(f"SELECT t.id FROM {ASOF} {wrong}")
    assert near in str(caught.value)
    assert "__dt" not in str(caught.value)


@pytest.mark.parametrize("condition", ["t.id = c.id AND", "AND t.id = c.id", "t.id = c.id OR AND c.id = 1"])
def test_a_lonely_connective(dt: dovetail.Session, condition: str) -> None:
    with pytest.raises(SqlSyntaxError, match="lacks a condition") as caught:
        dt.sql(f"SELECT t.id FROM trades t JOIN customers FOR SYSTEM_TIME AS OF NOW() AS c ON {condition}")
    assert caught.value.position is not None
