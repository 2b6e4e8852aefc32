"""Tables whose rows are in the statement."""

from collections.abc import Sequence

import pytest

from dovetail.connectors import static
from dovetail.errors import DovetailError, InvalidSchema, SourceError
from tests.connectors.suite import Columns, ConnectorSuite, pointed_at, quoted, values
from tests.connectors.world import Row, World


class TestStatic(ConnectorSuite):
    def make(self, name: str, columns: Columns, rows: Sequence[Row], key: Sequence[str] = ()) -> None:
        nulls = ", ".join(f"CAST(NULL AS {type_.replace(' NOT NULL', '')})" for _, type_ in columns)
        query = f"VALUES {values(columns, rows)}" if rows else f"SELECT {nulls} WHERE FALSE"
        self.world.run(f"CREATE LOOKUP TABLE {quoted(name)} {self.declaration(columns, key)} AS {query}")

    def test_nested_values(self) -> None:
        self.world.run(
            "CREATE LOOKUP TABLE t (a ARRAY<BIGINT>, m MAP<STRING, INT>, s STRUCT<`odd }name`: INT, b: ARRAY<STRING>>) "
            "AS VALUES (array(1, NULL), map('x', 1), named_struct('odd }name', 1, 'b', array('y'))), (NULL, NULL, NULL)"
        )
        (row, nulls) = self.world.frame("t").collect()
        assert (row.a, row.m, row.s[0], row.s.b) == ([1, None], {"x": 1}, 1, ["y"])
        assert tuple(nulls) == (None, None, None)

    def test_not_null_reaches_the_schema(self) -> None:
        self.world.run("CREATE LOOKUP TABLE t (k INT NOT NULL, v INT) AS VALUES (1, 2)")
        assert [field.nullable for field in self.world.frame("t").schema] == [False, True]

    def test_the_query_is_evaluated_once(self) -> None:
        self.world.run("CREATE LOOKUP TABLE t AS SELECT id, uuid() AS u FROM range(3)")
        assert self.world.rows("t") == self.world.rows("t")

    def test_columns_of_the_query(self) -> None:
        self.world.run("CREATE LOOKUP TABLE t AS SELECT id AS k, struct(id) AS `s t` FROM range(1)")
        assert [(c.name, c.type) for c in self.world.table("t").columns] == [
            ("k", "bigint"),
            ("s t", "struct<id:bigint>"),
        ]


@pytest.mark.parametrize(
    ("type_", "value", "kept"),
    [
        ("BIGINT", "1", True),
        ("TINYINT", "127", True),
        ("TINYINT", "128", False),
        ("INT", "1.0", True),
        ("INT", "1.5", False),
        ("INT", "2147483648", False),
        ("DOUBLE", "0.1", True),
        ("DOUBLE", "9007199254740993", False),
        ("FLOAT", "0.1D", True),
        ("FLOAT", "1e300", False),
        ("DECIMAL(3,1)", "1.5", True),
        ("DECIMAL(3,1)", "1.55", False),
        ("DECIMAL(3,1)", "1000", False),
        ("DECIMAL(3,1)", "1e0", True),
        ("DECIMAL(3,1)", "double('NaN')", False),
    ],
)
def test_a_number_keeps_its_value_or_is_refused(world: World, type_: str, value: str, kept: bool) -> None:
    sql = f"CREATE LOOKUP TABLE t (v {type_}) AS VALUES ({value}), (NULL)"
    if kept:
        world.run(sql)
        assert len(world.rows("t")) == 2
    else:
        with pytest.raises(InvalidSchema, match=r"column v is declared .* which cannot hold"):
            world.run(sql)


@pytest.mark.parametrize("ansi", ["true", "false"])
def test_no_setting_turns_a_value_into_null(world: World, ansi: str) -> None:
    world.spark.conf.set("spark.sql.ansi.enabled", ansi)
    try:
        with pytest.raises(InvalidSchema, match="cannot hold 300"):
            world.run("CREATE LOOKUP TABLE t (v TINYINT) AS VALUES (300)")
    finally:
        world.spark.conf.unset("spark.sql.ansi.enabled")


@pytest.mark.parametrize(
    ("sql", "code", "at", "message"),
    [
        ("(v INT) AS VALUES ('1')", "InvalidSchema", "VALUES ('1')", "declared INT, and its rows have STRING"),
        ("(v STRING) AS VALUES (1)", "InvalidSchema", "VALUES (1)", "declared STRING, and its rows have INT"),
        ("(d TIMESTAMP) AS VALUES (DATE '2024-01-01')", "InvalidSchema", None, "its rows have DATE"),
        ("(a INT, b INT) AS VALUES (1)", "InvalidSchema", "VALUES (1)", "declares 2 columns, and its rows have 1"),
        ("AS SELECT 1 AS a, 2 AS A", "InvalidSchema", "SELECT 1 AS a, 2 AS A", "several columns"),
        ("AS SELECT NULL AS a", "InvalidSchema", "SELECT NULL AS a", "no type"),
        ("WITH (connector = 'view') AS VALUES (1)", "InvalidOption", "'view'", "come from its query"),
        ("(a INT) WITH (connector = 'static')", "InvalidOption", "'static'", "needs the rows"),
        (
            "WITH (connector = 'static', pushdown = 'enabled') AS VALUES (1)",
            "PushdownNotSupported",
            "'enabled'",
            "takes no",
        ),
        (
            "WITH (connector = 'static', strategy = 'on-demand') AS VALUES (1)",
            "InvalidOption",
            "'on-demand'",
            "as a whole",
        ),
    ],
)
def test_what_a_static_table_cannot_be(world: World, sql: str, code: str, at: str | None, message: str) -> None:
    with pytest.raises(DovetailError, match=message) as error:
        world.run(f"CREATE LOOKUP TABLE t {sql}")
    assert error.value.code == code
    assert at is None or pointed_at(error.value) == at


@pytest.mark.parametrize(("limit", "size"), [("MOST_ROWS", "more than 2 rows"), ("MOST_BYTES", "0 MB")])
def test_too_much_for_a_static_table(world: World, monkeypatch: pytest.MonkeyPatch, limit: str, size: str) -> None:
    monkeypatch.setattr(static, limit, 2)
    with pytest.raises(SourceError, match=f"t has {size}") as error:
        world.run("CREATE LOOKUP TABLE t AS SELECT id FROM range(3)")
    assert error.value.remedy is not None
    assert "connector = 'view'" in error.value.remedy
