"""The meaning of a predicate over one relation's columns and constants, in the form that connectors translate."""

import re
from collections.abc import Callable
from dataclasses import dataclass

from dovetail.plan.conditions import (
    AllOf,
    AnyOf,
    Between,
    Comparison,
    Condition,
    InList,
    IsNull,
    Like,
    Value,
)
from dovetail.plan.expressions import Expr
from dovetail.plan.schema import Column
from dovetail.sql.constants import NUMBER, STRINGS, number_value, of_kind, typed_value
from dovetail.sql.literals import string_value

__all__ = ["condition_of"]

_TOKEN = re.compile(
    rf"(?P<skip>(?:\s|--[^\n]*(?:\n|\Z)|/\*.*?\*/)+)|(?P<string>{STRINGS})|(?P<number>{NUMBER})"
    r"|(?P<word>[A-Za-z_]+)(?!\w)|(?P<symbol><=>|<=|>=|<>|!=|==|[=<>(),+-])",
    re.DOTALL | re.IGNORECASE,
)
_OPERATORS = {"=": "=", "==": "=", "<>": "<>", "!=": "<>", "<": "<", "<=": "<=", ">": ">", ">=": ">="}
_FLIPPED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}
_BOOLEANS = {"TRUE": True, "FALSE": False}
_TYPED = ("DATE", "TIMESTAMP", "TIMESTAMP_LTZ", "TIMESTAMP_NTZ")
# Only these may stand after a backslash in a pattern; Spark refuses others when it runs.
_PATTERN = re.compile(r"(?:[^\\]|\\[\\%_])*", re.DOTALL)


class _NotSimple(Exception):
    """The predicate is something else: it stays text."""


@dataclass(frozen=True, slots=True)
class _Token:
    kind: str
    text: str
    column: Column | None = None


def condition_of(expr: Expr) -> Condition | None:
    """The condition that a bound predicate is, or None where it is not exactly one.

    Each part is unknown for the very rows for which Spark's is unknown. A NOT, and a NULL in a list, are left alone:
    there, unknown and false part ways.

    Read from the user's own text: sqlglot's tree has lost how a literal was written, and misreads ``'O''Brien'``.
    """
    if len({ref.column.relation for ref in expr.refs}) != 1:
        return None
    try:
        return _Reader(_tokens(expr)).condition()
    except _NotSimple:
        return None


def _tokens(expr: Expr) -> list[_Token]:
    columns = {ref.start: ref for ref in expr.refs}
    found, position = [], 0
    while position < len(expr.text):
        if ref := columns.get(position):
            found.append(_Token("column", expr.text[ref.start : ref.stop], ref.column))
            position = ref.stop
            continue
        match = _TOKEN.match(expr.text, position)
        if match is None or match.lastgroup is None:
            raise _NotSimple
        if match.lastgroup != "skip":
            found.append(_Token(match.lastgroup, match[0]))
        position = match.end()
    return found


class _Reader:
    """Reads a condition by the grammar of what connectors can take."""

    def __init__(self, tokens: list[_Token]) -> None:
        self._tokens = tokens
        self._position = 0

    def condition(self) -> Condition:
        """All of the text."""
        found = self._any()
        if self._position != len(self._tokens):
            raise _NotSimple
        return found

    def _any(self) -> Condition:
        return self._several("OR", self._all, AnyOf)

    def _all(self) -> Condition:
        return self._several("AND", self._one, AllOf)

    def _several(
        self, operator: str, read: Callable[[], Condition], join: Callable[[tuple[Condition, ...]], Condition]
    ) -> Condition:
        parts = [read()]
        while self._accept(operator):
            parts.append(read())
        return join(tuple(parts)) if len(parts) > 1 else parts[0]

    def _one(self) -> Condition:
        if self._accept("("):
            found = self._any()
            self._expect(")")
            return found
        if self._peek().kind != "column":
            return self._flipped()
        column = self._column()
        if self._accept("IS"):
            negated = self._accept("NOT")
            self._expect("NULL")
            return IsNull(column.name, negated)
        if self._accept("BETWEEN"):
            low = self._value(column)
            self._expect("AND")
            return Between(column.name, low, self._value(column))
        if self._accept("IN"):
            return InList(column.name, self._list(column))
        if self._accept("LIKE"):
            return self._like(column)
        operator = self._operator()
        return Comparison(column.name, operator, self._value(column))

    def _flipped(self) -> Condition:
        """``5 < column`` is ``column > 5``."""
        value = self._constant()
        operator = self._operator()
        column = self._column()
        if not of_kind(value, column.type):
            raise _NotSimple
        return Comparison(column.name, _FLIPPED.get(operator, operator), value)

    def _list(self, column: Column) -> tuple[Value, ...]:
        """Constants of one type: of several Spark first makes a common one, which may be none of theirs."""
        self._expect("(")
        values = [self._value(column)]
        while self._accept(","):
            values.append(self._value(column))
        self._expect(")")
        if len({type(value) for value in values}) > 1:
            raise _NotSimple
        return tuple(values)

    def _like(self, column: Column) -> Condition:
        pattern = self._value(column)
        if not isinstance(pattern, str) or not _PATTERN.fullmatch(pattern):
            raise _NotSimple
        return Like(column.name, pattern)

    def _value(self, column: Column) -> Value:
        value = self._constant()
        if not of_kind(value, column.type):
            raise _NotSimple
        return value

    def _constant(self) -> Value:
        negative = self._accept("-")
        signed = negative or self._accept("+")
        token = self._take()
        value: Value | None = None
        if token.kind == "number":
            value = number_value(token.text, negative)
        elif token.kind == "string" and not signed:
            value = string_value(token.text)
        elif token.kind == "word" and not signed:
            value = self._worded(token.text.upper())
        if value is None:
            raise _NotSimple
        return value

    def _worded(self, word: str) -> Value | None:
        """TRUE, FALSE, and a literal with its type before it."""
        if word in _TYPED and self._peek().kind == "string":
            return typed_value(word, self._take().text)
        return _BOOLEANS.get(word)

    def _column(self) -> Column:
        token = self._take()
        if token.column is None:
            raise _NotSimple
        return token.column

    def _operator(self) -> str:
        token = self._take()
        if token.kind != "symbol" or token.text not in _OPERATORS:
            raise _NotSimple
        return _OPERATORS[token.text]

    def _peek(self) -> _Token:
        if self._position == len(self._tokens):
            raise _NotSimple
        return self._tokens[self._position]

    def _take(self) -> _Token:
        token = self._peek()
        self._position += 1
        return token

    def _accept(self, text: str) -> bool:
        """Takes a keyword or a symbol if it comes next."""
        if self._position == len(self._tokens) or self._peek().kind not in ("word", "symbol"):
            return False
        if self._peek().text.upper() != text:
            return False
        self._position += 1
        return True

    def _expect(self, text: str) -> None:
        if not self._accept(text):
            raise _NotSimple
