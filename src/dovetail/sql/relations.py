"""What the relations of a FROM clause are: tables of Dovetail's catalog, or anything that Spark reads."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from dovetail.catalog.catalog import Catalog
from dovetail.catalog.tables import CatalogTable
from dovetail.errors import InvalidSchema, Place, UnsupportedStatement, closest
from dovetail.plan.relations import Relation, RelationKind
from dovetail.plan.schema import Column
from dovetail.sql.blocks import Block
from dovetail.sql.context import Rewritten, visible_ctes
from dovetail.sql.describe import ColumnInfo, Describer, Question
from dovetail.sql.from_refs import FromClause, RelationRef
from dovetail.sql.source import SqlText, is_name

__all__ = ["RelationReader"]

_KINDS = {
    "SOURCE": RelationKind.SOURCE,
    "LOOKUP TABLE": RelationKind.LOOKUP,
    "VERSIONED TABLE": RelationKind.VERSIONED,
}


@dataclass(frozen=True, slots=True)
class RelationReader:
    """Finds the columns of a block's relations, all of Spark's in one question."""

    sql: SqlText
    catalog: Catalog
    describer: Describer
    rewritten: Rewritten

    def table_of(self, block: Block, ref: RelationRef) -> CatalogTable | None:
        """The catalog's table behind a name; a CTE of that name comes first."""
        if not ref.is_plain_name or len(ref.parts) != 1 or self._is_frame(ref):
            return None
        name = ref.parts[0].casefold()
        if any(cte.name.casefold() == name for level in visible_ctes(block) for cte in level):
            return None
        return self.catalog.get(name)

    def _is_frame(self, ref: RelationRef) -> bool:
        """Whether the name stands for a DataFrame that was handed in."""
        return self.rewritten.between(ref.start, ref.stop) != self.sql.text[ref.start : ref.stop]

    def names_ours(self, ref: RelationRef) -> bool:
        """Whether a join in brackets has a table of the catalog in it."""
        if ref.opening is None or not _holds_a_join(ref, self.sql):
            return False
        inside = [token for token in self.sql.tokens if ref.start <= token.start < ref.stop]
        return any(is_name(token) and self.catalog.get(token.text) is not None for token in inside)

    def read(self, block: Block, clause: FromClause) -> tuple[Relation, ...]:
        """The relations in order.

        Raises:
            TableNotFound: A name that nothing has.
            UnsupportedStatement: Something that cannot stand beside Dovetail's joins.
        """
        refs = clause.relations
        tables = [self.table_of(block, ref) for ref in refs]
        current = [join.temporal is not None and join.temporal.is_now for join in clause.joins]
        asked = zip(refs, tables, [False, *current], strict=True)
        questions = [self._question(block, ref, looked_up) for ref, table, looked_up in asked if table is None]
        answers = iter(self.describer.columns(block, questions) if questions else [])
        return tuple(
            self._of_spark(index, ref, next(answers)) if table is None else self._of_catalog(index, ref, table)
            for index, (ref, table) in enumerate(zip(refs, tables, strict=True))
        )

    def _question(self, block: Block, ref: RelationRef, looked_up: bool) -> Question:
        self._refuse(ref)
        self._refuse_recursion(block, ref)
        return Question(self.rewritten.between(ref.start, ref.stop), ref.parts, self._place(ref), looked_up)

    def _refuse_recursion(self, block: Block, ref: RelationRef) -> None:
        name = ref.parts[0].casefold() if len(ref.parts) == 1 else ""
        ctes = (cte for level in visible_ctes(block) for cte in level)
        if any(cte.name.casefold() == name and cte.start <= block.start < cte.stop for cte in ctes):
            raise UnsupportedStatement(
                f"the recursive step of {ref.parts[0]} cannot hold Dovetail's joins",
                remedy="Let the recursion run first, and join its result.",
                place=self._place(ref),
            )

    def _refuse(self, ref: RelationRef) -> None:
        place = self._place(ref)
        if ref.lateral:
            message = "LATERAL cannot stand beside Dovetail's joins in one FROM clause"
            raise UnsupportedStatement(message, remedy="Put the other joins into a CTE first.", place=place)
        if ref.pivots:
            message = "PIVOT cannot stand beside Dovetail's joins in one FROM clause"
            raise UnsupportedStatement(message, remedy="Put the joins into a CTE, and pivot that.", place=place)
        in_the_way = not ref.alias or self.names_ours(ref)
        if ref.opening is not None and in_the_way and _holds_a_join(ref, self.sql):
            raise UnsupportedStatement(
                "joins in brackets cannot stand beside Dovetail's joins",
                remedy="Write them from left to right: a JOIN b ON … JOIN c ON …, or as a subquery with an alias.",
                place=place,
            )

    def _check_count(self, ref: RelationRef, columns: int) -> None:
        if ref.alias_columns and len(ref.alias_columns) != columns:
            message = f"{ref.label} is given {len(ref.alias_columns)} column names, and has {columns} columns"
            misspelt = ref.alias and closest(ref.alias, ["USING"])
            remedy = "Did you mean USING?" if misspelt else "Name all columns or none."
            raise InvalidSchema(message, remedy=remedy, place=self._place(ref))

    def _place(self, ref: RelationRef) -> Place:
        return self.sql.place(ref.start, ref.stop)

    def _of_spark(self, index: int, ref: RelationRef, infos: Sequence[ColumnInfo]) -> Relation:
        self._check_count(ref, len(infos))
        names = ref.alias_columns or tuple(info.name for info in infos)
        columns = tuple(
            Column(index, position, name, info.type, info.nullable)
            for position, (name, info) in enumerate(zip(names, infos, strict=True))
        )
        name = ".".join(ref.parts) or ref.label or "subquery"
        text = self.rewritten.between(ref.start, ref.stop)
        return Relation(index, name, ref.label, columns, sql=text, place=self._place(ref))

    def _of_catalog(self, index: int, ref: RelationRef, table: CatalogTable) -> Relation:
        columns = tuple(
            Column(index, position, column.name, column.type, column.nullable)
            for position, column in enumerate(table.columns)
        )
        if ref.alias_columns:
            self._check_count(ref, len(columns))
            columns = tuple(replace(c, name=n) for c, n in zip(columns, ref.alias_columns, strict=True))
        return Relation(
            index, table.name, ref.label, columns, _KINDS[table.kind], table=table.name, place=self._place(ref)
        )


def _holds_a_join(ref: RelationRef, sql: SqlText) -> bool:
    """``(a JOIN b ON …)``, not a subquery."""
    first = sql.text[ref.start + 1 : ref.stop].lstrip("( \n\t").split(None, 1)[0].upper()
    return first not in ("SELECT", "WITH", "VALUES", "TABLE", "FROM")
