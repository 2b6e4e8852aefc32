"""Tells of a predicate whose columns it reads: the looked up table's, the stream's, or both."""

from enum import Enum

from dovetail.plan.expressions import UNKNOWN, Expr, Predicate
from dovetail.plan.relations import Relation
from dovetail.plan.schema import relation_bit

__all__ = ["PredicateClass", "PredicateClassifier"]


class PredicateClass(Enum):
    """Whose columns a predicate reads; what is unknown counts as both."""

    LOOKUP_ONLY = "LookupOnly"
    """Only the looked up table's, or none at all: the source may evaluate it."""
    STREAM_ONLY = "StreamOnly"
    CROSS_REFERENCE = "CrossReference"


class PredicateClassifier:
    """Classifies by the mask that every expression got when it was bound: a look, whatever the expression's size.

    The mask settles what qualified names settle in the text: ``c.id`` and ``t.id`` have different bits. A name that
    nobody could resolve has the bit ``UNKNOWN``, an ambiguous one the bits of all that have it.
    """

    __slots__ = ("_lookup",)

    def __init__(self, lookup: Relation) -> None:
        """Takes the looked up relation; all others are the stream's."""
        self._lookup = relation_bit(lookup.index)

    def classify(self, predicate: Predicate | Expr) -> PredicateClass:
        """The class of a predicate."""
        mask = predicate.mask
        if not mask & ~self._lookup:
            return PredicateClass.LOOKUP_ONLY
        if mask & (self._lookup | UNKNOWN):
            return PredicateClass.CROSS_REFERENCE
        return PredicateClass.STREAM_ONLY
