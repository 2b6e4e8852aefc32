"""The reader of tokens, and its errors."""

import pytest

from dovetail.errors import SqlSyntaxError
from dovetail.sql.cursor import Cursor, rest_of
from dovetail.sql.source import SqlText


def cursor(text: str) -> Cursor:
    return Cursor(SqlText.of(text))


def test_keywords_are_words_in_any_case() -> None:
    reader = cursor("Create oR replace x")
    assert reader.at("CREATE", "OR", "REPLACE")
    assert reader.accept("CREATE", "OR", "REPLACE")
    assert not reader.accept("REPLACE")
    assert reader.word() == "X"


def test_words_that_come_as_one_token_are_single_words() -> None:
    reader = cursor("PRIMARY   KEY GROUP BY a")
    assert [reader.take().text for _ in range(5)] == ["PRIMARY", "KEY", "GROUP", "BY", "a"]


@pytest.mark.parametrize("text", ["'CREATE'", "`CREATE`", '"CREATE"', "-- CREATE\n x", "/* CREATE */ x"])
def test_a_keyword_in_quotes_or_comments_is_none(text: str) -> None:
    assert not cursor(text).at("CREATE")


def test_punctuation_in_quotes_is_none() -> None:
    assert not cursor("'('").is_symbol("(")
    assert cursor("(").is_symbol("(")


def test_semicolons_at_the_end_are_left_out() -> None:
    reader = cursor("x ; ;")
    reader.take()
    reader.end()


@pytest.mark.parametrize(
    ("text", "name"),
    [("plain", "plain"), ("`back tick`", "back tick"), ("`a``b`", "a`b"), ("_x1", "_x1"), ("date", "date")],
)
def test_names(text: str, name: str) -> None:
    found = cursor(text).name("a name")
    assert found.text == name
    assert text[found.place.start : found.place.stop] == text


@pytest.mark.parametrize("text", ["'a'", "1", "(", "", "IF"])
def test_what_is_no_name(text: str) -> None:
    with pytest.raises(SqlSyntaxError, match="expected a name"):
        cursor(text).name("a name", frozenset({"IF"}))


def test_a_name_has_one_part() -> None:
    with pytest.raises(SqlSyntaxError, match="one part") as error:
        cursor("a.b").name("a name")
    assert error.value.position is not None
    assert error.value.position.start == 1


def test_a_string_of_several_pieces() -> None:
    value, place = cursor("'it''s ' r'\\n' x").string("a text")
    assert value == "it's \\n"
    assert (place.start, place.stop) == (0, 14)


def test_what_was_found_and_what_was_expected() -> None:
    reader = cursor("SELCT 1")
    with pytest.raises(SqlSyntaxError) as error:
        reader.expect("SELECT")
    assert error.value.message == "found SELCT, expected SELECT"
    assert error.value.remedy == "Did you mean SELECT?"
    assert str(error.value).splitlines()[1:3] == ["  SELCT 1", "  ^^^^^"]


def test_at_the_end_the_caret_stands_at_the_last_character() -> None:
    reader = cursor("ab\n  ")
    reader.take()
    with pytest.raises(SqlSyntaxError, match="found the end of the statement, expected X or 'Y'") as error:
        raise reader.unexpected("X", "'Y'")
    assert error.value.position is not None
    assert error.value.position.start == 1


def test_nothing_may_follow() -> None:
    with pytest.raises(SqlSyntaxError, match="found x, expected A or the end of the statement"):
        cursor("x").end("A")


def test_the_rest_of_a_statement_keeps_its_positions() -> None:
    sql = SqlText.of("EXPLAIN SELECT 1")
    rest = rest_of(sql)
    assert rest.text == sql.text
    assert [token.start for token in rest.tokens] == [8, 15]


@pytest.mark.parametrize("text", ["'open", "`open", "/* open", '"open'])
def test_what_does_not_end(text: str) -> None:
    with pytest.raises(SqlSyntaxError, match="cannot be split into words") as error:
        SqlText.of(text)
    assert "not closed" in str(error.value.remedy)
