"""What a statement costs around its planning: calls of Spark, and rows that a database need not send."""

import sqlite3
from pathlib import Path
from typing import Any

import pytest
from pyspark.sql import SparkSession

import dovetail

THREE_JOINS = """SELECT t.id, q.bid, c.name, r.rate FROM bench_trades t
    ASOF JOIN bench_quotes q MATCH_CONDITION (t.ts >= q.ts) ON t.sym = q.sym
    JOIN bench_customers FOR SYSTEM_TIME AS OF NOW() AS c ON c.id = t.id
    LEFT JOIN bench_rates FOR SYSTEM_TIME AS OF t.ts AS r ON r.sym = t.sym WHERE c.name = 'ann' AND t.id > 0"""


@pytest.fixture
def shop(dt: dovetail.Session, spark: SparkSession) -> dovetail.Session:
    """Views and tables for a statement with three joins."""
    for name, rows in {
        "bench_trades": "(1, 'A', 10) AS t(id, sym, ts)",
        "bench_quotes": "('A', 5, 1.5D) AS q(sym, ts, bid)",
        "bench_log": "('A', 7, 0) AS r(sym, rate, vt)",
    }.items():
        spark.sql(f"SELECT * FROM VALUES {rows}").createOrReplaceTempView(name)
    dt.sql("CREATE LOOKUP TABLE bench_customers (id INT, name STRING, PRIMARY KEY (id)) AS VALUES (1, 'ann')")
    dt.sql(
        "CREATE VERSIONED TABLE bench_rates (sym STRING, rate INT, vt INT, PRIMARY KEY (sym), VERSION FOR vt)"
        " WITH (connector = 'view', view = 'bench_log', append_only = 'true')"
    )
    return dt


def bench_text_to_frame_three_joins(
    benchmark: Any, shop: dovetail.Session, spark: SparkSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Everything from the text to the DataFrame: how much of it is Spark's analysis, and how many times it is asked."""
    calls: list[str] = []
    run = type(spark).sql

    def count(self: SparkSession, *args: Any, **kwargs: Any) -> Any:
        calls.append("sql")
        return run(self, *args, **kwargs)

    monkeypatch.setattr(type(spark), "sql", count)
    shop.sql(THREE_JOINS)
    once = len(calls)
    benchmark.pedantic(shop.sql, args=(THREE_JOINS,), rounds=20, warmup_rounds=3)
    benchmark.extra_info |= {"measured": f"{once} spark.sql calls", "target": "<= 3", "ok": once <= 3}


@pytest.mark.parametrize("pushdown", ["auto", "disabled"])
def bench_pushdown_data_reduction(benchmark: Any, dt: dovetail.Session, tmp_path: Path, pushdown: str) -> None:
    """A selective predicate on a table of 200,000 rows: with push-down SQLite sends one in a hundred."""
    path = tmp_path / "shop.db"
    with sqlite3.connect(path) as shop:
        shop.execute("CREATE TABLE wide (id INTEGER PRIMARY KEY, region TEXT, note TEXT)")
        rows = ((n, f"region {n % 100}", "x" * 50) for n in range(200_000))
        shop.executemany("INSERT INTO wide VALUES (?, ?, ?)", rows)
    dt.sql(
        "CREATE LOOKUP TABLE wide (id BIGINT, region STRING, note STRING, PRIMARY KEY (id))"
        f" WITH (connector = 'sqlite', path = '{path}', pushdown = '{pushdown}')"
    )
    sql = (
        "SELECT count(*), count(w.note) FROM range(1000) t"
        " JOIN wide FOR SYSTEM_TIME AS OF NOW() w ON t.id = w.id WHERE w.region = 'region 7'"
    )
    found = benchmark.pedantic(lambda: dt.sql(sql).collect(), rounds=3, warmup_rounds=1)
    assert tuple(found[0]) == (10, 10)
    (fetched,) = sqlite3.connect(path).execute("SELECT count(*) FROM wide WHERE region = 'region 7'").fetchone()
    saved = 1 - fetched / 200_000
    if pushdown == "auto":
        benchmark.extra_info |= {"measured": f"{saved:.0%} fewer rows", "target": "> 80%", "ok": saved > 0.8}
