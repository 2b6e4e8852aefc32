"""What a rule is."""

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import ClassVar

from dovetail.catalog.capabilities import SourceCapabilitiesRegistry
from dovetail.plan.lookup import LookupTableMetadata
from dovetail.plan.node import Node

__all__ = ["OptimizerContext", "Rule"]


@dataclass(frozen=True, slots=True)
class OptimizerContext:
    """What rules know besides the plan: the lookup tables, and what their sources can take over."""

    lookup_tables: dict[str, LookupTableMetadata] = field(default_factory=dict)
    capabilities: SourceCapabilitiesRegistry = field(default_factory=SourceCapabilitiesRegistry)


class Rule(ABC):
    """A rewrite of a plan that leaves its result as it is.

    It is pure: it gives back the very same object where it has nothing to do.
    """

    name: ClassVar[str]

    @abstractmethod
    def apply(self, plan: Node) -> Node:
        """The plan, rewritten."""
