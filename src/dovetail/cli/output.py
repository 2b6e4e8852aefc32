"""What ``explain`` and ``check`` print: plain text, so that editors and pipelines can read it."""

from collections.abc import Callable
from enum import StrEnum
from typing import TextIO

from dovetail.cli.planning import Outcome
from dovetail.cli.script import Script
from dovetail.explain import Explanation

__all__ = ["Format", "print_plan", "print_problems", "summary"]


class Format(StrEnum):
    """How ``explain`` shows a plan."""

    TREE = "tree"
    JSON = "json"
    MERMAID = "mermaid"


_RENDERED: dict[Format, Callable[[Explanation], str]] = {
    Format.TREE: str,
    Format.JSON: lambda plan: plan.json(),
    Format.MERMAID: lambda plan: plan.mermaid(),
}
_COMMENT = {Format.TREE: "-- ", Format.MERMAID: "%% "}


def print_problems(outcome: Outcome, stream: TextIO) -> None:
    """The warnings of a statement and what is wrong with it."""
    for problem in filter(None, (*outcome.warnings, outcome.problem)):
        print(problem, file=stream)


def print_plan(script: Script, outcome: Outcome, plan_format: Format) -> None:
    """The plan of a statement, under its place in the script; JSON has no comments, so one document follows another."""
    if outcome.plan is None:
        return
    if plan_format in _COMMENT:
        line = script.place(outcome.statement, 0, 1).position.line
        print(f"{_COMMENT[plan_format]}{script.name}:{line}")
    print(_RENDERED[plan_format](outcome.plan))


def summary(script: Script, statements: int, errors: int) -> str:
    """The last line of ``check``."""
    counted = f"{statements} statement{'' if statements == 1 else 's'}"
    return f"{script.name}: {counted}, {errors or 'no'} error{'' if errors == 1 else 's'}"
