"""The Spark session of a command: a local one that keeps quiet, or a Spark Connect server."""

import contextlib
import importlib.util
import logging
import os
import socket
import sys
import tempfile
from collections.abc import Iterator
from urllib.parse import urlsplit

from pyspark.errors import PySparkException, PySparkRuntimeError
from pyspark.sql import SparkSession

from dovetail.errors import MissingDependency
from dovetail.java import JavaNotFound, prepare_environment

__all__ = ["spark_session"]

CONNECT_PORT = 15002

# PySpark logs each error as JSON as well; the command line prints it itself.
_LOGGERS = ("SQLQueryContextLogger", "DataFrameQueryContextLogger", "py4j")


@contextlib.contextmanager
def spark_session(remote: str | None = None) -> Iterator[SparkSession]:
    """A session for one command, stopped at its end.

    Raises:
        MissingDependency: There is no Java, only the client of Spark Connect, or no server that answers.
    """
    for name in _LOGGERS:
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    if remote:
        session = _connect(remote)
        try:
            yield session
        finally:
            session.stop()
        return
    with tempfile.TemporaryDirectory(prefix="dovetail-", ignore_cleanup_errors=True) as scratch:
        session = _start(scratch)
        try:
            yield session
        finally:
            session.stop()


def _connect(remote: str) -> SparkSession:
    _knock(remote)
    try:
        session = SparkSession.builder.remote(remote).getOrCreate()
        session.version  # noqa: B018  (the first call is the one that reaches the server)
    except (PySparkException, ImportError) as error:
        reason = next(iter(str(error).strip().splitlines()), type(error).__name__)
        raise MissingDependency(f"no Spark Connect server answers at {remote}: {reason}") from error
    return session


def _knock(remote: str) -> None:
    """Asks whether anything listens there: the client itself would go on trying for minutes."""
    url = urlsplit(remote)
    if url.scheme != "sc" or not url.hostname:
        return  # PySpark says what is wrong with it
    try:
        socket.create_connection((url.hostname, url.port or CONNECT_PORT), timeout=10).close()
    except OSError as error:
        raise MissingDependency(f"no Spark Connect server answers at {remote}: {error.strerror or error}") from error


def _start(scratch: str) -> SparkSession:
    if importlib.util.find_spec("py4j") is None:
        raise MissingDependency(
            "this PySpark is the client of Spark Connect alone: name a server with --connect,"
            " or run `pip install 'dovetail-spark[spark]'`"
        )
    try:
        prepare_environment()
    except JavaNotFound as error:
        raise MissingDependency(str(error)) from error
    builder = (
        SparkSession.builder.master("local[*]")
        .appName("dovetail")
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.ui.enabled", False)
        .config("spark.ui.showConsoleProgress", False)
        .config("spark.sql.shuffle.partitions", 4)
        .config("spark.sql.warehouse.dir", scratch)
    )
    session = _started(builder)
    session.sparkContext.setLogLevel("OFF")
    return session


def _started(builder: SparkSession.Builder) -> SparkSession:
    """Starts the JVM with what it writes to the terminal put aside; that is shown only if it does not start."""
    sys.stderr.flush()
    terminal = os.dup(2)
    with tempfile.TemporaryFile() as aside:
        os.dup2(aside.fileno(), 2)
        try:
            return builder.getOrCreate()
        except PySparkRuntimeError as error:
            aside.seek(0)
            said = aside.read().decode(errors="replace").strip().splitlines()
            raise MissingDependency(
                f"the Java at {os.environ['JAVA_HOME']} did not start: {' '.join(said[-3:])}"
            ) from error
        finally:
            os.dup2(terminal, 2)
            os.close(terminal)
