"""Small pieces of the SQL that is generated."""

import re
from collections.abc import Iterable, Sequence

from dovetail.plan.expressions import Expr, Predicate
from dovetail.plan.relations import EquiKey
from dovetail.plan.schema import Column, Schema, base_type, quote

__all__ = [
    "all_of",
    "columns_of",
    "default_value",
    "equalities",
    "is_orderable",
    "rendered",
    "tie_order",
]

_NUMBERS = {"tinyint", "smallint", "int", "bigint", "float", "double", "decimal"}
_ZEROS = {
    "string": "''",
    "boolean": "false",
    "binary": "X''",
    "date": "DATE '1970-01-01'",
    "timestamp": "TIMESTAMP '1970-01-01'",
    "timestamp_ntz": "TIMESTAMP_NTZ '1970-01-01'",
}


def rendered(expr: Expr) -> str:
    """An expression over the internal names of its columns."""
    return expr.render(lambda column: column.internal)


def all_of(predicates: Iterable[Predicate | Expr | str]) -> str:
    """The predicates joined by AND; TRUE for none."""
    texts = [_condition(predicate) for predicate in predicates]
    return " AND ".join(f"({text})" for text in texts) or "TRUE"


def _condition(predicate: Predicate | Expr | str) -> str:
    match predicate:
        case Predicate():
            return rendered(predicate.expr)
        case Expr():
            return rendered(predicate)
        case str():
            return predicate


def equalities(keys: Iterable[EquiKey]) -> list[str]:
    """The keys as conditions."""
    return [f"{rendered(key.left)} = {rendered(key.right)}" for key in keys]


def columns_of(schema: Schema) -> str:
    """The internal names of columns, for a SELECT list; a constant where none is needed."""
    return ", ".join(column.internal for column in schema) or "1 AS __dt_none"


def is_orderable(type_text: str) -> bool:
    """Whether Spark can sort by a type: not by maps and variants, nor by what holds them."""
    return (
        not re.search(r"\b(map|variant|interval|geometry|geography)\b", type_text) or base_type(type_text) == "interval"
    )


def tie_order(columns: Sequence[Column], direction: str, name: str = "{}") -> list[str]:
    """An ORDER BY that puts the larger row last (ASC) or first (DESC), NULL smallest.

    ``name`` says where the columns stand.
    """
    nulls = "FIRST" if direction == "ASC" else "LAST"
    return [f"{_sortable(c, name.format(c.internal))} {direction} NULLS {nulls}" for c in columns]


def _sortable(column: Column, text: str) -> str:
    return text if is_orderable(column.type) else f"to_json(struct({text} AS v))"


def default_value(type_text: str) -> str | None:
    """Some value of exactly a type, without a NULL anywhere in it; None for the rare type that has no simple one."""
    base = base_type(type_text)
    inner = type_text[type_text.find("<") + 1 : -1]
    if base == "decimal":
        return _default_decimal(type_text)
    if base in _NUMBERS:
        return f"CAST(0 AS {type_text})"
    if base == "interval":
        unit = "MONTH" if "month" in type_text or "year" in type_text else "SECOND"
        return f"CAST(INTERVAL '0' {unit} AS {type_text})"
    if base in ("array", "map"):
        values = [default_value(part) for part in _parts(inner)]
        return None if None in values else f"{base}({', '.join(map(str, values))})"
    if base == "struct":
        return _default_struct(inner)
    return f"CAST({_ZEROS[base]} AS {type_text})" if base in _ZEROS else None


def _default_decimal(type_text: str) -> str:
    """A literal of that very precision: a CAST to a decimal counts as nullable."""
    digits = re.findall(r"\d+", type_text)
    precision, scale = (int(digits[0]), int(digits[1])) if len(digits) == 2 else (10, 0)
    whole = "1" + "0" * (precision - scale - 1) if precision > scale else "0"
    fraction = "1" + "0" * (scale - 1) if scale else ""
    return f"{whole}.{fraction}BD" if scale else f"{whole}BD"


def _default_struct(inner: str) -> str | None:
    fields = [part.partition(":")[::2] for part in _parts(inner)]
    values = {name: default_value(field_type) for name, field_type in fields}
    if None in values.values():
        return None
    return f"struct({', '.join(f'{value} AS {quote(name)}' for name, value in values.items())})"


def _parts(text: str) -> Iterable[str]:
    """``a:int,b:array<int>`` cut at its outer commas."""
    depth, start = 0, 0
    for position, char in enumerate(f"{text},"):
        depth += (char in "<(") - (char in ">)")
        if char == "," and depth == 0:
            yield text[start:position].strip()
            start = position + 1
