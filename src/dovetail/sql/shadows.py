"""Names that hide the relations around them: the aliases of subqueries, and the parameters of lambdas."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from dovetail.sql.blocks import Block, Query
from dovetail.sql.extent import after_group, peek
from dovetail.sql.source import Token, TokenType, is_name, is_word

__all__ = ["Shadow", "shadows"]

_OPENS_FROM = ("FROM", "JOIN", "VIEW")
_ENDS_FROM = (
    *("SELECT", "WHERE", "GROUP", "HAVING", "WINDOW", "QUALIFY", "ORDER", "LIMIT"),
    *("ON", "USING", "AND", "OR", "UNION", "EXCEPT", "INTERSECT"),
)


@dataclass(frozen=True, slots=True)
class Shadow:
    """The characters ``start`` up to ``stop``, within which these names mean something else."""

    start: int
    stop: int
    names: frozenset[str]
    is_lambda: bool = False


def shadows(block: Block, tokens: Sequence[Token]) -> list[Shadow]:
    """All of a block; ``tokens`` are those in which lambdas are looked for."""
    found = [shadow for query in block.nested for shadow in _of_query(query)]
    return found + list(_of_lambdas(tokens))


def _of_query(query: Query) -> Iterator[Shadow]:
    if not query.tokens:
        return
    names = frozenset(_labels(query.tokens))
    yield Shadow(query.tokens[0].start, query.tokens[-1].end + 1, names)
    for inner in (*(cte.query for cte in query.ctes), *query.nested, *(n for b in query.blocks for n in b.nested)):
        yield from _of_query(inner)


def _labels(tokens: Sequence[Token]) -> Iterator[str]:
    """The names in FROM clauses of any form, also those that are not parsed here: tables, aliases, views' columns."""
    inside = [False]
    for index, token in enumerate(tokens):
        following = peek(tokens, index + 1)
        if token.text in ("(", ")"):
            _step_over_bracket(token, inside)
        elif is_word(token, *_OPENS_FROM):
            inside[-1] = True
        elif is_word(token, *_ENDS_FROM) or token.text == "|>":
            inside[-1] = False
        elif inside[-1] and is_name(token) and (following is None or following.text not in (".", "(")):
            yield token.text.casefold()


def _step_over_bracket(token: Token, inside: list[bool]) -> None:
    """Brackets of a FROM clause may hold more of it; what is behind them goes on as before."""
    if token.text == "(":
        inside.append(inside[-1])
    elif len(inside) > 1:
        inside.pop()


def _of_lambdas(tokens: Sequence[Token]) -> Iterator[Shadow]:
    """``x -> …`` and ``(x, y) -> …``: the names reach to the end of the argument."""
    for index, token in enumerate(tokens):
        if token.token_type is not TokenType.ARROW or index == 0:
            continue
        first = _parameters(tokens, index)
        names = frozenset(t.text.casefold() for t in tokens[first:index] if is_name(t))
        last = _argument_end(tokens, index + 1)
        yield Shadow(tokens[first].start, tokens[last].end + 1, names, is_lambda=True)


def _parameters(tokens: Sequence[Token], arrow: int) -> int:
    if tokens[arrow - 1].text != ")":
        return arrow - 1
    return next(i for i in range(arrow - 1, -1, -1) if tokens[i].text == "(")


def _argument_end(tokens: Sequence[Token], index: int) -> int:
    """The last token of an argument."""
    while (token := peek(tokens, index)) is not None and token.text not in (",", ")"):
        index = after_group(tokens, index) if token.text in ("(", "[") else index + 1
    return index - 1
