"""Goes through the statements of a script: what concerns this session alone takes effect, the rest is only planned."""

import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from pyspark.errors import PySparkException

from dovetail.cli.problems import Problem, problem_of, warning_of
from dovetail.cli.script import Script, Statement
from dovetail.errors import DovetailError, DovetailWarning
from dovetail.explain import Explanation
from dovetail.session import Session
from dovetail.sql.source import SqlText, word

__all__ = ["Outcome", "plan_all", "run_all", "takes_effect"]

# What dies with the session: Dovetail's own tables, temporary views and functions, settings. Planning a script must
# touch nothing else, least of all on a cluster that others use; CREATE TABLE, INSERT or DROP TABLE are only planned.
_KINDS_OF_THE_SESSION = frozenset({"SOURCE", "LOOKUP", "VERSIONED", "TEMP", "TEMPORARY"})
_SETTINGS = frozenset({"SET", "RESET", "USE", "DECLARE"})
# Spark analyses what starts so, and runs nothing before its rows are read; WITH and FROM may start an INSERT too.
_QUERIES = frozenset({"SELECT", "VALUES", "TABLE", "(", "WITH", "FROM"})
_CHANGES = frozenset({"INSERT", "UPDATE", "DELETE", "MERGE"})
_SHOWS = frozenset({"EXPLAIN", "SHOW", "DESCRIBE", "DESC"})


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a statement: a plan, or nothing where it took effect, or a problem; and the warnings."""

    statement: Statement
    plan: Explanation | None = None
    problem: Problem | None = None
    warnings: tuple[Problem, ...] = ()


def plan_all(session: Session, script: Script) -> Iterator[Outcome]:
    """Plans each statement in order without running any query; goes on behind an error."""
    for statement in script.statements():
        if takes_effect(statement.text):
            yield _outcome(script, statement, lambda sql: _run(session, sql))
        else:
            yield _outcome(script, statement, lambda sql: _plan(session, sql))


def run_all(session: Session, script: Script) -> Iterator[Outcome]:
    """Runs each statement in order: the views and tables that another script builds on."""
    for statement in script.statements():
        yield _outcome(script, statement, lambda sql: _run(session, sql))


def takes_effect(sql: str) -> bool:
    """Whether planning a script carries the statement out, so that later ones find what it makes."""
    first, *rest = _words(sql)[:4] or [""]
    if first in {"CREATE", "DROP"}:
        return next((kind for kind in rest if kind not in {"OR", "REPLACE", "GLOBAL"}), "") in _KINDS_OF_THE_SESSION
    return first in _SETTINGS


def _words(sql: str) -> list[str]:
    try:
        return [word(token) for token in SqlText.of(sql).tokens]
    except DovetailError:
        return []  # planning it says what is wrong


def _run(session: Session, sql: str) -> None:
    session.sql(sql)


def _plan(session: Session, sql: str) -> Explanation:
    """Dovetail plans the statement, and Spark analyses it where that runs nothing; of all else it reads the syntax."""
    plan = session.explain(sql)
    words = _words(sql)
    first = words[0] if words else ""
    if first in _SHOWS:
        session.sql(sql)
    elif first in _QUERIES and not _CHANGES & set(words):
        session.sql(sql).schema  # noqa: B018  (over Spark Connect nothing is analysed before the schema is asked for)
    elif not plan.blocks:
        session.spark.sql(f"EXPLAIN\n{sql}")
    return plan


def _outcome(script: Script, statement: Statement, action: Callable[[str], Explanation | None]) -> Outcome:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("ignore")
        warnings.simplefilter("always", DovetailWarning)
        try:
            plan, problem = action(statement.text), None
        except (DovetailError, PySparkException) as error:
            plan, problem = None, problem_of(script, statement, error)
    said = dict.fromkeys(str(each.message) for each in caught)
    return Outcome(statement, plan, problem, tuple(warning_of(script, statement, each) for each in said))
