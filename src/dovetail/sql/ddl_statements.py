"""What a DDL statement says, with the places that errors point at."""

from dataclasses import dataclass, field
from typing import ClassVar

from dovetail.errors import Place
from dovetail.sql.cursor import Name

__all__ = [
    "ColumnSpec",
    "CreateLookupTable",
    "CreateSource",
    "CreateStatement",
    "CreateVersionedTable",
    "DdlStatement",
    "DescribeTable",
    "DropTable",
    "OptionSpec",
    "Query",
    "ShowTables",
    "TableBody",
    "WatermarkSpec",
]


@dataclass(frozen=True, slots=True)
class ColumnSpec:
    """``name TYPE [NOT NULL] [COMMENT '…']``; the type is the user's own text."""

    name: Name
    type: str
    type_place: Place = field(compare=False, repr=False)
    nullable: bool = True
    comment: str | None = None


@dataclass(frozen=True, slots=True)
class WatermarkSpec:
    """``WATERMARK FOR column [AS column - INTERVAL …]``."""

    column: Name
    delay_micros: int = 0


@dataclass(frozen=True, slots=True)
class TableBody:
    """What stands in the parentheses after a table's name; without columns, the source is asked for them."""

    columns: tuple[ColumnSpec, ...] = ()
    primary_key: tuple[Name, ...] = ()
    version: Name | None = None
    sequence: Name | None = None
    watermark: WatermarkSpec | None = None


@dataclass(frozen=True, slots=True)
class OptionSpec:
    """``key = value`` of a WITH clause; the value of a literal is already its meaning."""

    key: str
    value: str
    key_place: Place = field(compare=False, repr=False)
    value_place: Place = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Query:
    """The query after AS, as the user wrote it."""

    text: str
    place: Place = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class _Create:
    """What all CREATE statements have in common."""

    kind: ClassVar[str]

    name: Name
    body: TableBody = TableBody()
    options: tuple[OptionSpec, ...] = ()
    or_replace: bool = False
    if_not_exists: bool = False


@dataclass(frozen=True, slots=True)
class CreateSource(_Create):
    """CREATE SOURCE."""

    kind: ClassVar[str] = "SOURCE"


@dataclass(frozen=True, slots=True)
class CreateLookupTable(_Create):
    """CREATE LOOKUP TABLE; with a query it is a static one."""

    kind: ClassVar[str] = "LOOKUP TABLE"

    query: Query | None = None


@dataclass(frozen=True, slots=True)
class CreateVersionedTable(_Create):
    """CREATE VERSIONED TABLE."""

    kind: ClassVar[str] = "VERSIONED TABLE"


CreateStatement = CreateSource | CreateLookupTable | CreateVersionedTable


@dataclass(frozen=True, slots=True)
class DropTable:
    """DROP of a source, lookup table or versioned table."""

    kind: str
    name: Name
    if_exists: bool = False


@dataclass(frozen=True, slots=True)
class ShowTables:
    """SHOW SOURCES, LOOKUP TABLES or VERSIONED TABLES; the kind is the singular."""

    kind: str


@dataclass(frozen=True, slots=True)
class DescribeTable:
    """DESCRIBE of a name that may be Dovetail's or Spark's: who runs it asks the catalog."""

    name: Name
    extended: bool = False


DdlStatement = CreateStatement | DropTable | ShowTables | DescribeTable
