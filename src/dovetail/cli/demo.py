"""The demo, and a short tour: define what the joins look into, then write one statement.

Three joins over time in one query: each order gets its customer from a database (lookup join), the exchange rate that
was valid when it was placed (temporal join on a log of changes), and the last price before it (ASOF join).
"""

import tempfile
from pathlib import Path

from pyspark.sql import SparkSession
from rich.console import Console

from dovetail.cli.demo_data import make_customers, make_views
from dovetail.cli.terminal import show_heading, show_plan, show_rows, show_sql, show_text
from dovetail.session import Session

__all__ = ["run_demo"]

# A lookup table is a table of another system, asked for its current rows.
CUSTOMERS = """\
CREATE LOOKUP TABLE customers (
  id BIGINT, name STRING, region STRING, PRIMARY KEY (id)
) WITH (connector = 'sqlite',
        path = '{path}')"""

# A versioned table is a log of changes, read as the history of each key.
RATES = """\
CREATE VERSIONED TABLE rates (
  currency STRING, rate DOUBLE, changed TIMESTAMP,
  PRIMARY KEY (currency), VERSION FOR changed
) WITH (connector = 'view', view = 'rate_changes', 'op.column' = 'op')"""

LOG = "SELECT op, currency, rate, date_format(changed, 'HH:mm') AS changed FROM rate_changes ORDER BY changed, currency"

# Views of Spark, such as orders and quotes, are joined by their names as they are.
QUERY = """\
SELECT o.order_id, date_format(o.ordered, 'HH:mm') AS ordered, c.name,
       o.coin, q.price AS usd, o.currency, r.rate,
       round(q.price / r.rate, 2) AS to_pay
FROM orders AS o
-- lookup: the customer as the database has them now
JOIN customers FOR SYSTEM_TIME AS OF NOW() AS c
  ON o.customer_id = c.id
-- temporal: the exchange rate that was valid when the order was placed
LEFT JOIN rates FOR SYSTEM_TIME AS OF o.ordered AS r
  ON o.currency = r.currency
-- ASOF: the last quote at or before the order
ASOF JOIN quotes AS q MATCH_CONDITION (o.ordered >= q.quoted)
  ON o.coin = q.coin
WHERE c.region = 'EU'
ORDER BY o.order_id"""

REMARK = """\
From 09:25 on EUR has another rate. The rate of SEK is deleted at 09:40: the order
in SEK after that has none, and LEFT JOIN keeps it with NULLs."""

WHAT_NEXT = """\
dovetail explain "SELECT ..."   how a statement of yours is planned
dovetail check jobs.sql         every statement of a file, checked without running any
In Python                       dovetail.Session(spark).sql("SELECT ...") is a DataFrame
This demo as code               {file}"""


def run_demo(spark: SparkSession, console: Console) -> None:
    """Runs the tour and prints it."""
    spark.conf.set("spark.sql.session.timeZone", "UTC")
    with tempfile.TemporaryDirectory(prefix="dovetail-") as folder:
        database = Path(folder, "customers.db")
        make_customers(database)
        make_views(spark)

        show_heading(console, "Define what the joins look into")
        dt = Session(spark)
        for definition in (CUSTOMERS.format(path=database), RATES):
            show_sql(console, definition)
            dt.sql(definition)

        show_heading(console, "The log of changes behind rates: +I inserts, +U updates, -D deletes")
        log = dt.sql(LOG)
        show_rows(console, log.columns, log.collect())

        show_heading(console, "One statement, three joins over time")
        show_sql(console, QUERY)

        show_heading(console, "How it is planned: EXPLAIN SELECT …")
        show_plan(console, str(dt.explain(QUERY)))

        show_heading(console, "What it returns")
        joined = dt.sql(QUERY)  # a DataFrame like any other
        with console.status("Spark is running it …"):
            rows = joined.collect()
        show_rows(console, joined.columns, rows)
        show_text(console, REMARK)

    show_heading(console, "What next?")
    show_text(console, _what_next())


def _what_next() -> str:
    text = WHAT_NEXT.format(file=__file__)
    quickstart = Path(__file__).parents[3] / "docs" / "quickstart.md"
    return f"{text}\nTo read                         {quickstart}" if quickstart.exists() else text
