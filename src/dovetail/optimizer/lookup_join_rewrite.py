"""Finds the joins whose one side is looked up."""

from collections.abc import Mapping
from typing import ClassVar

from dovetail.errors import InvalidJoinKey
from dovetail.optimizer.rule import Rule
from dovetail.plan.expressions import Expr
from dovetail.plan.lookup import JoinKeyPair, LookupJoinNode, LookupJoinType, LookupTableMetadata
from dovetail.plan.node import Node, transform_up
from dovetail.plan.relations import Join, JoinKind, Relation, RelationKind, Scan

__all__ = ["LookupJoinPlanner", "LookupJoinRewriteRule"]

_TYPES = {JoinKind.INNER: LookupJoinType.INNER, JoinKind.LEFT: LookupJoinType.LEFT_OUTER}

SPARK_RELATION = LookupTableMetadata(connector="Spark", pushdown_mode="auto")
"""FOR SYSTEM_TIME AS OF NOW() on a relation of Spark's: it is read as Spark reads it."""


class LookupJoinPlanner:
    """Turns a join into a lookup join where one side is a lookup table, or is joined as of now."""

    def __init__(self, lookup_tables: Mapping[str, LookupTableMetadata]) -> None:
        """Takes the metadata of the catalog's lookup tables, by name."""
        self._tables = {name.casefold(): metadata for name, metadata in lookup_tables.items()}

    def is_lookup_table(self, table_name: str) -> bool:
        """Whether the catalog has a lookup table of that name."""
        return table_name.casefold() in self._tables

    def try_rewrite_join(self, join: Join) -> LookupJoinNode | None:
        """The lookup join that a join is, or None for any other join; RIGHT and FULL have no lookup form."""
        side = self.detect_lookup_side(join)
        join_type = _TYPES.get(join.kind)
        if side is None or join_type is None:
            return None
        stream, relation, keys = side
        if relation is _left_relation(join) and join.kind is not JoinKind.INNER:
            return None
        metadata = self._tables.get((relation.table or "").casefold(), SPARK_RELATION)
        return LookupJoinNode(
            stream_input=stream,
            relation=relation,
            join_keys=keys,
            join_type=join_type,
            lookup_metadata=metadata,
            required_lookup_columns=frozenset(column.name for column in relation.columns),
            local_predicates=join.residual,
            implicit=not join.process_time,
            notes=()
            if join.process_time
            else (f"{relation.name} is joined as of NOW(), which the statement leaves out",),
        )

    def detect_lookup_side(self, join: Join) -> tuple[Node, Relation, tuple[JoinKeyPair, ...]] | None:
        """The stream, the looked up relation and the keys, stream side first; None where neither side is looked up."""
        right = join.right.relation if isinstance(join.right, Scan) else None
        if right is not None and (join.process_time or self._is_lookup(right)):
            return join.left, right, tuple(_pair(key.left, key.right) for key in join.keys)
        left = _left_relation(join)
        if left is not None and self._is_lookup(left):
            return join.right, left, tuple(_pair(key.right, key.left) for key in join.keys)
        return None

    def _is_lookup(self, relation: Relation) -> bool:
        return relation.kind is RelationKind.LOOKUP and self.is_lookup_table(relation.table or "")


def _left_relation(join: Join) -> Relation | None:
    return join.left.relation if isinstance(join.left, Scan) else None


def _pair(stream: Expr, lookup: Expr) -> JoinKeyPair:
    if lookup.column is None:
        raise InvalidJoinKey(
            f"a key of a lookup table is one of its columns, and {lookup} is an expression",
            remedy="Put the expression on the other side, or compute it in the table's source.",
            place=lookup.place,
        )
    return JoinKeyPair(stream, lookup.column.name)


class LookupJoinRewriteRule(Rule):
    """``Join(trades, customers)`` -> ``LookupJoin: table=customers`` over trades.

    It must not fire on a join of two relations of Spark's, unless the right one is joined as of now.
    """

    name: ClassVar[str] = "lookup_join_rewrite"

    def __init__(self, planner: LookupJoinPlanner) -> None:
        """Takes the planner that knows the lookup tables."""
        self._planner = planner

    def apply(self, plan: Node) -> Node:
        """Rewrites every join that is a lookup."""
        return transform_up(plan, self._rewrite)

    def _rewrite(self, node: Node) -> Node:
        if not isinstance(node, Join):
            return node
        return self._planner.try_rewrite_join(node) or node
