"""The query by which Spark tells what it would call the items of a block: over relations of the same columns."""

from collections.abc import Iterator, Sequence

from dovetail.plan.relations import JoinKind, Relation
from dovetail.plan.schema import quote
from dovetail.sql.bind import BoundBlock
from dovetail.sql.context import Rewritten
from dovetail.sql.extent import outside_brackets
from dovetail.sql.items import Item
from dovetail.sql.source import is_word

__all__ = ["names_of_items", "naming_items", "naming_relations", "naming_tail"]

# A SELECT list has one of them at most.
_GENERATORS = frozenset(
    {"EXPLODE", "EXPLODE_OUTER", "POSEXPLODE", "POSEXPLODE_OUTER", "INLINE", "INLINE_OUTER", "STACK", "JSON_TUPLE",
     "VARIANT_EXPLODE", "VARIANT_EXPLODE_OUTER"}
)  # fmt: skip


def naming_items(bound: BoundBlock, rewritten: Rewritten) -> list[str]:
    """The items' own text; a star, which has no name of its own, is left out."""
    return [
        "1 AS __dt_star" if item.star else rewritten.between(item.tokens[0].start, item.stop) for item in bound.items
    ]


def names_of_items(items: Sequence[Item], names: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """The names of each item's columns: of a generator such as ``posexplode`` there may be several."""
    more, position = len(names) - len(items), 0
    for item in items:
        stop = position + 1 + (more if item.tokens[0].text.upper() in _GENERATORS else 0)
        yield tuple(names[position:stop])
        position = stop


def naming_relations(bound: BoundBlock) -> str:
    """Relations with the same aliases and columns, joined in the same way as far as names are concerned."""
    first, *others = bound.analysis.tables
    parts = [_relation(first)]
    for step, relation in zip(bound.analysis.joins, others, strict=True):
        if step.kind in (JoinKind.LEFT_SEMI, JoinKind.LEFT_ANTI):
            continue
        using = f" USING ({', '.join(map(quote, step.using))})" if step.using else ""
        parts.append(f"{'' if using else 'CROSS '}JOIN {_relation(relation)}{using}")
    return " ".join(parts)


def _relation(relation: Relation) -> str:
    columns = ", ".join(f"CAST(NULL AS {column.type}) AS {quote(column.name)}" for column in relation.columns)
    return f"(SELECT {columns or '1'}){f' AS {quote(relation.alias)}' if relation.alias else ''}"


def naming_tail(bound: BoundBlock, rewritten: Rewritten) -> str:
    """LATERAL VIEW, GROUP BY and what else an item's meaning depends on; not what only picks and sorts rows."""
    tail = bound.block.tail
    top = [(n, tail[n]) for n in outside_brackets(tail)]
    start = next((n for n, t in top if is_word(t, "LATERAL", "GROUP", "HAVING", "WINDOW")), len(tail))
    stop = next((n for n, t in top if is_word(t, "ORDER", "SORT", "CLUSTER", "DISTRIBUTE", "LIMIT")), len(tail))
    if start >= stop:
        return ""
    return rewritten.between(tail[start].start, tail[stop - 1].end + 1)
