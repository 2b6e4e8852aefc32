"""Narrows the columns that a lookup fetches to those that are needed."""

from dataclasses import replace
from typing import ClassVar

from dovetail.optimizer.needs import Needs, descend
from dovetail.optimizer.rule import Rule
from dovetail.plan.expressions import Clause
from dovetail.plan.lookup import LookupJoinNode
from dovetail.plan.node import Node
from dovetail.plan.schema import Column

__all__ = ["LookupColumnPruningRule"]


class LookupColumnPruningRule(Rule):
    """``LookupJoin … columns=[id, name, region, email]`` -> ``columns=[id, name]`` where only ``c.name`` is selected.

    The columns of the keys, and those of predicates that are evaluated after the fetch, always stay.
    """

    name: ClassVar[str] = "lookup_column_pruning"

    def apply(self, plan: Node) -> Node:
        """Prunes every lookup join."""
        return descend(plan, frozenset(plan.schema), self._prune)

    def _prune(self, node: Node, above: Needs) -> Node:
        if not isinstance(node, LookupJoinNode):
            return node
        needed = self.compute_needed_columns(node, above)
        if needed == node.required_lookup_columns:
            return node
        return replace(node, required_lookup_columns=needed)

    def compute_needed_columns(self, node: LookupJoinNode, above: frozenset[Column]) -> frozenset[str]:
        """The names of the table's columns that the join and what stands above it need."""
        keys = {pair.lookup_column for pair in node.join_keys}
        local = [p.expr.columns for p in node.local_predicates if p.clause is Clause.ON]
        read = above.union(*local)
        return frozenset(keys | {column.name for column in read if column.relation == node.relation.index})
