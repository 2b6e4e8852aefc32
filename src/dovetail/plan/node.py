"""What every node of a plan can do."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from typing import ClassVar, Self

from dovetail.plan.expressions import Expr
from dovetail.plan.schema import Schema

__all__ = ["Node", "transform_up", "walk"]


class Node(ABC):
    """A frozen node of a plan; constructors refuse a bad node, rules make new ones."""

    __slots__ = ()
    name: ClassVar[str]

    @abstractmethod
    def inputs(self) -> tuple["Node", ...]:
        """The nodes that this one reads, from left to right."""

    @property
    @abstractmethod
    def schema(self) -> Schema:
        """The columns that it hands on."""

    @abstractmethod
    def expressions(self) -> tuple[Expr, ...]:
        """All expressions that it evaluates, in the order that ``with_exprs_and_inputs`` takes them back."""

    @abstractmethod
    def with_exprs_and_inputs(self, exprs: tuple[Expr, ...], inputs: tuple["Node", ...]) -> Self:
        """The same node with other expressions and inputs, as many of each as it has."""

    @abstractmethod
    def explain(self) -> str:
        """What EXPLAIN shows of it, on one line."""

    def details(self) -> tuple[str, ...]:
        """What EXPLAIN shows below that line."""
        return ()

    def with_inputs(self, inputs: tuple["Node", ...]) -> Self:
        """The same node over other inputs; this very node where they are the ones it has."""
        if all(new is old for new, old in zip(inputs, self.inputs(), strict=True)):
            return self
        return self.with_exprs_and_inputs(self.expressions(), inputs)


def transform_up(node: Node, change: Callable[[Node], Node]) -> Node:
    """Applies ``change`` to every node, inputs first."""
    return change(node.with_inputs(tuple(transform_up(child, change) for child in node.inputs())))


def walk(node: Node) -> Iterator[Node]:
    """Every node, a node before its inputs."""
    yield node
    for child in node.inputs():
        yield from walk(child)
