"""The same over Spark Connect, in a process of its own: one process has either a classic session or a remote one."""

import os
import subprocess
import sys
from pathlib import Path

from dovetail.java import prepare_environment

ROOT = Path(__file__).resolve().parent.parent

SCRIPT = """
import sqlite3, sys, warnings
warnings.simplefilter("ignore")
from pyspark.sql import SparkSession
import dovetail

spark = SparkSession.builder.remote("local[1]").getOrCreate()
spark.conf.set("spark.sql.session.timeZone", "UTC")
spark.conf.set("spark.sql.shuffle.partitions", "1")
dt = dovetail.Session(spark)
with sqlite3.connect(sys.argv[1]) as shop:
    shop.execute("CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT, region TEXT)")
    shop.executemany("INSERT INTO customers VALUES (?, ?, ?)", [(1, "ann", "EU"), (2, "bob", "US")])
for name, values in {
    "trades": "(1, 'A', 10), (2, 'B', 20), (9, 'A', 30) AS t(id, sym, ts)",
    "quotes": "('A', 5, 1.5D), ('A', 25, 2.5D) AS q(sym, ts, bid)",
    "rate_log": "('+I', 'A', 7, 0), ('-D', 'A', 7, 28) AS r(op, sym, rate, vt)",
}.items():
    spark.sql(f"SELECT * FROM VALUES {values}").createOrReplaceTempView(name)
dt.sql(f"CREATE LOOKUP TABLE customers (id BIGINT, name STRING, region STRING, PRIMARY KEY (id))"
       f" WITH (connector = 'sqlite', path = '{sys.argv[1]}')")
dt.sql("CREATE LOOKUP TABLE symbols (sym STRING, sector STRING, PRIMARY KEY (sym)) AS VALUES ('A', 'tech')")
dt.sql("CREATE VERSIONED TABLE rates (op STRING, sym STRING, rate INT, vt INT, PRIMARY KEY (sym), VERSION FOR vt)"
       " WITH (connector = 'view', view = 'rate_log', append_only = 'false', 'op.column' = 'op')")
sql = '''SELECT t.id, t.ts, q.ts, q.bid, c.name, r.rate, s.sector
    FROM {trades} t ASOF JOIN quotes q MATCH_CONDITION (t.ts >= q.ts) ON t.sym = q.sym
    LEFT JOIN customers FOR SYSTEM_TIME AS OF NOW() AS c ON c.id = t.id AND c.region = 'EU'
    LEFT JOIN rates FOR SYSTEM_TIME AS OF t.ts AS r ON r.sym = t.sym
    JOIN symbols FOR SYSTEM_TIME AS OF NOW() AS s ON s.sym = t.sym WHERE t.id > ?'''
found = dt.sql(sql, args=[0], trades=spark.table("trades"))
assert found.columns == ["id", "ts", "ts", "bid", "name", "rate", "sector"], found.columns
rows = sorted(tuple(row) for row in found.collect())
assert rows == [(1, 10, 5, 1.5, "ann", 7, "tech"), (9, 30, 25, 2.5, None, None, "tech")], rows
options = dict(left_time="ts", right_time="ts", columns=["bid"], how="left")
joined = dt.asof_join(spark.table("trades"), "quotes", "sym", **options)
assert sorted(tuple(row)[0:4:3] for row in joined.collect()) == [(1, 1.5), (2, None), (9, 2.5)]
assert "LookupJoin" in dt.sql("EXPLAIN " + sql.replace("{trades}", "trades"), args=[0]).collect()[0][0]
try:
    dt.sql("SELECT t.idd FROM trades t ASOF JOIN quotes q MATCH_CONDITION (t.ts >= q.ts)")
except dovetail.DovetailError as error:
    assert error.code == "ColumnNotFound", error.code
try:
    dt.sql("SELECT nowhere(t.id) FROM trades t ASOF JOIN quotes q MATCH_CONDITION (t.ts >= q.ts)")
except Exception as error:
    assert "column 8" in error.__notes__[0], error.__notes__
else:
    raise AssertionError("accepted")
print("all is well over Connect")
spark.stop()
"""


def test_the_same_over_spark_connect(tmp_path: Path) -> None:
    prepare_environment()
    environment = {
        name: value for name, value in os.environ.items() if not name.startswith(("SPARK_", "PYSPARK_GATEWAY"))
    }
    command = [sys.executable, "-c", SCRIPT, str(tmp_path / "shop.db")]
    done = subprocess.run(
        command, capture_output=True, text=True, timeout=300, cwd=tmp_path, env=environment, check=False
    )
    assert "all is well over Connect" in done.stdout, done.stdout[-2000:] + done.stderr[-4000:]
