"""What each kind of source can take over from Spark, as data; the default is nothing."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import ClassVar

from dovetail.plan.conditions import PredicateType

__all__ = ["CAPABILITIES", "PredicateType", "PushdownMechanism", "SourceCapabilities", "SourceCapabilitiesRegistry"]


class PushdownMechanism(Enum):
    """How predicates reach the source."""

    NONE = "none"
    PARAMETERIZED_SQL = "parameterized SQL"
    """A WHERE clause with bound parameters (PostgreSQL, MySQL, SQLite)."""
    KEY_LOOKUP = "key lookup"
    """Only the join key reaches the source (Redis)."""
    ROW_GROUP_PRUNING = "row group pruning"
    """Whole row groups are left out by their statistics (Parquet)."""
    LOCAL_FILTER = "local filter"
    """The predicates filter a local copy of the source."""
    SPARK_FILTER = "Spark filter"
    """The predicates stand below the join in Spark's own query, which carries them on to the source of the view."""


@dataclass(frozen=True, slots=True)
class SourceCapabilities:
    """What a source can take over.

    ``pushable_columns`` narrows it to some columns (None: all): a source may store a column in a way that compares
    otherwise than Spark.
    """

    NONE: ClassVar["SourceCapabilities"]

    predicate_pushdown: bool = False
    projection_pushdown: bool = False
    pushdown_mechanism: PushdownMechanism = PushdownMechanism.NONE
    max_pushdown_predicates: int | None = None
    supported_predicate_types: frozenset[PredicateType] = frozenset()
    pushable_columns: frozenset[str] | None = None


SourceCapabilities.NONE = SourceCapabilities()

_SQL_TYPES = frozenset(PredicateType) - {PredicateType.EXPRESSION}
_SQL = SourceCapabilities(True, True, PushdownMechanism.PARAMETERIZED_SQL, None, _SQL_TYPES)
_CACHED_FEED = SourceCapabilities(False, True, PushdownMechanism.LOCAL_FILTER)

CAPABILITIES: dict[str, SourceCapabilities] = {
    "postgres": _SQL,
    "postgres-cdc": _CACHED_FEED,
    "mysql": _SQL,
    "mysql-cdc": _CACHED_FEED,
    "redis": SourceCapabilities(pushdown_mechanism=PushdownMechanism.KEY_LOOKUP),
    "parquet": SourceCapabilities(
        True, True, PushdownMechanism.ROW_GROUP_PRUNING, None, _SQL_TYPES - {PredicateType.LIKE}
    ),
    "static": SourceCapabilities.NONE,
    # LIKE of SQLite ignores the case of ASCII letters, that of Spark does not.
    "sqlite": SourceCapabilities(
        True, True, PushdownMechanism.PARAMETERIZED_SQL, None, _SQL_TYPES - {PredicateType.LIKE}
    ),
    "view": SourceCapabilities(True, True, PushdownMechanism.SPARK_FILTER, None, frozenset(PredicateType)),
}
"""By connector; a source that keeps a copy fed by a change stream has a row of its own."""


class SourceCapabilitiesRegistry:
    """The capabilities of each lookup table's source, by the table's name."""

    def __init__(self) -> None:
        """Starts empty: a table that nobody registered can do nothing."""
        self._capabilities: dict[str, SourceCapabilities] = {}

    def register(self, table_name: str, capabilities: SourceCapabilities) -> None:
        """Says what the source of a table can do; a later word replaces an earlier one."""
        self._capabilities[table_name.casefold()] = capabilities

    def forget(self, table_name: str) -> None:
        """Takes a table out, as when it is dropped."""
        self._capabilities.pop(table_name.casefold(), None)

    def get(self, table_name: str) -> SourceCapabilities | None:
        """The capabilities of a table's source, or None for a table that is not registered."""
        return self._capabilities.get(table_name.casefold())

    def __iter__(self) -> Iterator[str]:
        """The names of the tables."""
        return iter(self._capabilities)
