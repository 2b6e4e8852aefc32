"""The life of a query: lifted, cut into blocks, bound, planned, optimized, lowered, and put back together."""

import logging
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from pyspark.errors import ParseException, PySparkException

from dovetail.catalog.catalog import Catalog
from dovetail.errors import TemporalClauseRequired, UnsupportedStatement, warn
from dovetail.execution.context import Lowering, finished
from dovetail.execution.describer import SparkDescriber
from dovetail.execution.lower import lower
from dovetail.optimizer.driver import optimize
from dovetail.optimizer.rule import OptimizerContext
from dovetail.places import noted
from dovetail.plan.analysis import MultiJoinAnalysis
from dovetail.plan.asof import AsofJoinNode
from dovetail.plan.build import build_plan
from dovetail.plan.lookup import LookupJoinNode
from dovetail.plan.multi import MultiJoinConfig
from dovetail.plan.node import Node, walk
from dovetail.plan.temporal import TemporalJoinNode
from dovetail.sql.bind import BoundBlock, bind_block, is_dovetails
from dovetail.sql.blocks import Block, Cte, parse_query
from dovetail.sql.context import Edit, Rewritten, visible_ctes
from dovetail.sql.edit import BlockEditor
from dovetail.sql.extent import outside_brackets, peek
from dovetail.sql.from_refs import RelationRef
from dovetail.sql.lift import EmitMode, Lifted, lift
from dovetail.sql.naming import names_of_items, naming_items, naming_relations, naming_tail
from dovetail.sql.relations import RelationReader
from dovetail.sql.source import SqlText, Token, is_name, is_word, word

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

__all__ = ["PlannedBlock", "PlannedStatement", "StatementPlanner", "refuse_streams"]

_LOG = logging.getLogger("dovetail")
_WRITING = ("INSERT", "MERGE", "UPDATE", "DELETE")


@dataclass(frozen=True, slots=True)
class PlannedBlock:
    """One block with joins of Dovetail's: what it says, and its optimized plan."""

    analysis: MultiJoinAnalysis
    plan: Node
    line: int

    @property
    def config(self) -> MultiJoinConfig:
        """Its joins as steps, in the order in which they run."""
        return MultiJoinConfig.of_plan(self.plan)


@dataclass(frozen=True, slots=True)
class PlannedStatement:
    """A statement that is ready to run: the text for Spark, and the DataFrames that it names in braces."""

    text: str
    frames: "dict[str, DataFrame]"
    blocks: tuple[PlannedBlock, ...]
    emit: EmitMode | None
    rewritten: Rewritten
    plain: str
    """The user's text with blanks in the place of Dovetail's clauses."""
    writes: str
    """The word by which it changes something (INSERT, CREATE, …); empty for a query, which only gives rows."""

    def refuse_changes_elsewhere(self) -> None:
        """EMIT CHANGES adds a column to the rows of a query; a statement that writes them has no place for it yet.

        Raises:
            UnsupportedStatement: The statement is no query.
        """
        if self.writes:
            raise UnsupportedStatement(
                f"EMIT CHANGES gives rows with the column _op, which {self.writes} does not take",
                remedy="Make a DataFrame of the query alone, and write that.",
            )


@dataclass(slots=True)
class StatementPlanner:
    """Plans one statement. ``frames`` are the DataFrames that the statement itself names."""

    spark: "SparkSession"
    catalog: Catalog
    args: Mapping[str, Any] | None = None
    frames: "Mapping[str, DataFrame]" = field(default_factory=dict)
    frame_edits: tuple[Edit, ...] = ()
    implicit_lookup: str = "warn"

    def plan(self, sql: SqlText) -> PlannedStatement | None:
        """The planned statement; None for one without any construct of Dovetail's."""
        lifted = lift(sql, lambda name: self.catalog.get(name) is not None)
        if not sql.tokens or not (lifted.emit or lifted.concerns(sql.tokens)):
            return None
        run = _Run(self, sql, lifted)
        planned = [run.block(block) for block in run.query.all_blocks() if run.is_ours(block)]
        run.refuse_leftovers()
        run.refuse_hidden_tables()
        if not planned and lifted.emit is None:
            return None
        return PlannedStatement(
            str(run.rewritten),
            run.lowering.frames,
            tuple(planned),
            lifted.emit,
            run.rewritten,
            run.plain(),
            _writing_word(sql.tokens),
        )

    def rows(self, planned: PlannedStatement) -> "DataFrame":
        """The rows of a planned statement; what Spark refuses of it is shown in the user's text."""
        try:
            frame = self.run(planned.text, planned.frames)
            # Over Spark Connect nothing is analysed before the schema is asked for.
            frame.schema  # noqa: B018
        except PySparkException as error:
            plain = self._plain_error(planned) if isinstance(error, ParseException) else None
            raise plain or noted(error, planned.text, planned.rewritten, planned.frames) from None
        refuse_streams(frame, [block.plan for block in planned.blocks])
        return frame

    def _plain_error(self, planned: PlannedStatement) -> ParseException | None:
        """The syntax error that Spark finds in the user's own text, which only lacks Dovetail's clauses.

        A statement that is no query would be carried out, if there were none.
        """
        if planned.writes:
            return None
        try:
            self.run(planned.plain, planned.frames)
        except ParseException as error:
            return error
        except PySparkException:
            return None
        return None

    def run(self, text: str, frames: "Mapping[str, DataFrame]") -> "DataFrame":
        """A DataFrame of a text, with parameters and DataFrames in place."""
        if not frames:
            return self.spark.sql(text, args=dict(self.args)) if self.args else self.spark.sql(text)
        return self.spark.sql(finished(text, frames), args=dict(self.args) if self.args else None, **frames)


def _writing_word(tokens: Sequence[Token]) -> str:
    """The word that makes a statement more than a query, at its start or behind its WITH; empty for a query."""
    outside = [tokens[n] for n in outside_brackets(tokens)]
    first = outside[0]
    if is_word(first, "SELECT", "VALUES", "TABLE", "FROM") or first.text == "(":
        return ""
    found = next((token for token in outside if is_word(token, *_WRITING)), None) if is_word(first, "WITH") else first
    return word(found)


def _names_a_relation(tokens: Sequence[Token], index: int) -> bool:
    """Whether a name stands where a relation does: behind FROM or JOIN, or behind a TABLE that is a query."""
    following = peek(tokens, index + 1)
    if following is not None and following.text in (".", "("):
        return False
    if is_word(peek(tokens, index - 1), "TABLE"):
        before = peek(tokens, index - 2)
        return before is None or before.text == "(" or is_word(before, "AS", "UNION", "ALL", "EXCEPT", "INTERSECT")
    return is_word(peek(tokens, index - 1), "FROM", "JOIN") and not is_word(peek(tokens, index - 2), "DISTINCT")


def log_notes(plan: Node) -> None:
    """Logs what EXPLAIN notes of predicates that stay local; a source that takes too many is worth a warning."""
    for node in walk(plan):
        if not isinstance(node, LookupJoinNode):
            continue
        for note in node.notes:
            level = logging.WARNING if note.startswith("TooMany") else logging.INFO
            _LOG.log(level, "%s: %s", node.lookup_table, note)


def refuse_streams(frame: "DataFrame", plans: Sequence[Node]) -> None:
    """Temporal and ASOF joins of this release take whole tables; Spark would refuse them only at the start.

    Raises:
        UnsupportedStatement: One of them is over a stream.
    """
    nodes = [node for plan in plans for node in walk(plan) if isinstance(node, AsofJoinNode | TemporalJoinNode)]
    if nodes and frame.isStreaming:
        raise UnsupportedStatement(
            f"this release of Dovetail has no {nodes[0].name} over a stream yet",
            remedy="Read the tables in batch, or join each micro-batch in foreachBatch.",
        )


class _Run:
    """The blocks of one statement, inner ones first: what surrounds a block sees it as the query that it became."""

    def __init__(self, planner: StatementPlanner, sql: SqlText, lifted: Lifted) -> None:
        self.planner = planner
        self.sql = sql
        self.lifted = lifted
        self.query = parse_query(lifted)
        self.rewritten = Rewritten(sql.text, list(planner.frame_edits))
        if lifted.emit_place is not None:
            self.rewritten.add([Edit(lifted.emit_place.start, lifted.emit_place.stop, "")])
        self.lowering = Lowering(planner.spark, planner.catalog, dict(planner.frames))
        self.describer = SparkDescriber(
            planner.spark, planner.catalog, self.rewritten, lambda text: planner.run(text, self.lowering.frames)
        )
        self.views = 0
        self.seen: set[int] = set()
        self.spans: list[tuple[int, int]] = [(edit.start, edit.stop) for edit in planner.frame_edits]

    def is_ours(self, block: Block) -> bool:
        return is_dovetails(block, RelationReader(self.sql, self.planner.catalog, self.describer, self.rewritten))

    def refuse_leftovers(self) -> None:
        """A clause of Dovetail's that no FROM clause has taken must not be lost: Spark would read the rest otherwise.

        Raises:
            UnsupportedStatement: It stands in a form of query that has no SELECT … FROM.
        """
        left = next((clause for clause in self.lifted.clauses if clause.place.start not in self.seen), None)
        if left is None:
            return
        message = "Dovetail's joins stand in the FROM clause of a SELECT, not in this form of query"
        remedy = "Write SELECT … FROM … JOIN …; the rest of the statement may go on from it as a CTE."
        if any(ref.opening and ref.start < left.place.start < ref.stop for ref in self.relations()):
            message = "Dovetail's joins run from left to right, and take no brackets around a join"
            remedy = "Write FROM a JOIN b ON … JOIN c ON …, or the bracket as a subquery: (SELECT … FROM …) AS alias."
        raise UnsupportedStatement(message, remedy=remedy, place=left.place)

    def refuse_hidden_tables(self) -> None:
        """A table of the catalog that no FROM clause of ours has read: Spark would take the name for one of its own.

        Raises:
            UnsupportedStatement: It stands where Dovetail does not look for tables.
        """
        tokens = self.sql.tokens
        ctes = {cte.name.casefold() for level in self.levels() for cte in level}
        for index, token in enumerate(tokens):
            table = self.planner.catalog.get(token.text) if is_name(token) else None
            read = any(start <= token.start < stop for start, stop in self.spans)
            if table is None or read or token.text.casefold() in ctes or not _names_a_relation(tokens, index):
                continue
            raise UnsupportedStatement(
                f"the {table.kind.lower()} {table.name} is read by a SELECT … FROM {table.name}, and not in this form",
                remedy=f"Write (SELECT * FROM {table.name}) in its place.",
                place=self.sql.place_of(token),
            )

    def levels(self) -> Iterator[list[Cte]]:
        """The CTEs of the statement."""
        for block in self.query.all_blocks():
            yield from visible_ctes(block)

    def relations(self) -> Iterator[RelationRef]:
        """All relations of the statement as they are written."""
        for block in self.query.all_blocks():
            yield from block.from_clause.relations if block.from_clause else ()

    def plain(self) -> str:
        """The user's text without Dovetail's clauses, every position unchanged."""
        places = [clause.place for clause in self.lifted.clauses]
        places += [self.lifted.emit_place] if self.lifted.emit_place else []
        blanks = [Edit(place.start, place.stop, " " * (place.stop - place.start)) for place in places]
        plain = Rewritten(self.sql.text, list(self.planner.frame_edits))
        plain.add(blanks)
        return str(plain)

    def block(self, block: Block) -> PlannedBlock:
        """Plans a block and puts the result in its place."""
        bound = bind_block(self.sql, self.planner.catalog, self.describer, block, self.rewritten)
        assert block.from_clause is not None
        self.seen |= {clause.place.start for clause in block.from_clause.clauses}
        self.spans.append((block.from_clause.start, block.from_clause.stop))
        editor = BlockEditor(bound, f"__dt_view{self.views}")
        self.views += 1
        plan = self.optimized(bound, editor)
        self.warn_implicit(plan)
        log_notes(plan)
        naming = self.naming(bound, editor)
        query = lower(plan, self.lowering)
        self.rewritten.add([*editor.edits(query), *naming])
        return PlannedBlock(bound.analysis, plan, self.sql.place(block.start, block.start + 1).position.line)

    def optimized(self, bound: BoundBlock, editor: BlockEditor) -> Node:
        head = " ".join(self.sql.text[bound.items[0].tokens[0].start : bound.items[-1].stop].split())
        first = build_plan(bound.analysis, bound.where, editor.columns(), bound.named, head)
        catalog = self.planner.catalog
        return optimize(first, OptimizerContext(catalog.lookup_metadata(), catalog.capabilities))

    def naming(self, bound: BoundBlock, editor: BlockEditor) -> list[Edit]:
        """The aliases of items that Spark would name by the edited text."""
        items = editor.unnamed()
        if not items:
            return []
        texts, relations = naming_items(bound, self.rewritten), naming_relations(bound)
        try:
            names = self.describer.names(bound.block, texts, relations, naming_tail(bound, self.rewritten))
        except PySparkException:
            return []  # the statement itself is refused for the same reason, and that error knows its place
        by_item = dict(zip(map(id, bound.items), names_of_items(bound.items, names), strict=True))
        return list(editor.naming(items, [by_item[id(item)] for item in items]))

    def warn_implicit(self, plan: Node) -> None:
        """A lookup table that is joined without a temporal clause is joined as of now, and that is said."""
        for node in walk(plan):
            if not isinstance(node, LookupJoinNode) or not node.implicit:
                continue
            message = f"the lookup table {node.lookup_table} is joined as of NOW(), which the statement leaves out"
            remedy = f"Write {node.lookup_table} FOR SYSTEM_TIME AS OF NOW()."
            if self.planner.implicit_lookup == "error":
                raise TemporalClauseRequired(message, remedy=remedy, place=node.relation.place)
            warn(f"[TemporalClauseRequired] {message}. {remedy}")
