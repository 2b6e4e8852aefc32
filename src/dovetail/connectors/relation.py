"""The SQL around a relation of Spark's: its columns, the predicates that it takes over, and what it must hold to."""

from collections.abc import Iterable, Sequence

from dovetail.catalog.tables import CatalogTable, ColumnDef, LookupTable, VersionedTable
from dovetail.connectors.base import ScanRequest, escape_braces
from dovetail.plan.expressions import Predicate
from dovetail.plan.schema import quote

__all__ = ["Guards", "declared_columns", "filtered", "needed", "quoted_list", "sql_text"]

_COUNT = "__dt_same_key"


def sql_text(value: str) -> str:
    """A string as a literal of Spark SQL."""
    escaped = value.replace("\\", "\\\\").replace("'", "\\'").replace("\n", "\\n")
    return f"'{escaped}'"


def quoted_list(names: Iterable[str]) -> str:
    """Names as a SELECT lists them, braces doubled; a relation without columns still needs one."""
    return ", ".join(escape_braces(quote(name)) for name in names)


def declared_columns(table: CatalogTable) -> tuple[ColumnDef, ...]:
    """All columns that may be asked for."""
    return table.columns + table.hidden if isinstance(table, VersionedTable) else table.columns


def needed(table: CatalogTable, request: ScanRequest, also: Iterable[str] = ()) -> tuple[ColumnDef, ...]:
    """The columns that a scan must read, in the table's order: those asked for, those that predicates look at."""
    names = {*request.columns, *also}
    names |= {column.name for predicate in request.predicates for column in predicate.expr.columns}
    return tuple(column for column in declared_columns(table) if column.name in names)


def filtered(
    columns: Sequence[str], source: str, predicates: Iterable[Predicate], guards: "Guards | None" = None
) -> str:
    """``(SELECT columns FROM source WHERE predicates)``, and nothing that the guards refuse.

    The source has the columns by their declared names and of their declared types. Guards see the rows that the
    predicates leave.
    """
    conditions = [_condition(predicate) for predicate in predicates]
    if guards and guards.key:
        inner = f"{quoted_list(guards.columns)}, count(*) OVER (PARTITION BY {quoted_list(guards.key)}) AS {_COUNT}"
        source = f"(SELECT {inner} FROM {source}{_where(conditions)})"
        conditions = []
    if guards:
        conditions += guards.conditions()
    names = quoted_list(columns) or "1 AS __dt_row"
    return f"(SELECT {names} FROM {source}{_where(conditions)})"


def _condition(predicate: Predicate) -> str:
    return f"({_render(predicate)})"


def _render(predicate: Predicate) -> str:
    """The user's own text; its strings may hold braces."""
    return escape_braces(predicate.expr.render(lambda column: quote(column.name)))


def _where(conditions: Sequence[str]) -> str:
    return f" WHERE {' AND '.join(conditions)}" if conditions else ""


class Guards:
    """What a table's declaration promises of its rows, as conditions that fail the query where it does not hold.

    They stand in a filter over what they check, so that Spark cannot leave them out, and can still push the
    predicates of the query below them. A key with a NULL in it breaks no promise.
    """

    def __init__(self, table: CatalogTable, columns: Iterable[ColumnDef], nullable: Iterable[str]) -> None:
        """``columns`` are those that are read; ``nullable`` those of them that the source may have NULLs in."""
        self._table = table
        self.columns = [column.name for column in columns]
        self.key = table.primary_key if isinstance(table, LookupTable) else ()
        may_be_null = set(nullable)
        self._not_null = [c.name for c in columns if not c.nullable and c.name in may_be_null]

    def conditions(self) -> list[str]:
        """Each is true, or raises."""
        found = [self._null_condition(name) for name in self._not_null]
        return [*found, self._key_condition()] if self.key else found

    def _null_condition(self, name: str) -> str:
        message = f"[SourceError] {self._table.name}: column {name} is declared NOT NULL, and its source has a NULL"
        column = escape_braces(quote(name))
        return f"CASE WHEN {column} IS NULL THEN raise_error({escape_braces(sql_text(message))}) ELSE TRUE END"

    def _key_condition(self) -> str:
        keys = quoted_list(self.key)
        present = " AND ".join(f"{escape_braces(quote(name))} IS NOT NULL" for name in self.key)
        text = f"[PrimaryKeyViolation] {self._table.name} has several rows with one primary key: "
        message = f"concat({escape_braces(sql_text(text))}, to_json(struct({keys})))"
        return f"CASE WHEN {_COUNT} > 1 AND {present} THEN raise_error({message}) ELSE TRUE END"
