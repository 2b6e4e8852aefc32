"""The command line over the one Spark session of the run."""

import contextlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from pyspark.sql import SparkSession
from typer.testing import CliRunner

from dovetail.cli.app import app

Invoke = Callable[..., Any]

VIEWS = """
CREATE OR REPLACE TEMP VIEW cli_trades AS
SELECT * FROM VALUES (1, 'A', 7, TIMESTAMP '2026-03-02 09:30:05') AS t(id, sym, cust, ts);
CREATE OR REPLACE TEMP VIEW cli_quotes AS
SELECT * FROM VALUES ('A', 1.5, TIMESTAMP '2026-03-02 09:30:00') AS t(sym, bid, ts);
"""


@pytest.fixture
def invoke(spark: SparkSession, monkeypatch: pytest.MonkeyPatch) -> Iterator[Invoke]:
    """``invoke("check", "jobs.sql", input=…)`` runs a command without a session of its own."""

    @contextlib.contextmanager
    def shared(remote: str | None = None) -> Iterator[SparkSession]:
        yield spark

    monkeypatch.setattr("dovetail.cli.app.spark_session", shared)
    monkeypatch.setenv("COLUMNS", "200")
    yield lambda *args, **kwargs: CliRunner().invoke(app, [str(arg) for arg in args], **kwargs)
    for row in spark.sql("SHOW VIEWS").collect():
        spark.catalog.dropTempView(row.viewName)


@pytest.fixture
def views(tmp_path: Path) -> Path:
    """A script that makes the views ``cli_trades`` and ``cli_quotes``."""
    path = tmp_path / "views.sql"
    path.write_text(VIEWS)
    return path
