"""Names of columns in the clauses around FROM: found in the tokens, whatever the clause."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from dovetail.sql.blocks import Block
from dovetail.sql.conjuncts import split_commas
from dovetail.sql.extent import after_group, peek
from dovetail.sql.names import Namespace
from dovetail.sql.shadows import Shadow, shadows
from dovetail.sql.source import Token, TokenType, is_name, is_word, word

__all__ = ["Chain", "Star", "chain_at", "chains", "function_around", "outside_from", "stars"]

_LITERAL_PREFIXES = ("DATE", "TIMESTAMP", "TIMESTAMP_NTZ", "TIMESTAMP_LTZ", "INTERVAL", "X", "R")


@dataclass(frozen=True, slots=True)
class Chain:
    """A dotted name; ``spans`` are the places of its parts."""

    parts: tuple[str, ...]
    spans: tuple[tuple[int, int], ...]
    nested: bool = False

    @property
    def start(self) -> int:
        """Where it starts."""
        return self.spans[0][0]

    def stop(self, taken: int) -> int:
        """Where its first ``taken`` parts end."""
        return self.spans[taken - 1][1]


@dataclass(frozen=True, slots=True)
class Star:
    """``*`` or ``alias.*``. ``function`` is the one that takes it as its argument, in upper case."""

    start: int
    stop: int
    qualifier: tuple[str, ...] = ()
    function: str | None = None
    excepted: "tuple[Chain, ...]" = ()


def outside_from(block: Block) -> tuple[Token, ...]:
    """All tokens of a block but those of its FROM clause."""
    clause = block.from_clause
    if clause is None:
        return block.tokens
    return tuple(t for t in block.tokens if not clause.start <= t.start < clause.stop)


def chains(block: Block, names: Namespace) -> Iterator[Chain]:
    """All dotted names of a block outside FROM that may be columns of its relations, those in subqueries too.

    What a star leaves out is no use of a column.
    """
    tokens = outside_from(block)
    hidden = shadows(block, tokens)
    index = 0
    while index < len(tokens):
        if tokens[index].token_type is TokenType.STAR and is_word(peek(tokens, index + 1), "EXCEPT"):
            index = _after_except(tokens, index)
            continue
        found = chain_at(tokens, index)
        if found is None:
            index += 1
            continue
        around = [shadow for shadow in hidden if shadow.start <= found.start < shadow.stop]
        if not any(_hides(shadow, found) for shadow in around):
            yield Chain(found.parts, found.spans, any(not shadow.is_lambda for shadow in around))
        index += 2 * len(found.parts) - 1


def _hides(shadow: Shadow, chain: Chain) -> bool:
    """A subquery's alias hides what is asked of it by a dot, a lambda's parameter every use of its name."""
    return chain.parts[0].casefold() in shadow.names and (shadow.is_lambda or len(chain.parts) > 1)


def chain_at(tokens: Sequence[Token], index: int) -> Chain | None:
    """The dotted name that starts at an index; None where something else does, such as a call or an alias."""
    token, previous = tokens[index], peek(tokens, index - 1)
    if not is_name(token) or word(previous) in (".", ":", "::") or is_word(previous, "AS"):
        return None
    parts, spans = [token.text], [(token.start, token.end + 1)]
    while word(peek(tokens, index + 1)) == "." and is_name(peek(tokens, index + 2)):
        index += 2
        parts.append(tokens[index].text)
        spans.append((tokens[index].start, tokens[index].end + 1))
    following = peek(tokens, index + 1)
    if following is not None and _is_no_column(following, parts):
        return None
    return Chain(tuple(parts), tuple(spans))


def _is_no_column(following: Token, parts: list[str]) -> bool:
    if following.text == "(" and following.token_type is TokenType.L_PAREN:
        return len(parts) == 1
    literal = following.token_type in (TokenType.STRING, TokenType.NUMBER)
    return literal and len(parts) == 1 and parts[0].upper() in _LITERAL_PREFIXES


def stars(block: Block) -> Iterator[Star]:
    """The stars of a block's own clauses: of its SELECT list, and those that a function takes; not ``count(*)``."""
    nested = [(q.tokens[0].start, q.tokens[-1].end + 1) for q in block.nested if q.tokens]
    tokens = [t for t in outside_from(block) if not any(low <= t.start < high for low, high in nested)]
    for index, token in enumerate(tokens):
        if token.token_type is TokenType.STAR and (found := _star_at(tokens, index)):
            yield found


def _star_at(tokens: Sequence[Token], index: int) -> Star | None:
    """The star at an index, unless it multiplies or counts."""
    first = index
    while word(peek(tokens, first - 1)) == "." and is_name(peek(tokens, first - 2)):
        first -= 2
    before = peek(tokens, first - 1)
    starts = before is not None and (
        before.text in (",", "(") or is_word(before, "SELECT", "DISTINCT", "ALL") or before.token_type is TokenType.HINT
    )
    if before is None or not starts:
        return None
    qualifier = tuple(t.text for t in tokens[first:index:2])
    function = function_around(tokens, first)
    if function == "COUNT" and not qualifier and before.text == "(":
        return None
    stop, excepted = _except(tokens, index)
    return Star(tokens[first].start, stop, qualifier, function, excepted)


def function_around(tokens: Sequence[Token], index: int) -> str | None:
    """The name before the bracket that a star stands in."""
    depth = 0
    for position in range(index - 1, -1, -1):
        text = tokens[position].text
        depth += (text == ")") - (text == "(")
        if depth < 0:
            name = peek(tokens, position - 1)
            return name.text.upper() if is_name(name) and name is not None else ""
    return None


def _except(tokens: Sequence[Token], index: int) -> tuple[int, tuple[Chain, ...]]:
    """Where ``* [EXCEPT (a, b)]`` ends, and the names left out."""
    end = _after_except(tokens, index)
    found = (chain_at(part, 0) for part in split_commas(tokens[index + 3 : end - 1]) if part)
    return tokens[end - 1].end + 1, tuple(chain for chain in found if chain)


def _after_except(tokens: Sequence[Token], index: int) -> int:
    """The index behind a star and its EXCEPT; right behind the star where that is a set operation."""
    if not is_word(peek(tokens, index + 1), "EXCEPT") or word(peek(tokens, index + 2)) != "(":
        return index + 1
    end = after_group(tokens, index + 2)
    inside = tokens[index + 3 : end - 1]
    return end if all(is_name(t) or t.text in (",", ".") for t in inside) else index + 1
