"""Splits the predicates at a lookup join into those that its source evaluates and those that stay local."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import ClassVar

from dovetail.catalog.capabilities import CAPABILITIES, SourceCapabilities, SourceCapabilitiesRegistry
from dovetail.errors import PushdownNotSupported
from dovetail.optimizer.predicate_classifier import PredicateClass, PredicateClassifier
from dovetail.optimizer.rule import Rule
from dovetail.plan.asof import AsofJoinNode
from dovetail.plan.expressions import UNKNOWN, Clause, Predicate
from dovetail.plan.interval import IntervalJoinNode
from dovetail.plan.lookup import LookupJoinNode, LookupJoinType
from dovetail.plan.node import Node
from dovetail.plan.relations import Filter, Join
from dovetail.plan.temporal import TemporalJoinNode

__all__ = ["PredicateSplitterRule"]


class PredicateSplitterRule(Rule):
    """``Filter(c.region = 'APAC') over LookupJoin`` -> the same, with ``pushdown=[c.region = 'APAC']`` in the join.

    The Filter stays: what is pushed is a copy. It must not push a predicate of WHERE into a LEFT join, whose padded
    rows that predicate has yet to see; nor one that is not deterministic or has a subquery.
    """

    name: ClassVar[str] = "predicate_splitter"

    def __init__(self, capabilities: SourceCapabilitiesRegistry) -> None:
        """Takes what the tables' sources can do."""
        self._capabilities = capabilities

    def apply(self, plan: Node) -> Node:
        """Splits at every lookup join; each sees the predicates of the Filters above that may come down to it."""
        return self._descend(plan, ())

    def _descend(self, node: Node, above: tuple[Predicate, ...]) -> Node:
        if isinstance(node, Filter):
            above += node.predicates
        elif isinstance(node, LookupJoinNode):
            known = node.pushdown_predicates + node.local_predicates
            reach = tuple(p for p in above if p not in known)
            seeing = replace(node, local_predicates=node.local_predicates + reach) if reach else node
            node = self.split_predicates(seeing)
        elif _pads_left(node):
            above = ()
        inputs = node.inputs()
        if not inputs:
            return node
        return node.with_inputs((self._descend(inputs[0], above), *(self._descend(other, ()) for other in inputs[1:])))

    def split_predicates(self, node: LookupJoinNode) -> LookupJoinNode:
        """The same join, its predicates where they belong.

        Raises:
            PushdownNotSupported: ``pushdown = enabled``, and the source cannot filter.
        """
        capabilities = self._capabilities_of(node)
        mode = node.lookup_metadata.pushdown_mode
        if mode == "enabled" and not capabilities.predicate_pushdown:
            raise PushdownNotSupported(
                f"{node.lookup_table} is declared with pushdown = enabled, and its source cannot filter",
                remedy=f"Declare it with pushdown = auto: {node.lookup_metadata.connector} is filtered by Spark.",
                place=node.relation.place,
            )
        if mode == "disabled" or not capabilities.predicate_pushdown:
            return node
        return _Splitter(node, capabilities).run()

    def _capabilities_of(self, node: LookupJoinNode) -> SourceCapabilities:
        if node.relation.table is None:
            return CAPABILITIES["view"]  # a relation of Spark's filters itself
        return self._capabilities.get(node.relation.table) or SourceCapabilities.NONE


def _pads_left(node: Node) -> bool:
    """Whether a join may hand on rows whose left columns are NULL: nothing above it may come below it."""
    match node:
        case Join():
            return node.kind.pads_left
        case IntervalJoinNode():
            return node.join.kind.pads_left
        case TemporalJoinNode() | AsofJoinNode() | LookupJoinNode() | _:
            return False


@dataclass(frozen=True, slots=True)
class _Splitter:
    """Decides predicate by predicate; a reason why one stays local becomes a note."""

    node: LookupJoinNode
    capabilities: SourceCapabilities

    def run(self) -> LookupJoinNode:
        classifier = PredicateClassifier(self.node.relation)
        pushed = list(self.node.pushdown_predicates)
        local: list[Predicate] = []
        notes = list(self.node.notes)
        for predicate in self.node.local_predicates:
            if predicate.mask & UNKNOWN:
                notes.append(f"ClassificationFailed: {predicate} stays local, it may read any column")
                local.append(predicate)
            elif not self._is_candidate(predicate, classifier):
                local.append(predicate)
            elif (reason := self._refused(predicate, len(pushed))) is not None:
                notes += [reason] if reason not in notes else []
                local.append(predicate)
            else:
                pushed.append(predicate)
        if len(pushed) == len(self.node.pushdown_predicates) and len(notes) == len(self.node.notes):
            return self.node
        return replace(self.node, pushdown_predicates=tuple(pushed), local_predicates=tuple(local), notes=tuple(notes))

    def _is_candidate(self, predicate: Predicate, classifier: PredicateClassifier) -> bool:
        """Whether the answer stays the same if the source evaluates it."""
        if classifier.classify(predicate) is not PredicateClass.LOOKUP_ONLY or not predicate.movable:
            return False
        # A constant says nothing about the source; in the ON of a LEFT join it stays a condition of the match.
        pads = self.node.join_type is LookupJoinType.LEFT_OUTER
        return predicate.mask != 0 and not (pads and predicate.clause is Clause.WHERE)

    def _refused(self, predicate: Predicate, pushed: int) -> str | None:
        """Why the source does not take it."""
        source = self.node.lookup_metadata.connector
        lacking = predicate.types - self.capabilities.supported_predicate_types
        if lacking:
            kinds = " and ".join(sorted(kind.value for kind in lacking))
            return f"UnsupportedPredicateType: {predicate} stays local, {source} takes no {kinds} predicates"
        if (columns := self._unpushable(predicate)) is not None:
            return f"{predicate} stays local, {source} compares {', '.join(columns)} otherwise than Spark"
        most = self.capabilities.max_pushdown_predicates
        if most is not None and pushed >= most:
            return f"TooManyPushdownPredicates: {predicate} stays local, {source} takes {most} at most"
        return None

    def _unpushable(self, predicate: Predicate) -> list[str] | None:
        allowed = self.capabilities.pushable_columns
        if allowed is None:
            return None
        names: Iterable[str] = {column.name for column in predicate.expr.columns}
        folded = {name.casefold() for name in allowed}
        return sorted(name for name in names if name.casefold() not in folded) or None
