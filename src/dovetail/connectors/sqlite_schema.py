"""What a database of SQLite says about its tables."""

import re
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass

from dovetail.catalog.tables import ColumnDef
from dovetail.connectors.sqlite_where import affinity_of
from dovetail.errors import Place, SourceError, closest

__all__ = ["SqliteColumn", "find_table", "has_unique_key", "is_utf8", "read_columns", "spark_column"]

# Values of these types that differ in SQLite may be equal in Spark: '1.0' and '1.00', two spellings of a moment.
_SAME_IN_SPARK = ("decimal", "timestamp", "float")

_BY_NAME = {
    **dict.fromkeys(["INTEGER", "INT", "BIGINT", "INT8", "UNSIGNED BIG INT"], "bigint"),
    **dict.fromkeys(["MEDIUMINT", "INT4"], "int"),
    **dict.fromkeys(["SMALLINT", "INT2"], "smallint"),
    "TINYINT": "tinyint",
    **dict.fromkeys(["REAL", "DOUBLE", "DOUBLE PRECISION", "FLOAT"], "double"),
    "BLOB": "binary",
    **dict.fromkeys(["BOOLEAN", "BOOL"], "boolean"),
    "DATE": "date",
    **dict.fromkeys(["DATETIME", "TIMESTAMP"], "timestamp"),
}


@dataclass(frozen=True, slots=True)
class SqliteColumn:
    """A column as SQLite declares it."""

    name: str
    declared: str
    not_null: bool
    is_rowid: bool

    @property
    def affinity(self) -> str:
        """What SQLite turns its values into; the ANY of a STRICT table keeps them as they are."""
        return "BLOB" if self.declared.upper() == "ANY" else affinity_of(self.declared)


def find_table(connection: sqlite3.Connection, name: str, shown: str, place: Place | None) -> None:
    """Refuses a table that the database does not have.

    Raises:
        SourceError: There is none.
    """
    rows = connection.execute("SELECT name FROM sqlite_master WHERE type IN ('table', 'view') ORDER BY name")
    names = [found for (found,) in rows if not found.startswith("sqlite_")]
    if any(found.lower() == name.lower() for found in names):
        return
    near = closest(name, names)
    all_names = ", ".join(names[:12]) or "no table at all"
    remedy = f"Did you mean {' or '.join(near)}?" if near else f"It has {all_names}."
    raise SourceError(f"the SQLite database {shown} has no table {name}", remedy=remedy, place=place)


def read_columns(connection: sqlite3.Connection, table: str) -> dict[str, SqliteColumn]:
    """The columns of a table or view, by their names in one case."""
    query = 'SELECT name, type, "notnull", pk, hidden FROM pragma_table_xinfo(?)'
    rows = [row for row in connection.execute(query, (table,)) if row[4] != 1]
    lone_key = sum(1 for row in rows if row[3]) == 1
    return {
        name.casefold(): SqliteColumn(
            name, declared, bool(not_null), bool(pk) and lone_key and declared.upper() == "INTEGER"
        )
        for name, declared, not_null, pk, _ in rows
    }


def spark_column(column: SqliteColumn) -> ColumnDef:
    """A column for a table that is declared without them.

    Raises:
        SourceError: The declared type does not tell what its values are.
    """
    return ColumnDef(column.name, _spark_type(column), not (column.not_null or column.is_rowid))


def _spark_type(column: SqliteColumn) -> str:
    declared = " ".join(column.declared.upper().split())
    plain = re.sub(r"\s*\(.*\)", "", declared)
    decimal = re.fullmatch(r"(?:DECIMAL|NUMERIC|DEC) ?\( ?(\d+) ?(?:, ?(\d+) ?)?\)", declared)
    if decimal and int(decimal[2] or 0) <= int(decimal[1]) <= 38:
        return f"decimal({int(decimal[1])},{int(decimal[2] or 0)})"
    if plain in _BY_NAME:
        return _BY_NAME[plain]
    if affinity_of(declared) == "TEXT":
        return "string"
    said = f"declares it {column.declared}" if column.declared else "declares no type for it"
    raise SourceError(
        f"the type of column {column.name} cannot be told: SQLite {said}",
        remedy="Declare the columns in the CREATE statement.",
    )


def has_unique_key(connection: sqlite3.Connection, table: str, key: Sequence[ColumnDef]) -> bool:
    """Whether SQLite itself holds the key unique, in the sense of the declared types.

    A unique index on some of the key's columns is enough. NULLs may repeat in it, and break no key.
    """
    if any(column.type.startswith(_SAME_IN_SPARK) for column in key):
        return False
    names = {column.name.casefold() for column in key}
    columns = read_columns(connection, table)
    if any(columns[name].is_rowid for name in names & columns.keys()):
        return True
    indexes = connection.execute('SELECT name FROM pragma_index_list(?) WHERE "unique" AND NOT partial', (table,))
    return any(_index_columns(connection, index) <= names for (index,) in indexes.fetchall())


def _index_columns(connection: sqlite3.Connection, index: str) -> set[str]:
    """The columns of an index, in one case; an expression has no name and is none of ours."""
    rows = connection.execute("SELECT name FROM pragma_index_info(?)", (index,))
    return {"" if name is None else name.casefold() for (name,) in rows}


def is_utf8(connection: sqlite3.Connection) -> bool:
    """Whether text is compared by its bytes in UTF-8, as Spark compares it."""
    return bool(connection.execute("PRAGMA encoding").fetchone()[0] == "UTF-8")
