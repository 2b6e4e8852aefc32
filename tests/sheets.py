"""Tables as blocks of text, and answers compared as such.

    sheet.view("trades", '''
        sym STRING | price DOUBLE | ts TIMESTAMP
        A          | 1.5          | 10
        B          | NULL         | 2024-01-01 00:00:12.5
    ''')
    sheet.expect("SELECT sym, ts FROM trades", '''
        A | 10
        B | 12.5
    ''')

A number as a TIMESTAMP counts seconds after 2024-01-01, as a DATE days after it. '' is the empty string.
"""

import datetime as dt
from collections.abc import Callable, Iterator, Sequence
from decimal import Decimal
from typing import Any

from pyspark.sql import DataFrame, Row, SparkSession

import dovetail
from tests.model.tables import quoted
from tests.model.values import literal

START = dt.datetime(2024, 1, 1)


def cells(block: str) -> Iterator[list[str]]:
    """The lines of a block, cut at their bars; empty lines are left out."""
    for line in block.splitlines():
        if line.strip():
            yield [cell.strip() for cell in line.split("|")]


def _date(cell: str) -> dt.date:
    return dt.date.fromisoformat(cell) if "-" in cell[1:] else START.date() + dt.timedelta(days=int(cell))


def _moment(cell: str) -> dt.datetime:
    return dt.datetime.fromisoformat(cell) if "-" in cell[1:] else START + dt.timedelta(seconds=float(cell))


def _text(cell: str) -> str:
    return cell[1:-1] if len(cell) > 1 and cell[0] == cell[-1] == "'" else cell


_READERS: dict[str, Callable[[str], Any]] = {
    **dict.fromkeys(["TINYINT", "SMALLINT", "INT", "BIGINT"], int),
    **dict.fromkeys(["FLOAT", "DOUBLE"], float),
    **dict.fromkeys(["TIMESTAMP", "TIMESTAMP_NTZ"], _moment),
    "DECIMAL": Decimal,
    "BOOLEAN": lambda cell: cell == "true",
    "BINARY": bytes.fromhex,
    "DATE": _date,
    "STRING": _text,
}


def value(cell: str, spark_type: str) -> Any:
    """A cell as a value of a type."""
    return None if cell == "NULL" else _READERS[spark_type.partition("(")[0]](cell)


def query(block: str) -> str:
    """A block, its first line the columns with their types, as a query."""
    header, *lines = cells(block)
    columns = [cell.rsplit(None, 1) for cell in header]
    names = ", ".join(quoted(name.strip("`")) for name, _ in columns)
    types = [spark_type for _, spark_type in columns]
    if not lines:
        nulls = ", ".join(f"CAST(NULL AS {spark_type})" for spark_type in types)
        return f"SELECT * FROM VALUES ({nulls}) AS t({names}) WHERE false"
    rows = [", ".join(literal(value(c, s), s) for c, s in zip(line, types, strict=True)) for line in lines]
    return f"SELECT * FROM VALUES {', '.join(f'({row})' for row in rows)} AS t({names})"


def shown(cell: Any) -> str:
    """A value as a cell."""
    match cell:
        case None | bool():
            return {None: "NULL", True: "true", False: "false"}[cell]
        case dt.date():
            return _shown_time(cell)
        case str():
            return cell if cell and cell == cell.strip() and cell != "NULL" else f"'{cell}'"
        case bytes() | bytearray():
            return cell.hex()
        case Row():
            return "{" + ", ".join(f"{k}={shown(v)}" for k, v in cell.asDict().items()) + "}"
        case list():
            return "[" + ", ".join(map(shown, cell)) + "]"
        case _:
            return str(cell)


def _shown_time(time: dt.date) -> str:
    """As a number where it is near the start."""
    if not isinstance(time, dt.datetime):
        days = (time - START.date()).days
        return str(days) if abs(days) < 1000 else time.isoformat()
    seconds = (time.replace(tzinfo=None) - START) / dt.timedelta(seconds=1)
    return f"{seconds:.6f}".rstrip("0").rstrip(".") if abs(seconds) < 1e6 else time.isoformat(" ")


def lines(frame: DataFrame) -> list[str]:
    """The rows of a result as sorted lines."""
    return sorted(" | ".join(map(shown, row)) for row in frame.collect())


def expected(block: str) -> list[str]:
    """The lines of a block as sorted lines."""
    return sorted(" | ".join(line) for line in cells(block))


class Sheet:
    """A session of Dovetail whose tables are blocks of text; its views are dropped at the end of a test."""

    def __init__(self, spark: SparkSession) -> None:
        self.spark = spark
        self.dt = dovetail.Session(spark)
        self.views: list[str] = []

    def view(self, name: str, block: str) -> None:
        """A temporary view of Spark."""
        self.views.append(name)
        self.spark.sql(f"CREATE OR REPLACE TEMP VIEW {quoted(name)} AS {query(block)}")

    def lookup(self, name: str, block: str, key: str = "id") -> None:
        """A static lookup table."""
        self._create(f"LOOKUP TABLE {name}", block, f"PRIMARY KEY ({key})", f"AS {query(block)}")

    def versioned(self, name: str, block: str, key: str, version: str, **options: str) -> None:
        """A versioned table over a view, its log; ``op__column='op'`` makes it a changelog."""
        self.view(f"{name}_log", block)
        said = {"connector": "view", "view": f"{name}_log"} | {k.replace("__", "."): v for k, v in options.items()}
        listed = ", ".join(f"'{option}' = '{text}'" for option, text in said.items())
        keys = f"PRIMARY KEY ({key}), VERSION FOR {version}"
        self._create(f"VERSIONED TABLE {name}", block, keys, f"WITH ({listed})")

    def _create(self, what: str, block: str, keys: str, rest: str) -> None:
        header = next(cells(block))
        self.dt.sql(f"CREATE OR REPLACE {what} ({', '.join(header)}, {keys}) {rest}")

    def rows(self, sql: str, args: Sequence[Any] | dict[str, Any] | None = None) -> list[str]:
        """The rows of a statement as sorted lines."""
        return lines(self.dt.sql(sql, args))

    def expect(self, sql: str, block: str, args: Sequence[Any] | dict[str, Any] | None = None) -> None:
        """The rows of a statement are those of the block, in any order."""
        assert self.rows(sql, args) == expected(block)

    def plan(self, sql: str) -> list[str]:
        """What EXPLAIN prints, line by line."""
        return str(self.dt.explain(sql)).splitlines()

    def drop(self) -> None:
        """Takes the views away."""
        for name in self.views:
            self.spark.catalog.dropTempView(name)
