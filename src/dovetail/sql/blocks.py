"""The structure of a statement: its query blocks, their clauses, and the names that WITH defines."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from dovetail.errors import DovetailError
from dovetail.sql.extent import after_group, outside_brackets, peek
from dovetail.sql.from_clause import parse_from
from dovetail.sql.from_refs import FromClause
from dovetail.sql.lift import Lifted
from dovetail.sql.source import Token, TokenType, is_name, is_word, word

__all__ = ["Block", "Cte", "Query", "parse_query"]

_SET_OPERATIONS = ("UNION", "INTERSECT", "EXCEPT", "MINUS")
_AFTER_FROM = frozenset(
    {"WHERE", "GROUP", "HAVING", "QUALIFY", "WINDOW", "ORDER", "SORT", "CLUSTER", "DISTRIBUTE", "LIMIT", "OFFSET"}
)
_AFTER_WHERE = _AFTER_FROM - {"WHERE"}


@dataclass(slots=True)
class Cte:
    """``name AS (query)`` of a WITH."""

    name: str
    start: int
    stop: int
    recursive: bool
    query: "Query"


@dataclass(slots=True)
class Block:
    """One SELECT with its clauses. ``tokens`` is the whole block, without the brackets around it."""

    tokens: tuple[Token, ...]
    from_clause: FromClause | None
    head: tuple[Token, ...]
    where: tuple[Token, ...]
    tail: tuple[Token, ...]
    query: "Query"
    nested: list["Query"] = field(default_factory=list)

    @property
    def start(self) -> int:
        """Where its text starts."""
        return self.tokens[0].start


@dataclass(slots=True)
class Query:
    """A statement, or what stands between two brackets: WITH, and blocks joined by set operations.

    ``opening`` is the bracket, or None for the statement itself.
    """

    tokens: tuple[Token, ...]
    parent: "Query | None"
    owner: "Block | None" = None
    opening: Token | None = None
    with_token: Token | None = None
    with_stop: int = 0
    ctes: list[Cte] = field(default_factory=list)
    blocks: list[Block] = field(default_factory=list)
    nested: list["Query"] = field(default_factory=list)

    def all_blocks(self) -> Iterator[Block]:
        """Every block, inner ones before those around them."""
        for cte in self.ctes:
            yield from cte.query.all_blocks()
        for query in self.nested:
            yield from query.all_blocks()
        for block in self.blocks:
            for query in block.nested:
                yield from query.all_blocks()
            yield block


def parse_query(lifted: Lifted) -> Query:
    """The structure of a statement."""
    return _parse(lifted.tokens, None, None, None, lifted)


def _parse(
    tokens: tuple[Token, ...], parent: Query | None, owner: Block | None, opening: Token | None, lifted: Lifted
) -> Query:
    query = Query(tokens, parent, owner, opening)
    index = _parse_with(query, lifted)
    while index < len(tokens):
        start = _next_select(query, index, lifted)
        if start is None:
            break
        index = _block_end(tokens, start)
        query.blocks.append(_parse_block(tokens[start:index], query, lifted))
    return query


def _parse_with(query: Query, lifted: Lifted) -> int:
    """Reads WITH where one stands at the top; the index after it."""
    tokens = query.tokens
    index = next((i for i in outside_brackets(tokens, 0) if is_word(tokens[i], "WITH", "SELECT")), len(tokens))
    # WITH also opens the options of a table: a list of CTEs has a name and AS before the bracket.
    if not is_word(peek(tokens, index), "WITH") or not is_name(peek(tokens, index + 1)):
        return 0
    query.with_token = tokens[index]
    index += 1
    recursive = is_word(peek(tokens, index), "RECURSIVE")
    index += recursive
    while is_name(peek(tokens, index)):
        index = _parse_cte(query, index, recursive, lifted)
        if word(peek(tokens, index)) != ",":
            break
        index += 1
    return index


def _parse_cte(query: Query, index: int, recursive: bool, lifted: Lifted) -> int:
    tokens = query.tokens
    name, after = tokens[index], index + 1
    while after < len(tokens) and not is_word(tokens[after], "AS"):
        after = after_group(tokens, after) if tokens[after].text == "(" else after + 1
    opening = after + 1
    end = after_group(tokens, opening)
    inner = _parse(tokens[opening + 1 : end - 1], query, None, peek(tokens, opening), lifted)
    stop = tokens[min(end, len(tokens)) - 1].end + 1
    query.ctes.append(Cte(name.text, name.start, stop, recursive, inner))
    query.with_stop = stop
    return end


def _next_select(query: Query, index: int, lifted: Lifted) -> int | None:
    """The index of the next SELECT of this query; brackets on the way hold queries of their own."""
    tokens = query.tokens
    for position in outside_brackets(tokens, index):
        if is_word(tokens[position], "SELECT"):
            return position
        if tokens[position].text == "(" and tokens[position].token_type is TokenType.L_PAREN:
            query.nested += _inner(tokens, position, query, None, lifted)
    return None


def _block_end(tokens: Sequence[Token], start: int) -> int:
    for position in outside_brackets(tokens, start + 1):
        # EXCEPT ( … ) leaves columns out of a star; the set operation is followed by SELECT, ALL, ( SELECT …
        if is_word(tokens[position], *_SET_OPERATIONS) and not _is_star_except(tokens, position):
            return position
        if word(tokens[position]) == ";":
            return position
    return len(tokens)


def _is_star_except(tokens: Sequence[Token], index: int) -> bool:
    return is_word(tokens[index], "EXCEPT") and tokens[index - 1].text == "*"


def _parse_block(tokens: tuple[Token, ...], query: Query, lifted: Lifted) -> Block:
    from_at = _find(tokens, 1, lambda i: _is_from(tokens, i))
    tail_at = _find(tokens, from_at + 1, lambda i: _ends_from(tokens, i))
    where_at = tail_at if is_word(peek(tokens, tail_at), "WHERE") else None
    where: tuple[Token, ...] = ()
    if where_at is not None:
        where = tokens[where_at + 1 : _find(tokens, where_at + 1, lambda i: word(tokens[i]) in _AFTER_WHERE)]
    clause = _from_clause(tokens[from_at + 1 : tail_at], lifted)
    block = Block(tokens, clause, tokens[:from_at], where, tokens[tail_at:], query)
    for position in outside_brackets(tokens, 0):
        if tokens[position].text == "(" and tokens[position].token_type is TokenType.L_PAREN:
            block.nested += _inner(tokens, position, query, block, lifted)
    return block


def _from_clause(tokens: tuple[Token, ...], lifted: Lifted) -> FromClause | None:
    """The FROM clause; one that has nothing of Dovetail's is Spark's affair, and Spark knows more syntax."""
    if not tokens:
        return None
    try:
        return parse_from(tokens, lifted)
    except DovetailError:
        if lifted.concerns(tokens):
            raise
        return None


def _find(tokens: Sequence[Token], start: int, test: Callable[[int], bool]) -> int:
    return next((i for i in outside_brackets(tokens, start) if test(i)), len(tokens))


def _is_from(tokens: Sequence[Token], index: int) -> bool:
    """FROM, but not that of IS DISTINCT FROM."""
    return is_word(tokens[index], "FROM") and not is_word(tokens[index - 1], "DISTINCT")


def _ends_from(tokens: Sequence[Token], index: int) -> bool:
    token = tokens[index]
    if is_word(token, "LATERAL"):
        return is_word(peek(tokens, index + 1), "VIEW")
    return word(token) in _AFTER_FROM or token.text in ("|>", ";")


def _inner(tokens: Sequence[Token], opening: int, parent: Query, owner: Block | None, lifted: Lifted) -> list[Query]:
    """The query between brackets, or those deeper inside where the brackets hold something else."""
    end = after_group(tokens, opening)
    inner = tuple(tokens[opening + 1 : end - 1])
    starts = is_word(peek(inner, 0), "FROM")
    if starts or any(is_word(inner[i], "SELECT", "WITH") for i in outside_brackets(inner, 0)):
        return [_parse(inner, parent, owner, tokens[opening], lifted)]
    found: list[Query] = []
    for position in outside_brackets(inner, 0):
        if inner[position].text == "(" and inner[position].token_type is TokenType.L_PAREN:
            found += _inner(inner, position, parent, owner, lifted)
    return found
