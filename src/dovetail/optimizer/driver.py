"""The optimizer: an ordered list of rules, and a check after each of them."""

from collections.abc import Callable

from dovetail.errors import PlanInvariantBroken
from dovetail.optimizer.copy_filters import CopyFiltersRule
from dovetail.optimizer.interval_joins import IntervalJoinRule
from dovetail.optimizer.lookup_column_pruning import LookupColumnPruningRule
from dovetail.optimizer.lookup_join_rewrite import LookupJoinPlanner, LookupJoinRewriteRule
from dovetail.optimizer.predicate_splitter import PredicateSplitterRule
from dovetail.optimizer.prune_columns import PruneColumnsRule
from dovetail.optimizer.rule import OptimizerContext, Rule
from dovetail.plan.node import Node
from dovetail.plan.schema import Schema

__all__ = ["RULES", "check_schema", "optimize"]

RULES: tuple[Callable[[OptimizerContext], Rule], ...] = (
    # First: all later rules look for lookup joins, and know nothing of joins with a lookup table.
    lambda context: LookupJoinRewriteRule(LookupJoinPlanner(context.lookup_tables)),
    # Behind the lookup joins: what is left are joins of Spark's own.
    lambda context: IntervalJoinRule(),
    # Before the columns are pruned: a predicate that stays local keeps its columns, a pushed one need not.
    lambda context: PredicateSplitterRule(context.capabilities),
    # Behind the splitter, which has taken what belongs to a lookup; these go below the joins on the stream's side.
    lambda context: CopyFiltersRule(),
    # Now it is known which columns anything above needs: first those that lookups fetch, then those of all else.
    lambda context: LookupColumnPruningRule(),
    lambda context: PruneColumnsRule(),
)


def optimize(plan: Node, context: OptimizerContext) -> Node:
    """Applies all rules in their order.

    Raises:
        PlanInvariantBroken: A rule changed what the plan returns; the rule is named.
    """
    for make in RULES:
        rule = make(context)
        before = plan.schema
        plan = _applied(rule, plan)
        check_schema(rule, before, plan.schema)
    return plan


def _applied(rule: Rule, plan: Node) -> Node:
    try:
        return rule.apply(plan)
    except PlanInvariantBroken as error:
        raise PlanInvariantBroken(f"the rule {rule.name} made a bad plan: {error.message}") from error


def check_schema(rule: Rule, before: Schema, after: Schema) -> None:
    """Compares columns, their types and whether they may be NULL."""
    if [(c, c.type, c.nullable) for c in before] != [(c, c.type, c.nullable) for c in after]:
        old, new = (", ".join(f"{c.name} {c.type}" for c in schema) for schema in (before, after))
        raise PlanInvariantBroken(f"the rule {rule.name} changed the plan's columns from ({old}) to ({new})")
