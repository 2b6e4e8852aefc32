"""Splits conditions where they stand: each part keeps its own stretch of the text.

Where a condition is cut depends on its shape alone, the row of its brackets and connectives. Shapes come again, from
one statement to the next, so each is looked at once.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from dovetail.sql.source import Token, TokenType, is_word, word

__all__ = [
    "Comparison",
    "find_comparison",
    "missing_operand",
    "split_commas",
    "split_conjunction",
    "split_disjunction",
    "strip_brackets",
]

Tokens = tuple[Token, ...]
_COMPARISONS = frozenset({"=", "==", "<", "<=", ">", ">=", "<>", "!=", "<=>"})
_NOT_SIMPLE = ("AND", "OR", "NOT", "IN", "BETWEEN", "LIKE", "RLIKE", "ILIKE", "IS", "EXISTS")

_AND, _OR = "&", "|"
_MARKS = {
    TokenType.L_PAREN: "(",
    TokenType.R_PAREN: ")",
    TokenType.L_BRACKET: "[",
    TokenType.R_BRACKET: "]",
    TokenType.AND: _AND,
    TokenType.OR: _OR,
    TokenType.BETWEEN: "B",
    TokenType.CASE: "C",
    TokenType.END: "E",
    TokenType.SELECT: "Q",
    TokenType.WITH: "Q",
    TokenType.COMMA: ",",
}


@dataclass(frozen=True, slots=True)
class Comparison:
    """``left operator right``, nothing more."""

    left: Tokens
    operator: str
    right: Tokens


def strip_brackets(tokens: Sequence[Token]) -> Tokens:
    """The tokens without brackets around them all."""
    start, stop = _stripped(_shape(tokens), 0, len(tokens))
    return tuple(tokens[start:stop])


def missing_operand(tokens: Sequence[Token]) -> Token | None:
    """The first AND or OR that has nothing on one of its sides."""
    shape = f"({_shape(tokens)})"
    for index, mark in enumerate(shape):
        if mark in (_AND, _OR) and (shape[index - 1] in f"({_AND}{_OR}" or shape[index + 1] in f"){_AND}{_OR}"):
            return tokens[index - 1]
    return None


def split_conjunction(tokens: Sequence[Token]) -> list[Tokens]:
    """``a AND (b AND c)`` -> a, b, c; an OR is not split."""
    whole = tuple(tokens)
    return [whole[start:stop] for start, stop in _parts(_shape(whole), _AND)]


def split_disjunction(tokens: Sequence[Token]) -> list[Tokens]:
    """``a OR (b OR c)`` -> a, b, c."""
    whole = tuple(tokens)
    return [whole[start:stop] for start, stop in _parts(_shape(whole), _OR)]


def split_commas(tokens: Sequence[Token]) -> list[Tokens]:
    """``a, f(b, c)`` -> a, f(b, c)."""
    whole = tuple(tokens)
    shape = _shape(whole)
    cuts = [-1, *(i for i in _outside(shape, 0, len(shape)) if shape[i] == ","), len(shape)]
    return [whole[low + 1 : high] for low, high in pairwise(cuts)]


def find_comparison(tokens: Sequence[Token]) -> Comparison | None:
    """The comparison that the tokens are, if they are one and nothing else."""
    tokens = strip_brackets(tokens)
    top = list(_outside_case(_shape(tokens)))
    if any(is_word(tokens[i], *_NOT_SIMPLE) for i in top):
        return None
    found = [i for i in top if word(tokens[i]) in _COMPARISONS]
    if len(found) != 1 or found[0] in (0, len(tokens) - 1):
        return None
    at = found[0]
    operator = {"==": "=", "!=": "<>"}.get(tokens[at].text, tokens[at].text)
    return Comparison(tokens[:at], operator, tokens[at + 1 :])


# Shapes


def _shape(tokens: Sequence[Token]) -> str:
    """One character a token."""
    return "".join([_MARKS.get(token.token_type, ".") for token in tokens])


@lru_cache(maxsize=4096)
def _parts(shape: str, operator: str) -> tuple[tuple[int, int], ...]:
    """Where the operands of a chain of one connective stand; AND binds closer than OR."""
    return tuple(_operands(shape, 0, len(shape), operator))


def _operands(shape: str, start: int, stop: int, operator: str) -> Iterator[tuple[int, int]]:
    low, high = _stripped(shape, start, stop)
    found = [i for i in _connectives(shape, low, high) if operator == _AND or shape[i] == operator]
    if not found or any(shape[i] != operator for i in found):
        yield start, stop
        return
    begins = [low, *(i + 1 for i in found)]
    for begin, end in zip(begins, [*found, high], strict=True):
        yield from _operands(shape, begin, end, operator)


def _stripped(shape: str, start: int, stop: int) -> tuple[int, int]:
    """Without the brackets around all of it, unless they hold a query."""
    while stop - start > 2 and shape[start] == "(" and _closing(shape, start) == stop - 1 and shape[start + 1] != "Q":
        start, stop = start + 1, stop - 1
    return start, stop


def _closing(shape: str, start: int) -> int:
    """The bracket that closes the one at ``start``; the end where nothing closes it."""
    depth = 0
    for index in range(start, len(shape)):
        depth += (shape[index] in "([") - (shape[index] in ")]")
        if depth == 0:
            return index
    return len(shape)


def _outside(shape: str, start: int, stop: int) -> Iterator[int]:
    """The positions outside brackets; an opening bracket is one of them."""
    index = start
    while index < stop:
        yield index
        index = _closing(shape, index) + 1 if shape[index] in "([" else index + 1


def _outside_case(shape: str) -> Iterator[int]:
    """The positions outside brackets and CASE."""
    case = 0
    for index in _outside(shape, 0, len(shape)):
        case += shape[index] == "C"
        if not case:
            yield index
        case -= shape[index] == "E" and case > 0


def _connectives(shape: str, start: int, stop: int) -> Iterator[int]:
    """The ANDs and ORs outside brackets and CASE; the AND of a BETWEEN is none of them."""
    between = case = 0
    for index in _outside(shape, start, stop):
        mark = shape[index]
        case += (mark == "C") - (mark == "E" and case > 0)
        if mark == "B" and not case:
            between += 1
        elif mark == _AND and between and not case:
            between -= 1
        elif mark in (_AND, _OR) and not case:
            yield index
