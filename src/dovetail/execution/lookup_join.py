"""Runs a lookup join over whole tables: the rows of the one side beside the fetched rows of the other."""

from dataclasses import dataclass

from dovetail.execution.sqltext import all_of, rendered
from dovetail.plan.expressions import Clause
from dovetail.plan.lookup import LookupJoinNode, LookupJoinType

__all__ = ["LookupJoinExec"]


@dataclass(frozen=True, slots=True)
class LookupJoinExec:
    """The physical form of a lookup join in batch: one scan of the table, and Spark's own join."""

    node: LookupJoinNode

    @property
    def condition(self) -> str:
        """Keys and the predicates of ON that the source did not take; what WHERE says is evaluated above."""
        keys = (
            f"{rendered(pair.stream_expr)} = {self.node.lookup_column(pair.lookup_column).internal}"
            for pair in self.node.join_keys
        )
        return all_of([*keys, *(p for p in self.node.local_predicates if p.clause is Clause.ON)])

    def sql(self, stream: str, table: str) -> str:
        """The join of two queries."""
        kind = "LEFT" if self.node.join_type is LookupJoinType.LEFT_OUTER else "INNER"
        return f"SELECT * FROM ({stream}) {kind} JOIN ({table}) ON {self.condition}"
