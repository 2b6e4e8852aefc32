"""Puts a question to an engine on tiny tables and says, readably, where its answer differs from the model's."""

from collections import Counter
from collections.abc import Callable, Iterator

from pyspark.sql import DataFrame, SparkSession

from tests.model.chain import Answer, Statement, answer
from tests.model.statements import Question
from tests.model.tables import Engine, Table, rows_of
from tests.model.values import Value, canonical

Ask = Callable[[str], DataFrame]
Line = tuple[Value, ...]


def difference(spark: SparkSession, dovetail: Ask, question: Question) -> str | None:
    """What is wrong with the engine's answer: None, or the statement, the tables and the rows that differ."""
    run: dict[Engine, Ask] = {"spark": spark.sql, "dovetail": dovetail}
    for engine, statement in setup(question.statement):
        run[engine](statement)
    expected = answer(question.statement)
    columns = _columns(spark, question.statement, expected)
    try:
        result = dovetail(question.sql)
        got = [(name, spark_type.upper()) for name, spark_type in result.dtypes]
        lines = _lines(result)
    except Exception as error:
        error.add_note(_report(question))
        raise
    if got != columns:
        return f"columns {got}\nexpected {columns}\n{_report(question)}"
    missing, unexpected = _subtract(expected.rows, lines), _subtract(lines, expected.rows)
    if missing or unexpected:
        return f"missing rows {missing}\nunexpected rows {unexpected}\n{_report(question)}"
    return None


def setup(statement: Statement) -> Iterator[tuple[Engine, str]]:
    """All that makes the tables of a statement, and a view of each one's rows."""
    for relation in statement.relations:
        yield from Table.statements(rows_of(relation.source))
        yield from relation.source.statements()


def _report(question: Question) -> str:
    tables = dict.fromkeys(f"{text};" for _, text in setup(question.statement))
    return "\n".join(["", question.sql, "", *tables])


def _columns(spark: SparkSession, statement: Statement, expected: Answer) -> list[tuple[str, str]]:
    """Names and types; what is selected without a name is called as Spark calls it over the plain tables."""
    if all(name is not None for name, _ in expected.columns):
        return [(name, spark_type) for name, spark_type in expected.columns if name is not None]
    unnamed = [item.text for item in statement.items if item.expression and item.name is None]
    tables = ", ".join(f"{rows_of(r.source).name} AS `{r.alias.replace('`', '``')}`" for r in statement.relations)
    names = iter(spark.sql(f"SELECT {', '.join(unnamed)} FROM {tables}").columns)
    return [(next(names) if name is None else name, spark_type) for name, spark_type in expected.columns]


def _lines(result: DataFrame) -> list[Line]:
    table = result.toArrow()
    columns = [table.column(n).to_pylist() for n in range(table.num_columns)]
    return list(zip(*columns, strict=True)) if columns else [()] * table.num_rows


def _subtract(lines: list[Line], others: list[Line]) -> list[Line]:
    """The rows of a multiset that are not in the other one."""
    left = Counter(map(_canonical, lines))
    left.subtract(map(_canonical, others))
    return sorted((line for line, count in left.items() for _ in range(count)), key=str)


def _canonical(line: Line) -> Line:
    return tuple(canonical(value) for value in line)
