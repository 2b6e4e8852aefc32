"""Loaded by Spark's Python workers when they start: writes down every statement that reaches SQLite's driver."""

import os
import sqlite3
from pathlib import Path
from typing import Any

_connect = sqlite3.connect


def _traced(*args: Any, **kwargs: Any) -> sqlite3.Connection:
    connection = _connect(*args, **kwargs)
    connection.set_trace_callback(_write_down)
    return connection


def _write_down(statement: str) -> None:
    with Path(os.environ["DOVETAIL_TEST_STATEMENTS"]).open("a") as log:
        log.write(statement.replace("\n", " ") + "\n")


if "DOVETAIL_TEST_STATEMENTS" in os.environ:
    sqlite3.connect = _traced  # type: ignore[assignment]
