"""The names that a session has defined."""

from collections.abc import Iterator

from dovetail.catalog.capabilities import SourceCapabilities, SourceCapabilitiesRegistry
from dovetail.catalog.tables import CatalogTable, LookupTable
from dovetail.errors import Place, TableExists, TableNotFound, closest
from dovetail.plan.lookup import LookupTableMetadata

__all__ = ["Catalog"]


class Catalog:
    """Sources, lookup tables and versioned tables of one session; names are not case sensitive."""

    def __init__(self) -> None:
        """Starts empty."""
        self._tables: dict[str, CatalogTable] = {}
        self.capabilities = SourceCapabilitiesRegistry()

    def get(self, name: str) -> CatalogTable | None:
        """The table of that name."""
        return self._tables.get(name.casefold())

    def put(
        self,
        table: CatalogTable,
        *,
        replace: bool = False,
        capabilities: SourceCapabilities | None = None,
        place: Place | None = None,
    ) -> None:
        """Defines a table.

        Raises:
            TableExists: The name is taken, and ``replace`` is not said.
        """
        if not replace:
            self.check_free(table.name, table.kind, place)
        self._tables[table.name.casefold()] = table
        self.capabilities.forget(table.name)
        if capabilities is not None:
            self.capabilities.register(table.name, capabilities)

    def check_free(self, name: str, kind: str, place: Place | None = None) -> None:
        """Whether CREATE without OR REPLACE may take the name.

        Raises:
            TableExists: It is taken.
        """
        if taken := self.get(name):
            raise TableExists(
                f"{taken.kind.lower()} {taken.name} exists already",
                remedy=f"Write CREATE OR REPLACE {kind}, or CREATE {kind} IF NOT EXISTS.",
                place=place,
            )

    def drop(self, name: str, kind: str, *, missing_ok: bool = False, place: Place | None = None) -> None:
        """Forgets the table of that name and kind.

        Raises:
            TableNotFound: There is none of that kind.
        """
        if self.check_known(name, kind, missing_ok=missing_ok, place=place):
            del self._tables[name.casefold()]
            self.capabilities.forget(name)

    def check_known(self, name: str, kind: str, *, missing_ok: bool = False, place: Place | None = None) -> bool:
        """Whether there is a table of that name and kind.

        Raises:
            TableNotFound: There is none, and ``missing_ok`` is not said.
        """
        table = self.get(name)
        if table is not None and table.kind == kind:
            return True
        if not missing_ok:
            raise self._not_of_kind(name, kind, table, place)
        return False

    def _not_of_kind(self, name: str, kind: str, table: CatalogTable | None, place: Place | None) -> TableNotFound:
        if table is not None:
            return TableNotFound(
                f"{name} is a {table.kind.lower()}, not a {kind.lower()}",
                remedy=f"Write DROP {table.kind} {table.name}.",
                place=place,
            )
        near = closest(name, (known.name for known in self if known.kind == kind))
        hint = f"Did you mean {' or '.join(near)}?" if near else f"SHOW {kind}S lists those there are."
        return TableNotFound(f"there is no {kind.lower()} {name}", remedy=hint, place=place)

    def lookup_metadata(self) -> dict[str, LookupTableMetadata]:
        """The metadata of all lookup tables, by name."""
        return {table.name: table.metadata for table in self if isinstance(table, LookupTable)}

    def __iter__(self) -> Iterator[CatalogTable]:
        """All tables, in the order of their definition."""
        return iter(list(self._tables.values()))
