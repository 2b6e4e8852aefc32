"""Every mistake that a statement can have: the code, the place under the caret, and what to write instead.

The statements are in tests/errors; the place is marked in them, and the comment behind says the rest:

    SELECT «d.nmae» FROM t JOIN dim FOR SYSTEM_TIME AS OF NOW() AS d ON t.k = d.k;
    -- ColumnNotFound: Did you mean d.name?
"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from pyspark.sql import SparkSession

from dovetail.errors import DovetailError
from tests.sheets import Sheet

pytestmark = pytest.mark.filterwarnings("ignore:.TemporalClauseRequired.:dovetail.errors.DovetailWarning")

FOLDER = Path(__file__).parents[1] / "errors"


def read(path: Path) -> Iterator[tuple[str, str, str]]:
    """Each statement of a file, with the code and a part of the remedy that stand in the comment behind it."""
    for text in path.read_text().strip().split("\n\n"):
        sql, _, expected = text.rpartition(";\n-- ")
        code, _, remedy = expected.partition(": ")
        yield sql, code, remedy


CASES = [
    pytest.param(*case, id=f"{path.stem}-{re.sub(r'[^!-~]+', ' ', case[0])}")
    for path in sorted(FOLDER.glob("*.sql"))
    for case in read(path)
]


@pytest.fixture(scope="module")
def world(spark: SparkSession) -> Iterator[Sheet]:
    sheet = Sheet(spark)
    sheet.view("t_rows", "id INT | k STRING | ts TIMESTAMP \n 1 | a | 10")
    sheet.views.append("t")
    sheet.spark.sql("CREATE OR REPLACE TEMP VIEW t AS SELECT *, INTERVAL '1' SECOND AS gap FROM t_rows")
    sheet.view("q", "k STRING | v INT | ts TIMESTAMP \n a | 5 | 5")
    sheet.views.append("t2")
    sheet.spark.sql("CREATE OR REPLACE TEMP VIEW t2 AS SELECT 'a' AS k, named_struct('a', 1, 'b', 2) AS st")
    sheet.lookup("dim", "k STRING | name STRING \n a | Ada", key="k")
    sheet.versioned("rates", "k STRING | rate INT | valid TIMESTAMP \n a | 1 | 0", key="k", version="valid")
    log = "op STRING | k STRING | rate INT | valid TIMESTAMP \n +I | a | 1 | 0"
    sheet.versioned("changes", log, key="k", version="valid", op__column="op")
    yield sheet
    sheet.drop()


@pytest.mark.parametrize(("marked", "code", "remedy"), CASES)
def test_mistake(world: Sheet, marked: str, code: str, remedy: str) -> None:
    before, _, rest = marked.partition("«")
    meant, _, after = rest.partition("»")
    sql = before + meant + after
    with pytest.raises(DovetailError) as raised:
        world.dt.sql(sql)
    error = raised.value
    assert error.code == code, str(error)
    assert remedy in (error.remedy or ""), str(error)
    if meant:
        assert error.position is not None, str(error)
        line, column, start, stop = error.position
        assert sql[start:stop] == meant, str(error)
        assert start == len(before)
        assert (line, column) == (before.count("\n") + 1, len(before) - before.rfind("\n"))
        assert f"(line {line}, column {column})" in str(error)


def test_every_file_has_mistakes() -> None:
    assert len(CASES) > 150
