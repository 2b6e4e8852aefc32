"""The made-up data of the demo: a small shop that sells collectors' coins in several currencies."""

import random
import sqlite3
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from pathlib import Path

from pyspark.sql import SparkSession

__all__ = ["make_customers", "make_views"]

_OPENING = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
_CUSTOMERS = [
    (1, "Ada", "EU"),
    (2, "Grace", "US"),
    (3, "Katherine", "US"),
    (4, "Emmy", "EU"),
    (5, "Lise", "EU"),
]

# What the rates' log says, at minutes after the opening. SEK has no rate from minute 40 on.
_RATE_CHANGES = [
    (0, "+I", "EUR", 1.08),
    (0, "+I", "SEK", 0.094),
    (0, "+I", "USD", 1.0),
    (25, "+U", "EUR", 1.10),
    (40, "-D", "SEK", 0.094),
    (50, "+U", "EUR", 1.07),
]


def make_customers(database: Path) -> None:
    """Fills the table ``customers`` of an SQLite file. Customer 6, who orders too, is not in it."""
    with sqlite3.connect(database) as connection:
        connection.execute("CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT NOT NULL, region TEXT NOT NULL)")
        connection.executemany("INSERT INTO customers VALUES (?, ?, ?)", _CUSTOMERS)
    connection.close()


def make_views(spark: SparkSession) -> None:
    """Makes the views ``orders``, ``rate_changes`` and ``quotes``, the same at every run."""
    dice = random.Random(7)
    for name, rows, columns in [
        (
            "orders",
            _orders(dice),
            "order_id BIGINT, customer_id BIGINT, coin STRING, currency STRING, ordered TIMESTAMP",
        ),
        ("rate_changes", _rate_changes(), "op STRING, currency STRING, rate DOUBLE, changed TIMESTAMP"),
        ("quotes", _quotes(dice), "coin STRING, price DECIMAL(10, 2), quoted TIMESTAMP"),
    ]:
        spark.createDataFrame(list(rows), columns).createOrReplaceTempView(name)


def _orders(dice: random.Random) -> Iterator[tuple[object, ...]]:
    for number in range(1, 13):
        currency = dice.choice(["EUR", "SEK", "USD"])
        yield number, dice.randint(1, 6), dice.choice(["denarius", "thaler"]), currency, _at(5 * number, dice)


def _rate_changes() -> Iterator[tuple[object, ...]]:
    for minutes, op, currency, rate in _RATE_CHANGES:
        yield op, currency, rate, _OPENING + timedelta(minutes=minutes)


def _quotes(dice: random.Random) -> Iterator[tuple[object, ...]]:
    for coin, usual in [("denarius", 12000), ("thaler", 30000)]:
        for minutes in range(0, 60, 3):
            yield coin, Decimal(usual + dice.randint(-500, 500)).scaleb(-2), _at(minutes, dice)


def _at(minutes: int, dice: random.Random) -> datetime:
    return _OPENING + timedelta(minutes=minutes, seconds=dice.randint(0, 59))
