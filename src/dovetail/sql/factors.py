"""What all branches of an OR have in common."""

from collections.abc import Sequence

from dovetail.sql.conjuncts import split_conjunction, split_disjunction
from dovetail.sql.source import Token

__all__ = ["common_factors", "with_factors"]

Tokens = tuple[Token, ...]


def with_factors(conjuncts: Sequence[Tokens]) -> list[Tokens]:
    """The conjuncts, and behind each OR what its branches share: that holds as well, and may be pushed or be a key."""
    return [part for tokens in conjuncts for part in (tokens, *common_factors(tokens))]


def common_factors(tokens: Tokens) -> list[Tokens]:
    """``(k = 1 AND a) OR (k = 1 AND b)`` -> ``k = 1``; nothing for what is no OR."""
    branches = [split_conjunction(branch) for branch in split_disjunction(tokens)]
    if len(branches) < 2:
        return []
    first, *others = branches
    texts = [{_text(part) for part in branch} for branch in others]
    return [part for part in first if all(_text(part) in branch for branch in texts)]


def _text(tokens: Tokens) -> tuple[str, ...]:
    """The words, by which two parts are the same: case counts, because it counts in a string."""
    return tuple(token.text for token in tokens)
