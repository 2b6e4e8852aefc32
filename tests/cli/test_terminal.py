"""What people see: colours and no broken words on a terminal, plain lines in a pipe."""

import io

from rich.console import Console

from dovetail.cli.terminal import show_heading, show_plan, show_rows, show_sql

TREE = "Project: t.id\n  LookupJoin: table=customers, keys=[t.customer_id = id], type=Inner\n    : source: sqlite"


def printed(terminal: bool, width: int = 60) -> tuple[Console, io.StringIO]:
    file = io.StringIO()
    return Console(file=file, force_terminal=terminal, width=width, color_system="standard" if terminal else None), file


def uncoloured(text: str) -> str:
    parts = text.split("\x1b[")
    return parts[0] + "".join(part.partition("m")[2] for part in parts[1:])


def test_a_pipe_gets_the_text_as_it_is() -> None:
    console, file = printed(terminal=False, width=20)
    show_plan(console, TREE)
    show_rows(console, ["id", "name"], [(1, "Ada"), (10, None)])
    assert file.getvalue() == f"{TREE}\n\nid  name\n1   Ada\n10  NULL\n\n"


def test_long_lines_of_a_plan_go_on_below_their_node() -> None:
    console, file = printed(terminal=True)
    show_plan(console, TREE)
    assert uncoloured(file.getvalue()).splitlines() == [
        "Project: t.id",
        "  LookupJoin: table=customers, keys=[t.customer_id = id],",
        "        type=Inner",
        "    : source: sqlite",
        "",
    ]


def test_the_names_of_nodes_stand_out() -> None:
    console, file = printed(terminal=True)
    show_plan(console, TREE)
    assert "\x1b[1;32mProject\x1b[0m: t.id" in file.getvalue()


def test_markup_in_sql_is_no_markup() -> None:
    for terminal in (True, False):
        console, file = printed(terminal)
        show_heading(console, "a [bold] title")
        show_sql(console, "SELECT array(1)[0] AS `[red]`")
        assert "a [bold] title" in uncoloured(file.getvalue())
        assert "SELECT array(1)[0] AS `[red]`;" in uncoloured(file.getvalue())


def test_rows_on_a_terminal_are_a_table() -> None:
    console, file = printed(terminal=True)
    show_rows(console, ["id", "name"], [(1, "Ada"), (10, None)])
    head, rule, first, second, *_ = [line for line in uncoloured(file.getvalue()).splitlines() if line.strip()]
    assert head.split() == ["id", "name"]
    assert set(rule.strip()) == {"─"}
    assert (first.split(), second.split()) == (["1", "Ada"], ["10", "NULL"])
