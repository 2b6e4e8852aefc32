"""Binds a FROM clause: its joins become steps, from left to right as written."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from dovetail.catalog.catalog import Catalog
from dovetail.catalog.tables import VersionedTable
from dovetail.errors import (
    MatchConditionRequired,
    NoJoinKeys,
    SqlSyntaxError,
    TemporalClauseRequired,
    UnsupportedJoinType,
)
from dovetail.plan.analysis import JoinInput, JoinMode, JoinStep, Match, MultiJoinAnalysis, PreviousJoin, TableInput
from dovetail.plan.asof import AsofSqlDirection
from dovetail.plan.coalesced import coalesced_keys
from dovetail.plan.relations import EquiKey, JoinKind, Relation, RelationKind
from dovetail.sql.bind_on import On, bind_conjuncts, bind_using, is_true, refuse_odd_keys, split_on
from dovetail.sql.bind_versions import VersionReader
from dovetail.sql.from_refs import FromClause, JoinRef
from dovetail.sql.match import MatchReader
from dovetail.sql.names import Namespace
from dovetail.sql.source import SqlText, Token

__all__ = ["bind_joins"]


def bind_joins(
    sql: SqlText,
    catalog: Catalog,
    clause: FromClause,
    relations: Sequence[Relation],
    outside: Callable[[Sequence[str]], bool],
) -> tuple[Namespace, MultiJoinAnalysis]:
    """The names that the clause brings into scope, and its joins.

    ``outside`` is asked of a name that no relation has.
    """
    refs = clause.relations
    names = Namespace(excuse=outside).joined(
        relations[0], refs[0].parts if not refs[0].alias else (), JoinKind.INNER, ()
    )
    steps: list[JoinStep] = []
    for number, join in enumerate(clause.joins):
        left: JoinInput = PreviousJoin(number - 1) if number else TableInput(relations[0].name)
        binder = _StepBinder(
            sql, catalog, names, join, relations[number + 1], left, relations[0] if not number else None
        )
        step = binder.run()
        steps.append(step)
        parts = join.relation.parts if not join.relation.alias else ()
        names = names.joined(relations[number + 1], parts, step.kind, step.using, step.coalesced)
    return names, MultiJoinAnalysis(tuple(relations), tuple(steps))


@dataclass(slots=True)
class _StepBinder:
    """One join. ``first`` is the relation left of it, where that is a relation and not a join."""

    sql: SqlText
    catalog: Catalog
    left_names: Namespace
    join: JoinRef
    right: Relation
    left: JoinInput
    first: Relation | None

    @property
    def names(self) -> Namespace:
        """What ON may name: both sides, whatever the join keeps of them."""
        return self.left_names.joined(self.right, self._qualifier, JoinKind.INNER, ())

    @property
    def _qualifier(self) -> tuple[str, ...]:
        return self.join.relation.parts if not self.join.relation.alias else ()

    def run(self) -> JoinStep:
        if self.join.asof is not None:
            return self.asof()
        if self.join.match is not None:
            raise self.sql.error(
                SqlSyntaxError, "a match condition belongs to an ASOF JOIN", self.join.match.place, "Write ASOF JOIN."
            )
        if self.join.temporal is not None and not self.is_current:
            return self.temporal()
        return self.plain()

    # What all steps have

    @property
    def is_current(self) -> bool:
        """NOW() on what has no versions: the current row."""
        clause = self.join.temporal
        versioned = self.right.kind is RelationKind.VERSIONED or (clause is not None and bool(clause.versioned_on))
        return clause is not None and clause.is_now and not versioned

    def step(self, mode: JoinMode, on: On, using: Sequence[str] = ()) -> JoinStep:
        kept = tuple(predicate for predicate in on.predicates if not is_true(predicate))
        place = self.sql.place_of(self.join.first)
        return JoinStep(self.left, self.right, self.join.kind, mode, on.keys, kept, tuple(using), place=place)

    def condition(self, *, plain_right: bool) -> tuple[On, list[str]]:
        """ON or USING, and the names that USING merges."""
        if using := self.using():
            keys = bind_using(self.sql, using, self.left_names, self.right)
            return On(keys), [token.text for token in using]
        return bind_conjuncts(self.sql, split_on(self.sql, self.join.on), self.names, self.right, plain_right), []

    def using(self) -> tuple[Token, ...]:
        """The names of USING, or those that NATURAL stands for."""
        if not self.join.natural:
            return self.join.using or ()
        return tuple(
            Token(self.join.first.token_type, column.name, start=self.join.first.start, end=self.join.first.end)
            for column in self.left_names.star
            if self.right.column(column.name)
        )

    def only(self, what: str, *kinds: JoinKind) -> None:
        """Refuses join types that have no meaning here."""
        if self.join.kind in kinds:
            return
        if self.join.kind is JoinKind.CROSS:
            raise self.no_keys(what)
        raise self.sql.error(
            UnsupportedJoinType,
            f"{what} is INNER or LEFT, not {self.join.kind.value}",
            self.join.first,
            "Write JOIN or LEFT JOIN; to keep rows of the other side, let that side stand left.",
        )

    def no_keys(self, what: str) -> Exception:
        right = self.right.alias or self.right.name
        return self.sql.error(
            NoJoinKeys,
            f"{what} needs an equality between its two sides",
            self.sql.place_of(self.join.first, self.join.relation.last),
            f"Write ON left.key = {right}.key.",
        )

    # The kinds of joins

    def plain(self) -> JoinStep:
        """Spark's own join, or a lookup of current rows."""
        if self.right.kind is RelationKind.VERSIONED:
            raise self.clause_required(self.right)
        process_time = self.join.temporal is not None
        lookup = process_time or self.right.kind is RelationKind.LOOKUP
        swapped = not lookup and self.first is not None and self.first.kind is RelationKind.LOOKUP
        if lookup or swapped:
            self.only(f"a lookup of {self.right.name if lookup else self._first_name}", JoinKind.INNER, JoinKind.LEFT)
        if swapped and self.join.kind is JoinKind.LEFT:
            raise self.lookup_on_the_left()
        on, using = self.condition(plain_right=lookup)
        if lookup:
            refuse_odd_keys(self.sql, on, self.right)
        if (lookup or swapped) and not on.keys:
            raise self.no_keys(f"a lookup of {self.right.name if lookup else self._first_name}")
        step = self.step(JoinMode.PROCESS_TIME if process_time else JoinMode.PLAIN, on, using)
        full = coalesced_keys(on.keys, self.right) if using and self.join.kind is JoinKind.FULL else ()
        return replace(step, swapped=swapped, coalesced=full)

    @property
    def _first_name(self) -> str:
        return self.first.name if self.first else ""

    def lookup_on_the_left(self) -> Exception:
        return self.sql.error(
            UnsupportedJoinType,
            f"the lookup table {self._first_name} cannot stand left of a LEFT JOIN: it is looked up, not read through",
            self.join.first,
            f"Write FROM {self.right.name} LEFT JOIN {self._first_name} …, or an inner JOIN.",
        )

    def clause_required(self, relation: Relation) -> Exception:
        return self.sql.error(
            TemporalClauseRequired,
            f"{relation.name} has versions: say as of when it is joined",
            self.sql.place(self.join.relation.start, self.join.relation.stop),
            f"Write {relation.name} FOR SYSTEM_TIME AS OF left.time for the version of that time,"
            f" or {relation.name} FOR SYSTEM_TIME AS OF NOW() for the current one.",
        )

    def temporal(self) -> JoinStep:
        """The version that was valid at a time."""
        clause = self.join.temporal
        assert clause is not None
        self.only(f"a temporal join with {self.right.name}", JoinKind.INNER, JoinKind.LEFT)
        table = self.catalog.get(self.right.table) if self.right.table else None
        reader = VersionReader(self.sql, clause, self.right, table if isinstance(table, VersionedTable) else None)
        if not isinstance(table, VersionedTable) and not clause.versioned_on:
            reader.versions(())  # says that there are none
        as_of = reader.as_of(self.left_names)
        on, using = self.condition(plain_right=True)
        refuse_odd_keys(self.sql, on, self.right)
        if not on.keys:
            raise self.no_keys(f"a temporal join with {self.right.name}")
        return replace(self.step(JoinMode.TEMPORAL, on, using), as_of=as_of, versions=reader.versions(on.keys))

    def asof(self) -> JoinStep:
        """The row whose time is closest."""
        assert self.join.asof is not None
        if self.join.temporal is not None:
            message = "an ASOF join compares times in its match condition, and takes no FOR SYSTEM_TIME"
            raise self.sql.error(SqlSyntaxError, message, self.join.temporal.place, "Leave one of them out.")
        if self.right.kind is RelationKind.VERSIONED and self.catalog_op():
            raise self.clause_required(self.right)
        self.only("an ASOF join", JoinKind.INNER, JoinKind.LEFT)
        if self.using():
            on, using, match = self.asof_using()
            return replace(self.step(JoinMode.ASOF, on, using), match=match)
        reader = MatchReader(self.sql, self.names, self.right.index)
        conjuncts = split_on(self.sql, self.join.on)
        if self.join.match is not None:
            match = reader.of_clause(self.join.match)
        else:
            match, conjuncts = reader.of_conjuncts(conjuncts, self.join.first)
        on = bind_conjuncts(self.sql, conjuncts, self.names, self.right, plain_right=False)
        return replace(self.step(JoinMode.ASOF, on), match=match)

    def catalog_op(self) -> bool:
        """Whether the right side is a changelog: its rows are changes, and the closest may be a delete."""
        table = self.catalog.get(self.right.table) if self.right.table else None
        return isinstance(table, VersionedTable) and not table.append_only

    def asof_using(self) -> tuple[On, list[str], Match]:
        """USING (k, ts): without a match condition the last column is the time."""
        using = self.using()
        names = [token.text for token in using]
        if self.join.match is not None:
            match = MatchReader(self.sql, self.names, self.right.index).of_clause(self.join.match)
            return On(bind_using(self.sql, using, self.left_names, self.right)), names, match
        if self.join.natural:
            message = "NATURAL does not say which column is the time"
            raise self.sql.error(
                MatchConditionRequired, message, self.join.first, "Write MATCH_CONDITION (left.time >= right.time)."
            )
        *keys, time = bind_using(self.sql, using, self.left_names, self.right)
        return On(tuple(keys)), names, _at_or_before(time)


def _at_or_before(time: EquiKey) -> Match:
    return Match(AsofSqlDirection.BACKWARD, False, (time.left,), (time.right,))
