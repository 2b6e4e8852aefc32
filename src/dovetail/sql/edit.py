"""The edits that put a joined view in the place of a FROM clause, and nothing else into the user's text.

The view shows each column under its own name where that is unique, so that the text stays as it is. Of a name that
several relations have, each column gets a name of its own, and the references to it are edited.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from dovetail.plan.schema import Column, quote
from dovetail.sql.bind import BoundBlock, star_columns
from dovetail.sql.context import Edit
from dovetail.sql.extent import after_group, outside_brackets, peek
from dovetail.sql.items import Item, is_distinct
from dovetail.sql.names import Found
from dovetail.sql.references import Chain, Star, chains, function_around, outside_from
from dovetail.sql.source import Token, is_word

__all__ = ["BlockEditor"]


@dataclass(frozen=True, slots=True)
class BlockEditor:
    """Makes the edits of one block; ``view`` is the alias of the joined view."""

    bound: BoundBlock
    view: str

    # The view

    def columns(self) -> tuple[Column, ...]:
        """The columns that the view has to show, in the order of a star."""
        used = self.bound.used
        shown = [column for column in self.bound.names.star if column in used]
        rest = sorted(used - set(shown), key=lambda column: (column.relation, column.position))
        return (*shown, *rest)

    def from_text(self, query: str) -> str:
        """What stands in FROM: the lowered joins, their columns under the names that the text uses."""
        columns = ", ".join(f"{column.internal} AS {quote(self.shown(column))}" for column in self.columns())
        return f"(SELECT {columns or '1 AS __dt_none'} FROM ({query})) AS {self.view}"

    def shown(self, column: Column) -> str:
        """The name of a column in the view."""
        return column.name if self.bound.names.bare(column.name) == [column] else column.internal

    # The edits

    def edits(self, query: str) -> Iterator[Edit]:
        """All edits that need no more than the binding."""
        clause = self.bound.block.from_clause
        assert clause is not None
        yield Edit(clause.start, clause.stop, self.from_text(query))
        yield from (self._star(star) for star in self.bound.stars)
        for chain, reference in self.references():
            yield Edit(chain.start, chain.stop(reference.parts), self._reference(chain, reference))
        for item in self.bound.items:
            renamed = self._renamed(item.chain) if item.chain is not None else None
            if item.chain is not None and renamed is not None and renamed.parts == len(item.chain.parts):
                yield Edit(item.stop, item.stop, f" AS {quote(item.chain.parts[-1])}")

    def references(self) -> Iterator[tuple[Chain, Found]]:
        """The names that cannot stay as they are: qualified ones, and those of columns that got a name of their own."""
        for chain in chains(self.bound.block, self.bound.names):
            found = self._found(chain)
            if found is not None and (found.parts > 1 or self.shown(found.column) != found.column.name):
                yield chain, found

    def _found(self, chain: Chain) -> Found | None:
        if chain.nested and len(chain.parts) == 1:
            return None
        found = self.bound.names.find(chain.parts)
        return found[0] if len(found) == 1 else None

    def _renamed(self, chain: Chain) -> Found | None:
        """The reference, where its column is shown under another name than the user's."""
        found = self._found(chain)
        return found if found is not None and self.shown(found.column) != found.column.name else None

    def _reference(self, chain: Chain, found: Found) -> str:
        if (name := self._output_of(chain, found)) is not None:
            return quote(name)
        shown = self.shown(found.column)
        # The user's own spelling of a name is what Spark calls the output, and a field of a struct.
        spelled = chain.parts[found.parts - 1]
        if shown == found.column.name:
            return f"{self.view}.{quote(spelled)}"
        named = f" AS {quote(spelled)}" if found.parts == len(chain.parts) and self._is_field(chain) else ""
        return f"{self.view}.{quote(shown)}{named}"

    def _is_field(self, chain: Chain) -> bool:
        """Whether a name is one of the arguments of ``struct``, which become fields of the same names."""
        tokens = outside_from(self.bound.block)
        first = next(n for n, token in enumerate(tokens) if token.start == chain.start)
        after = peek(tokens, first + 2 * len(chain.parts) - 1)
        alone = tokens[first - 1].text in ("(", ",") and after is not None and after.text in (",", ")")
        return alone and function_around(tokens, first) == "STRUCT"

    def _output_of(self, chain: Chain, found: Found) -> str | None:
        """Behind SELECT DISTINCT, ORDER BY sees the output alone: a renamed column is there under its output's name."""
        if not is_distinct(self.bound.block) or self._renamed(chain) is None:
            return None
        order = self._clause("ORDER", "SORT")
        if order is None or chain.start < order:
            return None
        for item in self.bound.items:
            same = item.chain is not None and self._found(item.chain) == found
            if same and item.chain is not None and len(item.chain.parts) == found.parts:
                return item.chain.parts[-1]
        return None

    def _clause(self, *words: str) -> int | None:
        """Where a clause of the block's tail starts."""
        tail = self.bound.block.tail
        return next((tail[n].start for n in outside_brackets(tail) if is_word(tail[n], *words)), None)

    def _star(self, star: Star) -> Edit:
        columns = star_columns(star, self.bound.names)
        # Only a SELECT list and struct() name what they are given.
        named = star.function in (None, "STRUCT")
        texts = [self._star_column(column, named) for column in columns]
        if star.function is None and not star.qualifier:
            texts += [f"{view}.*" for view in self.lateral_views()]
        return Edit(star.start, star.stop, ", ".join(texts))

    def _star_column(self, column: Column, named: bool) -> str:
        shown = self.shown(column)
        text = f"{self.view}.{quote(shown)}"
        return f"{text} AS {quote(column.name)}" if named and shown != column.name else text

    def lateral_views(self) -> list[str]:
        """The aliases of LATERAL VIEWs, whose columns a bare star shows too."""
        tail = self.bound.block.tail
        starts = [
            n for n in outside_brackets(tail) if is_word(tail[n], "VIEW") and n and is_word(tail[n - 1], "LATERAL")
        ]
        return [tail[_after_call(tail, n + 1)].text for n in starts]

    # Names that only Spark can tell

    def unnamed(self) -> list[Item]:
        """The items without an alias whose text is edited: Spark would name them by the edited text."""
        edited = [chain.start for chain, _ in self.references() if self._renamed(chain) is not None]
        edited += [star.start for star in self.bound.stars if star.function is not None]
        windows = self._edited_windows(edited)
        return [
            item
            for item in self.bound.items
            if not item.star
            and not item.aliases
            and not (item.chain is not None and self._found(item.chain) is not None)
            and (
                any(item.tokens[0].start <= start < item.stop for start in edited)
                or (windows and any(is_word(token, "OVER") for token in item.tokens))
            )
        ]

    def _edited_windows(self, edited: Sequence[int]) -> bool:
        """Whether a named window is edited: Spark spells it out in the names of what uses it."""
        first = self._clause("WINDOW")
        return first is not None and any(start > first for start in edited)

    def naming(self, items: Sequence[Item], names: Sequence[Sequence[str]]) -> Iterator[Edit]:
        """The edits that give items the names that Spark has for the user's text."""
        for item, own in zip(items, names, strict=True):
            listed = ", ".join(map(quote, own))
            yield Edit(item.stop, item.stop, f" AS {listed}" if len(own) == 1 else f" AS ({listed})")


def _after_call(tail: Sequence[Token], index: int) -> int:
    """The index behind ``[OUTER] f(…)``."""
    while index < len(tail) and tail[index].text != "(":
        index += 1
    return after_group(tail, index)
