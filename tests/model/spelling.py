"""The same statement in many spellings: case, quoting, white space, comments, qualified and bare names."""

import re
from collections.abc import Sequence

from hypothesis import strategies as st

from tests.model.chain import Relation, Visible
from tests.model.expressions import Expr, column
from tests.model.strategies import Draw
from tests.model.tables import Column, quoted

ALIASES = ["a", "b", "c", "d", "e", "Q1", "r", "left side", "join", "t`x"]
GAPS = [" ", " ", " ", " ", "\n", "\n  ", " /* ASOF JOIN */ ", " -- FOR SYSTEM_TIME AS OF NOW()\n"]
CASES = [str.upper, str.upper, str.lower, str.title]
NEEDS_QUOTES = {"order", "group", "select", "join", "left", "value"}


class Speller:
    """Draws how words and names are written in one statement."""

    def __init__(self, draw: Draw, relations: Sequence[Relation]) -> None:
        self.draw = draw
        self.case = draw(st.sampled_from(CASES))
        names = [c.name.lower() for relation in relations for c in relation.columns]
        self.unique = {name for name in names if names.count(name) == 1}
        self.plain = draw(st.booleans())  # about half of the statements are written as most people would

    def words(self, text: str) -> str:
        """Keywords in this statement's case."""
        return str(self.case(text))

    def gap(self) -> str:
        """White space, or what counts as such."""
        return " " if self.plain else self.draw(st.sampled_from(GAPS))

    def join(self, *parts: str) -> str:
        """The parts that are not empty, with gaps between them."""
        kept = [part for part in parts if part]
        return "".join(part + (self.gap() if n < len(kept) - 1 else "") for n, part in enumerate(kept))

    def name(self, name: str) -> tuple[str, str]:
        """A name as it is written, and what Spark then calls it."""
        if not re.fullmatch(r"[A-Za-z_]\w*", name) or name.lower() in NEEDS_QUOTES:
            return quoted(name), name
        if self.plain:
            return name, name
        written = self.draw(st.sampled_from([name, name, name.upper(), name.lower()]))
        return (quoted(written) if self.draw(st.integers(0, 4)) == 0 else written), written

    def reference(self, relation: Relation, col: Column) -> Expr:
        """A column of a relation; bare where no other relation has one of its name, now and then."""
        written, name = self.name(col.name)
        if not (col.name.lower() in self.unique and self.draw(st.integers(0, 2)) == 0):
            written = f"{self.name(relation.alias)[0]}.{written}"
        return column(written, col.type, relation.key(col.name), name)

    def merged(self, visible: Visible) -> Expr:
        """A column that USING merged: a bare name is the only one that it has."""
        written, name = self.name(visible.name)
        return column(written, visible.type, visible.key, name)

    def aliased(self, text: str, alias: str) -> str:
        """A table under an alias, with or without AS."""
        return self.join(text, self.words("as") if self.draw(st.booleans()) else "", self.name(alias)[0])
