"""A mistake in one of Dovetail's statements: what is said, where it points, what is meant instead."""

import pytest

from dovetail.errors import DovetailError, SqlSyntaxError, UnsupportedStatement
from dovetail.sql.ddl import parse_ddl
from dovetail.sql.source import SqlText


@pytest.mark.parametrize(
    ("text", "at", "message", "remedy"),
    [
        # keywords
        ("CREATE LOKUP TABLE c AS VALUES (1)", "LOKUP", "found LOKUP", "LOOKUP"),
        ("CRAETE LOOKUP TABLE c AS VALUES (1)", "CRAETE", "found CRAETE, expected CREATE or DROP", "CREATE"),
        ("CREATE LOOKUP TABEL c AS VALUES (1)", "TABEL", "found TABEL, expected TABLE", "TABLE"),
        ("CREATE OR REPLCE LOOKUP TABLE c AS VALUES (1)", "REPLCE", "found REPLCE, expected REPLACE", "REPLACE"),
        ("CREATE TEMP LOOKUP TABLE c AS VALUES (1)", "TEMP", "found TEMP", None),
        ("CREATE LOOKUP TABLE IF EXISTS c AS VALUES (1)", "EXISTS", "found EXISTS, expected NOT", None),
        ("CREATE SORCE s (a INT) WITH (connector = view)", "SORCE", "found SORCE", "SOURCE"),
        # names
        ("CREATE LOOKUP TABLE", "E", "expected the name of the lookup table", None),
        ("CREATE LOOKUP TABLE a.b AS VALUES (1)", ".", "has one part", "last part alone"),
        ("CREATE LOOKUP TABLE 'c' AS VALUES (1)", "'c'", "found 'c', expected the name", None),
        ("DROP LOOKUP TABLE c d", "d", "found d, expected the end of the statement", None),
        # columns
        ("CREATE LOOKUP TABLE c (a INTT) AS VALUES (1)", "INTT", "expected a type of Spark", "INT"),
        ("CREATE LOOKUP TABLE c (a) AS VALUES (1)", ")", "expected a type of Spark", "name and its type"),
        ("CREATE LOOKUP TABLE c (a INT b INT) AS VALUES (1)", "b", "expected NOT NULL", None),
        ("CREATE LOOKUP TABLE c (a INT NOT) AS VALUES (1)", ")", "expected NULL", None),
        ("CREATE LOOKUP TABLE c (a INT, ) AS VALUES (1)", ")", "expected a column", None),
        ("CREATE LOOKUP TABLE c (a INT AS VALUES (1)", "AS", "expected NOT NULL", None),
        ("CREATE LOOKUP TABLE c (a ARRAY<INT) AS VALUES (1)", ")", "expected '>'", None),
        # clauses
        ("CREATE LOOKUP TABLE c (a INT, PRIMRY KEY (a)) AS VALUES (1)", "PRIMRY", "expected PRIMARY", "PRIMARY"),
        ("CREATE LOOKUP TABLE c (a INT, PRIMARY KEY a) AS VALUES (1)", "a", "expected '('", None),
        ("CREATE LOOKUP TABLE c (a INT PRIMARY KEY, PRIMARY KEY (a)) AS VALUES (1)", "(", "said twice", "Keep one"),
        (
            "CREATE LOOKUP TABLE c (a INT, VERSION FOR a) AS VALUES (1)",
            "VERSION",
            "has no VERSION FOR",
            "VERSIONED TABLE",
        ),
        ("CREATE LOOKUP TABLE c (a INT, WATERMARK FOR a) AS VALUES (1)", "WATERMARK", "has no WATERMARK FOR", "SOURCE"),
        ("CREATE SOURCE s (a INT, PRIMARY KEY (a)) WITH (x = 1)", "PRIMARY", "has no PRIMARY KEY", "LOOKUP TABLE"),
        ("CREATE SOURCE s (a INT PRIMARY KEY) WITH (x = 1)", "PRIMARY", "has no PRIMARY KEY", "Leave it out"),
        ("CREATE VERSIONED TABLE v (t INT, VERSON FOR t) WITH (x = 1)", "VERSON", "found VERSON", "VERSION"),
        ("CREATE VERSIONED TABLE v (t INT, VERSION FOR t SEQENCE BY t) WITH (x = 1)", "SEQENCE", "SEQUENCE BY", None),
        (
            "CREATE SOURCE s (t TIMESTAMP, WATERMARK FOR t AS u) WITH (x = 1)",
            "u",
            "is computed from u",
            "WATERMARK FOR t",
        ),
        (
            "CREATE SOURCE s (t TIMESTAMP, WATERMARK FOR t AS t - INTERVAL '1' MONTH) WITH (x = 1)",
            "INTERVAL '1' MONTH",
            "has no fixed length",
            "INTERVAL '5' SECOND",
        ),
        (
            "CREATE SOURCE s (t TIMESTAMP, WATERMARK FOR t AS t - INTERVAL '-1' DAY) WITH (x = 1)",
            "INTERVAL '-1' DAY",
            "is negative",
            "INTERVAL '5' SECOND",
        ),
        (
            "CREATE SOURCE s (t TIMESTAMP, WATERMARK FOR t AS t - INTERVAL 'x' DAY) WITH (x = 1)",
            "INTERVAL 'x' DAY",
            "is no interval",
            "INTERVAL '5' SECOND",
        ),
        # options
        ("CREATE LOOKUP TABLE c", "c", "expected WITH or AS", None),
        ("CREATE SOURCE s (a INT)", ")", "expected WITH", None),
        ("CREATE LOOKUP TABLE c WITH connector = view", "connector", "expected '('", None),
        ("CREATE LOOKUP TABLE c WITH ()", ")", "expected an option's key", None),
        ("CREATE LOOKUP TABLE c WITH (connector view)", "view", "expected '='", None),
        ("CREATE LOOKUP TABLE c WITH (a = b c = d)", "c", "more than one word", "quotes around the value"),
        ("CREATE LOOKUP TABLE c WITH (a = )", ")", "expected a value in quotes", None),
        ("CREATE LOOKUP TABLE c WITH (a = 'b' c = 'd')", "c", "expected ')' or ','", None),
        # queries
        ("CREATE LOOKUP TABLE c AS VALEUS (1)", "VALEUS", "expected VALUES or SELECT", "VALUES"),
        ("CREATE LOOKUP TABLE c AS", "S", "expected VALUES or SELECT", None),
        # others
        ("CREATE OR REPLACE LOOKUP TABLE IF NOT EXISTS c AS VALUES (1)", "EXISTS", "exclude each other", "Keep one"),
        ("SHOW LOKUP TABLES", "LOKUP", "found LOKUP", "LOOKUP"),
    ],
)
def test_a_mistake(text: str, at: str, message: str, remedy: str | None) -> None:
    with pytest.raises(SqlSyntaxError) as error:
        parse_ddl(SqlText.of(text))
    assert message in error.value.message
    assert pointed_at(error.value, text) == at
    assert remedy is None or remedy in str(error.value.remedy)


@pytest.mark.parametrize(
    "text",
    [
        "CREATE SINK s WITH (connector = 'kafka')",
        "CREATE STREAM s AS SELECT 1",
        "CREATE OR REPLACE STREAM s AS SELECT 1",
        "DROP SINK s",
        "SHOW SINKS",
        "SHOW QUERIES",
        "ATTACH 'sqlite:///x' AS x",
        "DETACH x",
        "EXPLAIN ANALYZE SELECT 1",
    ],
)
def test_what_this_release_does_not_have(text: str) -> None:
    with pytest.raises(UnsupportedStatement, match=r"does not have .* yet") as error:
        parse_ddl(SqlText.of(text))
    assert error.value.position is not None


def pointed_at(error: DovetailError, text: str) -> str:
    assert error.place is not None
    assert error.place.sql == text
    return text[error.place.start : error.place.stop]
