"""What a connector is: a system that a table of Dovetail's can live in."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

from dovetail.catalog.capabilities import CAPABILITIES, SourceCapabilities
from dovetail.catalog.tables import CatalogTable, ColumnDef
from dovetail.errors import Place
from dovetail.plan.expressions import Predicate

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

__all__ = ["Connector", "Fragment", "Option", "Places", "ScanRequest", "escape_braces"]


def escape_braces(sql: str) -> str:
    """Text for a :class:`Fragment`, whose single braces name DataFrames."""
    return sql.replace("{", "{{").replace("}", "}}")


@dataclass(frozen=True, slots=True)
class Fragment:
    """A relation as SQL that can stand in a FROM clause.

    ``{name}`` in the text stands for a DataFrame of ``frames``; every other brace is doubled.
    """

    sql: str
    frames: "dict[str, DataFrame]" = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ScanRequest:
    """What a statement needs of a table: columns by name, and the predicates that the source was found to take.

    ``ordinal`` is unique within a statement: frames are named by it.
    """

    columns: tuple[str, ...]
    predicates: tuple[Predicate, ...] = ()
    ordinal: int = 0


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a connector: ``parse`` gives its typed value, or raises ValueError saying what is allowed.

    With ``named_after_table`` the name of Dovetail's table is its value where the statement does not say another.
    """

    name: str
    parse: Callable[[str], Any] = str
    default: Any = None
    required: bool = False
    secret: bool = False
    named_after_table: bool = False


@dataclass(frozen=True, slots=True)
class Places:
    """Where the parts of a CREATE statement stand, for errors that its source causes."""

    table: Place | None = None
    options: Mapping[str, Place] = field(default_factory=dict)
    columns: Mapping[str, Place] = field(default_factory=dict)

    def option(self, name: str) -> Place | None:
        """The value of an option; the table's name where it is not said."""
        return self.options.get(name, self.table)

    def column(self, name: str) -> Place | None:
        """The declaration of a column; the table's name where it is not declared."""
        return self.columns.get(name.casefold(), self.table)


class Connector(ABC):
    """A system that tables live in. One instance serves a session; it holds no state of a query."""

    name: ClassVar[str]
    options: ClassVar[tuple[Option, ...]] = ()
    kinds: ClassVar[frozenset[str]] = frozenset({"LOOKUP TABLE"})
    """What can be declared with it."""
    strategies: ClassVar[frozenset[str]] = frozenset({"replicated"})
    """How a lookup table may ask for it to be joined: a source that cannot be asked per key is read as a whole."""

    @property
    def capabilities(self) -> SourceCapabilities:
        """What the system can take over in general."""
        return CAPABILITIES.get(self.name, SourceCapabilities.NONE)

    def probe(self, spark: "SparkSession", table: CatalogTable) -> SourceCapabilities:
        """What this very source can take over, asked of the source when the table is created."""
        return self.capabilities

    @abstractmethod
    def columns(
        self, spark: "SparkSession", options: dict[str, Any], places: Places | None = None
    ) -> tuple[ColumnDef, ...]:
        """The columns that the source itself tells, for a table declared without them.

        Raises:
            SourceError: The source cannot be asked, or cannot tell.
        """

    def check(self, spark: "SparkSession", table: CatalogTable, places: Places) -> None:  # noqa: B027
        """Refuses what the source does not have; asked when a table is created, before ``probe``.

        Raises:
            SourceError: The source cannot be asked.
            InvalidSchema: A declared column is not there, or of another type.
        """

    @abstractmethod
    def scan(self, spark: "SparkSession", table: CatalogTable, request: ScanRequest) -> Fragment:
        """The rows, lazily: no Spark job and no query to the source before the result is read.

        The relation has the requested columns by their declared names, in that order and of their declared types, and
        is already filtered by the request's predicates.
        """
