"""Prints for people: in colour on a terminal, as plain text that no line is broken of into a file or a pipe."""

import textwrap
from collections.abc import Iterator, Sequence

from rich import box
from rich.console import Console
from rich.syntax import Syntax
from rich.table import Table
from rich.text import Text

__all__ = ["show_heading", "show_plan", "show_rows", "show_sql", "show_text"]


def show_heading(console: Console, title: str) -> None:
    """The line above a part."""
    if console.is_terminal:
        console.print(Text(f"━━ {title} ", style="bold cyan"))
    else:
        _plain(console, f"-- {title}")
    console.print()


def show_sql(console: Console, sql: str) -> None:
    """A statement, as one would type it."""
    if console.is_terminal:
        console.print(Syntax(f"{sql};", "sql", theme="ansi_dark", background_color="default", word_wrap=True))
    else:
        _plain(console, f"{sql};")
    console.print()


def show_text(console: Console, text: str) -> None:
    """A text as it stands."""
    _plain(console, text.rstrip("\n"))
    console.print()


def show_plan(console: Console, tree: str) -> None:
    """What EXPLAIN shows; on a terminal long lines go on further in, below what they belong to."""
    if not console.is_terminal:
        show_text(console, tree)
        return
    for line in tree.splitlines():
        for part in _wrapped(line, console.width):
            console.print(_coloured(part, is_detail=line.lstrip().startswith(": ")), soft_wrap=True)
    console.print()


def show_rows(console: Console, columns: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """Rows as a table."""
    cells = [["NULL" if value is None else str(value) for value in row] for row in rows]
    if console.is_terminal:
        table = Table(*columns, box=box.SIMPLE_HEAD, pad_edge=False)
        for row in cells:
            table.add_row(*(Text(cell, style="dim" if cell == "NULL" else "") for cell in row))
        console.print(table)
    else:
        widths = [max(map(len, column)) for column in zip(columns, *cells, strict=True)]
        for line in (list(columns), *cells):
            padded = [cell.ljust(width) for cell, width in zip(line, widths, strict=True)]
            _plain(console, "  ".join(padded).rstrip())
        console.print()


def _wrapped(line: str, width: int) -> Iterator[str]:
    lead = " " * (len(line) - len(line.lstrip()) + 6)
    yield from textwrap.wrap(
        line, max(width, 40), subsequent_indent=lead, break_long_words=False, break_on_hyphens=False
    ) or [line]


def _coloured(line: str, *, is_detail: bool) -> Text:
    """The names of the nodes stand out, what is known of them stands back."""
    if is_detail:
        return Text(line, style="dim")
    text = Text(line)
    text.highlight_regex(r"^\s*[A-Z][A-Za-z]+(?=: )", "bold green")
    return text


def _plain(console: Console, text: str) -> None:
    """Exactly this text: brackets are no markup, numbers get no colour, long lines stay whole."""
    console.print(text, markup=False, highlight=False, soft_wrap=True)
