"""The command itself: its help, its version, and what it says where it cannot run."""

import os
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

from dovetail.cli import run
from dovetail.java import JavaNotFound
from tests.cli.conftest import Invoke

WITHOUT_PYSPARK = """
import importlib.util, sys
real = importlib.util.find_spec
importlib.util.find_spec = lambda name, *rest: None if name == "pyspark" else real(name, *rest)
import dovetail_command
sys.exit(dovetail_command.main())
"""


def test_version(invoke: Invoke) -> None:
    assert invoke("--version").stdout.startswith(f"dovetail {version('dovetail-spark')} (PySpark 4.")


def test_help_names_the_commands(invoke: Invoke) -> None:
    shown = invoke("--help").stdout
    assert all(command in shown for command in ("demo", "explain", "check"))
    assert "Exit status" in shown


def test_the_demo_shows_all_its_parts(invoke: Invoke) -> None:
    done = invoke("demo")
    assert done.exit_code == 0
    titles = [line for line in done.stdout.splitlines() if line.startswith("-- ") and "--" not in line[3:]]
    assert titles[0] == "-- Define what the joins look into"
    assert titles[-1] == "-- What next?"
    assert (
        "LookupJoin: table=customers, keys=[o.customer_id = id], type=Inner, pushdown=[c.region = 'EU']" in done.stdout
    )
    rows = [line.split() for line in done.stdout.splitlines() if line[:2].strip().isdigit()]
    assert ["11", "09:55", "Lise", "denarius", "121.23", "SEK", "NULL", "NULL"] in rows
    assert len(rows) == 10


def test_without_pyspark_it_says_so_in_one_line() -> None:
    done = subprocess.run([sys.executable, "-c", WITHOUT_PYSPARK], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr.startswith("dovetail: Dovetail needs PySpark 4.3 or later, which is not installed: run `pip")
    assert len(done.stderr.splitlines()) == 1


def test_without_java_it_says_so_in_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def no_java() -> None:
        raise JavaNotFound("Spark 4.3 needs Java 17 or later: found none", "run `apt-get install …`")

    monkeypatch.setattr("dovetail.cli.spark.prepare_environment", no_java)
    monkeypatch.setattr(sys, "argv", ["dovetail", "check", "SELECT 1"])
    assert run() == 3
    assert capsys.readouterr().err == (
        "dovetail: Spark 4.3 needs Java 17 or later: found none; run `apt-get install …`\n"
    )


def test_a_real_process_prints_nothing_else() -> None:
    """Spark's own start is noisy: none of it shows."""
    done = subprocess.run(
        [sys.executable, "-m", "dovetail_command", "check", "SELECT 1 AS a; SELECT b"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.splitlines()[0].startswith("<sql>:1:23: [UNRESOLVED_COLUMN")
    assert done.stdout.splitlines()[-1] == "<sql>: 2 statements, 1 error"
    assert (done.returncode, done.stderr) == (1, "")


def test_a_connect_server_that_is_not_there(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["dovetail", "check", "--connect", "sc://127.0.0.1:1", "SELECT 1"])
    assert run() == 3
    assert capsys.readouterr().err == (
        "dovetail: no Spark Connect server answers at sc://127.0.0.1:1: Connection refused\n"
    )


def test_a_java_that_does_not_start(tmp_path: Path) -> None:
    """The real process: what the JVM says is shown, and nothing else."""
    java = tmp_path / "bin" / "java"
    java.parent.mkdir()
    java.write_text(
        "#!/bin/sh\n"
        'case "$*" in *XshowSettings*) echo \'openjdk version "17.0.1" 2021-10-19\' >&2; exit 0;; esac\n'
        'echo "out of luck" >&2; exit 1\n'
    )
    java.chmod(0o755)
    done = subprocess.run(
        [sys.executable, "-m", "dovetail_command", "check", "SELECT 1"],
        env=os.environ | {"JAVA_HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr.startswith(f"dovetail: the Java at {tmp_path} did not start: out of luck")
    assert len(done.stderr.splitlines()) == 1
