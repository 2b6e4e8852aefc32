"""Runs the statements of tests/cases: the rows, the plan, and that the columns are those of a plain join.

A file starts with its tables and goes on with its cases:

    -- table trades
    --   sym STRING | ts TIMESTAMP
    --   A          | 10
    CREATE LOOKUP TABLE …;

    -- case: what it shows
    SELECT …;
    -- plan
    --   Project: …
    -- columns: sym, bid
    -- rows
    --   A | 1.5

``-- twin: none`` says that no plain join has the same columns. Where there is no such line, the twin is the statement
without Dovetail's clauses. ``-- args: [1, "a"]`` are values for markers.

DOVETAIL_WRITE_PLANS=1 writes plans anew; rows are never written.
"""

import json
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql.types import StructField, StructType

from dovetail.sql.lift import lift
from dovetail.sql.source import SqlText
from dovetail.sql.statements import split
from tests.model.tables import quoted
from tests.sheets import Sheet, expected, lines

FOLDER = Path(__file__).parent / "cases"
FILES = sorted(FOLDER.glob("*.sql"))
WRITE_PLANS = bool(os.environ.get("DOVETAIL_WRITE_PLANS"))

pytestmark = pytest.mark.filterwarnings("ignore:.TemporalClauseRequired.:dovetail.errors.DovetailWarning")


@dataclass
class Case:
    """One statement and what is expected of it; ``notes`` are the comments with a value, such as ``columns``."""

    name: str
    sql: str = ""
    notes: dict[str, str] = field(default_factory=dict)
    blocks: dict[str, list[str]] = field(default_factory=dict)

    @property
    def rows(self) -> list[str]:
        return expected("\n".join(self.blocks["rows"]))

    @property
    def args(self) -> Any:
        """The values for the markers: a list or a dict."""
        return json.loads(self.notes["args"]) if "args" in self.notes else None


@dataclass
class CaseFile:
    """The tables of a file, the statements that declare more of them, and its cases."""

    path: Path
    tables: dict[str, list[str]] = field(default_factory=dict)
    setup: str = ""
    cases: list[Case] = field(default_factory=list)


def read(path: Path) -> CaseFile:
    """Line by line: a comment with an indent belongs to the block that was opened last."""
    found = CaseFile(path)
    block: list[str] = []
    for line in path.read_text().splitlines():
        if line.startswith("--   "):
            block.append(line[5:])
        elif opened := re.fullmatch(r"-- table (.+)", line):
            block = found.tables[opened[1]] = []
        elif opened := re.fullmatch(r"-- case: (.+)", line):
            found.cases.append(Case(opened[1]))
        elif opened := re.fullmatch(r"-- (plan|rows)", line):
            block = found.cases[-1].blocks[opened[1]] = []
        elif opened := re.fullmatch(r"-- (columns|twin|args): (.+)", line):
            found.cases[-1].notes[opened[1]] = opened[2]
        elif found.cases:
            found.cases[-1].sql += line + "\n"
        else:
            found.setup += line + "\n"
    for case in found.cases:
        case.sql = case.sql.strip().removesuffix(";")
    return found


READ = {path: read(path) for path in FILES}
CASES = [
    pytest.param(path, case, id=f"{path.stem}-{case.name.replace(' ', '-')}")
    for path, one in READ.items()
    for case in one.cases
]


@pytest.fixture(scope="module")
def world(request: pytest.FixtureRequest, quick: SparkSession) -> Iterator[Sheet]:
    """The tables of one file."""
    found = READ[request.param]
    sheet = Sheet(quick)
    for name, block in found.tables.items():
        sheet.view(name, "\n".join(block))
    for statement in split(found.setup):
        sheet.dt.sql(statement.text)
    yield sheet
    sheet.drop()
    if WRITE_PLANS:
        write_plans(found)


@pytest.mark.parametrize(("world", "case"), CASES, indirect=["world"])
def test_case(world: Sheet, case: Case) -> None:
    result = world.dt.sql(case.sql, case.args)
    assert lines(result) == case.rows
    if "columns" in case.notes:
        assert result.columns == case.notes["columns"].split(", ")
    if case.notes.get("twin") != "none":
        assert_same_columns(result, twin(world, case))
    if "plan" in case.blocks:
        plan = world.plan(case.sql)
        if WRITE_PLANS:
            case.blocks["plan"][:] = plan
        assert plan == case.blocks["plan"]


def test_every_file_has_cases() -> None:
    assert len(FILES) >= 8
    for path, found in READ.items():
        names = [case.name for case in found.cases]
        assert names, f"{path.name} has no case"
        assert len(set(names)) == len(names), f"{path.name} has a name twice"
        assert all("rows" in case.blocks for case in found.cases), f"{path.name} has a case without rows"


def write_plans(found: CaseFile) -> None:
    """Puts the plans of a file's cases into its text."""
    text = found.path.read_text()
    for case in found.cases:
        if "plan" in case.blocks:
            start = text.index("-- plan\n", text.index(f"-- case: {case.name}\n")) + len("-- plan\n")
            old = re.match(r"(--   .*\n)*", text[start:])
            assert old is not None
            new = "".join(f"--   {line}\n" for line in case.blocks["plan"])
            text = text[:start] + new + text[start + old.end() :]
    found.path.write_text(text)


# The plain join of the same text


def twin(world: Sheet, case: Case) -> DataFrame:
    """The statement without Dovetail's clauses, over views with the columns of the catalog's tables."""
    text = SqlText.of(case.sql)
    lifted = lift(text, lambda name: world.dt.catalog.get(name) is not None)
    plain = list(case.sql)
    places = [clause.place for clause in lifted.clauses] + ([lifted.emit_place] if lifted.emit_place else [])
    for place in places:
        plain[place.start : place.stop] = " " * (place.stop - place.start)
    names = [table.name for table in world.dt.catalog]
    for name in names:
        plain_view(world, name)
    try:
        return world.spark.sql("".join(plain), args=case.args)
    finally:
        for name in names:
            world.spark.catalog.dropTempView(name)


def plain_view(world: Sheet, name: str) -> None:
    """What a table of the catalog reads: the view behind it, or no rows in the columns that it declares."""
    table = world.dt.catalog.get(name)
    assert table is not None
    if view := table.options.get("view"):
        frame = world.spark.table(view).selectExpr(*(quoted(column.name) for column in table.columns))
    else:
        casts = ", ".join(f"CAST(NULL AS {column.type}) AS {quoted(column.name)}" for column in table.columns)
        found = zip(world.spark.sql(f"SELECT {casts}").schema, table.columns, strict=True)
        fields = [StructField(field.name, field.dataType, column.nullable) for field, column in found]
        frame = world.spark.createDataFrame([], StructType(fields))
    frame.createOrReplaceTempView(name)


def assert_same_columns(result: DataFrame, plain: DataFrame) -> None:
    """Names, order, types, and whether they may be NULL."""
    found = [(f.name, f.dataType.simpleString(), f.nullable) for f in result.schema]
    assert found == [(f.name, f.dataType.simpleString(), f.nullable) for f in plain.schema]
