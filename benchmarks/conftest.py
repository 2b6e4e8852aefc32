"""Prints each benchmark next to its target: the planner's targets are absolute, all others are ratios."""

from collections.abc import Iterator
from typing import Any

import pytest
from pyspark.sql import SparkSession

import dovetail
from tests.conftest import spark as spark  # noqa: PLC0414  (the tests' one session serves here too)


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """A table of what was measured: the median of many rounds, and what it should stay below."""
    session = getattr(config, "_benchmarksession", None)
    rows = [row for bench in session.benchmarks for row in _rows(bench)] if session else []
    if not rows:
        return
    terminalreporter.section("against the targets")
    width = max(len(name) for name, *_ in rows)
    for name, measured, target, verdict in rows:
        terminalreporter.write_line(f"{name:<{width}}  {measured:>12}  {target:>12}  {verdict}")


def _rows(bench: Any) -> Iterator[tuple[str, str, str, str]]:
    info = bench.extra_info
    if "measured" in info:
        yield bench.name, info["measured"], info["target"], "ok" if info["ok"] else "MISSED"
    elif "target_us" in info:
        median = bench.stats.median * 1e6
        verdict = "ok" if median < info["target_us"] else "MISSED"
        yield bench.name, f"{median:.1f} us", f"< {info['target_us']} us", verdict


@pytest.fixture
def dt(spark: SparkSession) -> dovetail.Session:
    """A session of Dovetail with an empty catalog."""
    return dovetail.Session(spark)
