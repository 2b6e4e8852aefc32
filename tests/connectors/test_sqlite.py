"""Tables of SQLite databases."""

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest
from pyspark.errors import PySparkException

from dovetail.errors import DovetailError
from tests.connectors.sqlite_tables import STORED_AS, create, execute, stored
from tests.connectors.suite import Columns, ConnectorSuite, pointed_at, quoted
from tests.connectors.world import Row, World, ordered


class TestSqlite(ConnectorSuite):
    def make(self, name: str, columns: Columns, rows: Sequence[Row], key: Sequence[str] = ()) -> None:
        path = self.folder / "a ?#%db"
        plain = [(column, type_.replace(" NOT NULL", "")) for column, type_ in columns]
        parts = [f'"{column.replace(chr(34), chr(34) * 2)}" {STORED_AS.get(type_, "TEXT")}' for column, type_ in plain]
        marks = ", ".join("?" * len(parts))
        execute(path, f'CREATE TABLE "{name}" ({", ".join(parts)})')
        if rows:
            execute(path, f'INSERT INTO "{name}" VALUES ({marks})', rows=[tuple(map(stored, row)) for row in rows])
        options = f"connector = 'sqlite', path = '{path}'"
        self.world.run(f"CREATE LOOKUP TABLE {quoted(name)} {self.declaration(columns, key)} WITH ({options})")


# What is refused when the table is created


@pytest.mark.parametrize(
    ("sql", "code", "at", "said"),
    [
        ("WITH (connector = 'sqlite')", "InvalidOption", "t", "path = '…'"),
        ("WITH (connector = 'sqlite', path = ':memory:')", "InvalidOption", "':memory:'", "path of a database file"),
        ("WITH (connector = 'sqlite', path = '{}.nope')", "SourceError", "'{}.nope'", "no SQLite database"),
        ("WITH (connector = 'sqlite', path = '{}.txt')", "SourceError", "'{}.txt'", "not a database"),
        ("WITH (connector = 'sqlite', path = '{}')", "SourceError", "t", "It has customers, untyped"),
        (
            "WITH (connector = 'sqlite', path = '{}', table = 'custmers')",
            "SourceError",
            "'custmers'",
            "mean customers?",
        ),
        (
            "WITH (connector = 'sqlite', path = '{}', table = 'untyped')",
            "SourceError",
            "'untyped'",
            "Declare the columns",
        ),
        (
            "(nam STRING) WITH (connector = 'sqlite', path = '{}', table = 'customers')",
            "InvalidSchema",
            "STRING",
            "name?",
        ),
        (
            "(name ARRAY<INT>) WITH (connector = 'sqlite', path = '{}', table = 'customers')",
            "InvalidSchema",
            "ARRAY<INT>",
            "has no values for",
        ),
    ],
)
def test_what_a_database_must_have(world: World, database: Path, sql: str, code: str, at: str, said: str) -> None:
    execute(database, "CREATE TABLE untyped (x)")
    database.with_suffix(".db.txt").write_text(
        "no database, but a long enough text for a header of one hundred bytes " * 9
    )
    with pytest.raises(DovetailError) as error:
        world.run(f"CREATE LOOKUP TABLE t {sql}".replace("{}", str(database)))
    assert error.value.code == code
    assert pointed_at(error.value) == at.replace("{}", str(database))
    assert said in str(error.value)
    assert world.catalog.get("t") is None


# Failures while rows are read


def test_a_column_that_is_gone_is_no_text(world: World, database: Path) -> None:
    """SQLite takes a quoted name that it does not know for a text."""
    create(world, database, options=", table = 'customers'")
    execute(database, "ALTER TABLE customers DROP COLUMN region")
    with pytest.raises(PySparkException, match=r"\[SourceError\] .*no column region any more"):
        world.rows("customers", "region")


def test_a_column_whose_type_changed_is_not_filtered_by(world: World, database: Path) -> None:
    create(world, database)
    execute(database, "DROP TABLE customers", "CREATE TABLE customers (id INT, region NUMERIC)")
    with pytest.raises(PySparkException, match=r"\[SourceError\] .*region .* not what it was"):
        world.rows("customers", "id", where=["region = 'EU'"])


def test_a_database_that_is_gone(world: World, database: Path) -> None:
    create(world, database)
    database.unlink()
    with pytest.raises(PySparkException, match=r"\[SourceError\] there is no SQLite database"):
        world.rows("customers")


@pytest.mark.parametrize("retries", [0, 2])
def test_a_database_that_is_locked(world: World, database: Path, retries: int) -> None:
    create(world, database, options=f", lookup.timeout = '20ms', lookup.retries = {retries}")
    with closing(sqlite3.connect(database, isolation_level=None)) as writer:
        writer.execute("BEGIN EXCLUSIVE")
        with pytest.raises(PySparkException, match=r"\[SourceTimeout\] SQLite database .* is locked"):
            world.rows("customers")
        writer.execute("ROLLBACK")
    assert len(world.rows("customers")) == 4


def test_a_query_that_takes_too_long(world: World, database: Path) -> None:
    endless = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x FROM n WHERE x < 0"
    execute(database, f"CREATE VIEW endless AS {endless}")
    create(world, database, "endless", "(x BIGINT)", ", lookup.timeout = '50ms'")
    with pytest.raises(PySparkException, match=r"\[SourceTimeout\] SQLite database .*interrupted"):
        world.rows("endless")


# Secrets


def test_a_path_from_a_file(world: World, database: Path, tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text(f"{database}\n")
    world.run(f"CREATE LOOKUP TABLE customers WITH (connector = 'sqlite', path = '${{file:{secret}}}')")
    assert len(world.rows("customers")) == 4
    description = world.run("DESCRIBE EXTENDED customers")
    assert description is not None
    everything = str(description.collect()) + repr(world.table("customers"))
    assert str(database) not in everything
    assert f"${{file:{secret}}}" in everything
    database.unlink()
    with pytest.raises(PySparkException) as error:
        world.rows("customers")
    assert f"there is no SQLite database ${{file:{secret}}}" in str(error.value)
    assert str(database) not in str(error.value)


def test_a_long_table_in_batches(world: World, tmp_path: Path) -> None:
    path = tmp_path / "long.db"
    rows = [(number, None if number % 7 == 0 else f"v{number}") for number in range(25_000)]
    execute(path, "CREATE TABLE t (k INT, v TEXT)", "INSERT INTO t VALUES (?, ?)", rows=rows)
    create(world, path, "t", "(k INT, v STRING, PRIMARY KEY (k))")
    assert world.rows("t") == ordered(rows)
    execute(path, "INSERT INTO t VALUES (3, 'again')")
    with pytest.raises(PySparkException, match=r"\[PrimaryKeyViolation\] .*k = 3"):
        world.rows("t", "v")
