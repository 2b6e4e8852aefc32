"""Temporal joins over whole tables: the version of a table that was valid at a row's time."""

import datetime as dt

import pytest

from dovetail.plan.node import walk
from dovetail.plan.temporal import TableCharacteristics, TemporalJoinNode, TemporalJoinSemantics
from tests.sheets import Sheet

RATES = """
    currency STRING | rate DOUBLE | valid_from TIMESTAMP
    EUR             | 1.1         | 500
    EUR             | 1.2         | 800
    EUR             | 1.3         | 1200
"""
CHANGES = """
    op STRING | currency STRING | rate DOUBLE | valid_from TIMESTAMP
    +I        | EUR             | 1.1         | 500
    {}
"""
JOIN = "FROM orders o {} rates FOR SYSTEM_TIME AS OF o.ts r ON o.currency = r.currency"


@pytest.fixture
def world(sheet: Sheet) -> Sheet:
    sheet.view(
        "orders",
        """
        id INT | currency STRING | ts TIMESTAMP
        1      | EUR             | 1000
        2      | USD             | 1000
        """,
    )
    sheet.versioned("rates", RATES, key="currency", version="valid_from", append_only="true")
    return sheet


def changelog(world: Sheet, changes: str, **options: str) -> None:
    world.versioned("rates", CHANGES.format(changes), "currency", "valid_from", op__column="op", **options)


def node(world: Sheet, sql: str) -> TemporalJoinNode:
    (block,) = world.dt.explain(sql).blocks
    (found,) = [node for node in walk(block.plan) if isinstance(node, TemporalJoinNode)]
    return found


def test_event_time_temporal_join(world: Sheet) -> None:
    """The order at 1000, rates at 500, 800 and 1200: the one of 800 was valid."""
    sql = f"SELECT o.id, r.rate {JOIN.format('JOIN')}"
    assert node(world, sql).semantics is TemporalJoinSemantics.EVENT_TIME
    world.expect(sql, "1 | 1.2")


def test_append_only_no_state_needed(world: Sheet) -> None:
    """An append-only history is only looked into: the plan knows it, and each row is answered once and for good.

    More versions later change no answer that was given: those of earlier times stay.
    """
    sql = f"SELECT o.id, r.rate {JOIN.format('JOIN')}"
    found = node(world, sql)
    assert found.versions.characteristics is TableCharacteristics.APPEND_ONLY
    assert found.config.table_characteristics is TableCharacteristics.APPEND_ONLY
    before = world.rows(sql)
    world.view("rates_log", f"{RATES.rstrip()}\n EUR | 9.9 | 5000")
    assert world.rows(sql) == before == ["1 | 1.2"]


def test_table_update_retraction(world: Sheet) -> None:
    """The version of 500 is corrected after the fact: the joined row carries the correction, and only that."""
    sql = f"SELECT o.id, r.rate {JOIN.format('JOIN')}"
    changelog(world, "")
    assert node(world, sql).versions.characteristics is TableCharacteristics.NON_APPEND_ONLY
    world.expect(sql, "1 | 1.1")
    changelog(world, "-U | EUR | 1.1 | 500 \n +U | EUR | 1.15 | 500")
    world.expect(sql, "1 | 1.15")


@pytest.mark.parametrize(("kind", "left"), [("JOIN", ""), ("LEFT JOIN", "1 | NULL")])
def test_table_delete_retraction(world: Sheet, kind: str, left: str) -> None:
    """A delete takes the version back that has its time: nothing is left of it."""
    sql = f"SELECT o.id, r.rate {JOIN.format(kind)} WHERE o.id = 1"
    changelog(world, "-D | EUR | 1.1 | 500", on__delete="retract")
    world.expect(sql, left)


def test_table_delete_retraction_leaves_the_version_before(world: Sheet) -> None:
    """Under retract the version before is valid again; under end there is none from then on."""
    sql = f"SELECT o.id, r.rate {JOIN.format('JOIN')}"
    changes = "+U | EUR | 1.2 | 800 \n -D | EUR | 1.2 | 800"
    changelog(world, changes, on__delete="retract")
    world.expect(sql, "1 | 1.1")
    changelog(world, changes, on__delete="end")
    world.expect(sql, "")


@pytest.mark.parametrize("clock", ["NOW()", "PROCTIME()", "now()", "CURRENT_TIMESTAMP"])
def test_process_time_lookup(world: Sheet, clock: str) -> None:
    """The version that is valid now: not one of the future, whatever the row's own time."""
    ahead = (dt.datetime.now() + dt.timedelta(days=365)).isoformat(" ")
    world.view("rates_log", f"{RATES.rstrip()}\n EUR | 9.9 | {ahead}")
    sql = f"SELECT o.id, r.rate FROM orders o JOIN rates FOR SYSTEM_TIME AS OF {clock} r ON o.currency = r.currency"
    assert node(world, sql).semantics is TemporalJoinSemantics.PROCESS_TIME
    world.expect(sql, "1 | 1.3")


def test_left_join_no_match(world: Sheet) -> None:
    world.expect(
        f"SELECT o.id, r.currency, r.rate {JOIN.format('LEFT JOIN')}",
        """
        1 | EUR  | 1.2
        2 | NULL | NULL
        """,
    )


def test_versioned_on_a_plain_view(world: Sheet) -> None:
    """Any view has versions if the statement says which column holds their time; the keys are those of ON."""
    world.expect(
        "SELECT o.id, r.rate FROM orders o "
        "LEFT JOIN rates_log FOR SYSTEM_TIME AS OF o.ts VERSIONED ON valid_from r ON o.currency = r.currency",
        """
        1 | 1.2
        2 | NULL
        """,
    )


def test_versioned_on_another_column_than_declared(world: Sheet) -> None:
    world.versioned(
        "prices",
        """
        k INT | price INT | seen TIMESTAMP | valid TIMESTAMP
        1     | 5         | 10             | 900
        1     | 6         | 2000           | 100
        """,
        key="k",
        version="seen",
    )
    join = "SELECT o.id, p.price FROM orders o JOIN prices FOR SYSTEM_TIME AS OF o.ts {} p ON o.id = p.k"
    world.expect(join.format(""), "1 | 5")
    world.expect(join.format("VERSIONED ON valid"), "1 | 5")
    world.expect(join.format("VERSIONED ON p.valid").replace("o.ts", "TIMESTAMP '2024-01-01 00:02:00'"), "1 | 6")


def test_versioned_on_as_of_now(world: Sheet) -> None:
    world.expect(
        "SELECT o.id, r.rate FROM orders o "
        "JOIN rates_log FOR SYSTEM_TIME AS OF PROCTIME() VERSIONED ON valid_from r ON o.currency = r.currency",
        "1 | 1.3",
    )


def test_temporal_join_config(world: Sheet) -> None:
    config = node(world, f"SELECT o.id, r.rate {JOIN.format('LEFT JOIN')}").config
    assert (config.stream_key_column, config.table_key_column) == ("o.currency", "currency")
    assert config.table_version_column == "valid_from"
    assert config.join_type.value == "Left"
    assert config.operator_id == "temporal-0"
