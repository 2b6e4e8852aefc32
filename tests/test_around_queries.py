"""What can stand around a query with Dovetail's joins, and what can be handed in beside it."""

from collections.abc import Iterator

import pytest
from pyspark.sql import SparkSession

from dovetail.errors import TableExists, UnsupportedStatement
from tests.sheets import Sheet, expected, lines

JOIN = "FROM t JOIN dim FOR SYSTEM_TIME AS OF NOW() AS d ON t.k = d.k"


@pytest.fixture(scope="module")
def world(spark: SparkSession) -> Iterator[Sheet]:
    sheet = Sheet(spark)
    sheet.view("t", "id INT | k STRING | ts TIMESTAMP \n 1 | a | 10 \n 2 | b | 20")
    sheet.view("q", "k STRING | v INT | ts TIMESTAMP \n a | 5 | 5 \n b | 6 | 25")
    sheet.lookup("dim", "k STRING | name STRING \n a | Ada \n b | Bob", key="k")
    yield sheet
    sheet.drop()


@pytest.fixture
def table(world: Sheet) -> Iterator[str]:
    """A table of Spark's that the test makes."""
    yield "written"
    world.spark.sql("DROP TABLE IF EXISTS written")


def test_a_table_from_a_query_and_rows_into_it(world: Sheet, table: str) -> None:
    assert world.dt.sql(f"CREATE TABLE {table} AS SELECT t.id, d.name {JOIN}").columns == []
    world.expect(f"SELECT * FROM {table}", "1 | Ada \n 2 | Bob")
    world.dt.sql(f"INSERT INTO {table} SELECT t.id + 10, d.name {JOIN} WHERE t.id = 1")
    world.expect(f"SELECT * FROM {table}", "1 | Ada \n 2 | Bob \n 11 | Ada")
    world.dt.sql(f"INSERT OVERWRITE TABLE {table} WITH j AS (SELECT t.id, d.name {JOIN}) SELECT * FROM j WHERE id = 2")
    world.expect(f"SELECT * FROM {table}", "2 | Bob")


def test_a_temporary_view_with_names_of_its_own(world: Sheet) -> None:
    world.views.append("named")
    assert world.dt.sql(f"CREATE TEMP VIEW named (a COMMENT 'x', b) AS SELECT t.id, d.name {JOIN}").columns == []
    assert world.spark.table("named").columns == ["a", "b"]
    with pytest.raises(TableExists):
        world.dt.sql(f"CREATE TEMPORARY VIEW named AS SELECT t.id {JOIN}")
    world.dt.sql(f"CREATE TEMP VIEW IF NOT EXISTS named AS SELECT t.id {JOIN}")
    world.expect("SELECT * FROM named", "1 | Ada \n 2 | Bob")
    world.dt.sql(f"CREATE OR REPLACE TEMP VIEW named AS SELECT t.id {JOIN}")
    world.expect("SELECT * FROM named", "1 \n 2")


def test_a_view_of_a_view_with_joins(world: Sheet) -> None:
    world.views += ["one", "two"]
    world.dt.sql(f"CREATE OR REPLACE TEMP VIEW one AS SELECT t.*, d.name {JOIN}")
    world.dt.sql(
        "CREATE OR REPLACE TEMP VIEW two AS "
        "SELECT one.name, q.v FROM one ASOF JOIN q MATCH_CONDITION (one.ts >= q.ts) ON one.k = q.k"
    )
    assert lines(world.spark.table("two")) == ["Ada | 5"]


def test_explain_gives_one_row_and_runs_nothing(world: Sheet) -> None:
    failing = f"SELECT raise_error('ran') AS x, t.id {JOIN}"
    for mode in ("", "PLAN", "FORMAT JSON", "FORMAT MERMAID", "EXTENDED", "FORMATTED", "COST"):
        rows = world.dt.sql(f"EXPLAIN {mode} {failing}").collect()
        assert [row.asDict().keys() for row in rows] == [{"plan"}]
        assert "LookupJoin" in rows[0].plan


def test_explain_of_a_statement_without_such_joins(world: Sheet) -> None:
    """A mode of Dovetail's says that there is nothing of it; otherwise the statement is Spark's."""
    for mode in ("PLAN", "FORMAT JSON", "FORMAT MERMAID"):
        assert "Spark runs this statement as it is" in world.dt.sql(f"EXPLAIN {mode} SELECT 1").collect()[0].plan
    for mode in ("", "EXTENDED", "FORMATTED"):
        assert "== Physical Plan ==" in world.dt.sql(f"EXPLAIN {mode} SELECT 1").collect()[0].plan


def test_frames_stand_in_braces(world: Sheet) -> None:
    frame, other = world.spark.table("t"), world.spark.table("q")
    dt = world.dt
    asof = "SELECT x.id, y.v FROM {a} x ASOF JOIN {b} y MATCH_CONDITION (x.ts >= y.ts) ON x.k = y.k"
    assert lines(dt.sql(asof, a=frame, b=other)) == ["1 | 5"]
    lookup = (
        "SELECT {a}.id, d.name FROM {a} JOIN dim FOR SYSTEM_TIME AS OF NOW() d ON {a}.k = d.k WHERE {a}.id > :least"
    )
    assert lines(dt.sql(lookup, args={"least": 1}, a=frame)) == ["2 | Bob"]
    cte = "WITH c AS (SELECT * FROM {a}) SELECT c.id, d.name FROM c JOIN dim FOR SYSTEM_TIME AS OF NOW() d ON c.k = d.k"
    assert lines(dt.sql(cte, a=frame)) == expected("1 | Ada \n 2 | Bob")
    with pytest.raises(UnsupportedStatement, match="n is no DataFrame"):
        dt.sql("SELECT 1 FROM {a} x JOIN dim FOR SYSTEM_TIME AS OF NOW() d ON x.k = d.k WHERE x.id > {n}", a=frame, n=1)  # type: ignore[arg-type]


def test_what_has_no_construct_of_dovetails_reaches_spark_as_it_is(world: Sheet) -> None:
    assert world.dt.sql("SELECT ? AS a", args=[7]).collect() == [(7,)]
    assert world.dt.sql("SELECT * FROM {x}", x=world.spark.range(1)).collect() == [(0,)]
    assert world.dt.sql("SHOW FUNCTIONS LIKE 'upper'").collect() == [("upper",)]
    assert str(world.dt.explain("SELECT 1")).startswith("Spark runs this statement as it is")
