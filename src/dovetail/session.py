"""The way in: a session of Dovetail over a session of Spark."""

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from pyspark.errors import AnalysisException
from pyspark.sql.types import StructType

from dovetail.catalog.catalog import Catalog
from dovetail.errors import SqlSyntaxError, TableExists
from dovetail.execution.definitions import Definitions
from dovetail.explain import Explanation
from dovetail.frames import FrameJoins
from dovetail.sql.ddl import parse_ddl
from dovetail.sql.ddl_statements import DdlStatement, ShowTables
from dovetail.sql.lift import EmitMode
from dovetail.sql.source import SqlText
from dovetail.sql.wrappers import Explain, TempView, parse_explain, parse_view
from dovetail.statement import PlannedStatement, StatementPlanner
from dovetail.text import Args, BoundText, bound_text

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

__all__ = ["Session"]

# A statement without any of these words, nor a name of the catalog, is none of Dovetail's.
_OURS = re.compile(
    r"\b(ASOF|SYSTEM_TIME|MATCH_CONDITION|VERSIONED|EMIT|LOOKUP|SOURCES?|SINKS?|STREAMS?|ATTACH|DETACH|DESC|DESCRIBE|EXPLAIN"
    r"|QUERIES|NEAREST)\b",
    re.IGNORECASE,
)
_SURELY = re.compile(r"\b(ASOF|SYSTEM_TIME|MATCH_CONDITION|LOOKUP\s+TABLE|VERSIONED\s+(TABLE|ON))\b", re.IGNORECASE)
_SPARKS = "Spark runs this statement as it is: it has no construct of Dovetail's."
_STARTS = re.compile(r"\s*(CREATE|DROP|SHOW)\b", re.IGNORECASE)


class Session(FrameJoins):
    """Runs SQL with joins over time, on the Spark session that it is given.

    ``dt.sql("SELECT t.id, q.bid FROM trades t ASOF JOIN quotes q MATCH_CONDITION (t.ts >= q.ts) ON t.sym = q.sym")``
    """

    def __init__(self, spark: "SparkSession") -> None:
        """Takes a classic session or one of Spark Connect; each session of Dovetail has a catalog of its own."""
        self.spark = spark
        self.catalog = Catalog()
        self._definitions = Definitions(spark, self.catalog, self.sql)

    def sql(self, sqlQuery: str, args: Args = None, **kwargs: "DataFrame") -> "DataFrame":
        """Runs a statement, as ``spark.sql`` does, and gives its rows; nothing is computed before they are read.

        Args:
            sqlQuery: One statement of Spark SQL, with Dovetail's joins or definitions or without.
            args: Values for the markers ``?`` (a list) or ``:name`` (a dict).
            **kwargs: DataFrames, which the text names in braces.

        Raises:
            DovetailError: With the place in the SQL and what to write instead.
        """
        if not (self._may_be_ours(sqlQuery) and self._can_be_read(sqlQuery)):
            return self._spark_sql(sqlQuery, args, kwargs)
        return self._run(sqlQuery, args, kwargs)

    def explain(self, sqlQuery: str, args: Args = None, **kwargs: "DataFrame") -> Explanation:
        """How a statement is planned, without running it; with EXPLAIN in front or without."""
        with bound_text(sqlQuery, args, kwargs) as bound:
            explain = parse_explain(bound.sql) or Explain("PLAN", bound.sql.text)
            found = self._explanation(explain, bound)
        if found is not None:
            return found
        return Explanation(remark=_SPARKS)

    # The ways of a statement

    def _may_be_ours(self, text: str) -> bool:
        """A quick look: most statements of a session are Spark's, and reach it byte for byte."""
        if _OURS.search(text) or _STARTS.match(text):
            return True
        folded = text.casefold()
        return any(table.name.casefold() in folded for table in self.catalog)

    def _can_be_read(self, text: str) -> bool:
        """Whether the text falls into words; if not, only a clause that is surely ours makes that an error."""
        try:
            SqlText.of(text)
        except SqlSyntaxError:
            return _SURELY.search(text) is not None
        return True

    def _spark_sql(self, text: str, args: Args, kwargs: "Mapping[str, DataFrame]") -> "DataFrame":
        values = dict(args) if isinstance(args, Mapping) else list(args) if args is not None else None
        return self.spark.sql(text, args=values, **dict[str, Any](kwargs))

    def _run(self, text: str, args: Args, kwargs: "Mapping[str, DataFrame]") -> "DataFrame":
        with bound_text(text, args, kwargs) as bound:
            statement = parse_ddl(bound.sql)
            if statement is not None:
                rows = self._definitions.apply(statement)
                return rows if rows is not None else self._spark_sql(text, args, kwargs)
            if (explain := parse_explain(bound.sql)) is not None:
                return self._explain_rows(explain, bound) or self._spark_sql(text, args, kwargs)
            planner = self._planner(bound)
            planned = planner.plan(bound.sql)
            if planned is None:
                return self._spark_sql(text, args, kwargs)
            if (view := parse_view(bound.sql)) is not None:
                return self._make_view(view, bound)
            return self._rows(planner, planned)

    def _planner(self, bound: BoundText) -> StatementPlanner:
        implicit = self.spark.conf.get("dovetail.implicit_lookup", "warn") or "warn"
        return StatementPlanner(self.spark, self.catalog, bound.args, bound.frames, bound.frame_edits, implicit)

    def _rows(self, planner: StatementPlanner, planned: PlannedStatement) -> "DataFrame":
        if planned.emit is EmitMode.CHANGES:
            planned.refuse_changes_elsewhere()
        frame = planner.rows(planned)
        return frame.selectExpr("*", "'+I' AS _op") if planned.emit is EmitMode.CHANGES else frame

    def _make_view(self, view: TempView, bound: BoundText) -> "DataFrame":
        """Registers the DataFrame of the query: its text is gone from Spark's sight by then."""
        planner = self._planner(bound)
        planned = planner.plan(SqlText.of(view.body))
        assert planned is not None
        frame = self._rows(planner, planned)
        if view.columns:
            frame = frame.toDF(*view.columns)
        try:
            _register(frame, view)
        except AnalysisException as error:
            exists = error.getCondition() == "TEMP_TABLE_OR_VIEW_ALREADY_EXISTS"
            if not exists:
                raise
            if not view.if_not_exists:
                message = f"a temporary view {view.name} exists already"
                raise TableExists(message, remedy="Write CREATE OR REPLACE TEMP VIEW.") from error
        return self.spark.createDataFrame([], StructType())

    # EXPLAIN

    def _explain_rows(self, explain: Explain, bound: BoundText) -> "DataFrame | None":
        """The one row of EXPLAIN; None for a statement of Spark's own."""
        explanation = self._explanation(explain, bound)
        if explanation is None and explain.mode not in ("PLAN", "JSON", "MERMAID"):
            return None
        explanation = explanation or Explanation(remark=_SPARKS)
        text = {"JSON": explanation.json, "MERMAID": explanation.mermaid}.get(explain.mode, explanation.__str__)()
        return self.spark.createDataFrame([(text,)], "plan STRING")

    def _explanation(self, explain: Explain, bound: BoundText) -> Explanation | None:
        sql = SqlText.of(explain.body)
        statement = parse_ddl(sql)
        if statement is not None:
            self._definitions.check(statement)
            return Explanation(remark=f"{type(statement).__name__}: {statement_name(statement)}")
        planner = self._planner(bound)
        planned = planner.plan(sql)
        if planned is None:
            return None
        plans = ""
        if explain.mode not in ("", "PLAN", "JSON", "MERMAID"):
            rows = planner.run(f"EXPLAIN {explain.mode} {planned.text.lstrip()}", planned.frames).collect()
            plans = "\n".join(str(row[0]) for row in rows)
        return Explanation(planned.blocks, spark=plans)


def statement_name(statement: DdlStatement) -> str:
    """What a statement is about."""
    return statement.kind if isinstance(statement, ShowTables) else statement.name.text


def _register(frame: "DataFrame", view: TempView) -> None:
    match view.is_global, view.or_replace:
        case True, True:
            frame.createOrReplaceGlobalTempView(view.name)
        case True, False:
            frame.createGlobalTempView(view.name)
        case False, True:
            frame.createOrReplaceTempView(view.name)
        case _:
            frame.createTempView(view.name)
