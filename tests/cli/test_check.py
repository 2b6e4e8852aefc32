"""``dovetail check``: what is wrong, and where."""

from pathlib import Path

import pytest
from pyspark.sql import SparkSession

from tests.cli.conftest import VIEWS, Invoke

JOIN = "SELECT t.id, q.bid FROM cli_trades t ASOF JOIN cli_quotes q ON t.sym = q.sym AND t.ts >= q.ts"


def test_a_script_without_mistakes(invoke: Invoke, tmp_path: Path) -> None:
    script = tmp_path / "jobs.sql"
    script.write_text(f"{VIEWS}-- the join\n{JOIN};\n")
    done = invoke("check", script)
    assert (done.exit_code, done.stdout) == (0, f"{script}: 3 statements, no errors\n")


def test_each_mistake_is_told_with_its_place(invoke: Invoke, tmp_path: Path) -> None:
    script = tmp_path / "jobs.sql"
    script.write_text(
        VIEWS
        + """
SELECT t.id, q.bod
FROM cli_trades t ASOF JOIN cli_quotes q ON t.sym = q.sym AND t.ts >= q.ts;

CREATE LOOKUP TABLE c (id INT, PRIMARY KEY (id)) WITH (connector = 'veiw', view = 'cli_trades');

SELECT t.id FROM cli_trades t;
"""
    )
    done = invoke("check", script)
    assert done.exit_code == 1
    assert done.stdout == (
        f"{script}:7:14: [ColumnNotFound] q has no column bod\n"
        "  SELECT t.id, q.bod\n"
        "               ^^^^^\n"
        "  Did you mean q.bid?\n"
        f"{script}:10:68: [InvalidOption] there is no connector 'veiw'\n"
        "  CREATE LOOKUP TABLE c (id INT, PRIMARY KEY (id)) WITH (connector = 'veiw', view = 'cli_trades');\n"
        "                                                                     ^^^^^^\n"
        "  Did you mean view?\n"
        f"{script}: 5 statements, 2 errors\n"
    )


@pytest.mark.parametrize(
    ("sql", "line", "column", "found"),
    [
        ("SELECT id,\n       prise\nFROM cli_trades", 2, 8, "prise"),
        ("SELECT 1\nFORM cli_trades x", 2, 6, "cli_trades"),
        ("SELECT *\nFROM nowhere", 2, 6, "nowhere"),
        ("INSERT INTO nowhere\nSELEC 1", 2, 7, "1"),
        (JOIN.replace("q.bid", "\n  no_such_function(q.bid)"), 2, 3, "no_such_function(q.bid)"),
        (JOIN.replace("q.bid", "abs(1, 2)"), 1, 14, "abs(1, 2)"),
        # Spark's parser stumbles over text that is not the user's: the place is the statement.
        (JOIN.replace("q.bid", "").replace(", ", ","), 1, 1, "SELECT"),
    ],
)
def test_what_spark_refuses_has_its_place_in_the_script(
    invoke: Invoke, views: Path, sql: str, line: int, column: int, found: str
) -> None:
    done = invoke("check", "--setup", views, "-", input=f"\n-- first\n{sql};\n")
    assert done.exit_code == 1
    place, excerpt, carets, *_ = done.stdout.splitlines()
    assert place.startswith(f"<stdin>:{line + 2}:{column}: [")
    assert excerpt[carets.index("^") : carets.rindex("^") + 1] == found


def test_a_place_in_the_query_of_a_view(invoke: Invoke, views: Path) -> None:
    wrong = JOIN.replace("q.bid", "q.bod")
    sql = f"CREATE OR REPLACE TEMP VIEW v AS\n{wrong};\nEXPLAIN\n{wrong}"
    first, *_, second, _, _, _, last = invoke("check", "--setup", views, sql).stdout.splitlines()
    assert first == "<sql>:2:14: [ColumnNotFound] q has no column bod"
    assert second == "<sql>:4:14: [ColumnNotFound] q has no column bod"
    assert last == "<sql>: 2 statements, 2 errors"


def test_nothing_runs(invoke: Invoke, spark: SparkSession, views: Path) -> None:
    sql = f"""
        SELECT raise_error('this ran');
        CREATE TABLE cli_made USING parquet AS {JOIN};
        WITH x AS (SELECT 1 AS id) INSERT INTO cli_made SELECT id, 1.5 FROM x;
        DROP TABLE IF EXISTS cli_made
    """
    done = invoke("check", "--setup", views, sql)
    assert (done.exit_code, done.stdout) == (0, "<sql>: 4 statements, no errors\n")
    assert not spark.catalog.tableExists("cli_made")


def test_a_warning_is_no_error(invoke: Invoke, views: Path) -> None:
    sql = """CREATE LOOKUP TABLE c (id INT, name STRING, PRIMARY KEY (id)) AS VALUES (7, 'Ada');
SELECT t.id, c.name FROM cli_trades t JOIN c ON t.cust = c.id"""
    done = invoke("check", "--setup", views, sql)
    assert done.exit_code == 0
    assert done.stdout.startswith("<sql>:2:1: warning: [TemporalClauseRequired] the lookup table c is joined as of")
    assert done.stdout.count("warning") == 1


def test_wrong_usage(invoke: Invoke, tmp_path: Path) -> None:
    missing = invoke("check", tmp_path / "none.sql")
    assert missing.exit_code == 2
    assert "none.sql cannot be read: No such file or directory" in missing.stderr
    assert "none cannot be read" in invoke("check", "--setup", tmp_path / "none", "SELECT 1").stderr
    (tmp_path / "latin.sql").write_bytes("SELECT 'é'".encode("latin-1"))
    assert "is not UTF-8 text: byte 8 is 0xe9" in invoke("check", tmp_path / "latin.sql").stderr


def test_a_setup_that_fails_ends_it(invoke: Invoke, tmp_path: Path) -> None:
    (tmp_path / "setup.sql").write_text("CREATE TEMP VIEW v AS SELECT * FROM nowhere")
    done = invoke("check", "--setup", tmp_path / "setup.sql", "SELECT 1")
    assert (done.exit_code, done.stdout) == (1, "")
    assert "setup.sql:1:37: [TABLE_OR_VIEW_NOT_FOUND]" in done.stderr
