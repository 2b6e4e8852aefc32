"""Columns as plans see them: which relation, which position, which type."""

import re
from dataclasses import dataclass, field
from enum import Enum

__all__ = ["Column", "Schema", "TypeKind", "comparable", "kind_of", "quote", "relation_bit"]


class TypeKind(Enum):
    """What a type is compared as: two types of one kind compare, in joins as in Spark."""

    NUMBER = "number"
    STRING = "string"
    TIMESTAMP = "timestamp"
    TIMESTAMP_NTZ = "timestamp without time zone"
    DATE = "date"
    BOOLEAN = "boolean"
    BINARY = "binary"
    NULL = "null"
    OTHER = "other"


_KINDS = {
    **dict.fromkeys(["tinyint", "byte", "smallint", "short", "int", "integer", "bigint", "long"], TypeKind.NUMBER),
    **dict.fromkeys(["float", "real", "double", "decimal", "dec", "numeric"], TypeKind.NUMBER),
    **dict.fromkeys(["string", "varchar", "char", "character"], TypeKind.STRING),
    **dict.fromkeys(["timestamp", "timestamp_ltz"], TypeKind.TIMESTAMP),
    "timestamp_ntz": TypeKind.TIMESTAMP_NTZ,
    "date": TypeKind.DATE,
    "boolean": TypeKind.BOOLEAN,
    "binary": TypeKind.BINARY,
    "void": TypeKind.NULL,
}

INTEGERS = frozenset({"tinyint", "byte", "smallint", "short", "int", "integer", "bigint", "long"})


COALESCED = 1_000_000
"""Positions from here on belong to columns that no relation has: FULL JOIN … USING makes them."""


def base_type(type_text: str) -> str:
    """``decimal(5,2)`` -> ``decimal``."""
    match = re.match(r"\s*(\w+)", type_text)
    return match[1].lower() if match else ""


def kind_of(type_text: str) -> TypeKind:
    """The kind of a type written as Spark writes it."""
    return _KINDS.get(base_type(type_text), TypeKind.OTHER)


def is_integer(type_text: str) -> bool:
    """Whether a type holds whole numbers only."""
    return base_type(type_text) in INTEGERS


def comparable(left: str, right: str) -> bool:
    """Whether two types may stand on the two sides of a key: widening within numbers is fine, all else is not."""
    left_kind, right_kind = kind_of(left), kind_of(right)
    if TypeKind.NULL in (left_kind, right_kind):
        return True
    if left_kind is TypeKind.OTHER or right_kind is TypeKind.OTHER:
        return base_type(left) == base_type(right)
    return left_kind is right_kind


def quote(name: str) -> str:
    """A name as Spark SQL takes it whatever it holds."""
    return "`" + name.replace("`", "``") + "`"


def relation_bit(relation: int) -> int:
    """The bit of a relation in the mask of an expression."""
    return 1 << relation


@dataclass(frozen=True, slots=True)
class Column:
    """A column of one relation of a FROM clause; ``internal`` is its unique name in the SQL that is generated.

    Two are equal when they are the same column: an outer join makes it nullable, and does not make it another.
    """

    relation: int
    position: int
    name: str
    type: str = field(compare=False)
    nullable: bool = field(default=True, compare=False)

    @property
    def internal(self) -> str:
        """Unique within a statement's block, whatever the relations call their columns."""
        return f"__dt{self.relation}_{self.position}"

    @property
    def is_coalesced(self) -> bool:
        """Whether it stands for the two sides of a FULL JOIN's USING."""
        return self.position >= COALESCED

    @property
    def kind(self) -> TypeKind:
        """What it is compared as."""
        return kind_of(self.type)


Schema = tuple[Column, ...]
