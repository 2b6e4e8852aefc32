"""What a statement's predicates spare the source: seen at the driver that sends the queries."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from pyspark.sql import SparkSession

import dovetail
from dovetail.catalog.capabilities import CAPABILITIES

Sent = Callable[[], list[str]]
JOIN = "FROM range(3) t JOIN {} FOR SYSTEM_TIME AS OF NOW() AS c ON t.id = c.id"


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """A thousand customers, one in ten of them in APAC; when they were born is text."""
    path = tmp_path / "customers.db"
    rows = [(n, "APAC" if n % 10 == 1 else "EU", "x" * 100, n) for n in range(1000)]
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE customers (id INTEGER PRIMARY KEY, region TEXT, note TEXT, born DATE)")
        connection.executemany("INSERT INTO customers VALUES (?, ?, ?, date('2000-01-01', '+' || ? || ' days'))", rows)
        connection.commit()
    return path


@pytest.fixture
def dt(spark: SparkSession, database: Path) -> dovetail.Session:
    session = dovetail.Session(spark)
    for mode in ("auto", "disabled"):
        session.sql(
            f"CREATE LOOKUP TABLE {mode} (id INT, region STRING, note STRING, born DATE, PRIMARY KEY (id)) "
            f"WITH (connector = 'sqlite', path = '{database}', table = 'customers', pushdown = '{mode}')"
        )
    return session


def fetched(database: Path, queries: list[str]) -> int:
    """The bytes that the queries bring."""
    with closing(sqlite3.connect(database)) as connection:
        rows = [row for query in queries for row in connection.execute(query)]
    return sum(len(str(value)) for row in rows for value in row)


def test_predicate_pushdown_reduces_data_transfer(dt: dovetail.Session, database: Path, sent: Sent) -> None:
    sql = f"SELECT t.id, c.note {JOIN} WHERE c.region = 'APAC'"
    with_pushdown = dt.sql(sql.format("auto")).collect()
    pushed = sent()
    without = dt.sql(sql.format("disabled")).collect()
    everything = sent()[len(pushed) :]
    assert with_pushdown == without == [(1, "x" * 100)]
    assert all("WHERE" in query for query in pushed)
    assert not any("WHERE" in query for query in everything)
    assert 0 < fetched(database, pushed) < 0.2 * fetched(database, everything)


def test_projection_reduces_data_transfer(dt: dovetail.Session, database: Path, sent: Sent) -> None:
    dt.sql(f"SELECT t.id {JOIN}".format("auto")).collect()
    narrow = sent()
    dt.sql(f"SELECT t.id, c.* {JOIN}".format("auto")).collect()
    wide = sent()[len(narrow) :]
    assert fetched(database, narrow) < 0.2 * fetched(database, wide)


def test_predicate_pushdown_auto_probes_capabilities(dt: dovetail.Session) -> None:
    """The database is asked when the table is created: which columns it compares as Spark does."""
    found = dt.catalog.capabilities.get("auto")
    assert found is not None
    assert found.pushable_columns == frozenset({"id", "region", "note"})
    assert found.supported_predicate_types == CAPABILITIES["sqlite"].supported_predicate_types
    plan = str(dt.explain(f"SELECT t.id {JOIN} WHERE c.region = 'EU' AND c.born > DATE '2001-01-01'".format("auto")))
    assert "pushdown=[c.region = 'EU']" in plan
    assert "note: c.born > DATE '2001-01-01' stays local, sqlite compares born otherwise than Spark" in plan
