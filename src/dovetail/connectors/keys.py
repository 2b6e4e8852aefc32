"""Declared primary keys, checked on rows that Python holds."""

import math
from collections.abc import Hashable, Iterable, Sequence
from typing import Any

from dovetail.errors import Place, PrimaryKeyViolation

__all__ = ["KeyCheck", "key_violation"]


class KeyCheck:
    """Remembers the keys of a table's rows. A key with a NULL in it is none."""

    def __init__(self) -> None:
        """Nothing is seen yet."""
        self._seen: set[Hashable] = set()

    def first_duplicate(self, columns: Sequence[Iterable[Any]]) -> tuple[Any, ...] | None:
        """The first of these keys, given by column, that was seen before."""
        seen = self._seen
        for key in zip(*columns, strict=True):
            if None in key:
                continue
            same = tuple(map(_comparable, key))
            if same in seen:
                return key
            seen.add(same)
        return None


def _comparable(value: Any) -> Hashable:
    """An object that is equal for all values that Spark calls equal."""
    if isinstance(value, float):
        return "NaN" if math.isnan(value) else value
    if isinstance(value, list):
        return tuple(map(_comparable, value))
    if isinstance(value, dict):
        return tuple(map(_comparable, value.values()))
    return value if isinstance(value, Hashable) else repr(value)


def key_violation(
    table: str, names: Sequence[str], key: Sequence[Any], place: Place | None = None
) -> PrimaryKeyViolation:
    """The error that names the key."""
    shown = ", ".join(f"{name} = {value!r}" for name, value in zip(names, key, strict=True))
    return PrimaryKeyViolation(
        f"{table} has several rows with one primary key: {shown}",
        remedy="Leave the PRIMARY KEY out where a key may have several rows, or remove the duplicates.",
        place=place,
    )
