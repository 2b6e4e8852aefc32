"""CREATE statements that are refused: what is said, and where it points."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from pyspark.sql import SparkSession

from dovetail.errors import DovetailError
from tests.connectors.world import World

VIEW = "connector = 'view', view = 'changes'"
RATES = "(cur STRING, rate DOUBLE, ts TIMESTAMP, PRIMARY KEY (cur), VERSION FOR ts)"
LOOKUP = "CREATE LOOKUP TABLE t"
VERSIONED = "CREATE VERSIONED TABLE t"


@pytest.fixture(autouse=True)
def _views(spark: SparkSession) -> Iterator[None]:
    spark.sql(
        "CREATE OR REPLACE TEMP VIEW changes AS SELECT '+I' AS op, 'EUR' AS cur, 1.5D AS rate, 7L AS seq, "
        "TIMESTAMP '2024-01-01 00:00:00' AS ts, map('a', 1) AS m, DATE '2024-01-01' AS day"
    )
    yield
    spark.sql("DROP VIEW changes")


@pytest.fixture
def world(spark: SparkSession) -> World:
    return World(spark)


@pytest.mark.parametrize(
    ("sql", "code", "at", "said"),
    [
        # options
        (f"{LOOKUP} WITH (connector = 'vieew')", "InvalidOption", "'vieew'", "Did you mean view?"),
        (f"{LOOKUP} WITH (connector = 'oracle')", "InvalidOption", "'oracle'", "There are sqlite, static, view"),
        (f"{LOOKUP} WITH (view = 'changes')", "InvalidOption", "t", "needs the option connector"),
        (f"{LOOKUP} WITH ({VIEW}, cache_ttl = '5m')", "InvalidOption", "cache_ttl", "Did you mean cache.ttl?"),
        (f"{LOOKUP} WITH ({VIEW}, lookup.batchsize = 5)", "InvalidOption", "lookup.batchsize", "lookup.batch_size"),
        (f"{LOOKUP} WITH ({VIEW}, colour = 'red')", "InvalidOption", "colour", "Allowed are cache.memory"),
        (f"{LOOKUP} WITH ({VIEW}, append_only = 'true')", "InvalidOption", "append_only", "has no option append_only"),
        (f"{LOOKUP} WITH ({VIEW}, view = 'x')", "InvalidOption", "view", "said twice"),
        (f"{LOOKUP} WITH ({VIEW}, cache.ttl = '5 parsecs')", "InvalidOption", "'5 parsecs'", "no unit 'parsecs'"),
        (f"{LOOKUP} WITH ({VIEW}, cache.memory = '64')", "InvalidOption", "'64'", "a size such as"),
        (f"{LOOKUP} WITH ({VIEW}, lookup.retries = -1)", "InvalidOption", "-1", "a whole number from 0 on"),
        (f"{LOOKUP} WITH ({VIEW}, lookup.batch_size = 0)", "InvalidOption", "0", "a whole number from 1 on"),
        (f"{LOOKUP} WITH ({VIEW}, lookup.timeout = '0s')", "InvalidOption", "'0s'", "longer than 0"),
        (f"{LOOKUP} WITH ({VIEW}, pushdown = 'maybe')", "InvalidOption", "'maybe'", "'auto', 'enabled' or 'disabled'"),
        (f"{LOOKUP} WITH ({VIEW}, strategy = 'partitioned')", "InvalidOption", "'partitioned'", "'replicated'"),
        (
            f"{LOOKUP} WITH ({VIEW}, cache.ttl = '${{env:NO_SUCH_NAME}}')",
            "InvalidOption",
            None,
            "NO_SUCH_NAME is not set",
        ),
        (f"{LOOKUP} WITH ({VIEW}, cache.ttl = '${{vault:x}}')", "InvalidOption", None, "write ${env:NAME}"),
        (f"{LOOKUP} WITH ({VIEW}, cache.ttl = '${{env:HOME')", "InvalidOption", None, "write ${env:NAME}"),
        (f"{LOOKUP} WITH ({VIEW}, cache.ttl = '${{file:/no/such}}')", "InvalidOption", None, "/no/such cannot be read"),
        # columns and keys
        (f"{LOOKUP} (a INT, A INT) WITH ({VIEW})", "InvalidSchema", "A", "declared twice"),
        (f"{LOOKUP} (a DECIMAL(99)) WITH ({VIEW})", "InvalidSchema", "DECIMAL(99)", "Spark knows no type"),
        (f"{LOOKUP} (a VARCHAR(5)) WITH ({VIEW})", "InvalidSchema", "VARCHAR(5)", "Write STRING"),
        (f"{LOOKUP} (a VOID) WITH ({VIEW})", "InvalidSchema", "VOID", "nothing but NULL"),
        (f"{LOOKUP} (cur STRING, PRIMARY KEY (cru)) WITH ({VIEW})", "ColumnNotFound", "cru", "Did you mean cur?"),
        (f"{LOOKUP} (cur STRING, PRIMARY KEY (cur, CUR)) WITH ({VIEW})", "InvalidSchema", "CUR", "declared twice"),
        (f"{LOOKUP} (m MAP<STRING, INT>, PRIMARY KEY (m)) WITH ({VIEW})", "InvalidSchema", "m", "do not compare"),
        # versions
        (f"{VERSIONED} (cur STRING, ts TIMESTAMP, VERSION FOR ts) WITH ({VIEW})", "InvalidSchema", "t", "PRIMARY KEY"),
        (f"{VERSIONED} (cur STRING, PRIMARY KEY (cur)) WITH ({VIEW})", "InvalidSchema", "t", "VERSION FOR"),
        (
            f"{VERSIONED} (cur STRING, ts TIMESTAMP, PRIMARY KEY (cur), VERSION FOR tss) WITH ({VIEW})",
            "ColumnNotFound",
            "tss",
            "Did you mean ts?",
        ),
        (
            f"{VERSIONED} (cur STRING, rate DOUBLE, PRIMARY KEY (cur), VERSION FOR rate) WITH ({VIEW})",
            "TimeTypeMismatch",
            "rate",
            "CAST(rate AS TIMESTAMP)",
        ),
        (
            f"{VERSIONED} (cur STRING, ts TIMESTAMP, PRIMARY KEY (cur, ts), VERSION FOR ts) WITH ({VIEW})",
            "InvalidSchema",
            "ts",
            "cannot be part of the primary key",
        ),
        (
            f"{VERSIONED} (cur STRING, m MAP<STRING, INT>, ts TIMESTAMP, PRIMARY KEY (cur), VERSION FOR ts "
            f"SEQUENCE BY m) WITH ({VIEW})",
            "InvalidSchema",
            "m",
            "have no order",
        ),
        (
            f"{VERSIONED} {RATES} WITH ({VIEW}, append_only = 'perhaps')",
            "InvalidOption",
            "'perhaps'",
            "'true' or 'false'",
        ),
        (f"{VERSIONED} {RATES} WITH ({VIEW}, op.column = 'opp')", "ColumnNotFound", "'opp'", "Did you mean op?"),
        (f"{VERSIONED} {RATES} WITH ({VIEW}, op.column = 'rate')", "InvalidSchema", "'rate'", "written as STRING"),
        (
            f"{VERSIONED} {RATES} WITH ({VIEW}, append_only = 'true', op.column = 'op')",
            "InvalidOption",
            "'true'",
            "exclude each other",
        ),
        (f"{VERSIONED} {RATES} WITH ({VIEW}, on.delete = 'end')", "InvalidOption", "'end'", "Add op.column"),
        (f"{VERSIONED} {RATES} WITH ({VIEW}, on.delete = 'ignore')", "InvalidOption", "'ignore'", "'end' or 'retract'"),
        (
            f"{VERSIONED} {RATES} WITH ({VIEW}, cache.ttl = '5m')",
            "InvalidOption",
            "cache.ttl",
            "has no option cache.ttl",
        ),
        (f"{VERSIONED} {RATES} WITH (connector = 'static')", "InvalidOption", "'static'", "Make a view of it"),
        # sources
        (
            f"CREATE SOURCE t (day DATE, WATERMARK FOR day) WITH ({VIEW})",
            "TimeTypeMismatch",
            "day",
            "a watermark is on a TIMESTAMP",
        ),
        (f"CREATE SOURCE t (ts TIMESTAMP) WITH ({VIEW}, heartbeat = '5s')", "InvalidOption", "'5s'", "WATERMARK FOR"),
        ("CREATE SOURCE t WITH (connector = 'sqlite', path = 'x')", "InvalidOption", "'sqlite'", "Make a view of it"),
    ],
)
def test_a_statement_that_is_refused(world: World, sql: str, code: str, at: str | None, said: str) -> None:
    with pytest.raises(DovetailError) as error:
        world.run(sql)
    assert error.value.code == code
    assert said in str(error.value)
    assert error.value.place is not None
    pointed_at = sql[error.value.place.start : error.value.place.stop]
    assert at is None or pointed_at == at
    assert world.catalog.get("t") is None


def test_a_secret_does_not_show_in_an_error(world: World, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("DOVETAIL_TEST_SECRET", "hunter2")
    with pytest.raises(DovetailError) as error:
        world.run(f"{LOOKUP} WITH ({VIEW}, cache.ttl = '1 ${{env:DOVETAIL_TEST_SECRET}}')")
    assert "hunter2" not in str(error.value)
    assert "${env:DOVETAIL_TEST_SECRET}" in str(error.value)
    with pytest.raises(DovetailError) as error:
        world.run("CREATE LOOKUP TABLE t WITH (connector = 'sqlite', path = '/tmp/${env:DOVETAIL_TEST_SECRET}')")
    assert "hunter2" not in str(error.value)


def test_an_option_from_the_environment(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DOVETAIL_TEST_TTL", "5m")
    world.run(f"{LOOKUP} WITH ({VIEW}, cache.ttl = '${{env:DOVETAIL_TEST_TTL}}')")
    assert world.table("t").settings.cache_ttl_micros == 300_000_000
