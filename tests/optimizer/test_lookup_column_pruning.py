"""Which columns a lookup fetches."""

import pytest

from dovetail.optimizer.lookup_column_pruning import LookupColumnPruningRule
from tests.planning import Tables, lookups

FROM = "FROM trades t JOIN customers c ON t.customer_id = c.id"


@pytest.fixture
def tables() -> Tables:
    tables = Tables(trades="customer_id INT, price DOUBLE, volume INT")
    tables.lookup("customers", "id INT, name STRING, region STRING, email STRING, min_size INT", connector="static")
    return tables.lookup("regions", "code STRING, label STRING, tax DOUBLE", key="code")


def fetched(tables: Tables, sql: str) -> list[str]:
    return [column.name for column in tables.lookup_join(sql).lookup_columns]


def test_column_pruning_narrows_columns(tables: Tables) -> None:
    assert fetched(tables, f"SELECT t.price, c.name {FROM}") == ["id", "name"]


def test_column_pruning_includes_join_key(tables: Tables) -> None:
    """The key stays where nothing else of the table is read."""
    assert fetched(tables, f"SELECT t.price {FROM}") == ["id"]


@pytest.mark.parametrize(
    ("sql", "columns"),
    [
        # not pushed: the join itself evaluates it
        (f"SELECT t.price {FROM} AND c.region = 'APAC'", ["id", "region"]),
        (f"SELECT t.price {FROM} AND t.volume > c.min_size", ["id", "min_size"]),
        # what WHERE reads is read above the join
        (f"SELECT t.price {FROM} WHERE c.email IS NULL", ["id", "email"]),
        (f"SELECT t.price {FROM} WHERE t.volume > c.min_size OR c.region = 'APAC'", ["id", "region", "min_size"]),
    ],
)
def test_column_pruning_includes_predicate_columns(tables: Tables, sql: str, columns: list[str]) -> None:
    assert fetched(tables, sql) == columns


def test_column_pruning_leaves_out_what_only_the_source_reads(tables: Tables) -> None:
    tables.lookup("customers", "id INT, name STRING, region STRING", connector="postgres")
    assert fetched(tables, f"SELECT t.price {FROM} AND c.region = 'APAC'") == ["id"]


@pytest.mark.parametrize(
    ("rest", "columns"),
    [
        ("SELECT * {}", ["id", "name", "region", "email", "min_size"]),
        ("SELECT c.* {}", ["id", "name", "region", "email", "min_size"]),
        ("SELECT * EXCEPT (email, min_size) {}", ["id", "name", "region"]),
        ("SELECT count(*) {}", ["id"]),
        ("SELECT region, count(*) {} GROUP BY region", ["id", "region"]),
        ("SELECT t.price {} GROUP BY t.price HAVING max(c.name) > 'A'", ["id", "name"]),
        ("SELECT t.price {} ORDER BY c.email", ["id", "email"]),
        ("SELECT t.price {} WHERE EXISTS (SELECT 1 FROM trades x WHERE x.volume = c.min_size)", ["id", "min_size"]),
    ],
)
def test_column_pruning_sees_every_clause(tables: Tables, rest: str, columns: list[str]) -> None:
    assert fetched(tables, rest.replace("{}", FROM)) == columns


def test_column_pruning_keeps_the_key_of_the_next_join(tables: Tables) -> None:
    sql = f"SELECT r.label {FROM} JOIN regions r ON c.region = r.code"
    customers, regions = lookups(tables.plan(sql))
    assert customers.required_lookup_columns == {"id", "region"}
    assert regions.required_lookup_columns == {"code", "label"}


def test_column_pruning_gives_back_the_same_plan(tables: Tables) -> None:
    plan = tables.plan(f"SELECT t.price, c.name {FROM}")
    assert LookupColumnPruningRule().apply(plan) is plan
