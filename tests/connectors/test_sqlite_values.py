"""SQLite's values in columns of declared types, and the columns that a database tells."""

import datetime as dt
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from pyspark.errors import PySparkException

from dovetail.catalog.tables import ColumnDef
from dovetail.connectors.sqlite_values import column_reader
from dovetail.errors import SourceError
from tests.connectors.sqlite_tables import create, execute
from tests.connectors.world import World


@pytest.mark.parametrize(
    ("declared", "value"),
    [
        ("TINYINT", 128),
        ("INT", 2**31),
        ("BIGINT", "1"),
        ("BIGINT", 1.5),
        ("BIGINT", 1e300),
        ("DOUBLE", "1.5"),
        ("DOUBLE", 2**53 + 1),
        ("FLOAT", 1e300),
        ("DECIMAL(5,2)", "1.555"),
        ("DECIMAL(5,2)", "1000"),
        ("DECIMAL(5,2)", "1e2"),
        ("DECIMAL(5,2)", "NaN"),
        ("DECIMAL(5,2)", 0.1 + 0.2),
        ("DECIMAL(5,2)", b"1"),
        ("BOOLEAN", 2),
        ("BOOLEAN", "true"),
        ("STRING", 1),
        ("STRING", b"x"),
        ("BINARY", "x"),
        ("DATE", "2024-02-30"),
        ("DATE", "20240229"),
        ("DATE", "2024-02-29 00:00:00"),
        ("DATE", 20240229),
        ("TIMESTAMP", "29.02.2024"),
        ("TIMESTAMP", 1709164800),
        ("TIMESTAMP", "2024-02-29 00:00:00.1234567"),
        ("TIMESTAMP_NTZ", "2024-02-29 00:00:00Z"),
    ],
)
def test_a_value_that_does_not_fit(declared: str, value: Any) -> None:
    reader = column_reader("t", ColumnDef("v", declared.lower()))
    with pytest.raises(SourceError) as error:
        reader.array([None, value])
    assert f"t: column v is declared {declared}, and its source has {value!r}" in str(error.value)


@pytest.mark.parametrize(
    ("declared", "value", "read"),
    [
        ("INT", 3.0, 3),
        ("DOUBLE", 3, 3.0),
        ("DECIMAL(10,2)", 12.34, Decimal("12.34")),
        ("DECIMAL(10,2)", 7, Decimal("7.00")),
        ("DECIMAL(10,2)", " -0.50 ", Decimal("-0.50")),
        ("TIMESTAMP", "2024-02-29", dt.datetime(2024, 2, 29)),
        ("TIMESTAMP", "2024-02-29 12:00", dt.datetime(2024, 2, 29, 12)),
        ("TIMESTAMP", "2024-02-29T12:00:00Z", dt.datetime(2024, 2, 29, 12)),
        ("TIMESTAMP", "2024-02-29T12:00:00.5+02:00", dt.datetime(2024, 2, 29, 10, 0, 0, 500000)),
        ("TIMESTAMP_NTZ", "2024-02-29T12:00:00", dt.datetime(2024, 2, 29, 12)),
    ],
)
def test_a_value_that_is_stored_in_another_way(declared: str, value: Any, read: Any) -> None:
    reader = column_reader("t", ColumnDef("v", declared.lower()))
    (found,) = reader.array([value]).to_pylist()
    assert found == (read.replace(tzinfo=dt.UTC) if declared == "TIMESTAMP" else read)


def test_a_value_that_does_not_fit_reaches_the_user_as_an_error(world: World, tmp_path: Path) -> None:
    path = tmp_path / "odd.db"
    execute(path, "CREATE TABLE t (v)", "INSERT INTO t VALUES (?)", rows=[(1,), ("one",)])
    create(world, path, "t", "(v INT)")
    with pytest.raises(
        PySparkException, match=r"\[SourceError\] t: column v is declared INT, and its source has 'one'"
    ):
        world.rows("t")


def test_text_that_is_no_utf_8(world: World, tmp_path: Path) -> None:
    path = tmp_path / "bytes.db"
    execute(path, "CREATE TABLE t (v TEXT)", "INSERT INTO t VALUES (CAST(X'ff' AS TEXT))")
    create(world, path, "t")
    with pytest.raises(PySparkException, match=r"\[SourceError\].*UTF-8"):
        world.rows("t")
