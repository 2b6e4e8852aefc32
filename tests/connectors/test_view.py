"""Views and tables of Spark as lookup tables."""

from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from pyspark.errors import PySparkException
from pyspark.sql import SparkSession

from dovetail.errors import DovetailError, InvalidSchema, TableNotFound
from tests.connectors.suite import Columns, ConnectorSuite, pointed_at, quoted, values
from tests.connectors.world import Row, World


@pytest.fixture(autouse=True)
def _views(spark: SparkSession) -> Iterator[None]:
    yield
    for table in spark.catalog.listTables():
        if table.isTemporary:
            spark.sql(f"DROP VIEW {quoted(table.name)}")


def make_view(spark: SparkSession, name: str, columns: Columns, rows: Sequence[Row]) -> None:
    plain = [(column, type_.replace(" NOT NULL", "")) for column, type_ in columns]
    nulls = ", ".join(f"CAST(NULL AS {type_})" for _, type_ in plain)
    names = ", ".join(quoted(column) for column, _ in plain)
    # The NULLs make every column nullable, as most sources of views are.
    query = f"SELECT {nulls} WHERE FALSE UNION ALL SELECT {nulls} WHERE FALSE"
    if rows:
        query = f"VALUES {values(columns, rows)} UNION ALL SELECT {nulls} WHERE FALSE"
    spark.sql(f"CREATE OR REPLACE TEMP VIEW {quoted(name)} ({names}) AS {query}")


class TestView(ConnectorSuite):
    def make(self, name: str, columns: Columns, rows: Sequence[Row], key: Sequence[str] = ()) -> None:
        make_view(self.spark, f"{name} source", columns, rows)
        options = f"connector = 'view', view = '{name} source'"
        self.world.run(f"CREATE LOOKUP TABLE {quoted(name)} {self.declaration(columns, key)} WITH ({options})")

    def test_nothing_is_read_before_the_rows_are(self) -> None:
        """A view whose rows cannot be computed can be declared and planned."""
        self.spark.sql("CREATE TEMP VIEW broken AS SELECT string(raise_error('read')) AS v")
        self.world.run("CREATE LOOKUP TABLE t (v STRING) WITH (connector = 'view', view = 'broken')")
        frame = self.world.frame("t")
        with pytest.raises(PySparkException, match="read"):
            frame.collect()

    def test_the_key_is_checked_among_the_rows_that_are_fetched(self) -> None:
        make_view(self.spark, "v", [("k", "INT"), ("v", "STRING")], [(1, "a"), (1, "b"), (2, "c")])
        self.world.run("CREATE LOOKUP TABLE t (k INT, v STRING, PRIMARY KEY (k)) WITH (connector = 'view', view = 'v')")
        assert self.world.rows("t", where=["v <> 'b'"]) == [(1, "a"), (2, "c")]

    def test_a_column_that_nobody_reads_is_not_checked(self) -> None:
        make_view(self.spark, "v", [("k", "INT"), ("v", "STRING")], [(1, None)])
        self.world.run("CREATE LOOKUP TABLE t (k INT, v STRING NOT NULL) WITH (connector = 'view', view = 'v')")
        assert self.world.rows("t", "k") == [(1,)]

    def test_a_predicate_goes_down_to_the_files_of_the_view(self) -> None:
        path = str(self.folder / "files")
        self.spark.sql("SELECT id, string(id) AS v FROM range(10)").write.parquet(path)
        self.spark.read.parquet(path).createOrReplaceTempView("files")
        self.world.run(
            "CREATE LOOKUP TABLE t (id BIGINT NOT NULL, v STRING, PRIMARY KEY (id)) "
            "WITH (connector = 'view', view = 'files')"
        )
        plan = self.world.frame("t", where=["id = 7"], query="EXPLAIN SELECT * FROM {}").collect()[0][0]
        assert "EqualTo(id,7)" in plan
        assert self.world.rows("t", where=["id = 7"]) == [(7, "7")]


@pytest.mark.parametrize(
    ("source", "declared", "value"),
    [
        ("TINYINT", "SMALLINT", 1),
        ("INT", "BIGINT", 1),
        ("INT", "DOUBLE", 1),
        ("SMALLINT", "FLOAT", 1),
        ("FLOAT", "DOUBLE", 1.5),
        ("INT", "DECIMAL(12,2)", 1),
        ("DECIMAL(5,2)", "DECIMAL(10,4)", 1),
        ("DATE", "TIMESTAMP_NTZ", "'2024-02-29'"),
        ("ARRAY<INT>", "ARRAY<BIGINT>", "NULL"),
        ("STRUCT<a: INT>", "STRUCT<A: BIGINT>", "NULL"),
        ("MAP<STRING, INT>", "MAP<STRING, DOUBLE>", "NULL"),
    ],
)
def test_a_wider_type_may_be_declared(world: World, source: str, declared: str, value: Any) -> None:
    world.spark.sql(f"CREATE TEMP VIEW v AS SELECT CAST({value} AS {source}) AS v")
    world.run(f"CREATE LOOKUP TABLE t (v {declared}) WITH (connector = 'view', view = 'v')")
    expected = world.spark.sql(f"SELECT CAST(v AS {declared}) AS v FROM v")
    found = world.frame("t")
    assert found.schema["v"].dataType == expected.schema["v"].dataType
    assert found.collect() == expected.collect()


@pytest.mark.parametrize(
    ("source", "declared"),
    [
        ("BIGINT", "INT"),
        ("BIGINT", "DOUBLE"),
        ("INT", "FLOAT"),
        ("DOUBLE", "FLOAT"),
        ("DOUBLE", "DECIMAL(38,18)"),
        ("BIGINT", "DECIMAL(18,0)"),
        ("DECIMAL(5,2)", "DECIMAL(5,1)"),
        ("DECIMAL(5,2)", "DOUBLE"),
        ("STRING", "INT"),
        ("INT", "STRING"),
        ("DATE", "TIMESTAMP"),
        ("TIMESTAMP_NTZ", "TIMESTAMP"),
        ("TIMESTAMP", "DATE"),
        ("STRING", "BINARY"),
        ("STRING COLLATE UTF8_LCASE", "STRING"),
        ("ARRAY<BIGINT>", "ARRAY<INT>"),
        ("STRUCT<a: INT>", "STRUCT<b: INT>"),
        ("STRUCT<a: INT>", "STRUCT<a: INT, b: INT>"),
    ],
)
def test_another_type_is_refused_with_both_types(world: World, source: str, declared: str) -> None:
    world.spark.sql(f"CREATE TEMP VIEW v AS SELECT CAST(NULL AS {source}) AS v")
    with pytest.raises(InvalidSchema, match="column v of t is declared") as error:
        world.run(f"CREATE LOOKUP TABLE t (v {declared}) WITH (connector = 'view', view = 'v')")
    assert pointed_at(error.value) == declared
    kind = source.split(maxsplit=1)[0].split("<", maxsplit=1)[0].split("(", maxsplit=1)[0]
    assert kind in error.value.message.split("has it as")[1]


def test_a_view_that_changed_its_types_since(world: World) -> None:
    world.spark.sql("CREATE TEMP VIEW v AS SELECT 1 AS k")
    world.run("CREATE LOOKUP TABLE t (k INT) WITH (connector = 'view', view = 'v')")
    world.spark.sql("CREATE OR REPLACE TEMP VIEW v AS SELECT '1' AS k")
    with pytest.raises(InvalidSchema, match="declared INT, and v has it as STRING"):
        world.frame("t")
    world.spark.sql("DROP VIEW v")
    with pytest.raises(TableNotFound, match="no view or table v"):
        world.frame("t")


def test_a_cte_of_the_statement_does_not_stand_for_the_view(world: World) -> None:
    world.spark.sql("CREATE TEMP VIEW v AS SELECT 1 AS k")
    world.run("CREATE LOOKUP TABLE t WITH (connector = 'view', view = 'v')")
    assert world.frame("t", query="WITH v AS (SELECT 2 AS k) SELECT * FROM {}").collect() == [(1,)]


def test_a_table_in_a_schema(world: World) -> None:
    world.spark.sql("CREATE TABLE default.persons USING parquet AS SELECT 1 AS k")
    try:
        world.run("CREATE LOOKUP TABLE t WITH (connector = 'view', view = 'default.persons')")
        assert world.rows("t") == [(1,)]
    finally:
        world.spark.sql("DROP TABLE default.persons")


@pytest.mark.parametrize(
    ("sql", "code", "at", "remedy"),
    [
        ("WITH (connector = 'view')", "InvalidOption", "t", "view = '…'"),
        ("WITH (connector = 'view', view = 'personss')", "TableNotFound", "'personss'", "Did you mean persons?"),
        ("WITH (connector = 'view', view = 'a.b.c.d')", "TableNotFound", "'a.b.c.d'", "createOrReplaceTempView"),
        ("WITH (connector = 'view', view = 'nope x(')", "TableNotFound", "'nope x('", "createOrReplaceTempView"),
        ("(nmae STRING) WITH (connector = 'view', view = 'persons')", "InvalidSchema", "STRING", "Did you mean name?"),
        ("(id STRING) WITH (connector = 'view', view = 'twins')", "InvalidSchema", "STRING", "different names"),
        ("WITH (connector = 'view', view = 'stream')", "InvalidOption", "'stream'", "CREATE VERSIONED TABLE"),
    ],
)
def test_what_a_view_must_have(world: World, sql: str, code: str, at: str, remedy: str) -> None:
    world.spark.sql("CREATE TEMP VIEW persons AS SELECT 1 AS id, 'a' AS name")
    world.spark.sql("SELECT 1 AS id, 'a' AS id").createOrReplaceTempView("twins")
    world.spark.readStream.format("rate").load().createOrReplaceTempView("stream")
    with pytest.raises(DovetailError) as error:
        world.run(f"CREATE LOOKUP TABLE t {sql}")
    assert error.value.code == code
    assert pointed_at(error.value) == at
    assert remedy in str(error.value.remedy)
