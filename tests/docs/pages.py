"""The pages of the documentation: their code blocks, headings and links."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.conftest import ROOT

PAGES = [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").glob("*.md"))]

_FENCE = re.compile(r"^( *)```(\w*)[^\n]*\n(.*?)^\1```$", re.MULTILINE | re.DOTALL)
_NOT_RUN = re.compile(r"<!-- not run: .+ -->\s*\Z")
_LINK = re.compile(r"(?<!!)\[[^\]\n]+\]\(([^)\s]+)\)")


@dataclass(frozen=True)
class Block:
    """A fenced block. ``output`` is the text block right behind it: what it prints."""

    page: Path
    language: str
    text: str
    line: int
    run: bool = True
    output: "Block | None" = None
    start: int = 0
    stop: int = 0

    def __str__(self) -> str:
        return f"{self.page.relative_to(ROOT)}:{self.line}"


def blocks(page: Path) -> list[Block]:
    """The blocks of a page in order; a text block with nothing between belongs to the block before it."""
    text = page.read_text()
    found: list[Block] = []
    for match in _FENCE.finditer(text):
        block = Block(
            page,
            match[2],
            re.sub(rf"^{match[1]}", "", match[3], flags=re.MULTILINE),
            text.count("\n", 0, match.start()) + 1,
            not _NOT_RUN.search(text[: match.start()]),
            start=match.start(3),
            stop=match.end(3),
        )
        if found and block.language == "text" and not text[found[-1].stop : match.start()].strip("`\n "):
            found[-1] = Block(**{**vars(found[-1]), "output": block})
        else:
            found.append(block)
    return found


def links(page: Path) -> Iterator[str]:
    """What the page links to, code left out."""
    text = re.sub(r"`[^`\n]+`", "", _FENCE.sub("", page.read_text()))
    yield from _LINK.findall(text)


def anchors(page: Path) -> set[str]:
    """The anchors of a page's headings, as GitHub makes them."""
    headings = re.findall(r"^#+ (.+)$", _FENCE.sub("", page.read_text()), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}
