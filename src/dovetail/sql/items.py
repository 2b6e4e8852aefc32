"""The SELECT list of a block: its items, which of them have a name, and what they are called."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlglot import exp

from dovetail.errors import SqlSyntaxError
from dovetail.sql.blocks import Block
from dovetail.sql.conjuncts import split_commas
from dovetail.sql.expressions import parse_tokens
from dovetail.sql.extent import after_group, peek
from dovetail.sql.references import Chain, chain_at
from dovetail.sql.source import SqlText, Token, TokenType, is_name, is_word

__all__ = ["Item", "is_distinct", "select_items"]

Tokens = tuple[Token, ...]


@dataclass(frozen=True, slots=True)
class Item:
    """One item: ``chain`` where it is nothing but a name, ``tree`` where it could be parsed."""

    tokens: Tokens
    tree: exp.Expr | None
    chain: Chain | None = None
    star: bool = False

    @property
    def stop(self) -> int:
        """Where its text ends."""
        return self.tokens[-1].end + 1

    @property
    def aliases(self) -> tuple[str, ...]:
        """The names that it is given."""
        if isinstance(self.tree, exp.Aliases):
            return tuple(map(str, self.tree.aliases))
        if isinstance(self.tree, exp.Alias):
            return (self.tree.alias,)
        if self.tree is None and len(self.tokens) > 1 and is_word(self.tokens[-2], "AS"):
            return (self.tokens[-1].text,)
        return ()


def select_items(sql: SqlText, block: Block) -> list[Item]:
    """The items of a block's SELECT list."""
    head = block.head[_list_start(block.head) :]
    return [_item(sql, tokens) for tokens in split_commas(head) if tokens]


def is_distinct(block: Block) -> bool:
    """SELECT DISTINCT."""
    return any(is_word(token, "DISTINCT") for token in block.head[1 : _list_start(block.head)])


def _list_start(head: Sequence[Token]) -> int:
    """Behind SELECT, its hint, and DISTINCT or ALL."""
    index = 1
    while (token := peek(head, index)) is not None:
        keyword = is_word(token, "DISTINCT", "ALL") and _starts_item(peek(head, index + 1))
        if not keyword and token.token_type is not TokenType.HINT:
            break
        index += 1
    return index


def _starts_item(token: Token | None) -> bool:
    """Whether the word before is a keyword, and not itself what is selected."""
    return token is not None and token.text not in (",", ".") and not is_word(token, "AS")


def _item(sql: SqlText, tokens: Tokens) -> Item:
    star = tokens[-1].token_type is TokenType.STAR or _has_star(tokens)
    chain = chain_at(tokens, 0) if is_name(tokens[0]) else None
    if chain is not None and chain.stop(len(chain.parts)) != tokens[-1].end + 1:
        chain = None
    try:
        return Item(tokens, None if star else parse_tokens(sql, tokens), chain, star)
    except SqlSyntaxError:
        return Item(tokens, None, chain, star)  # Spark knows more syntax; if it does not either, it says so itself


def _has_star(tokens: Tokens) -> bool:
    """``*`` or ``a.*``, perhaps with EXCEPT behind it."""
    index = 0
    while is_name(peek(tokens, index)) and peek(tokens, index + 1) is not None and tokens[index + 1].text == ".":
        index += 2
    token = peek(tokens, index)
    if token is None or token.token_type is not TokenType.STAR:
        return False
    following = peek(tokens, index + 1)
    return following is None or (is_word(following, "EXCEPT") and after_group(tokens, index + 2) == len(tokens))
