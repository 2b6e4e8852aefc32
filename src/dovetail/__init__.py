"""Dovetail: joins over time for Apache Spark.

``dovetail.Session(spark)`` runs SQL with lookup, temporal, ASOF and interval joins, and has the same as functions.
"""

from typing import TYPE_CHECKING, Any

from dovetail.errors import DovetailError, DovetailWarning
from dovetail.requirements import check_pyspark

if TYPE_CHECKING:
    from dovetail.explain import Explanation
    from dovetail.session import Session

__all__ = ["DovetailError", "DovetailWarning", "Explanation", "Session"]

check_pyspark()


def __getattr__(name: str) -> Any:
    """Imports the session where it is asked for: Spark's Python workers import this package too, and need none."""
    if name == "Session":
        from dovetail.session import Session  # noqa: PLC0415

        return Session
    if name == "Explanation":
        from dovetail.explain import Explanation  # noqa: PLC0415

        return Explanation
    raise AttributeError(f"module 'dovetail' has no attribute {name!r}")
