"""Where a block stands: the CTEs that it sees, and the text of the statement with what was replaced so far."""

from bisect import insort
from collections.abc import Iterable
from dataclasses import dataclass, field

from dovetail.sql.blocks import Block, Cte, Query

__all__ = ["Edit", "Rewritten", "visible_ctes", "with_ctes"]


@dataclass(frozen=True, slots=True, order=True)
class Edit:
    """The characters ``start`` up to ``stop`` become ``text``."""

    start: int
    stop: int
    text: str = field(compare=False)


@dataclass(slots=True)
class Rewritten:
    """A statement's text and its edits, which never overlap: what holds others swallows them."""

    text: str
    edits: list[Edit] = field(default_factory=list)

    def add(self, edits: Iterable[Edit]) -> None:
        """Adds edits; those inside a new one are gone."""
        for edit in edits:
            self.edits = [old for old in self.edits if not _swallows(edit, old)]
            insort(self.edits, edit)

    def between(self, start: int, stop: int) -> str:
        """A stretch of the text, edited."""
        parts, position = [], start
        for edit in self.edits:
            if start <= edit.start and edit.stop <= stop:
                parts += [self.text[position : edit.start], edit.text]
                position = edit.stop
        return "".join([*parts, self.text[position:stop]])

    def original(self, position: int) -> int | None:
        """Where a character of the edited statement stands in the text; None for what an edit brought."""
        moved = 0
        for edit in self.edits:
            if position < edit.start + moved:
                break
            if position < edit.start + moved + len(edit.text):
                return None
            moved += len(edit.text) - (edit.stop - edit.start)
        return position - moved

    def nearest(self, position: int) -> int:
        """The same, and for what an edit brought the place of what it replaced."""
        moved = 0
        for edit in self.edits:
            if position < edit.start + moved:
                break
            if position < edit.start + moved + len(edit.text):
                return edit.start
            moved += len(edit.text) - (edit.stop - edit.start)
        return position - moved

    def __str__(self) -> str:
        """The whole statement, edited."""
        return self.between(0, len(self.text))


def _swallows(edit: Edit, old: Edit) -> bool:
    """Whether an older edit lies inside; what was inserted right behind does not."""
    inserted_behind = old.start == old.stop == edit.stop
    return edit.start <= old.start and old.stop <= edit.stop and not inserted_behind


def visible_ctes(block: Block) -> list[list[Cte]]:
    """The CTEs that a block sees, from the outermost WITH to the innermost."""
    levels: list[list[Cte]] = []
    query: Query | None = block.query
    while query is not None:
        levels.insert(
            0, [cte for cte in query.ctes if cte.stop <= block.start or (_holds(cte, block) and cte.recursive)]
        )
        query = query.parent
    return [level for level in levels if level]


def _holds(cte: Cte, block: Block) -> bool:
    return cte.start <= block.start < cte.stop


def with_ctes(block: Block, rewritten: Rewritten, query: str) -> str:
    """A query as the block would see it: behind the block's CTEs."""
    for level in reversed(visible_ctes(block)):
        recursive = "RECURSIVE " if any(cte.recursive for cte in level) else ""
        definitions = ", ".join(rewritten.between(cte.start, cte.stop) for cte in level)
        body = query if query.startswith("SELECT") else f"SELECT * FROM ({query})"
        query = f"WITH {recursive}{definitions} {body}"
    return query
