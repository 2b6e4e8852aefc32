"""Guards of the project's structure: which way imports point, what a module must say, how large it may grow."""

import ast
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src" / "dovetail"
MODULES = sorted(SOURCE.rglob("*.py"))

# What each part may import, besides itself. Read from the bottom up: a part knows only those below it.
MAY_IMPORT = {
    "errors": set[str](),
    "java": set[str](),
    "requirements": {"errors"},
    "state": {"errors"},
    "plan": {"errors"},
    "catalog": {"errors", "plan"},
    "sql": {"errors", "plan", "catalog"},
    "optimizer": {"errors", "plan", "catalog"},
    "connectors": {"errors", "plan", "catalog"},
    "execution": {"errors", "plan", "catalog", "sql", "connectors", "optimizer", "state"},
}
# These stand above all parts; the command line above them too.
TOP = {"session", "statement", "text", "places", "explain", "frames", "frame_options", "frame_plan", "__init__"}

WITHOUT_SPARK = ("errors", "java", "requirements", "state", "plan", "sql", "optimizer")
LONGEST = 350


def named(path: Path) -> str:
    return str(path.relative_to(ROOT))


def part_of(path: Path) -> str:
    """The package or module right below ``dovetail`` that a file belongs to."""
    return path.relative_to(SOURCE).parts[0].removesuffix(".py")


def imports(path: Path) -> Iterator[tuple[int, str]]:
    """The modules that a file imports, with the line; names taken from a package count as its modules too."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{named(path)}:{node.lineno} imports by a relative name"
            assert node.module is not None
            yield node.lineno, node.module
            if node.module == "dovetail":
                yield from ((node.lineno, f"dovetail.{alias.name}") for alias in node.names)


def imported_parts(path: Path) -> Iterator[tuple[int, str]]:
    for line, module in imports(path):
        first, _, rest = module.partition(".")
        if first == "dovetail" and rest:
            yield line, rest.split(".")[0]


@pytest.mark.parametrize("path", MODULES, ids=named)
def test_imports_point_downwards(path: Path) -> None:
    part = part_of(path)
    if part in TOP:
        upwards = [found for found in imported_parts(path) if found[1] == "cli"]
    elif part == "cli":
        return
    else:
        assert part in MAY_IMPORT, f"say in MAY_IMPORT what {part} may import"
        upwards = [found for found in imported_parts(path) if found[1] not in MAY_IMPORT[part] | {part}]
    assert not upwards, f"{named(path)} imports upwards: {upwards}"


@pytest.mark.parametrize("path", [path for path in MODULES if part_of(path) in WITHOUT_SPARK], ids=named)
def test_planning_and_state_do_without_spark(path: Path) -> None:
    spark = [found for found in imports(path) if found[1].split(".")[0] in {"pyspark", "py4j"}]
    assert not spark, f"{named(path)} imports Spark: {spark}"


@pytest.mark.parametrize("path", MODULES, ids=named)
def test_public_api_of_spark_only(path: Path) -> None:
    """Underscored attributes of PySpark's objects reach into the JVM, which Spark Connect does not have."""
    attributes = [node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Attribute)]
    private = [f"line {node.lineno}: {node.attr}" for node in attributes if re.match(r"_j[a-zA-Z]", node.attr)]
    assert not private, f"{named(path)} reaches into the JVM: {private}"


@pytest.mark.parametrize("path", [path for path in MODULES if not path.stem.startswith("__")], ids=named)
def test_a_module_says_what_is_public(path: Path) -> None:
    assignments = [node for node in ast.parse(path.read_text()).body if isinstance(node, ast.Assign)]
    targets = {target.id for node in assignments for target in node.targets if isinstance(target, ast.Name)}
    assert "__all__" in targets, f"{named(path)} has no __all__"


@pytest.mark.parametrize("path", MODULES, ids=named)
def test_a_file_is_one_thing(path: Path) -> None:
    lines = len(path.read_text().splitlines())
    assert lines <= LONGEST, f"{named(path)} has {lines} lines; which two things is it?"


def test_the_package_is_typed() -> None:
    assert (SOURCE / "py.typed").exists()


def test_help_lists_every_target() -> None:
    declared = re.search(r"^\.PHONY: (.+)$", (ROOT / "Makefile").read_text(), re.MULTILINE)
    assert declared
    shown = subprocess.run(
        ["make", "-s", "--no-print-directory", "-C", ROOT, "help"], capture_output=True, text=True, check=True
    ).stdout
    assert {line.split()[0] for line in shown.splitlines()} == set(declared[1].split())


def test_ci_runs_what_the_readme_says() -> None:
    command = (ROOT / ".ci" / "run").read_text().strip().splitlines()[-1]
    assert command.startswith("make ")
    assert command in (ROOT / "README.md").read_text()
