"""The joins as functions of DataFrames: what they return, what they refuse."""

from datetime import timedelta
from typing import Any

import pytest
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

import dovetail
from dovetail.errors import (
    ColumnNotFound,
    InvalidMatchCondition,
    InvalidOption,
    KeyTypeMismatch,
    NotVersioned,
    SchemaConflict,
    TableNotFound,
    UnsupportedJoinType,
)

Row = tuple[Any, ...]
RIGHT_ONLY: list[Row] = [(None, "A", "z"), (None, "B", "w"), (None, None, "v")]


def at(second: int) -> str:
    return f"TIMESTAMP '2024-01-01 00:00:{second:02d}'"


@pytest.fixture
def trades(spark: SparkSession) -> DataFrame:
    rows = [f"(1, 'A', {at(10)}, 5)", f"(2, 'B', {at(20)}, 6)", f"(3, NULL, {at(30)}, 7)", "(4, 'A', NULL, 8)"]
    return spark.sql(f"SELECT * FROM VALUES {', '.join(rows)} AS t(id, sym, ts, qty)")


@pytest.fixture
def quotes(spark: SparkSession) -> DataFrame:
    rows = [f"('A', {at(5)}, 1.5D, 'x')", f"('A', {at(8)}, NULL, 'y')", f"('A', {at(12)}, 3.5D, 'z')"]
    rows += [f"('B', {at(24)}, 6.0D, 'w')", f"(NULL, {at(1)}, 9.0D, 'v')"]
    return spark.sql(f"SELECT * FROM VALUES {', '.join(rows)} AS q(sym, ts, bid, venue)")


@pytest.fixture
def shop(dt: dovetail.Session, spark: SparkSession) -> dovetail.Session:
    dt.sql(
        "CREATE LOOKUP TABLE customers (id INT, name STRING, region STRING, PRIMARY KEY (id))"
        " AS VALUES (1, 'ann', 'EU'), (2, 'bob', 'US')"
    )
    log = f"SELECT * FROM VALUES ('+I', 'A', 1, {at(0)}), ('+U', 'A', 2, {at(10)}), ('-D', 'A', 2, {at(40)})"
    spark.sql(f"{log} AS v(op, sym, rate, vt)").createOrReplaceTempView("frames_log")
    dt.sql(
        "CREATE VERSIONED TABLE rates (op STRING, sym STRING, rate INT, vt TIMESTAMP,"
        " PRIMARY KEY (sym), VERSION FOR vt)"
        " WITH (connector = 'view', view = 'frames_log', append_only = 'false', 'op.column' = 'op')"
    )
    return dt


def rows(frame: DataFrame, *columns: str) -> list[Row]:
    return sorted((tuple(row) for row in frame.select(*columns).collect()), key=str)


# ASOF


def test_asof_join_looks_backward_and_drops_the_unmatched(shop: Any, trades: DataFrame, quotes: DataFrame) -> None:
    joined = shop.asof_join(trades, quotes, on="sym", left_time="ts", right_time="ts", columns=["venue"])
    assert joined.columns == ["id", "sym", "ts", "qty", "venue"]
    assert rows(joined, "id", "venue") == [(1, "y")]


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({"direction": "forward"}, [(1, "z"), (2, "w"), (3, None), (4, None)]),
        ({"direction": "nearest"}, [(1, "y"), (2, "w"), (3, None), (4, None)]),
        ({"direction": "nearest", "tolerance": "3 seconds"}, [(1, "y"), (2, None), (3, None), (4, None)]),
        ({"direction": "forward", "tolerance": timedelta(seconds=2)}, [(1, "z"), (2, None), (3, None), (4, None)]),
        ({"where": "venue <> 'y'"}, [(1, "x"), (2, None), (3, None), (4, None)]),
        ({"where": lambda: F.col("venue") != "y"}, [(1, "x"), (2, None), (3, None), (4, None)]),
    ],
    ids=str,
)
def test_asof_join_options(
    shop: Any, trades: DataFrame, quotes: DataFrame, options: dict[str, Any], expected: list[Row]
) -> None:
    said = {name: value() if callable(value) else value for name, value in options.items()}
    joined = shop.asof_join(
        trades, quotes, "sym", left_time="ts", right_time="ts", how="left", columns=["venue"], **said
    )
    assert rows(joined, "id", "venue") == expected


def test_asof_join_strict_leaves_equal_times_out(shop: Any, trades: DataFrame) -> None:
    own = trades.withColumnRenamed("id", "other")
    found = {
        strict: rows(
            shop.asof_join(trades, own, "sym", left_time="ts", right_time="ts", strict=strict, columns=["other"]),
            "id",
            "other",
        )
        for strict in (False, True)
    }
    assert found == {False: [(1, 1), (2, 2)], True: []}


def test_asof_join_skip_nulls_takes_each_columns_last_value(shop: Any, trades: DataFrame, quotes: DataFrame) -> None:
    joined = shop.asof_join(
        trades, quotes, "sym", left_time="ts", right_time="ts", how="left", columns=["bid", "venue"], skip_nulls=True
    )
    assert rows(joined, "id", "bid", "venue")[0] == (1, 1.5, "y")


def test_asof_join_without_keys(shop: Any, trades: DataFrame, quotes: DataFrame) -> None:
    joined = shop.asof_join(trades, quotes, left_time="ts", right_time="ts", columns=["venue"])
    assert rows(joined, "id", "venue") == [(1, "y"), (2, "z"), (3, "w")]


def test_asof_join_integer_times_take_a_number_as_tolerance(shop: Any, spark: SparkSession) -> None:
    left, right = spark.range(0, 30, 10).toDF("t"), spark.range(1, 30, 10).toDF("u")
    joined = shop.asof_join(left, right, left_time="t", right_time="u", tolerance=8, how="left")
    assert rows(joined, "t", "u") == [(0, None), (10, None), (20, None)]
    joined = shop.asof_join(left, right, left_time="t", right_time="u", tolerance=9, how="left")
    assert rows(joined, "t", "u") == [(0, None), (10, 1), (20, 11)]


def test_names_of_both_sides_need_suffixes(shop: Any, trades: DataFrame, quotes: DataFrame) -> None:
    with pytest.raises(SchemaConflict, match="both sides have a column ts") as caught:
        shop.asof_join(trades, quotes, on="sym", left_time="ts", right_time="ts")
    assert "suffixes=" in (caught.value.remedy or "")
    joined = shop.asof_join(trades, quotes, "sym", left_time="ts", right_time="ts", suffixes=("", "_q"))
    assert joined.columns == ["id", "sym", "ts", "qty", "ts_q", "bid", "venue"]


# Lookup


def test_lookup_join_keeps_the_row_without_a_match(shop: Any, trades: DataFrame) -> None:
    joined = shop.lookup_join(trades, "customers", on="id", how="left", where="region = 'EU'")
    assert joined.columns == ["id", "sym", "ts", "qty", "name", "region"]
    assert rows(joined, "id", "name") == [(1, "ann"), (2, None), (3, None), (4, None)]


def test_lookup_join_by_an_expression(shop: Any, trades: DataFrame) -> None:
    joined = shop.lookup_join(trades, "customers", on={"id - 1": "id"}, columns=["name"])
    assert rows(joined, "id", "name") == [(2, "ann"), (3, "bob")]
    same = shop.lookup_join(trades, "customers", left_on="id - 1", right_on="id", columns=["name"])
    assert rows(same, "id", "name") == rows(joined, "id", "name")


def test_lookup_join_of_a_frame_a_view_and_a_history(shop: Any, trades: DataFrame, quotes: DataFrame) -> None:
    quotes.createOrReplaceTempView("frames_quotes")
    of_frame = shop.lookup_join(trades, quotes, on="sym", columns=["venue"], where=F.col("bid") > 5)
    of_view = shop.lookup_join(trades, "frames_quotes", on="sym", columns=["venue"], where="bid > 5")
    assert rows(of_frame, "id", "venue") == rows(of_view, "id", "venue") == [(2, "w")]
    assert rows(shop.lookup_join(trades, "rates", on="sym", how="left", columns=["rate"]), "id", "rate")[0] == (1, None)


# Temporal


def test_temporal_join_of_a_versioned_table(shop: Any, trades: DataFrame) -> None:
    joined = shop.temporal_join(trades, "rates", on="sym", as_of="ts", how="left", columns=["rate"])
    assert rows(joined, "id", "rate") == [(1, 2), (2, None), (3, None), (4, None)]
    before = shop.temporal_join(trades, "rates", on="sym", as_of="ts - INTERVAL 1 SECOND", columns=["rate"])
    assert rows(before, "id", "rate") == [(1, 1)]


def test_temporal_join_where_is_tested_on_the_valid_version_alone(shop: Any, trades: DataFrame) -> None:
    for where in ("rate = 1", F.col("rate") == 1):
        joined = shop.temporal_join(trades, "rates", on="sym", as_of="ts", columns=["rate"], where=where)
        assert rows(joined, "id", "rate") == []


def test_temporal_join_by_a_version_column(shop: Any, trades: DataFrame, quotes: DataFrame) -> None:
    joined = shop.temporal_join(trades, quotes, on="sym", as_of="ts", version="ts", columns=["venue"], emit="changes")
    assert joined.columns == ["id", "sym", "ts", "qty", "venue", "_op"]
    assert rows(joined, "id", "venue", "_op") == [(1, "y", "+I")]
    with pytest.raises(NotVersioned, match="no versions"):
        shop.temporal_join(trades, quotes, on="sym", as_of="ts")


# Interval


@pytest.mark.parametrize(
    ("how", "expected"),
    [
        ("inner", [(1, "A", "x"), (1, "A", "y")]),
        ("left_outer", [(1, "A", "x"), (1, "A", "y"), (2, "B", None), (3, None, None), (4, "A", None)]),
        ("right", [(1, "A", "x"), (1, "A", "y"), (None, "A", "z"), (None, "B", "w"), (None, None, "v")]),
        (
            "full",
            [(1, "A", "x"), (1, "A", "y"), (2, "B", None), (3, None, None), (4, "A", None), *RIGHT_ONLY],
        ),
    ],
)
def test_interval_join(shop: Any, trades: DataFrame, quotes: DataFrame, how: str, expected: list[Row]) -> None:
    joined = shop.interval_join(
        trades, quotes, on="sym", left_time="ts", right_time="ts", lower="-5 seconds", how=how, columns=["venue"]
    )
    assert rows(joined, "id", "sym", "venue") == expected


@pytest.mark.parametrize(("how", "expected"), [("semi", [(1,)]), ("left_anti", [(2,), (3,), (4,)])])
def test_interval_join_semi_and_anti(
    shop: Any, trades: DataFrame, quotes: DataFrame, how: str, expected: list[Row]
) -> None:
    joined = shop.interval_join(trades, quotes, on="sym", left_time="ts", right_time="ts", lower="-5 seconds", how=how)
    assert joined.columns == trades.columns
    assert rows(joined, "id") == expected


# What is refused


@pytest.mark.parametrize(
    ("options", "error", "message", "remedy"),
    [
        ({"on": "symm"}, ColumnNotFound, "no column symm", "sym"),
        ({"on": {"sym": "symm"}}, ColumnNotFound, "no column symm", "sym"),
        ({"on": "sym", "left_time": "tss"}, ColumnNotFound, "no column tss", "ts"),
        ({"on": "sym", "columns": ["bit"]}, ColumnNotFound, "no column bit", "bid"),
        ({"on": "sym", "direction": "backwards"}, InvalidOption, "direction='backwards'", "'backward'"),
        ({"on": "sym", "tolerance": "2 sekonds"}, InvalidOption, "no unit 'sekonds'", ""),
        ({"on": "sym", "tolerance": timedelta(seconds=-1)}, InvalidOption, "not negative", ""),
        ({"on": "sym", "direction": "nearest", "strict": True}, InvalidOption, "strict", ""),
        ({"on": "sym", "how": "outer"}, UnsupportedJoinType, "how='outer'", "'left'"),
        ({"on": {"id": "sym"}}, KeyTypeMismatch, "int", "CAST"),
        ({"on": "sym", "left_on": "sym"}, InvalidOption, "on=", ""),
        ({"left_on": ["sym", "id"], "right_on": "sym"}, InvalidOption, "as many on the left", ""),
        ({"on": "sym", "emit": "change"}, InvalidOption, "emit='change'", "'changes'"),
        ({"on": "sym", "tolerance": True}, InvalidOption, "tolerance=True", "timedelta"),
        ({"on": "sym", "tolerance": float("nan")}, InvalidOption, "tolerance=nan", "timedelta"),
        ({"on": "sym", "tolerance": 5}, InvalidMatchCondition, "tolerance is 5", "INTERVAL"),
        ({"on": 5}, InvalidOption, "keys are names", "on='name'"),
        ({"on": ["sym", 5]}, InvalidOption, "a key is given as text", ""),
        ({"on": "sym", "left_time": 5}, InvalidOption, "given as text", "SQL expression"),
        ({"on": "sym", "where": " "}, InvalidOption, "where= is given as text, not empty", ""),
        ({"on": "sym", "how": None}, UnsupportedJoinType, "how=None", "'inner'"),
        ({"on": "sym", "suffixes": ("_r",)}, InvalidOption, "suffixes= is a pair", "_right"),
    ],
    ids=str,
)
def test_what_is_refused(
    shop: Any,
    trades: DataFrame,
    quotes: DataFrame,
    options: dict[str, Any],
    error: type[Exception],
    message: str,
    remedy: str,
) -> None:
    arguments = {"left_time": "ts", "right_time": "ts", "columns": ["venue"]} | options
    with pytest.raises(error) as caught:
        shop.asof_join(trades, quotes, **arguments)
    assert message in str(caught.value)
    assert remedy in str(caught.value)


def test_an_unknown_table_is_told_with_candidates(shop: Any, trades: DataFrame) -> None:
    with pytest.raises(TableNotFound, match="custmers") as caught:
        shop.lookup_join(trades, "custmers", on="id")
    assert "customers" in (caught.value.remedy or "")
