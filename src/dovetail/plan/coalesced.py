"""The merged columns of a FULL JOIN … USING."""

from collections.abc import Sequence

from dovetail.plan.relations import Coalesced, EquiKey, Relation
from dovetail.plan.schema import COALESCED, Column, is_integer

__all__ = ["coalesced_keys"]


def coalesced_keys(keys: Sequence[EquiKey], right: Relation) -> tuple[Coalesced, ...]:
    """The columns that FULL JOIN … USING makes of its keys."""
    found = []
    for number, key in enumerate(keys):
        left, own = key.left.column, key.right.column
        assert left is not None
        assert own is not None
        wider = own.type if is_integer(left.type) and not is_integer(own.type) else left.type
        column = Column(right.index, COALESCED + number, left.name, wider, left.nullable or own.nullable)
        found.append(Coalesced(column, left, own))
    return tuple(found)
