"""The examples run, and print what they are there to show."""

import runpy
from collections.abc import Iterator

import pytest
from pyspark.sql import SparkSession

from tests.conftest import ROOT

EXAMPLES = ROOT / "examples"
SHOWN = {
    "sql_tour": """
        | 1|  Ada|  |2|Grace| | 3| NULL|
        |1|EUR|1.08| |2|SEK|NULL| |3|EUR|1.10|
        |3|silver|33|2026-03-02 09:34:59|
        |1|Ada|2685.19| |2|Grace|NULL| |3|unknown|30.00|
    """,
    "dataframes": "|1|Ada|2.5|11.5|true| |2|Emmy|3.0|12.0|false| |3|Ada|2.0|NULL|true|",
    "training_set": "|1|true|3|20.5| |2|false|NULL|31.0| |3|false|NULL|NULL|",
}


@pytest.fixture(autouse=True)
def _views(spark: SparkSession) -> Iterator[None]:
    yield
    for row in spark.sql("SHOW VIEWS").collect():
        spark.catalog.dropTempView(row.viewName)


def squeezed(text: str) -> str:
    return "".join(text.split())


def test_each_example_is_known() -> None:
    assert {path.stem for path in EXAMPLES.glob("*.py")} == set(SHOWN)
    assert all(f"{name}.py" in (EXAMPLES / "README.md").read_text() for name in SHOWN)


@pytest.mark.parametrize("name", SHOWN)
def test_an_example_shows_its_rows(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    runpy.run_path(str(EXAMPLES / f"{name}.py"), run_name="__main__")
    printed = squeezed(capsys.readouterr().out)
    for line in SHOWN[name].strip().splitlines():
        for row in squeezed(line).split("||"):
            assert row.strip("|") in printed
