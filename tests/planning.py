"""Plans SELECT statements over plain lists of columns, without Spark: the real binder and the real optimizer.

tables = Tables(trades="id INT, customer_id INT, price DOUBLE")
tables.lookup("customers", "id INT, region STRING")
tables.plan("SELECT … FROM trades t JOIN customers c ON …")
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from dovetail.catalog.capabilities import CAPABILITIES, SourceCapabilities
from dovetail.catalog.catalog import Catalog
from dovetail.catalog.tables import ColumnDef, LookupTable, VersionedTable
from dovetail.errors import LookupTableNotFound, TableNotFound
from dovetail.explain import details
from dovetail.optimizer.driver import optimize
from dovetail.optimizer.rule import OptimizerContext
from dovetail.plan.analysis import MultiJoinAnalysis
from dovetail.plan.build import build_plan
from dovetail.plan.expressions import Clause, Expr, Predicate
from dovetail.plan.lookup import LookupJoinNode, LookupTableMetadata
from dovetail.plan.node import Node, walk
from dovetail.plan.relations import JoinKind, Relation, RelationKind
from dovetail.plan.schema import Column, quote
from dovetail.sql.bind import BoundBlock, bind_block
from dovetail.sql.bind_on import bind_predicate
from dovetail.sql.blocks import Block, parse_query
from dovetail.sql.context import Rewritten
from dovetail.sql.describe import ColumnInfo, Question
from dovetail.sql.edit import BlockEditor
from dovetail.sql.lift import lift
from dovetail.sql.names import Namespace
from dovetail.sql.source import SqlText


def columns_of(text: str) -> tuple[ColumnDef, ...]:
    """``id INT NOT NULL, price DECIMAL(5, 2)`` as columns."""
    found = []
    for part in re.split(r",(?![^(<]*[)>])", text):
        name, _, rest = part.strip().partition(" ")
        type_text = rest.replace(" NOT NULL", "")
        found.append(ColumnDef(name, type_text.lower(), type_text == rest))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class PlainDescriber:
    """Knows views by their columns, and the type of ``CAST(… AS type)``; else a column's type is its own."""

    views: dict[str, tuple[ColumnDef, ...]]

    def columns(self, block: Block, questions: Sequence[Question]) -> list[tuple[ColumnInfo, ...]]:
        return [self._columns(question) for question in questions]

    def _columns(self, question: Question) -> tuple[ColumnInfo, ...]:
        found = self.views.get(".".join(question.parts).casefold())
        if found is None:
            kind = LookupTableNotFound if question.looked_up else TableNotFound
            raise kind(f"there is no table or view {question.sql}", place=question.place)
        return tuple(ColumnInfo(column.name, column.type, column.nullable) for column in found)

    def types(self, expressions: Sequence[Expr]) -> list[str]:
        return [self._type(expression) for expression in expressions]

    def _type(self, expression: Expr) -> str:
        cast = re.fullmatch(r"CAST\(.* AS ([\w(), ]+)\)", expression.text, re.IGNORECASE)
        if cast:
            return cast[1].lower()
        return expression.refs[0].column.type if expression.refs else "int"

    def names(self, block: Block, items: Sequence[str], relations: str, tail: str) -> list[str]:
        return list(items)

    def is_expression(self, text: str) -> bool:
        return text.casefold() in ("current_date", "current_timestamp")


class Tables:
    """Views by name and column list; ``lookup`` and ``versioned`` add tables of Dovetail's catalog."""

    def __init__(self, **views: str) -> None:
        self.views = {name.casefold(): columns_of(text) for name, text in views.items()}
        self.catalog = Catalog()

    def lookup(
        self,
        name: str,
        columns: str,
        key: str = "id",
        connector: str = "postgres",
        pushdown: str = "auto",
        capabilities: SourceCapabilities | None = None,
    ) -> "Tables":
        """A lookup table; its source can do what the connector's kind can, unless something else is said."""
        metadata = LookupTableMetadata(connector, pushdown_mode=pushdown, primary_key=(key,))
        table = LookupTable(name, columns_of(columns), (key,), connector, {}, metadata)
        found = CAPABILITIES[connector] if capabilities is None else capabilities
        self.catalog.put(table, replace=True, capabilities=found)
        return self

    def versioned(self, name: str, columns: str, key: str, time: str, op: str | None = None) -> "Tables":
        """A versioned table; with ``op`` it is a changelog."""
        keys = tuple(key.split(", "))
        table = VersionedTable(name, columns_of(columns), keys, time, "view", {}, op_column=op, append_only=op is None)
        self.catalog.put(table, replace=True)
        return self

    # From text to plan

    def bound(self, sql: str) -> BoundBlock:
        """The outermost block of a statement, bound."""
        text = SqlText.of(sql)
        lifted = lift(text, lambda name: self.catalog.get(name) is not None)
        *_, block = parse_query(lifted).all_blocks()
        return bind_block(text, self.catalog, PlainDescriber(self.views), block, Rewritten(sql))

    def analysis(self, sql: str) -> MultiJoinAnalysis:
        """What its FROM clause says."""
        return self.bound(sql).analysis

    def first_plan(self, sql: str) -> Node:
        """The plan before any rule has seen it."""
        bound = self.bound(sql)
        columns = BlockEditor(bound, "v").columns()
        head = " ".join(sql.split()).partition(" FROM ")[0]
        return build_plan(bound.analysis, bound.where, columns, bound.named, head)

    @property
    def context(self) -> OptimizerContext:
        return OptimizerContext(self.catalog.lookup_metadata(), self.catalog.capabilities)

    def plan(self, sql: str) -> Node:
        """The optimized plan."""
        return optimize(self.first_plan(sql), self.context)

    # Parts of a plan

    def lookup_join(self, sql: str) -> LookupJoinNode:
        """The only lookup join of an optimized plan."""
        (found,) = lookups(self.plan(sql))
        return found

    def predicate(self, condition: str, names: Namespace, clause: Clause = Clause.WHERE) -> Predicate:
        """A predicate over relations in reach."""
        text = SqlText.of(condition)
        return bind_predicate(text, text.tokens, names, clause)


def lookups(plan: Node) -> list[LookupJoinNode]:
    """The lookup joins of a plan, the first to run first."""
    return [node for node in walk(plan) if isinstance(node, LookupJoinNode)][::-1]


def find(plan: Node, kind: type[Node]) -> list[Node]:
    """All nodes of a kind."""
    return [node for node in walk(plan) if isinstance(node, kind)]


def texts(predicates: Iterable[object]) -> list[str]:
    """Predicates as the user wrote them."""
    return [str(predicate) for predicate in predicates]


def relation(index: int, name: str, columns: str, kind: RelationKind = RelationKind.SPARK) -> Relation:
    """A relation by hand, for tests of a single node."""
    schema = tuple(
        Column(index, position, column.name, column.type, column.nullable)
        for position, column in enumerate(columns_of(columns))
    )
    table = name if kind is not RelationKind.SPARK else None
    return Relation(index, name, name, schema, kind, table, sql=None if table else quote(name))


def in_reach(*relations: Relation) -> Namespace:
    """The names of several relations, as behind an inner join."""
    names = Namespace()
    for one in relations:
        names = names.joined(one, (one.alias,), JoinKind.INNER, ())
    return names


def excusing(names: Namespace) -> Namespace:
    """The same names where one that nobody has may still mean something: an alias, a variable."""
    return replace(names, excuse=lambda parts: True)


def lines(plan: Node, depth: int = 0) -> list[str]:
    """A plan as EXPLAIN shows it."""
    shown = [f"{'  ' * depth}{node_line}" for node_line in (plan.explain(), *(f"  : {d}" for d in details(plan)))]
    return shown + [line for child in plan.inputs() for line in lines(child, depth + 1)]
