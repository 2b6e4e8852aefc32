"""Answers the questions of binding by asking Spark to analyse small queries; none of them runs."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pyspark.errors import AnalysisException, ParseException

from dovetail.catalog.catalog import Catalog
from dovetail.connectors.names import view_names
from dovetail.connectors.types import sql_type
from dovetail.errors import LookupTableNotFound, TableNotFound, closest
from dovetail.execution.quiet import quiet
from dovetail.execution.sqltext import rendered
from dovetail.plan.expressions import Expr
from dovetail.plan.schema import Column, quote
from dovetail.sql.blocks import Block
from dovetail.sql.context import Rewritten, with_ctes
from dovetail.sql.describe import ColumnInfo, Question

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession
    from pyspark.sql.types import StructType

__all__ = ["SparkDescriber"]

_CUT = "__dt_cut"


@dataclass(slots=True)
class SparkDescriber:
    """Asks Spark; ``run`` makes a DataFrame of a text in which the statement's DataFrames have their names."""

    spark: "SparkSession"
    catalog: Catalog
    rewritten: Rewritten
    run: "Callable[[str], DataFrame]"

    def columns(self, block: Block, questions: Sequence[Question]) -> list[tuple[ColumnInfo, ...]]:
        """All relations in one analysis; only where that fails, one by one, to tell which of them it was."""
        try:
            with quiet():
                return self._columns(block, questions)
        except AnalysisException as error:
            if error.getCondition() != "TABLE_OR_VIEW_NOT_FOUND":
                raise
            for question in questions:
                self._require(block, question)
            raise

    def _columns(self, block: Block, questions: Sequence[Question]) -> list[tuple[ColumnInfo, ...]]:
        heads = f", 1 AS {_CUT}, ".join(f"__dt_r{n}.*" for n in range(len(questions)))
        sources = ", ".join(f"{question.sql} AS __dt_r{n}" for n, question in enumerate(questions))
        schema = self.run(with_ctes(block, self.rewritten, f"SELECT {heads} FROM {sources}")).schema
        return [tuple(part) for part in _cut(schema)]

    def _require(self, block: Block, question: Question) -> None:
        try:
            with quiet():
                self._columns(block, [question])
        except AnalysisException as error:
            if error.getCondition() != "TABLE_OR_VIEW_NOT_FOUND" or not question.parts:
                raise
            raise self._not_found(block, question) from error

    def _not_found(self, block: Block, question: Question) -> TableNotFound:
        name = ".".join(question.parts)
        near = closest(name, self._known_names())
        if name in near:
            near = [f"{quote(name)}, in back quotes: Spark reads the bare word as a keyword"]
        if question.looked_up:
            remedy = f"Did you mean {' or '.join(near)}?" if near else "CREATE LOOKUP TABLE declares one."
            return LookupTableNotFound(
                f"there is no lookup table {name}, nor a view of that name", remedy=remedy, place=question.place
            )
        remedy = f"Did you mean {' or '.join(near)}?" if near else "SHOW TABLES lists those of Spark."
        return TableNotFound(f"there is no table or view {name}", remedy=remedy, place=question.place)

    def _known_names(self) -> list[str]:
        return [table.name for table in self.catalog] + view_names(self.spark)

    def types(self, expressions: Sequence[Expr]) -> list[str]:
        """The types of expressions over columns of the same types."""
        columns = {column for expr in expressions for column in expr.columns}
        items = ", ".join(f"{rendered(expr)} AS __dt_e{n}" for n, expr in enumerate(expressions))
        schema = self.run(f"SELECT {items} FROM ({_row_of(columns)})").schema
        return [sql_type(field.dataType) for field in schema.fields]

    def names(self, block: Block, items: Sequence[str], relations: str, tail: str) -> list[str]:
        """What Spark calls the items of a SELECT list."""
        return self.run(with_ctes(block, self.rewritten, f"SELECT {', '.join(items)} FROM {relations} {tail}")).columns

    def is_expression(self, text: str) -> bool:
        """Whether Spark knows what a bare name means where there is no table."""
        try:
            with quiet():
                self.run(f"SELECT {text}").schema  # noqa: B018  (on Connect only this asks the server)
        except (AnalysisException, ParseException):
            return False
        return True


def _row_of(columns: Iterable[Column]) -> str:
    """A relation with these columns, all NULL."""
    casts = [f"CAST(NULL AS {column.type}) AS {column.internal}" for column in columns]
    return f"SELECT {', '.join(casts) or '1'}"


def _cut(schema: "StructType") -> list[list[ColumnInfo]]:
    """The columns of several relations, told apart by the marks between them."""
    parts: list[list[ColumnInfo]] = [[]]
    for field in schema.fields:
        if field.name == _CUT:
            parts.append([])
        else:
            parts[-1].append(ColumnInfo(field.name, sql_type(field.dataType), field.nullable))
    return parts
