"""Small typed tables, and the statements that make Spark views, lookup tables and versioned tables of them."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from tests.model.values import Value, literal

Engine = Literal["spark", "dovetail"]


def quoted(name: str) -> str:
    """A name between backticks, whatever stands in it."""
    return "`" + name.replace("`", "``") + "`"


@dataclass(frozen=True, slots=True)
class Column:
    """A column's name and Spark SQL type."""

    name: str
    type: str

    @property
    def ddl(self) -> str:
        return f"{quoted(self.name)} {self.type}"


@dataclass(frozen=True, slots=True)
class Table:
    """Columns and rows, and the name of the Spark view that shows them."""

    name: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Value, ...], ...]

    def __post_init__(self) -> None:
        if bad := [row for row in self.rows if len(row) != len(self.columns)]:
            raise ValueError(f"{self.name} has {len(self.columns)} columns, these rows have not: {bad}")

    def index(self, name: str) -> int:
        """Where a column stands."""
        return [column.name for column in self.columns].index(name)

    def values(self) -> str:
        """The rows as ``VALUES …``; a table without rows needs ``query``."""
        return "VALUES " + ", ".join(self._row(row) for row in self.rows)

    def query(self) -> str:
        """The table as a query, also where it has no rows."""
        names = ", ".join(quoted(column.name) for column in self.columns)
        if self.rows:
            return f"SELECT * FROM {self.values()} AS t({names})"
        return f"SELECT * FROM VALUES {self._row((None,) * len(self.columns))} AS t({names}) WHERE FALSE"

    def _row(self, row: tuple[Value, ...]) -> str:
        return "(" + ", ".join(literal(v, c.type) for v, c in zip(row, self.columns, strict=True)) + ")"

    def statements(self) -> Iterator[tuple[Engine, str]]:
        """What to run, and by whom, so that the name is known."""
        yield "spark", f"CREATE OR REPLACE TEMP VIEW {quoted(self.name)} AS {self.query()}"


@dataclass(frozen=True, slots=True)
class LookupTable:
    """A declared lookup table: its rows are written in the statement, or are those of a view."""

    name: str
    table: Table
    key: tuple[str, ...]
    inline: bool = True

    @property
    def columns(self) -> tuple[Column, ...]:
        return self.table.columns

    def statements(self) -> Iterator[tuple[Engine, str]]:
        """What to run, and by whom, so that the name is known."""
        inline = self.inline and bool(self.table.rows)
        if not inline:
            yield from self.table.statements()
        parts = [column.ddl for column in self.columns]
        if self.key:
            parts.append(f"PRIMARY KEY ({', '.join(map(quoted, self.key))})")
        source = f"AS {self.table.values()}" if inline else _with(connector="view", view=self.table.name)
        yield "dovetail", f"CREATE OR REPLACE LOOKUP TABLE {quoted(self.name)} ({', '.join(parts)}) {source}"


@dataclass(frozen=True, slots=True)
class VersionedTable:
    """A declared history; with ``op`` its log is a changelog and that column holds +I, -U, +U or -D."""

    name: str
    log: Table
    key: tuple[str, ...]
    time: str
    sequence: str | None = None
    op: str | None = None
    on_delete: Literal["end", "retract"] = "end"

    @property
    def columns(self) -> tuple[Column, ...]:
        return self.log.columns

    def statements(self) -> Iterator[tuple[Engine, str]]:
        """What to run, and by whom, so that the name is known."""
        yield from self.log.statements()
        version = f"VERSION FOR {quoted(self.time)}"
        if self.sequence:
            version += f" SEQUENCE BY {quoted(self.sequence)}"
        parts = [*(c.ddl for c in self.columns), f"PRIMARY KEY ({', '.join(map(quoted, self.key))})", version]
        options = {"connector": "view", "view": self.log.name, "append_only": "false" if self.op else "true"}
        if self.op:
            options |= {"op.column": self.op, "on.delete": self.on_delete}
        ddl = f"CREATE OR REPLACE VERSIONED TABLE {quoted(self.name)} ({', '.join(parts)}) {_with(**options)}"
        yield "dovetail", ddl


Source = Table | LookupTable | VersionedTable


def rows_of(source: Source) -> Table:
    """The table that holds the rows: a lookup table's content, a versioned table's log."""
    match source:
        case LookupTable():
            return source.table
        case VersionedTable():
            return source.log
        case Table():
            return source


def _with(**options: str) -> str:
    return "WITH (" + ", ".join(f"'{key}' = '{value}'" for key, value in options.items()) + ")"
