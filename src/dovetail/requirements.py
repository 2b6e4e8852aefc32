"""Checks, before anything else is imported, that there is a PySpark that Dovetail can work with."""

import importlib.util
from importlib.metadata import PackageNotFoundError, version

from dovetail.errors import MissingDependency

__all__ = ["OLDEST_PYSPARK", "check_pyspark"]

OLDEST_PYSPARK = (4, 3)

_REMEDY = "run `pip install 'dovetail-spark[spark]'`, or for Spark Connect alone `pip install 'pyspark-client>=4.3'`"


def check_pyspark() -> None:
    """Looks the installed PySpark up without importing it, which would take a second.

    Raises:
        MissingDependency: There is none, or only one that is too old. All is in the message's one line.
    """
    if importlib.util.find_spec("pyspark") is None:
        raise MissingDependency(f"Dovetail needs PySpark 4.3 or later, which is not installed: {_REMEDY}")
    found = _installed_version()
    if found is not None and _release(found) < OLDEST_PYSPARK:
        raise MissingDependency(f"Dovetail needs PySpark 4.3 or later, and this is {found}: {_REMEDY}")


def _installed_version() -> str | None:
    """The version of whichever distribution brings PySpark; None for one on PYTHONPATH, as in a Spark download."""
    for distribution in ("pyspark", "pyspark-client"):
        try:
            return version(distribution)
        except PackageNotFoundError:
            continue
    return None


def _release(text: str) -> tuple[int, ...]:
    """The numbers that count: (4, 3) of ``4.3.0.dev1``."""
    return tuple(int(number) for number in text.split(".")[:2])
