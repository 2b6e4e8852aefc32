"""A lookup, a temporal and an ASOF join, one by one and in one statement."""

from pyspark.sql import SparkSession

import dovetail
from dovetail.java import prepare_environment

VIEWS = [
    """CREATE OR REPLACE TEMP VIEW orders AS SELECT * FROM VALUES
         (1, 7, 'EUR', 'gold',   TIMESTAMP '2026-03-02 09:05:00'),
         (2, 8, 'SEK', 'gold',   TIMESTAMP '2026-03-02 09:20:00'),
         (3, 9, 'EUR', 'silver', TIMESTAMP '2026-03-02 09:35:00') AS o(id, customer_id, currency, metal, ts)""",
    """CREATE OR REPLACE TEMP VIEW rate_log AS SELECT * FROM VALUES
         ('+I', 'EUR', 1.08, TIMESTAMP '2026-03-02 09:00:00'),
         ('+I', 'SEK', 0.09, TIMESTAMP '2026-03-02 09:00:00'),
         ('-D', 'SEK', 0.09, TIMESTAMP '2026-03-02 09:15:00'),
         ('+U', 'EUR', 1.10, TIMESTAMP '2026-03-02 09:30:00') AS r(op, currency, rate, since)""",
    """CREATE OR REPLACE TEMP VIEW prices AS SELECT * FROM VALUES
         ('gold',   2900, TIMESTAMP '2026-03-02 09:00:00'),
         ('gold',   2910, TIMESTAMP '2026-03-02 09:10:00'),
         ('silver',   33, TIMESTAMP '2026-03-02 09:34:59') AS p(metal, usd, ts)""",
]

DEFINITIONS = [
    """CREATE LOOKUP TABLE customers (id INT, name STRING, PRIMARY KEY (id))
       AS VALUES (7, 'Ada'), (8, 'Grace')""",
    """CREATE VERSIONED TABLE rates (currency STRING, rate DECIMAL(4, 2), since TIMESTAMP,
                                     PRIMARY KEY (currency), VERSION FOR since)
       WITH (connector = 'view', view = 'rate_log', 'op.column' = 'op')""",
]

STATEMENTS = {
    "Lookup: the customer as the table has them now": """
        SELECT o.id, c.name
        FROM orders o LEFT JOIN customers FOR SYSTEM_TIME AS OF NOW() AS c ON o.customer_id = c.id
        ORDER BY o.id""",
    "Temporal: the rate that was valid when the order was placed": """
        SELECT o.id, o.currency, r.rate
        FROM orders o LEFT JOIN rates FOR SYSTEM_TIME AS OF o.ts AS r ON o.currency = r.currency
        ORDER BY o.id""",
    "ASOF: the last price before the order": """
        SELECT o.id, o.metal, p.usd, p.ts AS priced
        FROM orders o ASOF JOIN prices p ON o.metal = p.metal AND o.ts >= p.ts
        ORDER BY o.id""",
    "All of it": """
        SELECT o.id, coalesce(c.name, 'unknown') AS name, round(p.usd / r.rate, 2) AS price
        FROM orders o
        LEFT JOIN customers FOR SYSTEM_TIME AS OF NOW() AS c ON o.customer_id = c.id
        LEFT JOIN rates FOR SYSTEM_TIME AS OF o.ts AS r ON o.currency = r.currency
        ASOF JOIN prices p ON o.metal = p.metal AND o.ts >= p.ts
        ORDER BY o.id""",
}


def main() -> None:
    prepare_environment()
    spark = SparkSession.builder.appName("sql_tour").getOrCreate()
    dt = dovetail.Session(spark)
    for statement in [*VIEWS, *DEFINITIONS]:
        dt.sql(statement)
    for title, statement in STATEMENTS.items():
        print(title)
        dt.sql(statement).show()


if __name__ == "__main__":
    main()
