"""What every test may use: one Spark session for the whole run, and Dovetail on it."""

import logging
import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from pyspark.sql import DataFrame, SparkSession

import dovetail
from dovetail.java import prepare_environment
from tests.sheets import Sheet

ROOT = Path(__file__).resolve().parent.parent

# Naive times mean UTC everywhere: in Spark's session, in its Python workers and in the tests themselves.
os.environ["TZ"] = "UTC"
time.tzset()

# Spark's Python workers import the functions that test modules define by their names.
os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))

# Spark logs every error that a statement raises; the tests that expect errors read them from the exception.
for _noisy in ("SQLQueryContextLogger", "DataFrameQueryContextLogger", "py4j"):
    logging.getLogger(_noisy).setLevel(logging.CRITICAL + 1)


@pytest.fixture(scope="session")
def spark(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SparkSession]:
    """The one Spark session of the run."""
    prepare_environment()
    session = (
        SparkSession.builder.master("local[2]")
        .appName("dovetail-tests")
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.ui.enabled", False)
        .config("spark.ui.showConsoleProgress", False)
        .config("spark.driver.memory", "2g")
        .config("spark.sql.shuffle.partitions", 2)
        # Tables of a few rows: compiling each query would take longer than running it.
        .config("spark.sql.codegen.wholeStage", False)
        .config("spark.sql.adaptive.enabled", False)
        .config("spark.sql.session.timeZone", "UTC")
        .config("spark.sql.warehouse.dir", str(tmp_path_factory.mktemp("warehouse")))
        .config("spark.python.worker.reuse", True)
        .getOrCreate()
    )
    session.sparkContext.setLogLevel("OFF")
    yield session
    session.stop()


@pytest.fixture
def dt(spark: SparkSession) -> "dovetail.Session":
    """A session of Dovetail with an empty catalog."""
    return dovetail.Session(spark)


@pytest.fixture
def view(spark: SparkSession) -> Iterator[Callable[[str, DataFrame | str], DataFrame]]:
    """``view(name, source)`` makes a temporary view of a DataFrame or a query, which is dropped after the test."""
    made: list[str] = []

    def make(name: str, source: DataFrame | str) -> DataFrame:
        frame = spark.sql(source) if isinstance(source, str) else source
        made.append(name)
        frame.createOrReplaceTempView(name)
        return frame

    yield make
    for name in made:
        spark.catalog.dropTempView(name)


@pytest.fixture(scope="module")
def quick(spark: SparkSession) -> Iterator[SparkSession]:
    """Spark without generated code: for queries of ten rows its compiler takes most of the time."""
    conf = {"spark.sql.codegen.wholeStage": "false", "spark.sql.codegen.factoryMode": "NO_CODEGEN"}
    for key, value in conf.items():
        spark.conf.set(key, value)
    yield spark
    for key in conf:
        spark.conf.unset(key)


@pytest.fixture
def sheet(quick: SparkSession) -> Iterator[Sheet]:
    """Tables as blocks of text, in a session with an empty catalog."""
    made = Sheet(quick)
    yield made
    made.drop()
