"""Random small tables: few different values, so that keys meet, times tie and rows repeat."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from hypothesis import strategies as st

from tests.model.tables import Column, LookupTable, Table, VersionedTable
from tests.model.values import Value, compare

Draw = Any  # what @st.composite hands in

NUMBERS: dict[str, Sequence[Value]] = {
    "INT": [0, 1, 2, 3],
    "BIGINT": [0, 1, 2, 2**40],
    "SMALLINT": [0, 1, 2, -1],
    "DECIMAL(6,2)": [Decimal("0.00"), Decimal("1.00"), Decimal("1.50"), Decimal("2.00")],
    "DECIMAL(12,3)": [Decimal("0.000"), Decimal("1.000"), Decimal("1.500"), Decimal("2.125")],
    "DOUBLE": [0.0, -0.0, 1.0, 1.5, float("nan"), float("inf")],
    "FLOAT": [-0.0, 1.0, 1.5, float("nan")],
}
OTHERS: dict[str, Sequence[Value]] = {
    "STRING": ["", "a", "A", "b ", "ä", "\U0001d11e", "\uffee"],
    "DATE": [dt.date(2024, 2, 29), dt.date(1969, 12, 31), dt.date(1, 1, 1)],
    "TIMESTAMP": [dt.datetime(2024, 1, 1, 0, 0, 0, 1), dt.datetime(2024, 1, 1), dt.datetime(1969, 12, 31, 23, 59, 59)],
    "TIMESTAMP_NTZ": [dt.datetime(2024, 1, 1), dt.datetime(1900, 1, 1)],
    "BOOLEAN": [True, False],
    "BINARY": [b"", b"\x00", b"\x00\x00", b"\xff"],
}
TEXTS = ["x", "y", "it's", "{t}", "ASOF JOIN", "a ? b", ":p", "FOR SYSTEM_TIME AS OF NOW()", "-- no comment", None]

START = dt.datetime(2024, 1, 1)
SECONDS = [0, 1, 2, 3, 4, 7]
MOMENTS = [
    *(START + dt.timedelta(seconds=s) for s in SECONDS),
    START + dt.timedelta(seconds=2, microseconds=1),
    dt.datetime(1969, 12, 31, 23, 59, 59, 999999),
    dt.datetime(2999, 1, 1),
]
TIMES: dict[str, Sequence[Value]] = {
    "TIMESTAMP": MOMENTS,
    "TIMESTAMP_NTZ": MOMENTS,
    "DATE": [START.date() + dt.timedelta(days=s) for s in SECONDS],
    "INT": [-1, *SECONDS],
    "BIGINT": [*SECONDS, 2**40],
}

# The names that a column of each role may have; the first is the usual one.
NAMES = {
    "id": ["id", "Order", "row id"],
    "k": ["k", "Key", "Group"],
    "k2": ["k2", "region"],
    "ts": ["ts", "event_time", "valid from"],
    "v": ["v", "value", "x`y", "a.b"],
    "s": ["s", "note", "select"],
    "n": ["n", "seq"],
    "op": ["_op"],
}


@dataclass(frozen=True, slots=True)
class World:
    """What the tables of one statement have in common: the types of keys that may meet, and the type of time."""

    key_types: tuple[str, ...]
    time_type: str
    times: tuple[Value, ...]

    def pool(self, role: str, spark_type: str) -> Sequence[Value]:
        """The values that a column of this role may have, NULL among them."""
        match role:
            case "ts":
                return (*self.times, None) if spark_type == self.time_type else TIMES[spark_type]
            case "k":
                values = NUMBERS.get(spark_type) or OTHERS[spark_type]
                return (*values[:4], *values, None)
            case "k2":
                return ("p", "p", "q", None)
            case "s":
                return TEXTS
            case "op":
                return ("+I", "+U", "+U", "-D", "-U")
            case _:
                return (0, 1, 1, 2, 3, None)


@st.composite
def worlds(draw: Draw, time_types: Sequence[str] = tuple(TIMES)) -> World:
    """A family of key types, and a few moments of one type of time."""
    if draw(st.integers(0, 2)):
        keys = (draw(st.sampled_from(["INT", "STRING", *NUMBERS, *OTHERS])),)
    else:
        keys = tuple(draw(st.lists(st.sampled_from(sorted(NUMBERS)), min_size=2, max_size=3, unique=True)))
    time_type = draw(st.sampled_from(["TIMESTAMP", *time_types] if "TIMESTAMP" in time_types else time_types))
    times = draw(st.lists(st.sampled_from(TIMES[time_type]), min_size=2, max_size=5))
    return World(keys, time_type, tuple(times))


@dataclass(frozen=True, slots=True)
class Shape:
    """A table's columns by role, in the order of the table."""

    roles: tuple[str, ...]
    columns: tuple[Column, ...]

    def __getitem__(self, role: str) -> Column:
        return self.columns[self.roles.index(role)]

    def __contains__(self, role: str) -> bool:
        return role in self.roles


@st.composite
def shapes(draw: Draw, world: World, needed: Sequence[str], possible: Sequence[str]) -> Shape:
    """Columns for the needed roles and for some of the possible ones, in any order."""
    roles = [*needed, *draw(st.lists(st.sampled_from(possible), unique=True, max_size=3))]
    roles = draw(st.permutations(roles)) if draw(st.booleans()) else roles
    types = {"k": draw(st.sampled_from(world.key_types)), "ts": world.time_type}
    types |= dict.fromkeys(["k2", "s", "op"], "STRING")
    odd = draw(st.integers(0, 3)) == 0
    names = {role: draw(st.sampled_from(NAMES[role])) if odd else NAMES[role][0] for role in roles}
    return Shape(tuple(roles), tuple(Column(names[role], types.get(role, "INT")) for role in roles))


@st.composite
def tables(
    draw: Draw, world: World, name: str, shape: Shape, unique: Sequence[str] = (), never_null: Sequence[str] = ()
) -> Table:
    """Rows for a shape; ``unique`` roles are a primary key, ``never_null`` roles hold a value in each row."""
    pools = [
        [v for v in world.pool(role, column.type) if v is not None or role not in (*unique, *never_null)]
        for role, column in zip(shape.roles, shape.columns, strict=True)
    ]
    rows = draw(st.lists(st.tuples(*map(st.sampled_from, pools)), max_size=9))
    if unique:
        rows = _first_of_each(rows, [shape.roles.index(role) for role in unique])
    return Table(name, shape.columns, tuple(rows))


def _first_of_each(rows: Sequence[tuple[Value, ...]], key: Sequence[int]) -> list[tuple[Value, ...]]:
    kept: list[tuple[Value, ...]] = []
    for row in rows:
        if all(any(compare(row[i], other[i]) for i in key) for other in kept):
            kept.append(row)
    return kept


@st.composite
def plain_tables(draw: Draw, world: World, name: str) -> tuple[Shape, Table]:
    """A stream's table, or a feature's: duplicates, NULLs, out of order, perhaps empty."""
    shape = draw(shapes(world, ["id", "k", "ts"], ["k2", "v", "s"]))
    return shape, draw(tables(world, name, shape))


@st.composite
def lookup_tables(draw: Draw, world: World, name: str) -> tuple[Shape, LookupTable]:
    """A dimension: one row for a key, or a key of two columns."""
    key = draw(st.sampled_from([("k",), ("k",), ("k", "k2"), ()]))
    shape = draw(shapes(world, list(key) or ["k"], [role for role in ["k2", "v", "s", "ts"] if role not in key]))
    table = draw(tables(world, f"{name}_rows", shape, unique=key))
    columns = tuple(shape[role].name for role in key)
    return shape, LookupTable(name, table, columns, inline=draw(st.booleans()))


@st.composite
def versioned_tables(draw: Draw, world: World, name: str) -> tuple[Shape, VersionedTable]:
    """A history: an append-only log or a changelog with deletes, with or without a sequence."""
    key = draw(st.sampled_from([("k",), ("k",), ("k", "k2"), ("id",)]))
    changelog, sequence = draw(st.booleans()), draw(st.integers(0, 2)) == 0
    needed = [*dict.fromkeys([*key, "k", "ts", "v"]), *(["n"] if sequence else []), *(["op"] if changelog else [])]
    shape = draw(shapes(world, needed, [role for role in ["s", "k2"] if role not in needed]))
    covers = key == ("k",) and draw(st.booleans())
    table = draw(tables(world, f"{name}_log", shape, never_null=() if covers else key))
    return shape, VersionedTable(
        name,
        table,
        tuple(shape[role].name for role in key),
        shape["ts"].name,
        shape["n"].name if sequence else None,
        shape["op"].name if changelog else None,
        draw(st.sampled_from(["end", "retract"])) if changelog else "end",
    )
