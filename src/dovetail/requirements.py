"""Checks, before anything else is imported, that there is a PySpark that Dovetail can work with."""

import importlib.util
from importlib.metadata import PackageNotFoundError, version

from dovetail.errors import MissingDependency

__all__ = ["OLDEST", "check_pyspark"]

OLDEST = {"pyspark": (4, 3), "pyspark-client": (4, 2)}
"""The oldest release of each distribution. The client of Spark Connect lags behind, and the server does the work."""

_REMEDY = "run `pip install 'dovetail-spark[spark]'`, or for Spark Connect alone `pip install 'pyspark-client>=4.2'`"


def check_pyspark() -> None:
    """Looks the installed PySpark up without importing it, which would take a second.

    Raises:
        MissingDependency: There is none, or only one that is too old. All is in the message's one line.
    """
    if importlib.util.find_spec("pyspark") is None:
        raise MissingDependency(f"Dovetail needs PySpark 4.3 or later, which is not installed: {_REMEDY}")
    distribution, found = _installed()
    if found is not None and _release(found) < OLDEST[distribution]:
        oldest = ".".join(map(str, OLDEST[distribution]))
        raise MissingDependency(f"Dovetail needs {distribution} {oldest} or later, and this is {found}: {_REMEDY}")


def _installed() -> tuple[str, str | None]:
    """The distribution that brings PySpark, and its version; None for one on PYTHONPATH, as in a Spark download."""
    for distribution in OLDEST:
        try:
            return distribution, version(distribution)
        except PackageNotFoundError:
            continue
    return "pyspark", None


def _release(text: str) -> tuple[int, ...]:
    """The numbers that count: (4, 3) of ``4.3.0.dev1``."""
    return tuple(int(number) for number in text.split(".")[:2])
