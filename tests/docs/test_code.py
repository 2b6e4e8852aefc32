"""All code of the documentation runs, and prints what the page says.

``DOVETAIL_WRITE_DOCS=1 make docs`` writes what is printed into the pages; read the difference before it is committed.
"""

import os
import re
import shlex
import shutil
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from pyspark.sql import SparkSession

from tests.conftest import ROOT
from tests.docs.pages import PAGES, Block, blocks
from tests.docs.running import Page, same

WRITE = bool(os.environ.get("DOVETAIL_WRITE_DOCS"))
RUN = {"sql", "python"}
SHOWN_ONLY = {"text", "mermaid", "json", ""}
SHELL = {"sh"}


def named(page: Path) -> str:
    return str(page.relative_to(ROOT))


@pytest.fixture
def page_session(spark: SparkSession, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Page]:
    """A page runs in an empty folder, and leaves no view behind."""
    monkeypatch.chdir(tmp_path)
    yield Page(spark)
    for row in spark.sql("SHOW VIEWS").collect():
        spark.catalog.dropTempView(row.viewName)


@pytest.mark.parametrize("page", [page for page in PAGES if any(b.language in RUN for b in blocks(page))], ids=named)
def test_code_prints_what_the_page_says(page: Path, page_session: Page) -> None:
    printed: list[tuple[Block, str]] = []
    for block in blocks(page):
        if block.language in RUN and block.run:
            text = page_session.run(block.language, block.text)
            printed.append((block, text))
            if not WRITE:
                expected = block.output.text if block.output else ""
                silent = block.output is None and not text.startswith("[")
                assert silent or same(expected, text), f"{block} prints\n{text}"
    if WRITE:
        write(page, printed)


def write(page: Path, printed: list[tuple[Block, str]]) -> None:
    text = page.read_text()
    for block, output in reversed(printed):
        if block.output is not None and not same(block.output.text, output):
            clean = "\n".join(line.rstrip() for line in output.strip("\n").splitlines())
            text = text[: block.output.start] + clean + "\n" + text[block.output.stop :]
    page.write_text(text)


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_every_block_is_of_a_known_language(page: Path) -> None:
    unknown = [str(block) for block in blocks(page) if block.language not in RUN | SHOWN_ONLY | SHELL]
    assert not unknown


# Commands: they are not run, but what they name is there.

COMMANDS = [block for page in PAGES for block in blocks(page) if block.language in SHELL]


@pytest.mark.parametrize("block", COMMANDS, ids=str)
def test_commands_exist(block: Block) -> None:
    for line in block.text.splitlines():
        words = shlex.split(line, comments=True)
        if words:
            check_command(words)


def check_command(words: list[str]) -> None:
    match words:
        case ["make", target, *_]:
            assert re.search(rf"^{target}:", (ROOT / "Makefile").read_text(), re.MULTILINE), f"no target {target}"
        case ["pip", "install", *packages]:
            for package in packages:
                check_package(package)
        case ["dovetail", *arguments]:
            check_dovetail(arguments)
        case ["python" | "spark-submit", script, *_] if script.endswith(".py"):
            assert (ROOT / script).exists(), f"no {script}"
        case [program, *_]:
            assert program in {"cd", "export", "git"} or shutil.which(program), f"no program {program}"


def check_package(package: str) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    name, _, extras = package.rstrip("]").partition("[")
    if name == project["name"]:
        assert set(filter(None, extras.split(","))) <= set(project["optional-dependencies"])
    else:
        assert name.startswith("pyspark-client"), f"{package} is none of ours"


def check_dovetail(arguments: list[str]) -> None:
    import typer.main  # noqa: PLC0415

    from dovetail.cli.app import app  # noqa: PLC0415

    command = typer.main.get_command(app)
    if arguments and not arguments[0].startswith("-"):
        commands = getattr(command, "commands", {})
        assert arguments[0] in commands, f"no command {arguments[0]}"
        command = commands[arguments[0]]
    known = {option for parameter in command.params for option in parameter.opts} | {"--help"}
    assert {word for word in arguments if word.startswith("--")} <= known
