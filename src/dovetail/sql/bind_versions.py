"""Temporal clauses: as of which time, against which versions."""

from dataclasses import dataclass, replace

from dovetail.catalog.tables import VersionedTable
from dovetail.catalog.versions import declared_versions
from dovetail.errors import ColumnNotFound, NotVersioned, UnsupportedStatement, closest
from dovetail.plan.expressions import Expr
from dovetail.plan.relations import EquiKey, Relation
from dovetail.plan.schema import Column
from dovetail.plan.temporal import VersionedMetadata
from dovetail.sql.expressions import bind
from dovetail.sql.lift import TemporalClause
from dovetail.sql.names import Namespace
from dovetail.sql.source import SqlText

__all__ = ["VersionReader"]


@dataclass(frozen=True, slots=True)
class VersionReader:
    """Reads the temporal clause of one join."""

    sql: SqlText
    clause: TemporalClause
    relation: Relation
    table: VersionedTable | None

    def as_of(self, left: Namespace) -> Expr | None:
        """The time of a row; None stands for the clock.

        Raises:
            ColumnNotFound: A column of what stands left of the join is meant, and there is none.
            UnsupportedStatement: The time is not the same whenever it is asked.
        """
        if self.clause.is_now:
            return None
        expr = bind(self.sql, self.clause.expression, left)
        if not expr.deterministic or expr.has_subquery:
            raise UnsupportedStatement(
                f"the time {expr} is not the same whenever it is asked",
                remedy="Take a time column of what stands left of the join, or NOW() for the clock.",
                place=expr.place,
            )
        return expr

    def versions(self, keys: tuple[EquiKey, ...]) -> VersionedMetadata:
        """What makes the relation's rows versions: the table's declaration, or VERSIONED ON over the join's keys.

        Raises:
            NotVersioned: Neither is there.
        """
        if self.table is not None:
            declared = declared_versions(self.table, self.relation)
            said = self.clause.versioned_on
            return replace(declared, version=self._column(said[-1].text)) if said else declared
        if not self.clause.versioned_on:
            raise self._not_versioned()
        columns = tuple(key.right.column for key in keys if key.right.column is not None)
        return VersionedMetadata(columns, self._column(self.clause.versioned_on[-1].text))

    def _column(self, name: str) -> Column:
        found = self.relation.column(name)
        if found is None:
            names = [column.name for column in self.relation.columns]
            near = closest(name, names)
            raise ColumnNotFound(
                f"{self.relation.name} has no column {name}, which VERSIONED ON names",
                remedy=f"Did you mean {near[0]}?" if near else f"It has {', '.join(names[:12])}.",
                place=self.sql.place_of(self.clause.versioned_on[0], self.clause.versioned_on[-1]),
            )
        return found

    def _not_versioned(self) -> NotVersioned:
        kind = self.relation.kind.value
        what = f"the {kind} {self.relation.name}" if self.relation.table else self.relation.name
        return NotVersioned(
            f"{what} has no versions to choose from by time",
            remedy="Name the column that holds the version's time: FOR SYSTEM_TIME AS OF … VERSIONED ON column,"
            " or declare the history by CREATE VERSIONED TABLE; NOW() takes the current row.",
            place=self.clause.place,
        )
