"""What each join means, row by row. Slow and plain on purpose: this is what the engine is held against.

A row is a dict from ``alias.column`` to a value. A condition takes the joined row; only True lets a pair match.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cmp_to_key
from typing import Literal

from tests.model.values import Value, compare

Row = Mapping[str, Value]
Rows = Sequence[Row]
Read = Callable[[Row], Value]
How = Literal["INNER", "LEFT", "RIGHT", "FULL", "SEMI", "ANTI"]

by_value = cmp_to_key(compare)
by_value_descending = cmp_to_key(lambda a, b: compare(b, a))


def nulls(columns: Iterable[str]) -> Row:
    """The side of a joined row that found no partner."""
    return dict.fromkeys(columns)


def equi_join(
    left: Rows, right: Rows, on: Read, how: How, left_columns: Sequence[str], right_columns: Sequence[str]
) -> Rows:
    """Spark's own join: every pair for which ON is true, and what the join type does with the rest."""
    joined: list[Row] = []
    found: set[int] = set()
    for row in left:
        partners = [n for n, other in enumerate(right) if on({**row, **other}) is True]
        found.update(partners)
        if how in {"SEMI", "ANTI"}:
            joined += [row] if bool(partners) == (how == "SEMI") else []
            continue
        joined += [{**row, **right[n]} for n in partners]
        if not partners and how in {"LEFT", "FULL"}:
            joined.append({**row, **nulls(right_columns)})
    if how in {"RIGHT", "FULL"}:
        joined += [{**nulls(left_columns), **other} for n, other in enumerate(right) if n not in found]
    return joined


def interval_join(
    left: Rows, right: Rows, on: Read, how: How, left_columns: Sequence[str], right_columns: Sequence[str]
) -> Rows:
    """In batch the bound on the times is one more condition of ON."""
    return equi_join(left, right, on, how, left_columns, right_columns)


def lookup_join(left: Rows, right: Rows, on: Read, how: How, right_columns: Sequence[str]) -> Rows:
    """All rows of the table for which ON is true: keys and residual predicates alike."""
    return _each_left_row(left, how, right_columns, lambda row: [r for r in right if on({**row, **r}) is True])


@dataclass(frozen=True, slots=True)
class History:
    """The log of a versioned table. ``declared``: the columns that decide a tie, in order, without ``op``."""

    entries: Rows
    key: tuple[str, ...]
    time: str
    declared: tuple[str, ...]
    sequence: str | None = None
    op: str | None = None
    on_delete: Literal["end", "retract"] = "end"

    def operation(self, entry: Row) -> str:
        """+I, -U, +U or -D."""
        return "+I" if self.op is None else entry[self.op]


def temporal_join(left: Rows, history: History, as_of: Read, on: Read, how: How, right_columns: Sequence[str]) -> Rows:
    """Of every primary key the version valid at the row's time; ON is then tested on that one version."""

    def versions(row: Row) -> list[Row]:
        valid = [valid_version(history, entries, as_of(row)) for entries in by_primary_key(history)]
        return [v for v in valid if v is not None and on({**row, **v}) is True]

    return _each_left_row(left, how, right_columns, versions)


def process_time_join(
    left: Rows, history: History, now: Value, on: Read, how: How, right_columns: Sequence[str]
) -> Rows:
    """NOW() on a versioned table: every row asks for the version of the same moment."""
    return temporal_join(left, history, lambda _: now, on, how, right_columns)


def by_primary_key(history: History) -> list[list[Row]]:
    """The log, one list for each primary key."""
    groups: list[list[Row]] = []
    for entry in history.entries:
        for group in groups:
            if all(compare(entry[c], group[0][c]) == 0 for c in history.key):
                group.append(entry)
                break
        else:
            groups.append([entry])
    return groups


def valid_version(history: History, entries: Rows, time: Value) -> Row | None:
    """The version of one primary key that is valid at a time, if any."""
    if time is None:
        return None
    known = [
        e
        for e in entries
        if history.operation(e) != "-U" and e[history.time] is not None and compare(e[history.time], time) <= 0
    ]
    while known:
        latest = max((e[history.time] for e in known), key=by_value)
        winner = winner_of_tie(history, [e for e in known if compare(e[history.time], latest) == 0])
        if history.operation(winner) != "-D":
            return winner
        if history.on_delete == "end":
            return None
        known = [
            e for e in known if compare(e[history.time], latest) < 0
        ]  # retracted: there was no version at that time
    return None


def winner_of_tie(history: History, entries: Rows) -> Row:
    """Of the entries of one key and time: the larger sequence, then a delete, then the larger row."""

    def rank(entry: Row) -> Value:
        sequence = entry[history.sequence] if history.sequence else 0
        return by_value((sequence, history.operation(entry) == "-D", tuple(entry[c] for c in history.declared)))

    return max(entries, key=rank)


@dataclass(frozen=True, slots=True)
class Match:
    """A match condition: ``left op right``, or NEAREST, with an inclusive tolerance or none. Times may be tuples."""

    op: Literal[">=", ">", "<=", "<", "NEAREST"]
    left: Read
    right: Read
    tolerance: Value = None

    def holds(self, left: Value, right: Value) -> bool:
        """Whether a right time may be taken for a left time at all."""
        if left is None or right is None:
            return False
        order = compare(left, right)
        in_direction = {">=": order >= 0, ">": order > 0, "<=": order <= 0, "<": order < 0, "NEAREST": True}[self.op]
        return in_direction and (self.tolerance is None or abs(left - right) <= self.tolerance)

    def closeness(self, left: Value, right: Value) -> Value:
        """The larger, the closer; of two at one distance NEAREST takes the earlier time."""
        if self.op == "NEAREST":
            return by_value((-abs(left - right), compare(left, right)))
        return by_value(right) if self.op in {">=", ">"} else by_value_descending(right)


def asof_join(
    left: Rows, right: Rows, match: Match, on: Read, how: How, named: Sequence[str], right_columns: Sequence[str]
) -> Rows:
    """The closest right row that fulfils ON and the match condition; at one time the larger by ``named``."""

    def closest(row: Row) -> list[Row]:
        time = match.left(row)
        candidates = [r for r in right if match.holds(time, match.right(r)) and on({**row, **r}) is True]
        if not candidates:
            return []
        best = max(match.closeness(time, match.right(r)) for r in candidates)
        ties = [r for r in candidates if match.closeness(time, match.right(r)) == best]
        return [max(ties, key=lambda r: by_value(tuple(r[c] for c in named)))]

    return _each_left_row(left, how, right_columns, closest)


def _each_left_row(left: Rows, how: How, right_columns: Sequence[str], partners: Callable[[Row], list[Row]]) -> Rows:
    """INNER drops the left row that has no partner, LEFT pads it."""
    if how not in {"INNER", "LEFT"}:
        raise ValueError(f"{how} is not for this join")
    joined: list[Row] = []
    for row in left:
        found = partners(row)
        joined += [{**row, **other} for other in found]
        if not found and how == "LEFT":
            joined.append({**row, **nulls(right_columns)})
    return joined
