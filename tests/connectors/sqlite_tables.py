"""Databases of SQLite for tests."""

import datetime as dt
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from decimal import Decimal
from pathlib import Path
from typing import Any

from tests.connectors.world import Row, World

STORED_AS = {
    "TINYINT": "INTEGER",
    "SMALLINT": "INTEGER",
    "INT": "INTEGER",
    "BIGINT": "INTEGER",
    "FLOAT": "REAL",
    "DOUBLE": "REAL",
    "BOOLEAN": "BOOLEAN",
    "STRING": "TEXT",
    "BINARY": "BLOB",
    "DATE": "DATE",
    "TIMESTAMP": "TIMESTAMP",
    "TIMESTAMP_NTZ": "DATETIME",
}


def stored(value: Any) -> Any:
    """A value as a program would store it in SQLite."""
    if isinstance(value, Decimal):
        return str(value)
    if isinstance(value, dt.datetime):
        return value.isoformat(" ")
    return value.isoformat() if isinstance(value, dt.date) else value


def execute(path: Path, *statements: str, rows: Sequence[Row] = ()) -> None:
    """Runs statements; the last one once for each row, where there are rows."""
    with closing(sqlite3.connect(path)) as connection, connection:
        for statement in statements[: -1 if rows else None]:
            connection.execute(statement)
        if rows:
            connection.executemany(statements[-1], rows)


def create(world: World, path: Path, name: str = "customers", columns: str = "", options: str = "") -> None:
    world.run(f"CREATE OR REPLACE LOOKUP TABLE {name} {columns} WITH (connector = 'sqlite', path = '{path}'{options})")
