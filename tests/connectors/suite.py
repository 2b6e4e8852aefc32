"""The conformance suite: what every connector must do, with the same rows in each."""

import datetime as dt
from collections.abc import Sequence
from decimal import Decimal
from pathlib import Path
from typing import Any, ClassVar

import pytest
from pyspark.sql import SparkSession

from dovetail.errors import DovetailError
from tests.connectors.world import Row, World, ordered
from tests.model.values import literal

Columns = Sequence[tuple[str, str]]

VALUES: dict[str, list[Any]] = {
    "TINYINT": [-128, 127],
    "SMALLINT": [-32768, 32767],
    "INT": [-(2**31), 2**31 - 1],
    "BIGINT": [-(2**63), 2**63 - 1],
    "FLOAT": [1.5, -0.25],
    "DOUBLE": [0.1, float("inf"), -1e300],
    "DECIMAL(5,2)": [Decimal("-1.50"), Decimal("999.99")],
    "DECIMAL(38,10)": [Decimal("1234567890123456789012345678.0123456789")],
    "BOOLEAN": [True, False],
    "STRING": ["", "O'Brien", 'a "b" \\ {c} `d`', "日本 𝄞"],
    "BINARY": [b"", b"\x00\xff"],
    "DATE": [dt.date(1, 1, 1), dt.date(2024, 2, 29)],
    "TIMESTAMP": [dt.datetime(1965, 6, 7, 8, 9, 10, 123456), dt.datetime(2024, 2, 29, 23, 59, 59)],
    "TIMESTAMP_NTZ": [dt.datetime(1965, 6, 7, 8, 9, 10, 123456), dt.datetime(2024, 2, 29)],
}

PEOPLE: Columns = [("id", "BIGINT"), ("name", "STRING"), ("age", "INT"), ("score", "DOUBLE"), ("born", "DATE")]
PEOPLE_ROWS: list[Row] = [
    (1, "Ada", 36, 1.5, dt.date(1815, 12, 10)),
    (2, "ada", None, -0.5, None),
    (3, None, 0, None, dt.date(2000, 1, 1)),
    (4, "O'Brien", 17, 1e3, dt.date(1999, 12, 31)),
    (5, "Zoë", -1, 0.0, dt.date(2024, 2, 29)),
    (6, "100%", 36, 36.0, None),
    (None, "nobody", None, None, None),
]

PREDICATES = {
    "equality": "name = 'Ada'",
    "equality, flipped": "36 = age",
    "equality with a quote": "name = 'O''Brien'",
    "inequality": "name <> 'Ada'",
    "comparison": "age < 17",
    "comparison of strings": "name >= 'a'",
    "comparison with a decimal": "score > 1.25",
    "comparison of an integer with a decimal": "age > 16.5",
    "comparison of an integer with a double": "age <= 36e0",
    "range": "age BETWEEN 0 AND 36",
    "range of dates": "born BETWEEN DATE '1999-12-31' AND DATE '2000-01-01'",
    "in list": "name IN ('Ada', 'Zoë', 'nobody')",
    "in list of numbers": "id IN (1, 5, 99)",
    "in list with a NULL": "id IN (1, NULL)",
    "like": "name LIKE 'A%'",
    "like with an escape": r"name LIKE '100\\%'",
    "is null": "age IS NULL",
    "is not null": "born IS NOT NULL",
    "or": "age = 36 OR name IS NULL",
    "or and and": "(age >= 36 AND score < 2) OR (name = 'ada' AND age IS NULL)",
    "or of two columns": "id = 4 OR score < 0",
    "expression": "upper(name) = 'ADA'",
    "two columns": "age < score",
}


class ConnectorSuite:
    """Inherited by one class per connector, which says how its tables are made."""

    without: ClassVar[frozenset[str]] = frozenset()
    """Types that the system has no values for."""

    @pytest.fixture(autouse=True)
    def _setup(self, world: World, spark: SparkSession, tmp_path: Path) -> None:
        self.world = world
        self.spark = spark
        self.folder = tmp_path

    def make(self, name: str, columns: Columns, rows: Sequence[Row], key: Sequence[str] = ()) -> None:
        """Puts the rows where the connector finds them, and creates the lookup table."""
        raise NotImplementedError

    def declaration(self, columns: Columns, key: Sequence[str]) -> str:
        parts = [f"{quoted(name)} {type_}" for name, type_ in columns]
        if key:
            parts.append(f"PRIMARY KEY ({', '.join(map(quoted, key))})")
        return f"({', '.join(parts)})"

    def make_people(self) -> None:
        self.make("people", PEOPLE, PEOPLE_ROWS, key=["id"])

    # rows and types

    @pytest.mark.parametrize("type_", VALUES)
    def test_values_of_a_type(self, type_: str) -> None:
        if type_ in self.without:
            return
        rows = list(enumerate([*VALUES[type_], None]))
        self.make("t", [("n", "INT"), ("v", type_)], rows)
        frame = self.world.frame("t")
        assert ordered(frame.collect()) == ordered(rows)
        expected = self.spark.sql(f"SELECT CAST(NULL AS INT) AS n, CAST(NULL AS {type_}) AS v").schema
        assert [field.dataType for field in frame.schema] == [field.dataType for field in expected]

    def test_an_empty_table(self) -> None:
        self.make("t", PEOPLE, [], key=["id"])
        assert self.world.rows("t") == []

    def test_projection_in_the_order_that_is_asked_for(self) -> None:
        self.make_people()
        frame = self.world.frame("people", "age", "id")
        assert frame.columns == ["age", "id"]
        assert ordered(frame.collect()) == ordered([(row[2], row[0]) for row in PEOPLE_ROWS])

    def test_rows_are_counted_without_their_columns(self) -> None:
        self.make_people()
        assert self.world.frame("people", "id", query="SELECT count(*) FROM {}").collect()[0][0] == len(PEOPLE_ROWS)

    def test_names_with_anything_in_them(self) -> None:
        columns = [("a b", "INT"), ('q"}{', "STRING"), ("b`t", "INT"), ("Select", "INT")]
        self.make("odd name", columns, [(1, "x", 2, 3)], key=["b`t"])
        assert self.world.rows("odd name") == [(1, "x", 2, 3)]
        assert self.world.rows("odd name", 'q"}{', where=["`b``t` = 2"]) == [("x",)]

    # joins

    @pytest.mark.parametrize(
        ("join", "expected"),
        [
            ("JOIN", [(2, "b"), (3, "c"), (3, "c")]),
            ("LEFT JOIN", [(2, "b"), (3, "c"), (3, "c"), (9, None), (None, None)]),
            ("FULL JOIN", [(2, "b"), (3, "c"), (3, "c"), (9, None), (None, None), (None, "a"), (None, "n")]),
        ],
    )
    def test_joins_with_unmatched_rows_and_null_keys(self, join: str, expected: list[Row]) -> None:
        self.make("t", [("k", "INT"), ("v", "STRING")], [(1, "a"), (2, "b"), (3, "c"), (None, "n")], key=["k"])
        left = "(VALUES (2), (3), (3), (9), (NULL)) AS l(k)"
        frame = self.world.frame("t", "k", "v", query=f"SELECT l.k, r.v FROM {left} {join} {{}} r ON l.k = r.k")
        assert ordered(frame.collect()) == ordered(expected)

    def test_rows_of_one_key_multiply(self) -> None:
        self.make("t", [("k", "INT"), ("v", "STRING")], [(1, "a"), (1, "b"), (2, "c")])
        frame = self.world.frame("t", "k", "v", query="SELECT r.v FROM (VALUES (1)) AS l(k) JOIN {} r ON l.k = r.k")
        assert ordered(frame.collect()) == [("a",), ("b",)]

    # keys

    @pytest.mark.parametrize(
        ("rows", "key"), [([(1, 1, "a"), (7, 2, "b"), (7, 2, "c")], "7"), ([(7, 2, "b")] * 3, "2")]
    )
    @pytest.mark.parametrize("read", ["v", "k"])
    def test_a_primary_key_that_is_not_unique(self, rows: list[Row], key: str, read: str) -> None:
        with pytest.raises(Exception, match="PrimaryKeyViolation") as error:
            self.make("t", [("k", "INT"), ("j", "INT"), ("v", "STRING")], rows, key=["j", "k"])
            self.world.rows("t", read)
        assert key in str(error.value)

    def test_a_key_with_a_null_in_it_may_repeat(self) -> None:
        rows = [(1, None), (1, None), (None, None), (None, None), (None, 1)]
        self.make("t", [("k", "INT"), ("j", "INT")], rows, key=["k", "j"])
        assert self.world.rows("t") == ordered(rows)

    def test_a_null_where_none_may_be(self) -> None:
        with pytest.raises(Exception, match=r"NOT NULL") as error:
            self.make("t", [("k", "INT"), ("v", "STRING NOT NULL")], [(1, "a"), (2, None)])
            self.world.rows("t")
        assert "column v" in str(error.value)

    # predicates

    @pytest.mark.parametrize("where", PREDICATES.values(), ids=PREDICATES.keys())
    def test_a_predicate(self, where: str) -> None:
        """What the source takes, it answers as Spark does; what it does not take is none of its business."""
        self.make_people()
        predicate = self.world.predicate("people", where)
        pushed = [where] if self.world.takes("people", predicate) else []
        names = [name for name, _ in PEOPLE]
        everything = self.spark.sql(f"SELECT * FROM VALUES {values(PEOPLE, PEOPLE_ROWS)} AS people({', '.join(names)})")
        rest = "" if pushed else f" WHERE {where}"
        found = self.world.frame("people", *names, where=pushed, query=f"SELECT * FROM {{}} AS people{rest}")
        assert ordered(found.collect()) == ordered(everything.where(where).collect())

    def test_a_predicate_on_a_column_that_is_not_asked_for(self) -> None:
        self.make_people()
        where = "age >= 17"
        if self.world.takes("people", self.world.predicate("people", where)):
            assert self.world.rows("people", "id", where=[where]) == [(1,), (4,), (6,)]

    def test_predicates_see_the_declared_names_in_any_case(self) -> None:
        self.make_people()
        where = "NAME = 'Ada'"
        if self.world.takes("people", self.world.predicate("people", where)):
            assert self.world.rows("people", "id", where=[where]) == [(1,)]

    # planning

    def test_planning_runs_no_job(self) -> None:
        self.make_people()
        context = self.spark.sparkContext
        context.setJobGroup("planning", "a scan is planned")
        self.world.frame("people", "id", query="SELECT r.id FROM range(3) l JOIN {} r ON l.id = r.id")
        context.setLocalProperty("spark.jobGroup.id", "")
        assert not context.statusTracker().getJobIdsForGroup("planning")


def quoted(name: str) -> str:
    return "`" + name.replace("`", "``") + "`"


def values(columns: Columns, rows: Sequence[Row]) -> str:
    """Rows as VALUES, each literal of exactly its column's type."""
    types = [type_.replace(" NOT NULL", "") for _, type_ in columns]
    return ", ".join(f"({', '.join(map(literal, row, types))})" for row in rows)


def pointed_at(error: DovetailError) -> str:
    """The text that the caret stands under."""
    assert error.place is not None
    return error.place.sql[error.place.start : error.place.stop]
