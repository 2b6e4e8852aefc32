"""Asking Spark what may fail, without the log of the failure."""

from collections.abc import Iterator
from contextlib import contextmanager

from pyspark.logger import PySparkLogger

__all__ = ["quiet"]

# PySpark logs every error with its stack as JSON, also one that is expected and answered.
_LOGGERS = ("SQLQueryContextLogger", "DataFrameQueryContextLogger")


@contextmanager
def quiet() -> Iterator[None]:
    """PySpark's error log is off meanwhile."""
    # By PySpark's own way: a logger of that name that is not of its class breaks PySpark where it comes first.
    loggers = [PySparkLogger.getLogger(name) for name in _LOGGERS]
    before = [logger.disabled for logger in loggers]
    try:
        for logger in loggers:
            logger.disabled = True
        yield
    finally:
        for logger, was in zip(loggers, before, strict=True):
            logger.disabled = was
