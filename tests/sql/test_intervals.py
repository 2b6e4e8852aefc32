"""Intervals of SQL are as long as Spark says; durations and sizes of options are plain text."""

import pytest
from pyspark.sql import SparkSession

from dovetail.sql.intervals import duration_micros, interval_micros, size_bytes

SECOND, MINUTE, HOUR, DAY = 1_000_000, 60_000_000, 3_600_000_000, 86_400_000_000

INTERVALS = {
    "INTERVAL '5' SECOND": 5 * SECOND,
    "INTERVAL 5 SECONDS": 5 * SECOND,
    "interval '1.5' second": 1_500_000,
    "INTERVAL 1.000001 SECONDS": 1_000_001,
    "INTERVAL '0.1234567' SECOND": 123_456,
    "INTERVAL '5 seconds'": 5 * SECOND,
    "INTERVAL '1 day 2 hours'": DAY + 2 * HOUR,
    "INTERVAL 1 HOUR 30 MINUTES": HOUR + 30 * MINUTE,
    "INTERVAL '1' HOUR '-30' MINUTES": 30 * MINUTE,
    "INTERVAL -5 MINUTES": -5 * MINUTE,
    "INTERVAL '-5' MINUTE": -5 * MINUTE,
    "INTERVAL -'-5' MINUTE": 5 * MINUTE,
    "-INTERVAL '5' MINUTE": -5 * MINUTE,
    "INTERVAL '2' WEEK": 14 * DAY,
    "INTERVAL 3 MILLISECONDS 4 MICROSECONDS": 3_004,
    "INTERVAL '1 02:03:04.5' DAY TO SECOND": DAY + 2 * HOUR + 3 * MINUTE + 4_500_000,
    "INTERVAL -'1 02' DAY TO HOUR": -(DAY + 2 * HOUR),
    "INTERVAL '-02:03' HOUR TO MINUTE": -(2 * HOUR + 3 * MINUTE),
    "INTERVAL '03:04.25' MINUTE TO SECOND": 3 * MINUTE + 4_250_000,
    "INTERVAL /* how long */ '1' -- one\n DAY": DAY,
}


@pytest.mark.parametrize(("text", "micros"), INTERVALS.items())
def test_the_length_of_an_interval(text: str, micros: int) -> None:
    assert interval_micros(text) == micros


@pytest.mark.parametrize(
    "text",
    ["INTERVAL '1' MONTH", "INTERVAL 2 YEARS", "INTERVAL '1-2' YEAR TO MONTH", "INTERVAL '1 month 2 days'"],
)
def test_months_and_years_have_no_fixed_length(text: str) -> None:
    assert interval_micros(text) is None


@pytest.mark.parametrize(
    "text",
    [
        "5 SECONDS",
        "INTERVAL",
        "INTERVAL '5'",
        "INTERVAL 5",
        "INTERVAL '5' PARSECS",
        "INTERVAL 'x' SECOND",
        "INTERVAL '1.5' MINUTE",
        "INTERVAL '1' SECOND TO DAY",
        "INTERVAL '1:2' DAY TO HOUR",
        "INTERVAL '1 day",
        "INTERVAL '1' DAY + INTERVAL '1' DAY",
        "INTERVAL x SECOND",
    ],
)
def test_what_is_no_interval(text: str) -> None:
    with pytest.raises(ValueError, match=r"interval|unit|number|literal"):
        interval_micros(text)


def test_spark_measures_the_same(spark: SparkSession) -> None:
    start = "TIMESTAMP '2000-01-01 00:00:00Z'"
    lengths = [f"unix_micros({start} + ({text})) - unix_micros({start}) AS c{at}" for at, text in enumerate(INTERVALS)]
    row = spark.sql("SELECT " + ", ".join(lengths)).collect()[0]
    assert dict(zip(INTERVALS, row, strict=True)) == INTERVALS


@pytest.mark.parametrize(
    ("text", "micros"),
    [
        ("0", 0),
        ("0s", 0),
        ("5m", 5 * MINUTE),
        ("500ms", 500_000),
        ("7us", 7),
        ("30 seconds", 30 * SECOND),
        ("1 hour 30 minutes", HOUR + 30 * MINUTE),
        ("1h30m", HOUR + 30 * MINUTE),
        ("1.5h", HOUR + 30 * MINUTE),
        (".5 s", 500_000),
        ("2 Days", 2 * DAY),
        ("1 WEEK", 7 * DAY),
        (" 1 min ", MINUTE),
    ],
)
def test_a_duration(text: str, micros: int) -> None:
    assert duration_micros(text) == micros


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "a duration such as"),
        ("5", "a duration such as"),
        ("m", "a duration such as"),
        ("5 parsecs", "no unit 'parsecs'"),
        ("1 month", "no fixed length"),
        ("-5m", "cannot be negative"),
        ("5m later", "a duration such as"),
    ],
)
def test_what_is_no_duration(text: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        duration_micros(text)


def test_a_bound_may_be_negative() -> None:
    assert duration_micros("-1 hour", signed=True) == -HOUR


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("0", 0),
        ("10b", 10),
        ("512kb", 512 << 10),
        ("64mb", 64 << 20),
        ("1.5 GB", 3 << 29),
        ("1GiB", 1 << 30),
        ("1tb", 1 << 40),
    ],
)
def test_a_size(text: str, size: int) -> None:
    assert size_bytes(text) == size


@pytest.mark.parametrize("text", ["", "64", "mb", "-1mb", "1 parsec", "1mb 2kb"])
def test_what_is_no_size(text: str) -> None:
    with pytest.raises(ValueError, match="a size such as"):
        size_bytes(text)
