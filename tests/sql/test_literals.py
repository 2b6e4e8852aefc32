"""String literals are read as Spark reads them."""

import pytest
from pyspark.sql import SparkSession

from dovetail.sql.literals import string_value

LITERALS = {
    "''": "",
    "'plain'": "plain",
    '"double"': "double",
    "'it''s'": "it's",
    '"say ""hi"""': 'say "hi"',
    "'say \"hi\"'": 'say "hi"',
    "'double \"\" stay'": 'double "" stay',
    "\"single '' stay\"": "single '' stay",
    r"'it\'s'": "it's",
    r"'a\nb\tc\rd\\e'": "a\nb\tc\rd\\e",
    r"'\0\b\Z'": "\0\b\x1a",
    r"'\%\_'": r"\%\_",
    r"'\q\'": None,
    r"'\q'": "q",
    r"'\u00e9'": "é",
    r"'\U0001F600'": "😀",
    r"'\uD83D\uDE00'": "😀",
    r"'\uD83D'": "?",
    r"'\101\060'": "A0",
    "r'open": None,
    r"r'raw \n'": r"raw \n",
    r'R"raw \t"': r"raw \t",
    "'a' 'b'": "ab",
    "'a'\n'b' \"c\"": "abc",
    "'a' /* and */ 'b' -- then\n 'c'": "abc",
    r"'a\tb' r'\t'": "a\tb\\t",
    "'-- no comment'": "-- no comment",
    "'two\nlines'": "two\nlines",
    "'日本 𝄞'": "日本 𝄞",
}


@pytest.mark.parametrize(("raw", "value"), [pair for pair in LITERALS.items() if pair[1] is not None])
def test_the_value_of_a_literal(raw: str, value: str) -> None:
    assert string_value(raw) == value


@pytest.mark.parametrize(
    "raw", ["", "a", "'", "'open", "'a' b", "b 'a'", "1", "`a`", *(k for k, v in LITERALS.items() if v is None)]
)
def test_what_is_no_literal(raw: str) -> None:
    with pytest.raises(ValueError, match="not a string literal"):
        string_value(raw)


def test_spark_reads_the_same(spark: SparkSession) -> None:
    literals = [raw for raw, value in LITERALS.items() if value is not None]
    row = spark.sql("SELECT " + ", ".join(f"{raw} AS c{at}" for at, raw in enumerate(literals))).collect()[0]
    assert dict(zip(literals, row, strict=True)) == {raw: LITERALS[raw] for raw in literals}
