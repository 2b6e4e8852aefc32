"""A filter that SQLite evaluates keeps the rows that Spark's own filter keeps, whatever the rows and the filter are."""

import sqlite3
from collections.abc import Sequence
from contextlib import closing

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pyspark.sql import SparkSession

from dovetail.catalog.tables import ColumnDef
from dovetail.connectors.sqlite_where import compares_alike, where
from dovetail.plan.relations import JoinKind, Relation
from dovetail.plan.schema import Column
from dovetail.sql.conditions import condition_of
from dovetail.sql.expressions import bind
from dovetail.sql.names import Namespace
from dovetail.sql.source import SqlText
from tests.model.values import literal

Row = tuple[int | None, float | None, str | None]

COLUMNS = [ColumnDef("i", "bigint"), ColumnDef("d", "double"), ColumnDef("s", "string")]
# The collation of the last column is a trap: what is pushed must not use it.
TABLE = "CREATE TABLE t (n INTEGER PRIMARY KEY, i INTEGER, d REAL, s TEXT COLLATE NOCASE)"
AFFINITIES = ["INTEGER", "REAL", "TEXT"]

# Few values, so that they meet; among them those that the two engines might compare otherwise.
integers = st.sampled_from([0, 1, -1, 2, 2**53, 2**53 + 1, -(2**63), 2**63 - 1])
doubles = st.sampled_from([0.0, -0.0, 0.1, 1.0, -1.5, 9007199254740992.0, 1e300, float("inf"), float("-inf")])
strings = st.sampled_from(["", "a", "A", "b", "é", "e", "𝄞", "\ufffd", "a ", "1", "O'Brien", "a%"])

rows = st.lists(st.tuples(st.none() | integers, st.none() | doubles, st.none() | strings), max_size=12)

numbers = st.one_of(
    integers.map(str),
    integers.map(lambda value: f"{value}L"),
    st.sampled_from(
        ["0.1", "1.0", "-1.5", "2.50BD", "1e0", "-0e0", "9007199254740993", "9007199254740993e0", ".5", "1D"]
    ),
)
texts = strings.map(lambda value: literal(value, "STRING"))
columns = st.sampled_from([("i", numbers), ("d", numbers), ("s", texts)])
operators = st.sampled_from(["=", "==", "<>", "!=", "<", "<=", ">", ">="])


@st.composite
def leaves(draw: st.DrawFn) -> str:
    column, values = draw(columns)
    operator = draw(operators)
    return draw(
        st.one_of(
            values.map(lambda value: f"{column} {operator} {value}"),
            values.map(lambda value: f"{value} {operator} {column}"),
            st.tuples(values, values).map(lambda pair: f"{column} BETWEEN {pair[0]} AND {pair[1]}"),
            st.lists(values, min_size=1, max_size=4).map(lambda found: f"{column} IN ({', '.join(found)})"),
            st.sampled_from([f"{column} IS NULL", f"{column} IS NOT NULL"]),
        )
    )


conditions = st.recursive(
    leaves(),
    lambda inner: st.lists(inner, min_size=2, max_size=3).flatmap(
        lambda parts: st.sampled_from([" AND ", " OR "]).map(lambda word: f"({word.join(parts)})")
    ),
    max_leaves=5,
)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(rows=rows, filters=st.lists(conditions, min_size=6, max_size=12))
def test_sqlite_keeps_the_rows_that_spark_keeps(spark: SparkSession, rows: list[Row], filters: list[str]) -> None:
    pushed = {text: found for text in filters if (found := kept_by_sqlite(rows, text)) is not None}
    assert pushed == kept_by_spark(spark, rows, list(pushed))


def kept_by_sqlite(rows: Sequence[Row], text: str) -> set[int] | None:
    """The numbers of the rows that the pushed filter keeps; None for a filter that is not pushed."""
    schema = tuple(Column(0, at, column.name, column.type) for at, column in enumerate(COLUMNS))
    names = Namespace().joined(Relation(0, "t", "t", schema), ("t",), JoinKind.INNER, ())
    sql = SqlText.of(text)
    condition = condition_of(bind(sql, sql.tokens, names))
    if condition is None:
        return None
    assert all(compares_alike(column, affinity, True) for column, affinity in zip(COLUMNS, AFFINITIES, strict=True))
    clause = where(condition, {column.name: (column, f't."{column.name}"') for column in COLUMNS})
    if clause is None:
        return None
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.execute(TABLE)
        connection.executemany("INSERT INTO t VALUES (?, ?, ?, ?)", [(n, *row) for n, row in enumerate(rows)])
        return {n for (n,) in connection.execute(f"SELECT t.n FROM t WHERE {clause.sql}", clause.parameters)}


def kept_by_spark(spark: SparkSession, rows: Sequence[Row], filters: Sequence[str]) -> dict[str, set[int]]:
    """The same of Spark's filters, all in one query."""
    frame = spark.createDataFrame([(n, *row) for n, row in enumerate(rows)], "n INT, i BIGINT, d DOUBLE, s STRING")
    answers = frame.selectExpr("n", *(f"coalesce({text}, FALSE) AS kept" for text in filters)).collect()
    return {text: {row[0] for row in answers if row[1 + at]} for at, text in enumerate(filters)}
