"""What is sent to SQLite, taken at the driver in Spark's workers, and what is left to Spark."""

import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.connectors.sqlite_tables import create, execute
from tests.connectors.world import World, ordered

Sent = Callable[[], list[str]]


@pytest.mark.parametrize(
    ("where", "sent_where"),
    [
        ("region = 'EU'", "t.\"region\" COLLATE BINARY = 'EU'"),
        ("'O''Brien' = name", "t.\"name\" COLLATE BINARY = 'O''Brien'"),
        ("id <> 5L", 't."id" <> 5'),
        ("limit_eur >= 5.5", 't."limit_eur" >= 5.5'),
        ("id BETWEEN 2 AND 3", 't."id" BETWEEN 2 AND 3'),
        ("name IN ('Ada', 'Grace')", "t.\"name\" COLLATE BINARY IN ('Ada', 'Grace')"),
        ("region IS NULL", 't."region" IS NULL'),
        ("region IS NOT NULL", 't."region" IS NOT NULL'),
        ("id = 1 OR (id > 2 AND region = 'US')", '(t."id" = 1 OR (t."id" > 2 AND t."region" COLLATE BINARY = \'US\'))'),
    ],
)
def test_the_where_that_is_sent(world: World, database: Path, sent: Sent, where: str, sent_where: str) -> None:
    create(world, database)
    found = world.rows("customers", "id", where=[where])
    assert sent() == [f'SELECT t."id" FROM "customers" AS t WHERE {sent_where}']
    everything = world.frame("customers", query=f"SELECT id FROM {{}} AS customers WHERE {where}")
    assert found == ordered(everything.collect())


@pytest.mark.parametrize(
    "where",
    [
        "name LIKE 'A%'",  # SQLite's LIKE takes 'ada' too
        "since >= DATE '2021-01-01'",  # text, compared letter by letter
        "balance > 1.5",  # text, too
        "active = TRUE",  # any number may stand there
        "id > 1.5",
        "id = 2e0",
        "upper(name) = 'ADA'",
        "id = 2 OR active = TRUE",
        "id < limit_eur",
    ],
)
def test_what_sqlite_would_decide_otherwise_is_left_to_spark(
    world: World, database: Path, sent: Sent, where: str
) -> None:
    create(world, database)
    found = world.rows("customers", "id", where=[where])
    assert all("WHERE" not in statement for statement in sent())
    everything = world.frame("customers", query=f"SELECT id FROM {{}} AS customers WHERE {where}")
    assert found == ordered(everything.collect())


def test_only_the_needed_columns_are_sent_for(world: World, database: Path, sent: Sent) -> None:
    create(world, database)
    world.rows("customers", "region", "id", where=["name = 'Ada'", "id < 3"])
    (statement,) = sent()
    assert statement == (
        'SELECT t."id", t."region" FROM "customers" AS t WHERE t."name" COLLATE BINARY = \'Ada\' AND t."id" < 3'
    )


def test_nothing_is_sent_before_the_rows_are_read(
    world: World, database: Path, sent: Sent, monkeypatch: pytest.MonkeyPatch
) -> None:
    create(world, database)
    monkeypatch.setattr(sqlite3, "connect", lambda *_, **__: pytest.fail("the driver asks while it plans"))
    frame = world.frame("customers", "id", where=["id = 1"], query="SELECT count(*) FROM {}")
    assert sent() == []
    assert frame.collect() == [(1,)]
    assert len(sent()) == 1


def test_the_keys_are_sent_for_where_sqlite_does_not_hold_them_unique(world: World, tmp_path: Path, sent: Sent) -> None:
    path = tmp_path / "keys.db"
    execute(
        path,
        "CREATE TABLE plain (k INT, v TEXT)",
        "CREATE TABLE indexed (k INT UNIQUE, v TEXT)",
        "CREATE TABLE part (k INT, v TEXT)",
        "CREATE UNIQUE INDEX positive ON part (k) WHERE k > 0",
        "CREATE TABLE decimals (k DECIMAL(5,2) UNIQUE, v TEXT)",
    )
    for name, type_ in [("plain", "INT"), ("indexed", "INT"), ("part", "INT"), ("decimals", "DECIMAL(5,2)")]:
        create(world, path, name, f"(k {type_}, v STRING, PRIMARY KEY (k))")
        world.rows(name, "v")
    assert [statement.split(" FROM ")[0] for statement in sent()] == [
        'SELECT t."v", t."k"',
        'SELECT t."v"',
        'SELECT t."v", t."k"',
        'SELECT t."v", t."k"',
    ]


# What is found out when the table is created


def test_what_a_database_compares_otherwise_is_not_pushable(world: World, tmp_path: Path) -> None:
    path = tmp_path / "types.db"
    execute(
        path,
        "CREATE TABLE t (i INT, n NUMERIC, r REAL, txt TEXT, nocase TEXT COLLATE NOCASE, untyped, blob BLOB, "
        "num_as_text TEXT, text_as_num NUMERIC, d DATE, m DECIMAL(5,2), f FLOAT, b BOOL)",
    )
    columns = (
        "(i INT, n BIGINT, r DOUBLE, txt STRING, nocase STRING, untyped STRING, blob STRING, num_as_text INT, "
        "text_as_num STRING, d DATE, m DECIMAL(5,2), f FLOAT, b BOOLEAN)"
    )
    create(world, path, "t", columns)
    found = world.catalog.capabilities.get("t")
    assert found is not None
    assert found.pushable_columns == frozenset({"i", "n", "r", "txt", "nocase", "untyped", "blob"})


def test_text_in_utf_16_is_ordered_otherwise(world: World, tmp_path: Path) -> None:
    path = tmp_path / "utf16.db"
    execute(path, "PRAGMA encoding = 'UTF-16le'", "CREATE TABLE t (s TEXT, i INT)", "INSERT INTO t VALUES ('Ā', 1)")
    create(world, path, "t")
    found = world.catalog.capabilities.get("t")
    assert found is not None
    assert found.pushable_columns == frozenset({"i"})
    assert world.rows("t") == [("Ā", 1)]


def test_columns_that_the_database_tells(world: World, tmp_path: Path) -> None:
    path = tmp_path / "told.db"
    declared = {
        "id INTEGER PRIMARY KEY": ("id", "bigint", False),
        "a VARCHAR(20) NOT NULL": ("a", "string", False),
        "b int": ("b", "bigint", True),
        "c SMALLINT": ("c", "smallint", True),
        "d DOUBLE PRECISION": ("d", "double", True),
        "e BLOB": ("e", "binary", True),
        "f BOOLEAN": ("f", "boolean", True),
        "g DATE": ("g", "date", True),
        "h DATETIME": ("h", "timestamp", True),
        "i DECIMAL(10, 2)": ("i", "decimal(10,2)", True),
        "j INT GENERATED ALWAYS AS (b + 1)": ("j", "bigint", True),
    }
    execute(path, f"CREATE TABLE t ({', '.join(declared)})", "CREATE VIEW w AS SELECT a, b FROM t")
    create(world, path, "t")
    assert [(c.name, c.type, c.nullable) for c in world.table("t").columns] == list(declared.values())
    create(world, path, "w")
    assert [(c.name, c.type) for c in world.table("w").columns] == [("a", "string"), ("b", "bigint")]
