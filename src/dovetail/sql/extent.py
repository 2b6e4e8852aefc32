"""How far things reach in a row of tokens: groups in brackets, and expressions."""

from collections.abc import Iterator, Sequence

from dovetail.sql.source import Token, TokenType, is_name, is_word, word

__all__ = ["after_expression", "after_group", "outside_brackets", "peek"]

_BINARY = frozenset({"+", "-", "*", "/", "%", "||", "&", "|", "^", "DIV"})
_UNARY = frozenset({"+", "-", "~"})
_TYPED_LITERALS = ("DATE", "TIMESTAMP", "TIMESTAMP_NTZ", "TIMESTAMP_LTZ", "X")
_UNITS = frozenset(
    unit + plural
    for unit in ["YEAR", "QUARTER", "MONTH", "WEEK", "DAY", "HOUR", "MINUTE", "SECOND", "MILLISECOND", "MICROSECOND"]
    for plural in ("", "S")
)
_PAIRS = {"(": ")", "[": "]", "{": "}"}
_LITERALS = frozenset({TokenType.STRING, TokenType.NUMBER, TokenType.HEX_STRING, TokenType.RAW_STRING})


def peek(tokens: Sequence[Token], index: int) -> Token | None:
    """The token at an index, or None past the end."""
    return tokens[index] if 0 <= index < len(tokens) else None


def after_group(tokens: Sequence[Token], index: int) -> int:
    """The index after the bracket that closes the one at ``index``; the end where nothing closes it."""
    depth = 0
    for position in range(index, len(tokens)):
        token = tokens[position]
        if token.token_type in _LITERALS or token.token_type is TokenType.IDENTIFIER:
            continue
        depth += (token.text in _PAIRS) - (token.text in _PAIRS.values())
        if depth == 0:
            return position + 1
    return len(tokens)


def outside_brackets(tokens: Sequence[Token], start: int = 0) -> Iterator[int]:
    """The indexes of the tokens outside round brackets; an opening bracket is one of them."""
    index = start
    while index < len(tokens):
        yield index
        opens = tokens[index].token_type is TokenType.L_PAREN
        index = after_group(tokens, index) if opens else index + 1


def after_expression(tokens: Sequence[Token], index: int) -> int:
    """The index after the arithmetic expression that starts at ``index``: an alias that follows is not part of it."""
    position = _after_operand(tokens, index)
    while position > index and word(peek(tokens, position)) in _BINARY:
        end = _after_operand(tokens, position + 1)
        if end == position + 1:
            break
        position = end
    return position


def _after_operand(tokens: Sequence[Token], index: int) -> int:
    while word(peek(tokens, index)) in _UNARY:
        index += 1
    token = peek(tokens, index)
    if token is None:
        return index
    if token.text == "(" and token.token_type is TokenType.L_PAREN:
        return _after_postfix(tokens, after_group(tokens, index))
    if is_word(token, "CASE"):
        return _after_case(tokens, index)
    if is_word(token, "INTERVAL"):
        return _after_interval(tokens, index + 1)
    return _after_postfix(tokens, _after_primary(tokens, index, token))


def _after_primary(tokens: Sequence[Token], index: int, token: Token) -> int:
    if token.token_type in _LITERALS or token.text == "?":
        return index + 1
    if token.text == ":" and is_name(peek(tokens, index + 1)):
        return index + 2
    following = peek(tokens, index + 1)
    if is_word(token, *_TYPED_LITERALS) and following is not None and following.token_type is TokenType.STRING:
        return index + 2
    return index + 1 if is_name(token) else index


def _after_postfix(tokens: Sequence[Token], index: int) -> int:
    """After field accesses, calls, subscripts and casts."""
    while (token := peek(tokens, index)) is not None:
        if token.text in ("(", "["):
            index = after_group(tokens, index)
        elif token.text in (".", "::") and is_name(peek(tokens, index + 1)):
            index += 2
        else:
            break
    return index


def _after_case(tokens: Sequence[Token], index: int) -> int:
    depth = 0
    for position in range(index, len(tokens)):
        depth += is_word(tokens[position], "CASE") - is_word(tokens[position], "END")
        if depth == 0:
            return position + 1
    return len(tokens)


def _after_interval(tokens: Sequence[Token], index: int) -> int:
    """After ``'5' SECOND``, ``'1 2' DAY TO HOUR``, ``5 MINUTES 3 SECONDS`` or ``'5 seconds'``."""
    while True:
        start = index
        while word(peek(tokens, index)) in _UNARY:
            index += 1
        index = after_group(tokens, index) if word(peek(tokens, index)) == "(" else index + 1
        if word(peek(tokens, index)) not in _UNITS:
            return index if start == index - 1 else max(index, start)
        index += 1
        if is_word(peek(tokens, index), "TO") and word(peek(tokens, index + 1)) in _UNITS:
            index += 2
        following = peek(tokens, index)
        if following is None or following.token_type not in (TokenType.NUMBER, TokenType.STRING):
            return index
