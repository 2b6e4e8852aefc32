"""What the connectors' tests share: a world of tables, and the statements that reach SQLite's driver in the workers."""

import atexit
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from pyspark.sql import SparkSession

from tests.connectors.sqlite_tables import execute
from tests.connectors.world import World

# Spark's workers have the environment that Spark was started with: this stands here before there is a session.
_FOLDER = Path(tempfile.mkdtemp(prefix="dovetail-statements-"))
_STATEMENTS = _FOLDER / "statements.sql"
os.environ["DOVETAIL_TEST_STATEMENTS"] = str(_STATEMENTS)
os.environ["PYTHONPATH"] = os.pathsep.join(
    filter(None, [str(Path(__file__).parent / "hooks"), os.environ.get("PYTHONPATH")])
)
atexit.register(shutil.rmtree, _FOLDER, ignore_errors=True)


@pytest.fixture
def world(spark: SparkSession) -> World:
    """An empty catalog."""
    return World(spark)


@pytest.fixture
def sent() -> Iterator[Callable[[], list[str]]]:
    """The queries that the workers have sent for rows since the test began."""
    _STATEMENTS.write_text("")

    def queries() -> list[str]:
        return [line for line in _STATEMENTS.read_text().splitlines() if " AS t" in line]

    yield queries


@pytest.fixture
def database(tmp_path: Path) -> Path:
    path = tmp_path / "shop.db"
    execute(
        path,
        "CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT NOT NULL COLLATE NOCASE, region TEXT, "
        "limit_eur DOUBLE, since DATE, balance DECIMAL(10, 2), active BOOLEAN)",
        "INSERT INTO customers VALUES (?, ?, ?, ?, ?, ?, ?)",
        rows=[
            (1, "Ada", "EU", 100.0, "2020-01-01", "1.10", 1),
            (2, "ada", "EU", None, "2021-01-01", "2", 0),
            (3, "Grace", None, 5.5, None, None, None),
            (4, "O'Brien", "US", 7, "2022-01-01", "3.25", 1),
        ],
    )
    return path
