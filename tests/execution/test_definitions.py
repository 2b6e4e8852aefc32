"""CREATE, DROP, SHOW and DESCRIBE carried out: what the catalog holds then, and what is refused."""

from collections.abc import Iterator
from typing import Any

import pytest
from pyspark.sql import SparkSession

from dovetail.catalog.tables import LookupTable, Source, VersionedTable, Watermark
from dovetail.errors import DovetailError, TableExists, TableNotFound
from dovetail.sql.ddl import parse_ddl
from dovetail.sql.source import SqlText
from tests.connectors.world import World

VIEW = "connector = 'view', view = 'changes'"
RATES = "(cur STRING, rate DOUBLE, ts TIMESTAMP, PRIMARY KEY (cur), VERSION FOR ts)"


@pytest.fixture(autouse=True)
def _views(spark: SparkSession) -> Iterator[None]:
    spark.sql(
        "CREATE OR REPLACE TEMP VIEW changes AS SELECT '+I' AS op, 'EUR' AS cur, 1.5D AS rate, 7L AS seq, "
        "TIMESTAMP '2024-01-01 00:00:00' AS ts, map('a', 1) AS m, DATE '2024-01-01' AS day"
    )
    yield
    spark.sql("DROP VIEW changes")


@pytest.fixture
def world(spark: SparkSession) -> World:
    return World(spark)


def shown(world: World, sql: str) -> list[tuple[Any, ...]]:
    frame = world.run(sql)
    assert frame is not None
    return [tuple(row) for row in frame.collect()]


def lookup(world: World, options: str, columns: str = "(cur STRING, rate DOUBLE, PRIMARY KEY (cur))") -> LookupTable:
    world.run(f"CREATE OR REPLACE LOOKUP TABLE c {columns} WITH ({VIEW}{options})")
    return world.table("c")


def versioned(world: World, options: str = "", columns: str = RATES) -> VersionedTable:
    world.run(f"CREATE OR REPLACE VERSIONED TABLE r {columns} WITH ({VIEW}{options})")
    table = world.catalog.get("r")
    assert isinstance(table, VersionedTable)
    return table


# What the catalog holds


def test_ddl_gives_an_empty_frame(world: World) -> None:
    frame = world.run("CREATE LOOKUP TABLE c AS VALUES (1)")
    assert frame is not None
    assert (frame.columns, frame.collect()) == ([], [])


def test_types_are_written_as_spark_writes_them(world: World) -> None:
    types = {
        "INTEGER": "int",
        "LONG": "bigint",
        "DEC(5)": "decimal(5,0)",
        "TIMESTAMP_LTZ": "timestamp",
        "REAL": "float",
        "ARRAY<STRUCT<a: INTEGER, `b c`: STRING>>": "array<struct<a:int,`b c`:string>>",
        "STRING COLLATE UTF8_LCASE": "string collate UTF8_LCASE",
    }
    columns = ", ".join(f"c{at} {type_}" for at, type_ in enumerate(types))
    nulls = ", ".join(f"CAST(NULL AS {type_})" for type_ in types)
    world.run(f"CREATE LOOKUP TABLE t ({columns}) AS SELECT {nulls}")
    assert [column.type for column in world.table("t").columns] == list(types.values())
    assert [str(field.dataType) for field in world.frame("t").schema] == [
        str(field.dataType) for field in world.spark.sql(f"SELECT {nulls}").schema
    ]


def test_options_of_a_lookup_table(world: World) -> None:
    table = lookup(
        world,
        ", pushdown = disabled, cache.memory = '64mb', cache.ttl = 5m, cache.negative.ttl = '10 s', "
        "lookup.batch_size = 500, lookup.timeout = 2s, lookup.retries = 3, refresh.interval = '1 hour'",
    )
    settings = table.settings
    assert (settings.cache_memory_bytes, settings.cache_ttl_micros, settings.negative_ttl_micros) == (
        64 << 20,
        300_000_000,
        10_000_000,
    )
    assert (settings.batch_size, settings.timeout_micros, settings.retries) == (500, 2_000_000, 3)
    assert settings.refresh_interval_micros == 3_600_000_000
    metadata = table.metadata
    assert (metadata.connector, metadata.strategy, metadata.pushdown_mode) == ("view", "replicated", "disabled")
    assert (metadata.primary_key, metadata.has_cache) == (("cur",), True)
    assert table.options == {"view": "changes"}


def test_a_lookup_table_that_says_nothing(world: World) -> None:
    table = lookup(world, "")
    assert not table.metadata.has_cache
    assert (table.metadata.pushdown_mode, table.metadata.strategy) == ("auto", "replicated")
    assert table.settings.negative_ttl_micros == 0
    capabilities = world.catalog.capabilities.get("C")
    assert capabilities is not None
    assert capabilities.predicate_pushdown


def test_columns_from_the_source(world: World) -> None:
    table = lookup(world, "", columns="")
    assert [(c.name, c.type) for c in table.columns][:3] == [("op", "string"), ("cur", "string"), ("rate", "double")]


def test_a_versioned_table(world: World) -> None:
    table = versioned(
        world,
        ", retention = '7 days'",
        "(cur STRING, rate DOUBLE, seq BIGINT, ts TIMESTAMP, PRIMARY KEY (CUR), VERSION FOR TS SEQUENCE BY Seq, "
        "WATERMARK FOR ts AS ts - INTERVAL '5' SECOND)",
    )
    assert (table.primary_key, table.version, table.sequence) == (("cur",), "ts", "seq")
    assert table.watermark == Watermark("ts", 5_000_000)
    assert (table.append_only, table.op_column, table.on_delete) == (True, None, "end")
    assert table.retention_micros == 7 * 86_400_000_000


@pytest.mark.parametrize(
    ("options", "append_only", "operation", "on_delete"),
    [
        ("", True, None, "end"),
        (", append_only = 'true'", True, None, "end"),
        (", append_only = 'false'", False, None, "end"),
        (", op.column = 'OP'", False, "op", "end"),
        (", append_only = 'false', op.column = 'op', on.delete = 'retract'", False, "op", "retract"),
    ],
)
def test_how_versions_change(
    world: World, options: str, append_only: bool, operation: str | None, on_delete: str
) -> None:
    table = versioned(world, options)
    assert (table.append_only, table.op_column, table.on_delete) == (append_only, operation, on_delete)
    assert [column.name for column in table.hidden] == ([operation] if operation else [])


def test_an_operation_that_is_declared_is_no_hidden_column(world: World) -> None:
    columns = "(Op STRING, cur STRING, ts TIMESTAMP, PRIMARY KEY (cur), VERSION FOR ts)"
    table = versioned(world, ", op.column = 'op'", columns)
    assert (table.op_column, table.hidden) == ("Op", ())


@pytest.mark.parametrize("type_", ["TIMESTAMP", "DATE", "BIGINT"])
def test_times_of_versions(world: World, type_: str) -> None:
    column = {"TIMESTAMP": "ts", "DATE": "day", "BIGINT": "seq"}[type_]
    table = versioned(world, "", f"(cur STRING, {column} {type_}, PRIMARY KEY (cur), VERSION FOR {column})")
    assert table.version == column


def test_a_source(world: World) -> None:
    world.run(
        "CREATE SOURCE s (cur STRING, ts TIMESTAMP, WATERMARK FOR ts AS ts - INTERVAL 1 MINUTE) "
        f"WITH ({VIEW}, max.future = '1h', heartbeat = '30 seconds')"
    )
    table = world.catalog.get("s")
    assert isinstance(table, Source)
    assert [column.name for column in table.columns] == ["cur", "ts"]
    assert (table.watermark, table.max_future_micros, table.heartbeat_micros) == (
        Watermark("ts", 60_000_000),
        3_600_000_000,
        30_000_000,
    )


# Names


def test_a_name_that_is_taken(world: World) -> None:
    world.run("CREATE LOOKUP TABLE c AS VALUES (1)")
    with pytest.raises(TableExists, match="lookup table c exists already"):
        world.run("CREATE LOOKUP TABLE C AS VALUES (2)")
    world.run("CREATE LOOKUP TABLE IF NOT EXISTS c AS SELECT nothing FROM nowhere")
    assert world.rows("c") == [(1,)]
    world.run("CREATE OR REPLACE LOOKUP TABLE c AS VALUES (3)")
    assert world.rows("c") == [(3,)]
    with pytest.raises(TableExists, match="is a lookup table"):
        world.run(f"CREATE SOURCE IF NOT EXISTS c WITH ({VIEW})")


def test_a_view_of_the_same_name_is_shadowed(world: World) -> None:
    world.run(f"CREATE LOOKUP TABLE changes (cur STRING) WITH ({VIEW})")
    assert world.rows("changes") == [("EUR",)]


def test_a_create_that_fails_leaves_the_old_table(world: World) -> None:
    world.run("CREATE LOOKUP TABLE c AS VALUES (1)")
    with pytest.raises(DovetailError):
        world.run("CREATE OR REPLACE LOOKUP TABLE c (k INT, PRIMARY KEY (k)) AS VALUES (1), (1)")
    assert world.rows("c") == [(1,)]


def test_drop(world: World) -> None:
    world.run("CREATE LOOKUP TABLE customers AS VALUES (1)")
    with pytest.raises(TableNotFound, match="no lookup table custmers") as error:
        world.run("DROP LOOKUP TABLE custmers")
    assert error.value.remedy == "Did you mean customers?"
    with pytest.raises(TableNotFound, match="customers is a lookup table, not a source"):
        world.run("DROP SOURCE customers")
    world.run("DROP LOOKUP TABLE IF EXISTS custmers")
    world.run("DROP LOOKUP TABLE CUSTOMERS")
    assert world.catalog.get("customers") is None
    assert world.catalog.capabilities.get("customers") is None


# SHOW and DESCRIBE


def test_show(world: World) -> None:
    versioned(world)
    world.run("CREATE LOOKUP TABLE b AS VALUES (1)")
    lookup(world, "")
    assert shown(world, "SHOW LOOKUP TABLES") == [("b", "LOOKUP TABLE", "static"), ("c", "LOOKUP TABLE", "view")]
    assert shown(world, "SHOW VERSIONED TABLES") == [("r", "VERSIONED TABLE", "view")]
    frame = world.run("SHOW SOURCES")
    assert frame is not None
    assert (frame.columns, frame.collect()) == (["name", "kind", "connector"], [])


def test_describe(world: World) -> None:
    world.run("CREATE LOOKUP TABLE c (k INT COMMENT 'the key', v DECIMAL(5, 2)) AS VALUES (1, 2.5)")
    frame = world.run("DESCRIBE c")
    assert frame is not None
    assert frame.columns == ["col_name", "data_type", "comment"]
    assert [tuple(row) for row in frame.collect()] == [("k", "int", "the key"), ("v", "decimal(5,2)", None)]
    assert world.run("DESCRIBE changes") is None


def test_describe_extended(world: World) -> None:
    columns = RATES[:-1] + ", WATERMARK FOR ts AS ts - INTERVAL '1.5' SECOND)"
    versioned(world, ", op.column = 'op', retention = '1h'", columns)
    rows = shown(world, "DESCRIBE EXTENDED r")
    assert rows[3:5] == [("", "", ""), ("# Detailed Table Information", "", "")]
    assert {name: value for name, value, _ in rows[5:]} == {
        "Name": "r",
        "Kind": "VERSIONED TABLE",
        "Connector": "view",
        "Primary Key": "cur",
        "Version For": "ts",
        "Watermark": "ts - INTERVAL '1.500000' SECOND",
        "Append Only": "false",
        "Operation Column": "op",
        "On Delete": "end",
        "Option view": "changes",
        "Option op.column": "op",
        "Option retention": "1h",
    }


# EXPLAIN of a statement checks it


@pytest.mark.parametrize(
    "sql",
    [
        "CREATE LOOKUP TABLE t AS SELECT raise_error('run') AS x, 1 AS y",
        f"CREATE VERSIONED TABLE t {RATES} WITH ({VIEW})",
        "DROP LOOKUP TABLE c",
        "SHOW SOURCES",
        "DESCRIBE c",
    ],
)
def test_a_check_changes_nothing(world: World, sql: str) -> None:
    world.run("CREATE LOOKUP TABLE c AS VALUES (1)")
    before = list(world.catalog)
    if "raise_error" in sql:
        sql = sql.replace("raise_error('run') AS x", "CAST(raise_error('run') AS INT) AS x")
    statement = parse_ddl(SqlText.of(sql))
    assert statement is not None
    world.definitions.check(statement)
    assert list(world.catalog) == before


@pytest.mark.parametrize(
    "sql",
    [
        "CREATE LOOKUP TABLE c AS VALUES (1)",
        "CREATE LOOKUP TABLE t (a INT, PRIMARY KEY (b)) AS VALUES (1)",
        "CREATE LOOKUP TABLE t WITH (connector = 'nope')",
        "DROP LOOKUP TABLE t",
    ],
)
def test_a_check_finds_what_is_wrong(world: World, sql: str) -> None:
    world.run("CREATE LOOKUP TABLE c AS VALUES (1)")
    statement = parse_ddl(SqlText.of(sql))
    assert statement is not None
    with pytest.raises(DovetailError):
        world.definitions.check(statement)
