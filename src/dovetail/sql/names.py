"""What the names in a block mean: relations, their columns, and columns that USING merged."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from dovetail.errors import AmbiguousColumn, ColumnNotFound, Place, closest
from dovetail.plan.relations import Coalesced, JoinKind, Relation
from dovetail.plan.schema import Column, Schema

__all__ = ["Found", "Namespace"]


@dataclass(frozen=True, slots=True)
class Found:
    """A reference that was resolved: the column, and how many of the name's parts it took; the rest are fields."""

    column: Column
    parts: int


@dataclass(frozen=True, slots=True)
class Namespace:
    """The relations seen so far, from left to right, and what a bare star stands for."""

    relations: tuple[Relation, ...] = ()
    qualifiers: tuple[tuple[str, ...], ...] = ()
    star: Schema = ()
    hidden: Schema = ()
    merged: dict[str, Column] = field(default_factory=dict)
    excuse: Callable[[Sequence[str]], bool] | None = None
    """Says of a name that no relation has whether it may still mean something: an alias of SELECT, a variable."""

    def joined(
        self,
        relation: Relation,
        parts: tuple[str, ...],
        kind: JoinKind,
        using: Sequence[str],
        coalesced: Sequence[Coalesced] = (),
    ) -> "Namespace":
        """The names after a join with a relation; ``using`` are the columns that it merges."""
        if not kind.keeps_right:
            return self._keys_first(using)
        merged, hidden = self._merged(relation, kind, using, coalesced)
        gone = {*hidden, *merged.values()}
        rest = tuple(column for column in self.star + relation.columns if column not in gone)
        return replace(
            self,
            relations=(*self.relations, relation),
            qualifiers=(*self.qualifiers, _qualifier(relation, parts)),
            star=tuple(merged.values()) + rest,
            hidden=hidden + self.hidden,
            merged=self.merged | {name.casefold(): column for name, column in merged.items()},
        )

    def _keys_first(self, using: Sequence[str]) -> "Namespace":
        """A semi or anti join keeps the left side alone; what USING names comes first in its star."""
        keys = tuple(self.bare(name)[0] for name in using)
        return replace(self, star=keys + tuple(column for column in self.star if column not in keys)) if keys else self

    def _merged(
        self, relation: Relation, kind: JoinKind, using: Sequence[str], coalesced: Sequence[Coalesced]
    ) -> tuple[dict[str, Column], Schema]:
        """The columns that stand for the merged names, and those that only ``alias.*`` shows from now on."""
        pairs = {name: (self.bare(name)[0], relation.column(name)) for name in using}
        sides = [column for n in (0, 1) for pair in pairs.values() if (column := pair[n]) is not None]
        if coalesced:
            merged = {name: one.column for name, one in zip(using, coalesced, strict=True)}
        else:
            taken = 1 if kind is JoinKind.RIGHT else 0
            merged = {name: column for name, pair in pairs.items() if (column := pair[taken]) is not None}
        return merged, tuple(column for column in sides if column not in merged.values())

    def star_of(self, qualifier: str) -> Schema:
        """What ``alias.*`` shows: in Spark the columns that USING hid come first."""
        relation = self.relation_named(qualifier)
        index = relation.index if relation else -1
        return tuple(c for c in self.hidden + self.star if c.relation == index and not c.is_coalesced)

    # resolving

    def find(self, parts: Sequence[str]) -> list[Found]:
        """All columns that a dotted name may mean; most specific qualifier first, as Spark resolves it."""
        for taken in (3, 2, 1):
            if found := self._qualified(parts, taken):
                return found
        return [Found(column, 1) for column in self.bare(parts[0])]

    def _qualified(self, parts: Sequence[str], taken: int) -> list[Found]:
        if len(parts) <= taken:
            return []
        found = []
        for relation, qualifier in zip(self.relations, self.qualifiers, strict=True):
            if qualifier[-taken:] == tuple(part.casefold() for part in parts[:taken]):
                found += [Found(column, taken + 1) for column in columns_named(relation, parts[taken])]
        return found

    def bare(self, name: str) -> list[Column]:
        """The columns that a name without a qualifier may mean."""
        folded = name.casefold()
        if folded in self.merged:
            return [self.merged[folded]]
        return [column for relation in self.relations for column in columns_named(relation, name)]

    def resolve(self, parts: Sequence[str], place: Place) -> Found:
        """The one column that a name means.

        Raises:
            ColumnNotFound: There is none.
            AmbiguousColumn: There are several.
        """
        found = self.find(parts)
        if not found:
            raise self.not_found(parts, place)
        if len(found) > 1:
            raise self.ambiguous(parts, found, place)
        return found[0]

    def relation_named(self, name: str) -> Relation | None:
        """The relation of that alias."""
        folded = name.casefold()
        return next((r for r, q in zip(self.relations, self.qualifiers, strict=True) if q[-1:] == (folded,)), None)

    def has_relation(self, qualifier: Sequence[str]) -> bool:
        """Whether a dotted name is one of a relation."""
        folded = parts_folded(tuple(qualifier))
        return any(known[-len(folded) :] == folded for known in self.qualifiers)

    # errors

    def not_found(self, parts: Sequence[str], place: Place) -> ColumnNotFound:
        """The error of an unknown name, with what it may have meant."""
        name = ".".join(parts)
        relation = self.relation_named(parts[0]) if len(parts) > 1 else None
        if relation is not None:
            near = closest(parts[1], [column.name for column in relation.columns])
            all_names = ", ".join(column.name for column in relation.columns[:12])
            hint = f"Did you mean {_either(near, relation.alias)}?" if near else f"{relation.alias} has {all_names}."
            return ColumnNotFound(f"{relation.alias} has no column {parts[1]}", remedy=hint, place=place)
        hidden = next((r for r in self.relations if len(parts) > 1 and r.name.casefold() == parts[0].casefold()), None)
        if hidden is not None:
            message = f"{hidden.name} is called {hidden.alias} here"
            return ColumnNotFound(message, remedy=f"Write {hidden.alias}.{parts[1]}.", place=place)
        if len(parts) > 1 and (near := closest(parts[0], [r.alias for r in self.relations])):
            hint = f"Did you mean {near[0]}.{parts[1]}?"
            return ColumnNotFound(f"there is no table or alias {parts[0]} here", remedy=hint, place=place)
        candidates = {column.name: relation.alias for relation in self.relations for column in relation.columns}
        near = closest(parts[-1], candidates)
        hint = " or ".join(f"{candidates[n]}.{n}" for n in near)
        remedy = f"Did you mean {hint}?" if near else f"In reach are {', '.join(r.alias for r in self.relations)}."
        return ColumnNotFound(f"there is no column {name} here", remedy=remedy, place=place)

    def ambiguous(self, parts: Sequence[str], found: Sequence[Found], place: Place) -> AmbiguousColumn:
        """The error of a name that several relations have."""
        by_index = {relation.index: relation.alias for relation in self.relations}
        names = [f"{by_index[f.column.relation]}.{f.column.name}" for f in found]
        return AmbiguousColumn(
            f"{'.'.join(parts)} is ambiguous: it could be {', '.join(names)}",
            remedy=f"Write {' or '.join(names)}.",
            place=place,
        )


def _qualifier(relation: Relation, parts: tuple[str, ...]) -> tuple[str, ...]:
    """An alias hides the name that it stands for."""
    return parts_folded(parts) if parts else (relation.alias.casefold(),)


def parts_folded(parts: Sequence[str]) -> tuple[str, ...]:
    """A dotted name as names are compared."""
    return tuple(part.casefold() for part in parts)


def columns_named(relation: Relation, name: str) -> list[Column]:
    """A relation's columns of one name: a derived table may have several."""
    folded = name.casefold()
    return [column for column in relation.columns if column.name.casefold() == folded]


def _either(names: Sequence[str], alias: str) -> str:
    return " or ".join(f"{alias}.{name}" for name in names)
