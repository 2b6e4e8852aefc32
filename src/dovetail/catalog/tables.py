"""What the names of Dovetail's own tables mean."""

from dataclasses import dataclass, field
from typing import Any, Literal

from dovetail.plan.lookup import LookupTableMetadata

__all__ = ["CatalogTable", "ColumnDef", "LookupSettings", "LookupTable", "Source", "VersionedTable", "Watermark"]

OnDelete = Literal["end", "retract"]

Declared = tuple[tuple[str, str], ...]
"""The options of a WITH clause as DESCRIBE EXTENDED may show them: what is secret is not in it."""


@dataclass(frozen=True, slots=True)
class ColumnDef:
    """A declared column; ``type`` is written as Spark SQL takes it."""

    name: str
    type: str
    nullable: bool = True
    comment: str | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Watermark:
    """``WATERMARK FOR column AS column - delay``."""

    column: str
    delay_micros: int


@dataclass(frozen=True, slots=True)
class Source:
    """An append-only table of rows: a stream, or bounded."""

    name: str
    columns: tuple[ColumnDef, ...]
    connector: str
    options: dict[str, Any]
    watermark: Watermark | None = None
    max_future_micros: int | None = None
    heartbeat_micros: int | None = None
    declared: Declared = ()

    kind = "SOURCE"


@dataclass(frozen=True, slots=True)
class LookupSettings:
    """How a lookup table is asked and cached; None where the statement does not say."""

    cache_memory_bytes: int | None = None
    cache_ttl_micros: int | None = None
    negative_ttl_micros: int = 0
    batch_size: int | None = None
    timeout_micros: int | None = None
    retries: int | None = None
    refresh_interval_micros: int | None = None

    @property
    def has_cache(self) -> bool:
        """Whether the statement asks for a cache."""
        return self.cache_memory_bytes is not None or self.cache_ttl_micros is not None


@dataclass(frozen=True, slots=True)
class LookupTable:
    """A table of current values, looked up by key.

    ``options`` are the connector's own, checked and typed; what all lookup tables share stands in ``metadata``, where
    plans look, and in ``settings``.
    ``data`` is the Arrow table of a static one.
    """

    name: str
    columns: tuple[ColumnDef, ...]
    primary_key: tuple[str, ...]
    connector: str
    options: dict[str, Any]
    metadata: LookupTableMetadata
    settings: LookupSettings = LookupSettings()
    declared: Declared = ()
    data: Any = field(default=None, compare=False, repr=False)

    kind = "LOOKUP TABLE"


@dataclass(frozen=True, slots=True)
class VersionedTable:
    """The history of a table: a changelog or an append-only log of versions.

    ``hidden`` are columns that the source has and the declaration leaves out, and that Dovetail itself reads: the
    operation of a changelog.
    """

    name: str
    columns: tuple[ColumnDef, ...]
    primary_key: tuple[str, ...]
    version: str
    connector: str
    options: dict[str, Any]
    sequence: str | None = None
    watermark: Watermark | None = None
    append_only: bool = True
    op_column: str | None = None
    on_delete: OnDelete = "end"
    retention_micros: int | None = None
    hidden: tuple[ColumnDef, ...] = ()
    declared: Declared = ()

    kind = "VERSIONED TABLE"


CatalogTable = Source | LookupTable | VersionedTable
