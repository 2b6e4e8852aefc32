"""``dovetail explain``: the plan of each query of a script."""

import json
from pathlib import Path

from tests.cli.conftest import Invoke

JOIN = "SELECT t.id, q.bid FROM cli_trades t ASOF JOIN cli_quotes q ON t.sym = q.sym AND t.ts >= q.ts"
TREE = """\
Project: t.id, q.bid
  AsofJoin: match=[t.ts >= q.ts], keys=[t.sym = q.sym], type=Inner
    : ties: the larger of (sym, bid, ts)
    : way: window: one sort by key and time
    Scan: cli_trades AS t, columns=[id, sym, ts]
    Scan: cli_quotes AS q, columns=[sym, bid, ts]
"""


def test_the_tree_under_its_place(invoke: Invoke, views: Path) -> None:
    done = invoke("explain", "--setup", views, f"SELECT 1;\n{JOIN}")
    assert done.exit_code == 0
    assert done.stdout == (
        "-- <sql>:1\nSpark runs this statement as it is: it has no construct of Dovetail's.\n" + f"-- <sql>:2\n{TREE}"
    )


def test_an_explain_in_the_script_is_the_same(invoke: Invoke, views: Path) -> None:
    done = invoke("explain", "--setup", views, f"EXPLAIN {JOIN}")
    assert done.stdout == f"-- <sql>:1\n{TREE}"


def test_json(invoke: Invoke, views: Path) -> None:
    (plan,) = json.loads(invoke("explain", "--setup", views, "--format", "json", JOIN).stdout)["plans"]
    assert plan["node"] == "Project"
    assert [child["node"] for child in plan["inputs"][0]["inputs"]] == ["Scan", "Scan"]


def test_mermaid(invoke: Invoke, views: Path) -> None:
    comment, chart, *rest = invoke("explain", "--setup", views, "--format", "mermaid", JOIN).stdout.splitlines()
    assert (comment, chart) == ("%% <sql>:1", "flowchart BT")
    assert any("-->" in line for line in rest)


def test_problems_go_to_stderr(invoke: Invoke, views: Path) -> None:
    done = invoke("explain", "--setup", views, f"SELECT nope FROM cli_trades; {JOIN}")
    assert done.exit_code == 1
    assert done.stderr.startswith("<sql>:1:8: [UNRESOLVED_COLUMN.WITH_SUGGESTION]")
    assert done.stdout == f"-- <sql>:1\n{TREE}"
