"""Several joins of different kinds in one statement, run over whole tables."""

import pytest

from tests.sheets import Sheet


@pytest.fixture
def world(sheet: Sheet) -> Sheet:
    sheet.view(
        "orders",
        """
        id INT | symbol STRING | price DOUBLE | ts TIMESTAMP
        1      | A             | 10.0         | 100
        2      | A             | 11.0         | 200
        3      | B             | 20.0         | 150
        4      | C             | 30.0         | 160
        5      | NULL          | 40.0         | 170
        """,
    )
    sheet.view(
        "ticks",
        """
        symbol STRING | price DOUBLE | ts TIMESTAMP
        A             | 9.0          | 90
        A             | 9.5          | 100
        A             | 12.0         | 250
        B             | 19.0         | 10
        B             | 21.0         | 149
        NULL          | 1.0          | 1
        """,
    )
    sheet.lookup(
        "reference",
        """
        symbol STRING | sector STRING | currency STRING
        A             | tech          | EUR
        B             | oil           | USD
        """,
        key="symbol",
    )
    sheet.versioned(
        "rates",
        """
        currency STRING | rate DOUBLE | valid_from TIMESTAMP
        EUR             | 1.0         | 0
        EUR             | 1.1         | 150
        USD             | 2.0         | 155
        """,
        key="currency",
        version="valid_from",
    )
    sheet.view(
        "shipments",
        """
        order_id INT | carrier STRING | ts TIMESTAMP
        1            | X              | 105
        1            | Y              | 500
        3            | Z              | 150
        """,
    )
    return sheet


ASOF = "ASOF JOIN ticks t MATCH_CONDITION (o.ts >= t.ts) ON o.symbol = t.symbol"
LOOKUP = "JOIN reference FOR SYSTEM_TIME AS OF NOW() r ON o.symbol = r.symbol"
TEMPORAL = "JOIN rates FOR SYSTEM_TIME AS OF o.ts x ON r.currency = x.currency"
INTERVAL = "JOIN shipments s ON o.id = s.order_id AND s.ts BETWEEN o.ts AND o.ts + INTERVAL 10 SECONDS"


def test_executor_two_way(world: Sheet) -> None:
    world.expect(
        f"SELECT o.id, t.price FROM orders o {ASOF}",
        """
        1 | 9.5
        2 | 9.5
        3 | 21.0
        """,
    )


def test_executor_three_way(world: Sheet) -> None:
    world.expect(
        f"SELECT o.id, r.sector, x.rate FROM orders o {LOOKUP} LEFT {TEMPORAL}",
        """
        1 | tech | 1.0
        2 | tech | 1.1
        3 | oil  | NULL
        """,
    )


def test_executor_mixed_asof_and_lookup(world: Sheet) -> None:
    world.expect(
        f"SELECT o.id, t.price AS market, r.sector, o.price - t.price AS gap FROM orders o LEFT {ASOF} LEFT {LOOKUP}",
        """
        1 | 9.5  | tech | 0.5
        2 | 9.5  | tech | 1.5
        3 | 21.0 | oil  | -1.0
        4 | NULL | NULL | NULL
        5 | NULL | NULL | NULL
        """,
    )


def test_executor_interval_then_lookup(world: Sheet) -> None:
    world.expect(
        f"SELECT o.id, s.carrier, r.sector FROM orders o LEFT {INTERVAL} {LOOKUP}",
        """
        1 | X    | tech
        2 | NULL | tech
        3 | Z    | oil
        """,
    )


def test_executor_all_kinds_in_one_statement(world: Sheet) -> None:
    world.expect(
        "SELECT o.id, t.price, r.sector, x.rate, s.carrier "
        f"FROM orders o LEFT {ASOF} {LOOKUP} LEFT {TEMPORAL} {INTERVAL}",
        """
        1 | 9.5  | tech | 1.0  | X
        3 | 21.0 | oil  | NULL | Z
        """,
    )


def test_executor_a_step_reads_what_an_earlier_one_brought(world: Sheet) -> None:
    """The time of the temporal join is that of the matched tick; its key comes from the lookup."""
    world.expect(
        f"SELECT o.id, t.ts, x.rate FROM orders o {ASOF} {LOOKUP} LEFT {TEMPORAL.replace('o.ts', 't.ts')}",
        """
        1 | 100 | 1.0
        2 | 100 | 1.0
        3 | 149 | NULL
        """,
    )


def test_executor_steps_by_steps_give_the_same(world: Sheet) -> None:
    """One statement, or each step as a view of its own."""
    dt = world.dt
    at_once = world.rows(
        f"SELECT o.id, t.price, r.sector, x.rate FROM orders o LEFT {ASOF} LEFT {LOOKUP} LEFT {TEMPORAL}"
    )
    world.views += ["one", "two"]
    dt.sql(f"CREATE OR REPLACE TEMP VIEW one AS SELECT o.*, t.price AS market FROM orders o LEFT {ASOF}")
    dt.sql(f"CREATE OR REPLACE TEMP VIEW two AS SELECT o.*, r.sector, r.currency FROM one o LEFT {LOOKUP}")
    last = TEMPORAL.replace("r.currency", "o.currency")
    assert world.rows(f"SELECT o.id, o.market, o.sector, x.rate FROM two o LEFT {last}") == at_once
