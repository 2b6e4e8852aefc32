"""Runs the code of a page: what it prints is compared with what the page shows."""

import contextlib
import io
import textwrap
import traceback
import warnings
from typing import Any

from pyspark.errors import PySparkException
from pyspark.sql import DataFrame, SparkSession

import dovetail
from dovetail.errors import DovetailError
from dovetail.sql.statements import split


class Page:
    """One page's session: names of Python, Dovetail's catalog and Spark's views live to the end of the page."""

    def __init__(self, spark: SparkSession) -> None:
        self.names: dict[str, Any] = {"spark": spark, "dovetail": dovetail, "dt": dovetail.Session(spark)}

    def run(self, language: str, code: str) -> str:
        """What a block prints, warnings of Dovetail's first. Errors of Dovetail's and of Spark's are printed too."""
        out = io.StringIO()
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("ignore")
            warnings.simplefilter("always", dovetail.DovetailWarning)
            with contextlib.redirect_stdout(out):
                try:
                    self._sql(code) if language == "sql" else self._python(code)
                except DovetailError as error:
                    print(error)
                except PySparkException as error:
                    print(next(line for line in str(error).splitlines() if line.strip()))
        said = "".join(f"DovetailWarning: {message}\n" for message in dict.fromkeys(str(w.message) for w in caught))
        return said + out.getvalue()

    def _sql(self, code: str) -> None:
        """Each statement by the page's Dovetail session; only the last one's rows are shown."""
        *first, last = [statement.text for statement in split(code)]
        for statement in first:
            self.names["dt"].sql(statement)
        _show(self.names["dt"].sql(last))

    def _python(self, code: str) -> None:
        exec(compile(textwrap.dedent(code), "<page>", "exec"), self.names)


def _show(rows: DataFrame) -> None:
    """As a notebook shows it: EXPLAIN's text as it is, rows as a table, nothing for a definition."""
    if rows.columns == ["plan"]:
        print(rows.collect()[0][0])
    elif rows.columns:
        rows.show(100, truncate=False)


def same(shown: str, printed: str) -> bool:
    """Whether two outputs are the same; the rows of a table may come in any order, as in any SQL."""
    return _lines(shown) == _lines(printed)


def _lines(text: str) -> list[str]:
    lines = [line.rstrip() for line in text.strip("\n").splitlines()]
    while lines and not lines[-1]:
        lines.pop()
    return sorted(lines) if lines and lines[0].startswith("+-") else lines


def failure(error: BaseException) -> str:
    return "".join(traceback.format_exception(error))
