"""Reads a table of SQLite in a Python worker of Spark's, batch by batch, in columns."""

import base64
import pickle
import sqlite3
import time
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow as pa
from pyspark.sql.datasource import DataSource, DataSourceReader, InputPartition
from pyspark.sql.types import StructType

from dovetail.catalog.secrets import Secret, mask, option_value
from dovetail.catalog.tables import ColumnDef
from dovetail.connectors.keys import KeyCheck, key_violation
from dovetail.connectors.sqlite_schema import SqliteColumn, has_unique_key, is_utf8, read_columns
from dovetail.connectors.sqlite_values import column_reader
from dovetail.connectors.sqlite_where import Clause, compares_alike, quoted, where
from dovetail.errors import SourceError, SourceTimeout
from dovetail.plan.conditions import Condition

__all__ = ["SqliteDataSource", "SqliteScan", "connected", "shown_path"]

_BATCH_ROWS = 10_000
_LOCK_SECONDS = 5.0
_FIRST_PAUSE_SECONDS = 0.1
_STEPS_BETWEEN_LOOKS_AT_THE_CLOCK = 10_000
_NO_ANSWER = frozenset({sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_INTERRUPT})


@dataclass(frozen=True, slots=True)
class SqliteScan:
    """What is read: everything that a worker needs to know."""

    name: str
    options: Mapping[str, Any]
    columns: tuple[ColumnDef, ...]
    conditions: tuple[Condition, ...]
    condition_columns: tuple[ColumnDef, ...]
    key: tuple[ColumnDef, ...]
    timeout_micros: int | None = None
    retries: int = 0

    def encoded(self) -> str:
        """As the text of an option."""
        return base64.b64encode(pickle.dumps(self)).decode()


class SqliteDataSource(DataSource):
    """The source as Spark knows it; its one option holds a ``SqliteScan``."""

    @classmethod
    def name(cls) -> str:
        """The format's name."""
        return "dovetail_sqlite"

    def reader(self, schema: StructType) -> DataSourceReader:
        """The reader of one scan."""
        return SqliteReader(pickle.loads(base64.b64decode(self.options["scan"])))


class SqliteReader(DataSourceReader):
    """Reads in one partition, so that all rows are of one state of the database."""

    def __init__(self, scan: SqliteScan) -> None:
        """Opens nothing: that is for the worker that reads."""
        self.scan = scan

    def read(self, partition: InputPartition) -> Iterator[pa.RecordBatch]:
        """The rows, in columns."""
        scan, attempt, started = self.scan, 0, False
        while True:
            try:
                with connected(scan.options, scan.timeout_micros) as connection:
                    for batch in _rows(connection, scan):
                        started = True
                        yield batch
            except SourceTimeout:
                if started or attempt >= scan.retries:
                    raise
            else:
                return
            time.sleep(_FIRST_PAUSE_SECONDS * 2**attempt)
            attempt += 1


@contextmanager
def connected(options: Mapping[str, Any], timeout_micros: int | None = None) -> Iterator[sqlite3.Connection]:
    """A connection that only reads; what SQLite raises comes out as an error of the source.

    Raises:
        SourceError: There is no such database, or it fails.
        SourceTimeout: It does not answer in time.
    """
    shown = shown_path(options)
    try:
        path = Path(option_value(options, "path"))
    except ValueError as error:
        raise SourceError(mask(options, str(error))) from None
    if not path.is_file():
        raise SourceError(f"there is no SQLite database {shown}")
    seconds = _LOCK_SECONDS if timeout_micros is None else timeout_micros / 1_000_000
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", seconds, uri=True)) as connection:
            yield connection
    except sqlite3.Error as error:
        # The lower byte is the code, the others say more about it.
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        kind = SourceTimeout if code in _NO_ANSWER else SourceError
        raise kind(f"SQLite database {shown}: {mask(options, str(error))}") from None


def shown_path(options: Mapping[str, Any]) -> str:
    """The path as the statement gives it, references by their names."""
    path = options["path"]
    return path.shown if isinstance(path, Secret) else str(path)


def _rows(connection: sqlite3.Connection, scan: SqliteScan) -> Iterator[pa.RecordBatch]:
    """The batches of a scan; each checks its rows before it is handed on."""
    known = read_columns(connection, option_value(scan.options, "table"))
    check_key = bool(scan.key) and not has_unique_key(connection, option_value(scan.options, "table"), scan.key)
    columns = list(dict.fromkeys(scan.columns + (scan.key if check_key else ())))
    readers = [column_reader(scan.name, column) for column in columns]
    # Spark takes no batch whose fields may be NULL where its schema says otherwise.
    handed_on = readers[: len(scan.columns)]
    schema = pa.schema([pa.field(reader.column.name, reader.type, reader.column.nullable) for reader in handed_on])
    key_at = [columns.index(column) for column in scan.key] if check_key else []
    keys = KeyCheck()
    for rows in _fetched(connection, _select(connection, scan, known, columns), scan.timeout_micros):
        arrays = [reader.array(values) for reader, values in zip(readers, zip(*rows, strict=True), strict=True)]
        if check_key:
            duplicate = keys.first_duplicate([arrays[at].to_pylist() for at in key_at])
            if duplicate is not None:
                raise key_violation(scan.name, [column.name for column in scan.key], duplicate)
        yield pa.RecordBatch.from_arrays(arrays[: len(schema)], schema=schema)


def _fetched(connection: sqlite3.Connection, query: Clause, timeout_micros: int | None) -> Iterator[list[Any]]:
    """The stored rows in lists; the time that Spark takes between them does not count."""
    deadline = _Deadline(timeout_micros)
    connection.set_progress_handler(deadline.is_over, _STEPS_BETWEEN_LOOKS_AT_THE_CLOCK)
    deadline.start()
    cursor = connection.execute(query.sql, query.parameters)
    while rows := cursor.fetchmany(_BATCH_ROWS):
        yield rows
        deadline.start()


class _Deadline:
    """Until when a fetch may take."""

    def __init__(self, micros: int | None) -> None:
        self._seconds = None if micros is None else micros / 1_000_000
        self._end: float | None = None

    def start(self) -> None:
        if self._seconds is not None:
            self._end = time.monotonic() + self._seconds

    def is_over(self) -> bool:
        return self._end is not None and time.monotonic() > self._end


def _select(
    connection: sqlite3.Connection, scan: SqliteScan, known: Mapping[str, SqliteColumn], columns: list[ColumnDef]
) -> Clause:
    """The query. Columns carry the table's alias: SQLite takes a bare quoted name that it does not know for a text."""
    missing = [column.name for column in columns if column.name.casefold() not in known]
    if missing:
        raise SourceError(f"{scan.name}: its table in SQLite has no column {missing[0]} any more")
    listed = ", ".join(f"t.{quoted(known[column.name.casefold()].name)}" for column in columns) or "1"
    conditions = _conditions(connection, scan, known)
    text = f"SELECT {listed} FROM {quoted(option_value(scan.options, 'table'))} AS t"
    if conditions:
        text += f" WHERE {' AND '.join(clause.sql for clause in conditions)}"
    return Clause(text, tuple(value for clause in conditions for value in clause.parameters))


def _conditions(connection: sqlite3.Connection, scan: SqliteScan, known: Mapping[str, SqliteColumn]) -> list[Clause]:
    """The pushed conditions; Spark was told that they are done here, so that none may be left out."""
    usable = {}
    utf8 = is_utf8(connection)
    for column in scan.condition_columns:
        stored = known.get(column.name.casefold())
        if stored is None or not compares_alike(column, stored.affinity, utf8):
            raise SourceError(
                f"{scan.name}: column {column.name} of its table in SQLite is not what it was at CREATE",
                remedy=f"Run CREATE OR REPLACE LOOKUP TABLE {scan.name} … again.",
            )
        usable[column.name] = (column, f"t.{quoted(stored.name)}")
    clauses = [where(condition, usable) for condition in scan.conditions]
    assert None not in clauses, "a condition was pushed that SQLite cannot decide"
    return [clause for clause in clauses if clause is not None]
