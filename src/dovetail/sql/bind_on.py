"""Sorts what ON or USING says into keys, which are equalities of the two sides, and the other predicates."""

from collections.abc import Sequence
from dataclasses import dataclass

from dovetail.errors import AmbiguousColumn, ColumnNotFound, InvalidJoinKey, SqlSyntaxError, closest
from dovetail.plan.expressions import UNKNOWN, Clause, Expr, Predicate, column_expr
from dovetail.plan.relations import EquiKey, Relation
from dovetail.plan.schema import Column, relation_bit
from dovetail.sql.conditions import condition_of
from dovetail.sql.conjuncts import find_comparison, missing_operand, split_conjunction
from dovetail.sql.expressions import bind
from dovetail.sql.factors import with_factors
from dovetail.sql.names import Namespace
from dovetail.sql.source import SqlText, Token

__all__ = [
    "On",
    "bind_conjuncts",
    "bind_predicate",
    "bind_using",
    "checked_conjuncts",
    "is_true",
    "key_pair",
    "refuse_odd_keys",
    "split_on",
]

Tokens = tuple[Token, ...]


@dataclass(frozen=True, slots=True)
class On:
    """The keys and predicates of one join; ``odd_keys`` are equalities whose right side is no plain column."""

    keys: tuple[EquiKey, ...] = ()
    predicates: tuple[Predicate, ...] = ()
    odd_keys: tuple[EquiKey, ...] = ()


def bind_predicate(sql: SqlText, tokens: Tokens, names: Namespace, clause: Clause) -> Predicate:
    """One conjunct, with its meaning where it is simple enough."""
    expr = bind(sql, tokens, names)
    return Predicate(expr, clause, condition_of(expr))


def bind_conjuncts(
    sql: SqlText, conjuncts: Sequence[Tokens], names: Namespace, right: Relation, plain_right: bool
) -> On:
    """Sorts the conjuncts of an ON; ``plain_right`` says that a key's right side must be a column."""
    keys: list[EquiKey] = []
    odd: list[EquiKey] = []
    predicates: list[Predicate] = []
    for tokens in with_factors(conjuncts):
        key = key_pair(sql, tokens, names, relation_bit(right.index))
        is_odd = key is not None and plain_right and (key.right.column is None or not key.left.deterministic)
        if key is not None and not is_odd:
            keys.append(key)
            continue
        if key is not None:
            odd.append(key)
        predicates.append(bind_predicate(sql, tokens, names, Clause.ON))
    return On(tuple(keys), tuple(predicates), tuple(odd))


def key_pair(sql: SqlText, tokens: Tokens, names: Namespace, right_bit: int) -> EquiKey | None:
    """The conjunct as an equality between the two sides of a join, left side first."""
    comparison = find_comparison(tokens)
    if comparison is None or comparison.operator != "=":
        return None
    left, right = bind(sql, comparison.left, names), bind(sql, comparison.right, names)
    if left.mask == right_bit:
        left, right = right, left
    # A variable of the session, whose bit says that it is unknown, is no side of a join.
    sides = right.mask == right_bit and left.mask & ~UNKNOWN and not left.mask & right_bit
    return EquiKey(left, right) if sides and not left.has_subquery and not right.has_subquery else None


def refuse_odd_keys(sql: SqlText, on: On, right: Relation) -> None:
    """Raises where an equality would be the key, if only its sides were right."""
    if on.keys or not on.odd_keys:
        return
    key = on.odd_keys[0]
    if not key.left.deterministic:
        message, at = f"{key.left} is not the same each time it is evaluated", key.left
        remedy = "Compute it into a column first, in a view or a CTE that is written to a table."
    else:
        message, at = f"a key of {right.name} is one of its columns, and {key.right} is an expression", key.right
        remedy = "Put the expression on the other side, or compute it in the table's source."
    raise InvalidJoinKey(message, remedy=remedy, place=at.place)


def bind_using(sql: SqlText, tokens: Sequence[Token], left: Namespace, right: Relation) -> tuple[EquiKey, ...]:
    """The keys that USING names.

    Raises:
        ColumnNotFound: One of the sides lacks a column.
        AmbiguousColumn: The left side has it twice.
    """
    return tuple(_using_key(sql, token, left, right) for token in tokens)


def _using_key(sql: SqlText, token: Token, left: Namespace, right: Relation) -> EquiKey:
    found, own = left.bare(token.text), right.column(token.text)
    place = sql.place_of(token)
    if len(found) > 1:
        aliases = [relation.alias for relation in left.relations]
        example = f"ON {aliases[0]}.{token.text} = {right.alias}.{token.text}"
        raise AmbiguousColumn(
            f"{token.text} is ambiguous: several of {', '.join(aliases)} have it",
            remedy=f"Write ON with the one that is meant, e.g. {example}.",
            place=place,
        )
    if not found or own is None:
        side, columns = _lacking(left, right, bool(found))
        near = closest(token.text, columns)
        hint = f"Did you mean {' or '.join(near)}?" if near else "USING takes columns that both sides have; write ON."
        raise ColumnNotFound(f"{side} has no column {token.text}, which USING names", remedy=hint, place=place)
    return EquiKey(_key_side(left, found[0]), column_expr(own, right.alias))


def _lacking(left: Namespace, right: Relation, left_has_it: bool) -> tuple[str, list[str]]:
    if left_has_it:
        return right.alias or right.name, [column.name for column in right.columns]
    return "the left side", [column.name for relation in left.relations for column in relation.columns]


def _key_side(left: Namespace, column: Column) -> Expr:
    relation = next((r for r in left.relations if r.index == column.relation), None)
    return column_expr(column, relation.alias if relation and column in relation.columns else None)


def split_on(sql: SqlText, tokens: Tokens | None) -> list[Tokens]:
    """The conjuncts of an ON that may be missing."""
    return checked_conjuncts(sql, tokens) if tokens else []


def checked_conjuncts(sql: SqlText, tokens: Tokens) -> list[Tokens]:
    """The conjuncts of a condition.

    Raises:
        SqlSyntaxError: An AND or OR lacks one of its sides.
    """
    lonely = missing_operand(tokens)
    if lonely is not None:
        message = f"{lonely.text.upper()} lacks a condition on one of its sides"
        raise sql.error(SqlSyntaxError, message, lonely, "Write the condition, or leave the word out.")
    return split_conjunction(tokens)


def is_true(predicate: Predicate) -> bool:
    """Whether a predicate says nothing."""
    return predicate.mask == 0 and predicate.expr.text.strip().upper() == "TRUE"
