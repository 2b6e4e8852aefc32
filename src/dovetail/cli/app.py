"""The commands and their options."""

import contextlib
import platform
import sys
from importlib.metadata import version
from pathlib import Path
from typing import Annotated

import pyspark
import typer
from rich.console import Console

from dovetail.cli.demo import run_demo
from dovetail.cli.output import Format, print_plan, print_problems, summary
from dovetail.cli.planning import plan_all, run_all
from dovetail.cli.script import Script, UnreadableScript, read_file, read_script
from dovetail.cli.spark import spark_session
from dovetail.errors import MissingDependency
from dovetail.session import Session

__all__ = ["app", "run"]

FAILED, NOT_READY = 1, 3

app = typer.Typer(no_args_is_help=True, rich_markup_mode="rich", pretty_exceptions_enable=False, add_completion=False)


Sql = Annotated[
    str, typer.Argument(metavar="SQL|FILE.sql|-", help="SQL, a file of statements, or - for standard input.")
]
Setup = Annotated[
    list[Path] | None,
    typer.Option(
        "--setup", metavar="FILE.sql", help="Statements to run first, e.g. CREATE TEMP VIEW. May be repeated."
    ),
]
Connect = Annotated[
    str | None,
    typer.Option(
        "--connect", "-c", metavar="URL", envvar="SPARK_REMOTE", help="A Spark Connect server, sc://host:port."
    ),
]


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(
            f"dovetail {version('dovetail-spark')} (PySpark {pyspark.__version__}, Python {platform.python_version()})"
        )
        raise typer.Exit


@app.callback()
def dovetail(
    show_version: Annotated[
        bool,
        typer.Option("--version", callback=_show_version, is_eager=True, metavar="", help="Show the version and exit."),
    ] = False,
) -> None:
    """Joins over time for Apache Spark: lookup, temporal, ASOF and interval joins in one SQL statement.

    Exit status: 0 all is well, 1 something is wrong with the SQL, 2 wrong usage, 3 PySpark or Java is missing.
    """


@app.command()
def demo() -> None:
    """Run one statement with three joins over time on made-up data, and show how it is planned."""
    console = Console()
    console.print("Dovetail: joins over time for Apache Spark, in one SQL statement", style="bold")
    with contextlib.ExitStack() as stack:
        with console.status("Starting Spark …"):
            spark = stack.enter_context(spark_session())
        console.print()
        run_demo(spark, console)


@app.command()
def explain(
    sql: Sql,
    plan_format: Annotated[Format, typer.Option("--format", help="How to show the plan.")] = Format.TREE,
    setup: Setup = None,
    connect: Connect = None,
) -> None:
    """Show how each query is planned, without running it.

    Definitions in the same file (CREATE LOOKUP TABLE, CREATE TEMP VIEW, SET, …) take effect for the queries after them.
    """
    script, preparation = _read(sql, setup)
    errors = 0
    with spark_session(connect) as spark:
        session = Session(spark)
        _prepare(session, preparation)
        for outcome in plan_all(session, script):
            print_problems(outcome, sys.stderr)
            print_plan(script, outcome, plan_format)
            errors += outcome.problem is not None
    raise typer.Exit(FAILED if errors else 0)


@app.command()
def check(sql: Sql, setup: Setup = None, connect: Connect = None) -> None:
    """Check that each statement can be parsed, bound and planned, without running any query.

    Errors are shown as file:line:column with the place in the SQL, all of them in one go. Definitions in the same
    file (CREATE LOOKUP TABLE, CREATE TEMP VIEW, SET, …) take effect for the statements after them.
    """
    script, preparation = _read(sql, setup)
    statements = errors = 0
    with spark_session(connect) as spark:
        session = Session(spark)
        _prepare(session, preparation)
        for outcome in plan_all(session, script):
            print_problems(outcome, sys.stdout)
            statements += 1
            errors += outcome.problem is not None
    typer.echo(summary(script, statements, errors))
    raise typer.Exit(FAILED if errors else 0)


def _read(sql: str, setup: list[Path] | None) -> tuple[Script, list[Script]]:
    try:
        return read_script(sql), [read_file(str(path)) for path in setup or []]
    except UnreadableScript as error:
        raise typer.BadParameter(str(error)) from error


def _prepare(session: Session, scripts: list[Script]) -> None:
    """Runs what comes first; nothing else makes sense if that fails."""
    for script in scripts:
        for outcome in run_all(session, script):
            print_problems(outcome, sys.stderr)
            if outcome.problem:
                raise typer.Exit(FAILED)


def run() -> int:
    """Runs the command line and returns the exit status."""
    try:
        app(standalone_mode=True)
    except SystemExit as exit_:
        return exit_.code if isinstance(exit_.code, int) else FAILED
    except MissingDependency as error:
        typer.echo(f"dovetail: {error.message}", err=True)
        return NOT_READY
    return 0
