"""sqlglot has a compiled build, whose classes can neither be subclassed nor changed: nothing here does either.

The tests of planning with the compiled build, which comes from PyPI:

    .uv/bin/uv run --no-sync --with sqlglotc python -m pytest tests/plan tests/optimizer tests/sql tests/test_cases.py
"""

import ast
from pathlib import Path

import pytest

SOURCE = Path(__file__).resolve().parents[2] / "src" / "dovetail"
MODULES = [path for path in sorted(SOURCE.rglob("*.py")) if "sqlglot" in path.read_text()]


def names_of_sqlglot(tree: ast.Module) -> set[str]:
    """The names that a module has from sqlglot."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "sqlglot":
            found |= {alias.asname or alias.name for alias in node.names}
        elif isinstance(node, ast.Import):
            found |= {alias.asname or "sqlglot" for alias in node.names if alias.name.split(".")[0] == "sqlglot"}
    return found


def first_name(node: ast.AST) -> str:
    """``exp.Column.key`` -> ``exp``."""
    while isinstance(node, ast.Attribute):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def test_there_are_modules_to_look_at() -> None:
    assert {path.name for path in MODULES} >= {"expressions.py", "source.py", "dialect.py"}


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.name)
def test_no_class_of_sqlglot_is_subclassed(path: Path) -> None:
    tree = ast.parse(path.read_text())
    theirs = names_of_sqlglot(tree)
    classes = [node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
    assert not [c.name for c in classes for base in c.bases if first_name(base) in theirs]


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.name)
def test_nothing_of_sqlglot_is_replaced(path: Path) -> None:
    tree = ast.parse(path.read_text())
    theirs = names_of_sqlglot(tree)
    targets = [t for node in ast.walk(tree) if isinstance(node, ast.Assign) for t in node.targets]
    assert not [ast.unparse(t) for t in targets if isinstance(t, ast.Attribute) and first_name(t) in theirs]
    called = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and first_name(node.func) == "setattr"]
    assert not [ast.unparse(call) for call in called if first_name(call.args[0]) in theirs]


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.name)
def test_nothing_private_of_sqlglot_is_read(path: Path) -> None:
    tree = ast.parse(path.read_text())
    theirs = names_of_sqlglot(tree)
    attributes = [node for node in ast.walk(tree) if isinstance(node, ast.Attribute)]
    assert not [ast.unparse(a) for a in attributes if a.attr.startswith("_") and first_name(a) in theirs]
