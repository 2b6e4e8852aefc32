"""What EXPLAIN shows: the plan as a tree, as JSON, as a Mermaid chart, and as a picture in a notebook."""

import html
import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from enum import Enum
from typing import Any

from dovetail.execution.asof_join import asof_way
from dovetail.plan.asof import AsofJoinNode
from dovetail.plan.multi import JoinStepConfig
from dovetail.plan.node import Node
from dovetail.plan.temporal import TemporalJoinNode
from dovetail.statement import PlannedBlock

__all__ = ["Explanation"]


@dataclass(frozen=True, slots=True)
class Explanation:
    """A statement's plan; ``str()`` is the tree that EXPLAIN prints.

    ``remark`` stands for a statement without a plan of Dovetail's.
    """

    blocks: tuple[PlannedBlock, ...] = ()
    remark: str = ""
    spark: str = ""

    def __str__(self) -> str:
        """The tree, one line a node, what is known of it below."""
        parts = [self.remark] if self.remark else []
        for block in self.blocks:
            if len(self.blocks) > 1:
                parts.append(f"-- the query in line {block.line}")
            parts += _tree(block.plan)
        return "\n".join([*parts, *(["", self.spark] if self.spark else [])])

    def json(self) -> str:
        """The plan as JSON: a tree for each query, inner ones first, and its joins as steps in the order they run."""
        shown: dict[str, Any] = {
            "plans": [_as_json(block.plan) for block in self.blocks],
            "steps": [[_step(step) for step in block.config.steps] for block in self.blocks],
        }
        return json.dumps(shown | ({"remark": self.remark} if self.remark else {}), indent=2)

    def mermaid(self) -> str:
        """The plan as a Mermaid flow chart: rows flow upwards."""
        lines = ["flowchart BT"]
        for number, block in enumerate(self.blocks):
            lines += _chart(block.plan, f"n{number}")
        if self.remark:
            lines.append(f"  remark[{_label([self.remark])}]")
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        """The tree in a notebook."""
        return f"<pre>{html.escape(str(self))}</pre>"


def details(node: Node) -> Sequence[str]:
    """What EXPLAIN shows below a node's line: what the node knows, and which way it runs."""
    match node:
        case AsofJoinNode():
            return (*node.details(), f"way: {asof_way(node)}")
        case TemporalJoinNode():
            return (*node.details(), "way: validity intervals, joined by key and range")
        case _:
            return node.details()


def _tree(node: Node, depth: int = 0) -> Iterator[str]:
    indent = "  " * depth
    yield f"{indent}{node.explain()}"
    yield from (f"{indent}  : {line}" for line in details(node))
    for child in node.inputs():
        yield from _tree(child, depth + 1)


def _as_json(node: Node) -> dict[str, Any]:
    return {
        "node": node.name,
        "explain": node.explain(),
        "details": list(details(node)),
        "columns": [{"name": c.name, "type": c.type, "nullable": c.nullable} for c in node.schema],
        "inputs": [_as_json(child) for child in node.inputs()],
    }


def _step(step: JoinStepConfig) -> dict[str, Any]:
    """A join by its operator's parameters, and the columns that stand there after it."""
    operator = step.config
    parameters = asdict(operator.config) if isinstance(operator, TemporalJoinNode) else {}
    return {
        "operator": operator.name,
        "parameters": {name: value.value if isinstance(value, Enum) else value for name, value in parameters.items()},
        "explain": operator.explain(),
        "columns": [column.name for column in step.output_schema],
    }


def _chart(node: Node, name: str) -> Iterator[str]:
    yield f"  {name}[{_label([node.explain(), *details(node)])}]"
    for number, child in enumerate(node.inputs()):
        yield from _chart(child, f"{name}_{number}")
        yield f"  {name}_{number} --> {name}"


def _label(lines: Sequence[str]) -> str:
    """A quoted label; Mermaid writes special characters as numbered entities."""
    return '"' + "<br/>".join(line.replace("#", "#35;").replace('"', "#quot;") for line in lines) + '"'
