"""Conditions cut into their parts, where they stand."""

import pytest

from dovetail.sql.conjuncts import (
    find_comparison,
    split_commas,
    split_conjunction,
    split_disjunction,
    strip_brackets,
)
from dovetail.sql.factors import with_factors
from dovetail.sql.source import SqlText, Token


def tokens(text: str) -> tuple[Token, ...]:
    return SqlText.of(text).tokens


def shown(text: str, parts: list[tuple[Token, ...]]) -> list[str]:
    return [text[part[0].start : part[-1].end + 1] for part in parts]


def conjuncts(text: str) -> list[str]:
    return shown(text, split_conjunction(tokens(text)))


def test_split_conjunction_flat() -> None:
    assert conjuncts("a AND b AND c") == ["a", "b", "c"]


def test_split_conjunction_nested() -> None:
    assert conjuncts("(a AND b) AND c") == ["a", "b", "c"]
    assert conjuncts("((a AND (b AND c)) AND d)") == ["a", "b", "c", "d"]


def test_split_conjunction_single() -> None:
    assert conjuncts("a") == ["a"]
    assert conjuncts("a = 1") == ["a = 1"]


def test_split_conjunction_or_not_split() -> None:
    assert conjuncts("a OR b") == ["a OR b"]
    assert conjuncts("a AND b OR c") == ["a AND b OR c"]
    assert conjuncts("(a OR b) AND c") == ["(a OR b)", "c"]


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("a BETWEEN 1 AND 2", ["a BETWEEN 1 AND 2"]),
        ("a BETWEEN 1 AND 2 AND b", ["a BETWEEN 1 AND 2", "b"]),
        ("a NOT BETWEEN 1 AND 2 AND b BETWEEN 3 AND 4", ["a NOT BETWEEN 1 AND 2", "b BETWEEN 3 AND 4"]),
        ("CASE WHEN a AND b THEN c END AND d", ["CASE WHEN a AND b THEN c END", "d"]),
        ("f(a AND b) AND c", ["f(a AND b)", "c"]),
        ("x = 'a AND b' AND c", ["x = 'a AND b'", "c"]),
        ("x = /* AND */ 1 AND `y AND z`", ["x = /* AND */ 1", "`y AND z`"]),
        ("NOT (a AND b) AND c", ["NOT (a AND b)", "c"]),
        ("a IN (SELECT 1 WHERE x AND y) AND b", ["a IN (SELECT 1 WHERE x AND y)", "b"]),
    ],
)
def test_split_conjunction_sees_only_its_own_and(text: str, parts: list[str]) -> None:
    assert conjuncts(text) == parts


def test_split_conjunction_of_a_deep_nest() -> None:
    text = "(" * 200 + "a" + " AND b)" * 200
    assert conjuncts(text) == ["a"] + ["b"] * 200


def test_split_disjunction() -> None:
    text = "a OR (b OR c AND d) OR e"
    assert shown(text, split_disjunction(tokens(text))) == ["a", "b", "c AND d", "e"]


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("(k = 1 AND a) OR (k = 1 AND b)", ["(k = 1 AND a) OR (k = 1 AND b)", "k = 1"]),
        ("(a AND k = 1) OR (k = 2 AND a)", ["(a AND k = 1) OR (k = 2 AND a)", "a"]),
        ("(k = 'x' AND a) OR (k = 'X' AND b)", ["(k = 'x' AND a) OR (k = 'X' AND b)"]),
        ("a OR b", ["a OR b"]),
        ("a", ["a"]),
    ],
)
def test_what_all_branches_of_an_or_share_holds_as_well(text: str, parts: list[str]) -> None:
    assert shown(text, with_factors(split_conjunction(tokens(text)))) == parts


@pytest.mark.parametrize(
    ("text", "operator"),
    [
        ("a = b", "="),
        ("a == b", "="),
        ("a != b", "<>"),
        ("(a >= b)", ">="),
        ("a <=> b", "<=>"),
        ("f(a = 1) < 2", "<"),
        ("CASE WHEN a = 1 AND b IS NULL THEN 1 END = c", "="),
        ("c >= CASE a WHEN 1 THEN CASE WHEN b THEN 2 END END", ">="),
    ],
)
def test_a_comparison(text: str, operator: str) -> None:
    found = find_comparison(tokens(text))
    assert found is not None
    assert found.operator == operator


@pytest.mark.parametrize(
    "text",
    ["a", "a = b = c", "NOT a = b", "CASE WHEN a = 1 THEN b END", "a = 1 OR b", "a IN (1)", "a IS NULL", "= b", "a ="],
)
def test_no_comparison(text: str) -> None:
    assert find_comparison(tokens(text)) is None


def test_brackets_around_all() -> None:
    assert shown("((a) + (b))", [strip_brackets(tokens("((a) + (b))"))]) == ["(a) + (b)"]
    assert shown("(SELECT 1)", [strip_brackets(tokens("(SELECT 1)"))]) == ["(SELECT 1)"]


def test_commas() -> None:
    text = "a, f(b, c), [d, e], (g, h)"
    assert shown(text, split_commas(tokens(text))) == ["a", "f(b, c)", "[d, e]", "(g, h)"]
