"""Dovetail's own statements: what they say, and which statements are none of them."""

import pytest

from dovetail.sql.cursor import Name
from dovetail.sql.ddl import parse_ddl
from dovetail.sql.ddl_statements import (
    CreateLookupTable,
    CreateSource,
    CreateVersionedTable,
    DdlStatement,
    DescribeTable,
    DropTable,
    ShowTables,
)
from dovetail.sql.source import SqlText


def parsed(text: str) -> DdlStatement | None:
    return parse_ddl(SqlText.of(text))


def lookup(text: str) -> CreateLookupTable:
    found = parsed(text)
    assert isinstance(found, CreateLookupTable)
    return found


def versioned(text: str) -> CreateVersionedTable:
    found = parsed(text)
    assert isinstance(found, CreateVersionedTable)
    return found


# CREATE


def test_a_lookup_table() -> None:
    text = "CREATE LOOKUP TABLE c (id INT NOT NULL, v STRING, PRIMARY KEY (id)) WITH (connector = sqlite, path = 'x')"
    found = lookup(text)
    assert found.name.text == "c"
    assert [(c.name.text, c.type, c.nullable) for c in found.body.columns] == [
        ("id", "INT", False),
        ("v", "STRING", True),
    ]
    assert [key.text for key in found.body.primary_key] == ["id"]
    assert [(option.key, option.value) for option in found.options] == [("connector", "sqlite"), ("path", "x")]
    assert (found.or_replace, found.if_not_exists, found.query) == (False, False, None)


def test_every_part_keeps_its_place() -> None:
    text = "create lookup table `my t` (id decimal(5, 2)) with ('cache.ttl' = '5m')"
    found = lookup(text)

    def at(place: object) -> str:
        return text[place.start : place.stop]  # type: ignore[attr-defined]

    (column,), (option,) = found.body.columns, found.options
    assert [at(found.name.place), at(column.name.place), at(column.type_place)] == ["`my t`", "id", "decimal(5, 2)"]
    assert [at(option.key_place), at(option.value_place)] == ["'cache.ttl'", "'5m'"]


def test_or_replace_and_if_not_exists() -> None:
    assert lookup("CREATE OR REPLACE LOOKUP TABLE c WITH (connector = view)").or_replace
    assert lookup("CREATE LOOKUP TABLE IF NOT EXISTS c WITH (connector = view)").if_not_exists


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("AS VALUES (1, 'a'), (2, 'b')", "VALUES (1, 'a'), (2, 'b')"),
        ("AS SELECT * FROM t;", "SELECT * FROM t"),
        ("AS WITH x AS (SELECT 1) SELECT * FROM x", "WITH x AS (SELECT 1) SELECT * FROM x"),
        ("AS (SELECT 1)", "(SELECT 1)"),
        ("AS SELECT 'O''Brien' -- done\n", "SELECT 'O''Brien'"),
    ],
)
def test_a_static_table(query: str, text: str) -> None:
    found = lookup(f"CREATE LOOKUP TABLE c {query}")
    assert found.query is not None
    assert found.query.text == text


def test_a_key_at_its_column() -> None:
    found = lookup("CREATE LOOKUP TABLE c (id INT PRIMARY KEY COMMENT 'the key', v INT) WITH (connector = view)")
    assert [key.text for key in found.body.primary_key] == ["id"]
    assert found.body.columns[0].comment == "the key"


@pytest.mark.parametrize(
    "type_",
    [
        "INT",
        "decimal(10, 2)",
        "TIMESTAMP_NTZ",
        "ARRAY<STRUCT<a: INT, b: MAP<STRING, ARRAY<DECIMAL(5,2)>>>>",
        "STRUCT<>",
        "STRUCT<`odd, name)`: INT NOT NULL COMMENT 'x'>",
        "INTERVAL DAY TO SECOND",
        "INTERVAL YEAR",
        "STRING COLLATE UTF8_LCASE",
        "TIMESTAMP WITHOUT TIME ZONE",
    ],
)
def test_types_are_kept_as_they_are_written(type_: str) -> None:
    found = lookup(f"CREATE LOOKUP TABLE c (a {type_} NOT NULL, b {type_}, PRIMARY KEY (b)) WITH (connector = view)")
    assert [(column.type, column.nullable) for column in found.body.columns] == [(type_, False), (type_, True)]


def test_columns_may_be_named_like_clauses() -> None:
    found = versioned(
        "CREATE VERSIONED TABLE v (version INT, primary STRING, watermark TIMESTAMP, key INT, "
        "PRIMARY KEY (primary), VERSION FOR watermark) WITH (connector = view)"
    )
    assert [column.name.text for column in found.body.columns] == ["version", "primary", "watermark", "key"]
    assert found.body.version == Name("watermark", found.name.place)


def test_a_versioned_table() -> None:
    found = versioned(
        "CREATE VERSIONED TABLE rates (currency STRING, rate DOUBLE, ts TIMESTAMP, seq BIGINT, PRIMARY KEY (currency), "
        "VERSION FOR ts SEQUENCE BY seq, WATERMARK FOR ts AS ts - INTERVAL '5' SECOND) "
        "WITH (connector = 'view', 'append_only' = 'false', op.column = 'op')"
    )
    body = found.body
    assert (body.version and body.version.text, body.sequence and body.sequence.text) == ("ts", "seq")
    assert body.watermark is not None
    assert (body.watermark.column.text, body.watermark.delay_micros) == ("ts", 5_000_000)
    assert [option.key for option in found.options] == ["connector", "append_only", "op.column"]


@pytest.mark.parametrize(
    ("clause", "micros"),
    [
        ("WATERMARK FOR ts", 0),
        ("WATERMARK FOR ts AS ts", 0),
        ("WATERMARK FOR ts AS TS - INTERVAL 2 MINUTES", 120_000_000),
        ("WATERMARK FOR ts AS ts - INTERVAL '1 00:00:01' DAY TO SECOND", 86_401_000_000),
    ],
)
def test_a_source_with_a_watermark(clause: str, micros: int) -> None:
    found = parsed(f"CREATE SOURCE s (ts TIMESTAMP, {clause}) WITH (connector = 'view', view = 'v')")
    assert isinstance(found, CreateSource)
    assert found.body.watermark is not None
    assert found.body.watermark.delay_micros == micros


@pytest.mark.parametrize(
    ("text", "key", "value"),
    [
        ("connector = view", "connector", "view"),
        ("'Cache.TTL' = '5m'", "cache.ttl", "5m"),
        ("cache.ttl = 5m", "cache.ttl", "5m"),
        ("cache.memory = 64mb", "cache.memory", "64mb"),
        ("lookup.retries = 3", "lookup.retries", "3"),
        ("lookup.retries = -3", "lookup.retries", "-3"),
        ("append_only = true", "append_only", "true"),
        ("path = 'it''s'", "path", "it's"),
        (r"path = r'C:\new'", "path", r"C:\new"),
        ("path = '${env:HOME}/x'", "path", "${env:HOME}/x"),
    ],
)
def test_options(text: str, key: str, value: str) -> None:
    (option,) = lookup(f"CREATE LOOKUP TABLE c WITH ({text})").options
    assert (option.key, option.value) == (key, value)


# DROP, SHOW, DESCRIBE


@pytest.mark.parametrize("kind", ["SOURCE", "LOOKUP TABLE", "VERSIONED TABLE"])
def test_drop_and_show(kind: str) -> None:
    dropped = parsed(f"DROP {kind.lower()} IF EXISTS `my t`;")
    assert isinstance(dropped, DropTable)
    assert (dropped.kind, dropped.name.text, dropped.if_exists) == (kind, "my t", True)
    assert parsed(f"SHOW {kind}S") == ShowTables(kind)


@pytest.mark.parametrize(
    ("text", "extended"),
    [
        ("DESCRIBE c", False),
        ("DESC c", False),
        ("DESCRIBE TABLE c", False),
        ("DESCRIBE EXTENDED c", True),
        ("DESC FORMATTED c", True),
        ("DESCRIBE TABLE EXTENDED c", True),
    ],
)
def test_describe(text: str, extended: bool) -> None:
    found = parsed(text)
    assert isinstance(found, DescribeTable)
    assert (found.name.text, found.extended) == ("c", extended)


# What is Spark's


@pytest.mark.parametrize(
    "text",
    [
        "SELECT 1",
        "CREATE TABLE lookup (id INT)",
        "CREATE TEMP VIEW source AS SELECT 1",
        "CREATE OR REPLACE VIEW versioned AS SELECT 1",
        "DROP TABLE lookup",
        "DROP VIEW IF EXISTS source",
        "SHOW TABLES",
        "SHOW DATABASES",
        "SHOW CREATE TABLE t",
        "DESCRIBE FUNCTION upper",
        "DESCRIBE a.b",
        "DESCRIBE SELECT 1",
        "DESCRIBE TABLE c PARTITION (a = 1)",
        "EXPLAIN SELECT 1",
        "ANALYZE TABLE t COMPUTE STATISTICS",
        "EXPLAIN ANALYZE TABLE t COMPUTE STATISTICS",
        "SELECT 'CREATE LOOKUP TABLE c'",
        "-- CREATE LOOKUP TABLE c\nSELECT 1",
        "",
    ],
)
def test_a_statement_of_sparks(text: str) -> None:
    assert parsed(text) is None
