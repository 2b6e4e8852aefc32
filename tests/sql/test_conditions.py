"""What a predicate means, where it is simple enough for a source to take."""

import datetime as dt
from decimal import Decimal

import pytest

from dovetail.plan.conditions import AllOf, AnyOf, Between, Comparison, Condition, InList, IsNull, Like
from dovetail.plan.relations import JoinKind, Relation
from dovetail.plan.schema import Column
from dovetail.sql.conditions import condition_of
from dovetail.sql.expressions import bind
from dovetail.sql.names import Namespace
from dovetail.sql.source import SqlText

TYPES = {
    "id": "bigint",
    "n": "int",
    "name": "string",
    "price": "decimal(10,2)",
    "x": "double",
    "day": "date",
    "at": "timestamp",
    "clock": "timestamp_ntz",
    "ok": "boolean",
    "raw": "binary",
    "folded": "string collate UTF8_LCASE",
    "s": "struct<f:int>",
    "tags": "array<string>",
}


def relation(index: int, alias: str) -> Relation:
    columns = tuple(Column(index, at, name, type_) for at, (name, type_) in enumerate(TYPES.items()))
    return Relation(index, alias, alias, columns)


def meaning(text: str) -> Condition | None:
    names = Namespace().joined(relation(0, "c"), ("c",), JoinKind.INNER, ())
    names = names.joined(relation(1, "o"), ("o",), JoinKind.INNER, ())
    sql = SqlText.of(text)
    return condition_of(bind(sql, sql.tokens, names))


def eq(column: str, value: object) -> Comparison:
    return Comparison(column, "=", value)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("c.name = 'APAC'", eq("name", "APAC")),
        ("c.name == 'APAC'", eq("name", "APAC")),
        ("C.NAME = 'x'", eq("name", "x")),
        ("c.`name` = 'x'", eq("name", "x")),
        ("c.n <> 1", Comparison("n", "<>", 1)),
        ("c.n != 1", Comparison("n", "<>", 1)),
        ("c.n < 1", Comparison("n", "<", 1)),
        ("c.n <= 1", Comparison("n", "<=", 1)),
        ("c.n > 1", Comparison("n", ">", 1)),
        ("c.n >= 1", Comparison("n", ">=", 1)),
        ("c.n BETWEEN 1 AND 5", Between("n", 1, 5)),
        ("c.n IN (1, 2)", InList("n", (1, 2))),
        ("c.name LIKE 'A%'", Like("name", "A%")),
        ("c.n IS NULL", IsNull("n")),
        ("c.n IS NOT NULL", IsNull("n", True)),
        ("c.tags IS NULL", IsNull("tags")),
        ("(((c.n = 1)))", eq("n", 1)),
        ("c.n /* the number */ = -- one\n 1", eq("n", 1)),
    ],
)
def test_one_part(text: str, expected: Condition) -> None:
    assert meaning(text) == expected


@pytest.mark.parametrize(
    ("operator", "flipped"), [("=", "="), ("<>", "<>"), ("<", ">"), ("<=", ">="), (">", "<"), (">=", "<=")]
)
def test_a_constant_on_the_left(operator: str, flipped: str) -> None:
    assert meaning(f"5 {operator} c.n") == Comparison("n", flipped, 5)
    assert meaning(f"'a' 'b' {operator} c.name") == Comparison("name", flipped, "ab")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("c.n = 1 OR c.n = 2 OR c.n = 3", AnyOf((eq("n", 1), eq("n", 2), eq("n", 3)))),
        ("c.n = 1 OR c.n = 2 AND c.id = 3", AnyOf((eq("n", 1), AllOf((eq("n", 2), eq("id", 3)))))),
        ("(c.n = 1 OR c.n = 2) AND c.id = 3", AllOf((AnyOf((eq("n", 1), eq("n", 2))), eq("id", 3)))),
        ("c.n BETWEEN 1 AND 2 AND c.id = 3", AllOf((Between("n", 1, 2), eq("id", 3)))),
        ("c.n IS NULL OR c.name IN ('a')", AnyOf((IsNull("n"), InList("name", ("a",))))),
    ],
)
def test_and_and_or(text: str, expected: Condition) -> None:
    assert meaning(text) == expected


@pytest.mark.parametrize(
    ("literal", "value"),
    [
        ("1", 1),
        ("-1", -1),
        ("- 1", -1),
        ("+1", 1),
        ("9223372036854775807", 2**63 - 1),
        ("-9223372036854775808", -(2**63)),
        ("5L", 5),
        ("5l", 5),
        ("3S", 3),
        ("7Y", 7),
        ("1.5", Decimal("1.5")),
        ("-.5", Decimal("-0.5")),
        ("2.", Decimal("2")),
        ("2.50BD", Decimal("2.50")),
        ("3bd", Decimal("3")),
        ("1e3", 1000.0),
        ("1.5E-1", 0.15),
        ("2.5D", 2.5),
        ("-2d", -2.0),
    ],
)
def test_numbers_are_of_the_type_that_spark_gives_them(literal: str, value: object) -> None:
    found = meaning(f"c.price = {literal}")
    assert found == eq("price", value)
    assert isinstance(found, Comparison)
    assert type(found.value) is type(value)


@pytest.mark.parametrize(
    ("literal", "value"),
    [
        ("''", ""),
        ("'O''Brien'", "O'Brien"),
        (r"'O\'Brien'", "O'Brien"),
        ('"double"', "double"),
        ("'two ' 'parts'", "two parts"),
        (r"r'raw\n'", r"raw\n"),
        (r"'a\tb'", "a\tb"),
        ("'AND c.n = 1 --'", "AND c.n = 1 --"),
        ("'日本'", "日本"),
    ],
)
def test_strings_are_what_spark_reads(literal: str, value: str) -> None:
    assert meaning(f"c.name = {literal}") == eq("name", value)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("c.day = DATE '2024-02-29'", dt.date(2024, 2, 29)),
        ("c.at = TIMESTAMP '2024-02-29 12:00:00Z'", dt.datetime(2024, 2, 29, 12, tzinfo=dt.UTC)),
        (
            "c.at = TIMESTAMP '2024-02-29T12:00:00.25+01:00'",
            dt.datetime(2024, 2, 29, 11, 0, 0, 250000, tzinfo=dt.UTC),
        ),
        ("c.clock = TIMESTAMP_NTZ '2024-02-29 12:00:00'", dt.datetime(2024, 2, 29, 12)),
        ("c.ok = TRUE", True),
        ("c.ok = false", False),
    ],
)
def test_constants_of_other_types(text: str, value: object) -> None:
    found = meaning(text)
    assert isinstance(found, Comparison)
    assert found.value == value


@pytest.mark.parametrize(
    "text",
    [
        # more than a column and constants
        "c.n + 1 = 2",
        "c.n = 1 + 1",
        "upper(c.name) = 'A'",
        "c.n = o.n",
        "c.n = c.id",
        "c.s.f = 1",
        "c.tags[0] = 'a'",
        "c.n = CAST('1' AS INT)",
        "c.n = 1::INT",
        "c.name = 'a' COLLATE UTF8_LCASE",
        "c.n IN (SELECT 1)",
        "CASE WHEN c.n = 1 THEN TRUE END",
        "1 = 1",
        "c.ok",
        # of two relations
        "c.n = 1 OR o.n = 1",
        # unknown and false part ways
        "NOT c.n = 1",
        "c.n NOT IN (1, 2)",
        "c.n NOT BETWEEN 1 AND 2",
        "c.name NOT LIKE 'a%'",
        "NOT (c.n = 1 OR c.n = 2)",
        "c.n IN (1, NULL)",
        "c.n = NULL",
        "c.n <=> 1",
        "c.ok IS TRUE",
        # Spark makes another kind of value of one side
        "c.n = '1'",
        "c.name = 1",
        "c.day = '2024-01-01'",
        "c.at = '2024-01-01 00:00:00Z'",
        "c.at > DATE '2024-01-01'",
        "c.day > TIMESTAMP '2024-01-01 00:00:00Z'",
        "c.clock > TIMESTAMP '2024-01-01 00:00:00Z'",
        "c.ok = 1",
        "c.raw = X'00'",
        "c.folded = 'a'",
        # Spark first makes a common type of them all
        "c.n IN (1, 2.5)",
        "c.n IN (1, 2e0)",
        # the session's time zone decides
        "c.at = TIMESTAMP '2024-01-01 00:00:00'",
        # no constants of Spark's, or errors
        "c.day = DATE '2024-02-30'",
        "c.day = DATE '2024-2-3'",
        "c.n = 300Y",
        "c.n = 9223372036854775808",
        "c.x = 2.5F",
        "c.price = 1.0000000000000000000000001",
        "c.name LIKE 'a!%' ESCAPE '!'",
        r"c.name LIKE 'a\\b'",
        "c.name ILIKE 'a%'",
        "c.name RLIKE 'a'",
        "c.name LIKE ANY ('a', 'b')",
    ],
)
def test_what_is_left_as_text(text: str) -> None:
    assert meaning(text) is None


def test_patterns_keep_their_escapes() -> None:
    assert meaning(r"c.name LIKE '100\\%'") == Like("name", r"100\%")
    assert meaning(r"c.name LIKE '100\%'") == Like("name", r"100\%")
