"""Every node of a plan is known to everything that walks plans."""

import ast
import importlib
import inspect
import json
import pkgutil
from collections.abc import Iterator
from types import ModuleType

import pytest

import dovetail.plan
from dovetail.execution.lower import lower
from dovetail.explain import Explanation
from dovetail.optimizer import copy_filters, predicate_splitter
from dovetail.plan.node import Node, transform_up, walk
from dovetail.statement import PlannedBlock
from tests.planning import Tables, lines

MODULES = [
    importlib.import_module(f"dovetail.plan.{module.name}") for module in pkgutil.iter_modules(dovetail.plan.__path__)
]

STATEMENT = """
    SELECT t.id, q.bid, c.name, v.tier, f.price
    FROM trades t
    LEFT ASOF JOIN quotes q
        MATCH_CONDITION (t.ts >= q.ts AND t.ts - q.ts <= INTERVAL '5' SECOND) ON t.sym = q.sym AND q.bid > 0
    LEFT JOIN clients FOR SYSTEM_TIME AS OF NOW() c ON t.client = c.id AND c.active AND t.id > c.id
    LEFT JOIN tiers FOR SYSTEM_TIME AS OF t.ts v ON t.client = v.client AND v.tier <> 'x'
    JOIN fills f ON t.id = f.trade AND f.ts BETWEEN t.ts AND t.ts + INTERVAL '10' SECOND
    JOIN notes n ON t.id = n.id AND n.text <> ''
    WHERE t.id > 0 AND c.name IS NOT NULL
"""


@pytest.fixture
def tables() -> Tables:
    tables = Tables(
        trades="id INT, sym STRING, client INT, note STRING, ts TIMESTAMP",
        quotes="sym STRING, bid DOUBLE, venue STRING, ts TIMESTAMP",
        fills="trade INT, price DOUBLE, ts TIMESTAMP",
        notes="id INT, text STRING",
    )
    tables.lookup("clients", "id INT, name STRING, active BOOLEAN, email STRING", connector="view")
    return tables.versioned("tiers", "client INT, tier STRING, since TIMESTAMP, by STRING", "client", "since")


def node_types() -> list[type[Node]]:
    """All kinds of nodes; dataclasses with slots leave their first version behind, which does not count."""
    found: list[type[Node]] = []
    pending = [Node]
    while pending:
        kind = pending.pop()
        for sub in kind.__subclasses__():
            pending.append(sub)
            module = importlib.import_module(sub.__module__)
            if getattr(module, sub.__name__, None) is sub and not inspect.isabstract(sub):
                found.append(sub)
    return sorted(found, key=lambda kind: kind.__name__)


def matched(module: ModuleType, function: str) -> set[str]:
    """The classes that a function's ``match`` names."""
    tree = ast.parse(inspect.getsource(getattr(module, function)))
    patterns = [node.cls for node in ast.walk(tree) if isinstance(node, ast.MatchClass)]
    return {pattern.id for pattern in patterns if isinstance(pattern, ast.Name)}


def every_node(tables: Tables) -> Iterator[Node]:
    """Nodes of all kinds: of the plan before the rules, and behind them."""
    yield from walk(tables.first_plan(STATEMENT))
    yield from walk(tables.plan(STATEMENT))


def test_the_statement_of_these_tests_has_every_node(tables: Tables) -> None:
    assert {type(node).__name__ for node in every_node(tables)} == {kind.__name__ for kind in node_types()}


@pytest.mark.parametrize("kind", node_types(), ids=lambda kind: kind.__name__)
def test_every_node_can_be_run(kind: type[Node]) -> None:
    assert lower.dispatch(kind) is not lower.dispatch(object), f"say in execution/lower.py how {kind.__name__} runs"


@pytest.mark.parametrize("kind", node_types(), ids=lambda kind: kind.__name__)
def test_every_node_says_how_far_a_filter_goes_down(kind: type[Node]) -> None:
    """Nothing is left to the default: a node that hands filters on by mistake changes answers."""
    assert kind.__name__ in matched(copy_filters, "_push")


def test_every_join_says_whether_it_pads_the_left_side() -> None:
    joins = {kind.__name__ for kind in node_types() if "Join" in kind.__name__}
    assert matched(predicate_splitter, "_pads_left") == joins


def test_every_node_comes_back_from_its_expressions_and_inputs(tables: Tables) -> None:
    for node in every_node(tables):
        rebuilt = node.with_exprs_and_inputs(node.expressions(), node.inputs())
        assert rebuilt == node
        assert [(c, c.nullable) for c in rebuilt.schema] == [(c, c.nullable) for c in node.schema]
        assert node.with_inputs(node.inputs()) is node


def test_nothing_changes_where_no_node_does(tables: Tables) -> None:
    plan = tables.plan(STATEMENT)
    assert transform_up(plan, lambda node: node) is plan


def test_explain_shows_every_node(tables: Tables) -> None:
    plan = tables.plan(STATEMENT)
    shown = [line.strip() for line in lines(plan) if not line.lstrip().startswith(":")]
    assert [line.split(":")[0] for line in shown] == [node.name for node in walk(plan)]
    assert str(Explanation((PlannedBlock(tables.analysis(STATEMENT), plan, 1),))).splitlines() == lines(plan)


def test_json_shows_every_node(tables: Tables) -> None:
    plan = tables.plan(STATEMENT)
    (tree,) = json.loads(Explanation((PlannedBlock(tables.analysis(STATEMENT), plan, 1),)).json())["plans"]
    pending, names = [tree], []
    while pending:
        one = pending.pop(0)
        names.append(one["node"])
        pending = [*one["inputs"], *pending]
    assert names == [node.name for node in walk(plan)]
    assert [column["name"] for column in tree["columns"]] == [column.name for column in plan.schema]


def test_mermaid_shows_every_node(tables: Tables) -> None:
    plan = tables.plan(STATEMENT)
    chart = Explanation((PlannedBlock(tables.analysis(STATEMENT), plan, 1),)).mermaid().splitlines()
    assert chart[0] == "flowchart BT"
    nodes = list(walk(plan))
    boxes = [line for line in chart[1:] if "-->" not in line.split('"')[0]]
    assert len(boxes) == len(nodes)
    assert len(chart) - 1 - len(boxes) == len(nodes) - 1
    assert all(line.count('"') == 2 for line in boxes), "a quote inside a label ends it"
