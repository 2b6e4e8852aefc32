"""Binds a block: its relations and joins, what WHERE says, and which columns the clauses around FROM name."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from sqlglot import exp

from dovetail.catalog.catalog import Catalog
from dovetail.errors import ColumnNotFound, CorrelatedSubquery, SqlSyntaxError, UnsupportedStatement
from dovetail.plan.analysis import MultiJoinAnalysis
from dovetail.plan.expressions import UNKNOWN, Clause, Expr, Predicate
from dovetail.plan.relations import RelationKind
from dovetail.plan.schema import Column
from dovetail.sql.bind_joins import bind_joins
from dovetail.sql.bind_on import bind_predicate, checked_conjuncts
from dovetail.sql.bind_types import with_types
from dovetail.sql.blocks import Block
from dovetail.sql.bounds import with_bounds
from dovetail.sql.context import Rewritten
from dovetail.sql.describe import Describer
from dovetail.sql.expressions import bind_tree
from dovetail.sql.extent import peek
from dovetail.sql.factors import with_factors
from dovetail.sql.from_refs import FromClause
from dovetail.sql.items import Item, select_items
from dovetail.sql.names import Namespace
from dovetail.sql.references import Star, chain_at, chains, stars
from dovetail.sql.relations import RelationReader
from dovetail.sql.source import SqlText, is_name, is_word

__all__ = ["BoundBlock", "bind_block", "is_dovetails", "star_columns"]


@dataclass(frozen=True, slots=True)
class BoundBlock:
    """A block of Dovetail's. ``used`` are the columns that stand above the joins, ``named`` those in FROM too."""

    block: Block
    names: Namespace
    analysis: MultiJoinAnalysis
    where: tuple[Predicate, ...]
    items: tuple[Item, ...]
    stars: tuple[Star, ...]
    used: frozenset[Column]
    named: frozenset[Column]


def is_dovetails(block: Block, reader: RelationReader) -> bool:
    """Whether a block has a construct of Dovetail's: a clause that was lifted, or a table of its catalog."""
    clause = block.from_clause
    if clause is None:
        return False
    lifted = clause.first_temporal or any(join.asof or join.temporal or join.match for join in clause.joins)
    return bool(lifted) or any(reader.table_of(block, ref) or reader.names_ours(ref) for ref in clause.relations)


def bind_block(sql: SqlText, catalog: Catalog, describer: Describer, block: Block, rewritten: Rewritten) -> BoundBlock:
    """Binds all that Dovetail needs to know of a block.

    Raises:
        DovetailError: With the place of what cannot be bound.
    """
    clause = block.from_clause
    assert clause is not None
    reader = RelationReader(sql, catalog, describer, rewritten)
    relations = reader.read(block, clause)
    _refuse_dated_first(sql, clause, relations[0].kind)
    outside = _Outside(sql, block)
    in_on = _Excuses(block, (), describer, outside)
    names, analysis = bind_joins(sql, catalog, clause, relations, in_on)
    analysis = replace(analysis, joins=with_types(analysis.joins, describer))
    items = tuple(select_items(sql, block))
    if not items:
        raise sql.error(SqlSyntaxError, "SELECT has nothing to select", block.tokens[0], "Name columns, or write *.")
    above = replace(names, excuse=_Excuses(block, items, describer, outside))
    _check_names(sql, items, above)
    _check_qualified(sql, block, names)
    where = tuple(_where(sql, block, above))
    found_stars = tuple(_own_stars(sql, block, names))
    used = frozenset(_used(block, names, found_stars))
    in_from = {column for step in analysis.joins for expr in step.expressions for column in expr.columns}
    analysis = with_bounds(analysis, where)
    return BoundBlock(block, names, analysis, where, items, found_stars, used, used | in_from)


def _refuse_dated_first(sql: SqlText, clause: FromClause, kind: RelationKind) -> None:
    """``FROM t FOR SYSTEM_TIME AS OF NOW()``: the current rows are those of a lookup table, and nothing else's."""
    temporal = clause.first_temporal
    if temporal is not None and not (temporal.is_now and kind is RelationKind.LOOKUP):
        raise sql.error(
            SqlSyntaxError,
            "a temporal clause belongs to the right side of a join",
            temporal.place,
            "Let the rows whose time it is stand left: FROM rows JOIN table FOR SYSTEM_TIME AS OF ….",
        )


@dataclass(frozen=True, slots=True)
class _Excuses:
    """What a name above the joins may mean besides a column of theirs."""

    block: Block
    items: tuple[Item, ...]
    describer: Describer
    outside: "_Outside"

    def __call__(self, parts: Sequence[str]) -> bool:
        folded = parts[0].casefold()
        if folded in {alias.casefold() for item in self.items for alias in item.aliases}:
            return True
        if folded in _view_names(self.block):
            return True
        return self.outside(parts) or self.describer.is_expression(".".join(parts))


@dataclass(frozen=True, slots=True)
class _Outside:
    """The queries around a block: a subquery may refer to their rows, but not one with a join of ours."""

    sql: SqlText
    block: Block

    def __call__(self, parts: Sequence[str]) -> bool:
        """Whether a name belongs to a query around this one.

        Raises:
            CorrelatedSubquery: It does, and the joins of this block would depend on it.
        """
        outer = self.block.query.owner
        while outer is not None:
            clause = outer.from_clause
            labels = {ref.label.casefold() for ref in clause.relations} if clause else set()
            if len(parts) > 1 and parts[0].casefold() in labels:
                if self.block.from_clause is not None and not self.block.from_clause.joins:
                    return True
                raise self.correlated(parts)
            outer = outer.query.owner
        return False

    def correlated(self, parts: Sequence[str]) -> CorrelatedSubquery:
        name = ".".join(parts)
        tokens = self.block.tokens
        found = (chain_at(tokens, index) for index in range(len(tokens)))
        at = next((chain for chain in found if chain is not None and list(chain.parts) == list(parts)), None)
        place = self.sql.place(at.start, at.stop(len(parts))) if at else self.sql.place_of(self.block.tokens[0])
        return CorrelatedSubquery(
            f"{name} belongs to the query around this subquery, whose joins cannot depend on it",
            remedy="Join in the query around it, or put the joins into a CTE and compare with that.",
            place=place,
        )


def _view_names(block: Block) -> set[str]:
    """The names that LATERAL VIEWs bring: the view's and its columns'."""
    found: set[str] = set()
    tail = block.tail
    for index, token in enumerate(tail):
        if is_word(token, "LATERAL") and is_word(peek(tail, index + 1), "VIEW"):
            rest = tail[index + 2 :]
            stop = next((n for n, t in enumerate(rest) if is_word(t, "LATERAL", "WHERE", "GROUP", "ORDER")), len(rest))
            found |= {t.text.casefold() for t in rest[:stop] if is_name(t)}
    return found


def _check_names(sql: SqlText, items: Iterable[Item], names: Namespace) -> None:
    """Resolves the names of the SELECT list, so that a misspelt one is told here and not by Spark."""
    for item in items:
        if item.tree is not None:
            tree = item.tree.this if isinstance(item.tree, exp.Alias | exp.Aliases) else item.tree
            bind_tree(sql, item.tokens, tree, names)


def _check_qualified(sql: SqlText, block: Block, names: Namespace) -> None:
    """Resolves ``alias.column`` wherever it stands: in GROUP BY, HAVING, ORDER BY and subqueries too."""
    for chain in chains(block, names):
        if len(chain.parts) > 1 and names.relation_named(chain.parts[0]) and not names.find(chain.parts):
            raise names.not_found(chain.parts, sql.place(chain.start, chain.stop(len(chain.parts))))


def _where(sql: SqlText, block: Block, names: Namespace) -> Iterable[Predicate]:
    """The conjuncts of WHERE. Spark evaluates them all in the end: what only Spark can parse may read any column."""
    for tokens in with_factors(checked_conjuncts(sql, block.where)) if block.where else ():
        try:
            yield bind_predicate(sql, tokens, names, Clause.WHERE)
        except SqlSyntaxError:
            place = sql.place_of(tokens[0], tokens[-1])
            text = sql.text[place.start : place.stop]
            yield Predicate(Expr(text, mask=UNKNOWN, deterministic=False, place=place), Clause.WHERE)


def _used(block: Block, names: Namespace, found_stars: Iterable[Star]) -> Iterable[Column]:
    for chain in chains(block, names):
        for found in names.find(chain.parts):
            yield found.column
    for star in found_stars:
        yield from star_columns(star, names)


def star_columns(star: Star, names: Namespace) -> list[Column]:
    """The columns that a star stands for."""
    columns = list(names.star)
    if star.qualifier:
        columns = list(names.star_of(star.qualifier[-1]))
    left_out = {found.column for chain in star.excepted for found in names.find(chain.parts)}
    return [column for column in columns if column not in left_out]


def _own_stars(sql: SqlText, block: Block, names: Namespace) -> Iterator[Star]:
    """The stars of the relations; those of structs and of LATERAL VIEWs stay as they are.

    Raises:
        ColumnNotFound: A star of what is not there, or one that leaves out what it does not have.
    """
    for star in stars(block):
        if not star.qualifier or names.has_relation(star.qualifier):
            _check_star(sql, star, names)
            yield star
        elif not names.find(star.qualifier) and star.qualifier[0].casefold() not in _view_names(block):
            raise names.not_found((*star.qualifier, "*"), sql.place(star.start, star.stop))


def _check_star(sql: SqlText, star: Star, names: Namespace) -> None:
    """Checks what a star leaves out: a misspelt name would leave out nothing."""
    if star.function == "COUNT" and star.qualifier:
        message = f"count({star.qualifier[-1]}.*) has no meaning in Spark"
        place = sql.place(star.start, star.stop)
        raise sql.error(UnsupportedStatement, message, place, "Write count(*), or name the columns.")
    shown = set(star_columns(replace(star, excepted=()), names))
    for chain in star.excepted:
        place = sql.place(chain.start, chain.stop(len(chain.parts)))
        every = names.find(chain.parts)
        found = [one for one in every if one.column in shown]
        if every and not found:
            message = f"{'.'.join(chain.parts)} is none of the columns of this star"
            raise sql.error(ColumnNotFound, message, place, f"Leave out columns of {star.qualifier[-1]}.")
        if len(found) != 1:
            raise names.ambiguous(chain.parts, found, place) if found else names.not_found(chain.parts, place)
        if found[0].parts < len(chain.parts):
            message = f"EXCEPT cannot leave out {'.'.join(chain.parts)}, a field, beside Dovetail's joins"
            raise sql.error(UnsupportedStatement, message, place, "Put the joins into a CTE first.")
