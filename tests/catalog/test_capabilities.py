"""What each kind of source can take over."""

import pytest

from dovetail.catalog.capabilities import (
    CAPABILITIES,
    PredicateType,
    PushdownMechanism,
    SourceCapabilities,
    SourceCapabilitiesRegistry,
)


def test_source_capabilities_postgres_direct() -> None:
    found = CAPABILITIES["postgres"]
    assert found.predicate_pushdown
    assert found.projection_pushdown
    assert found.pushdown_mechanism is PushdownMechanism.PARAMETERIZED_SQL
    assert found.max_pushdown_predicates is None
    assert found.supported_predicate_types == set(PredicateType) - {PredicateType.EXPRESSION}


def test_source_capabilities_redis() -> None:
    found = CAPABILITIES["redis"]
    assert not found.predicate_pushdown
    assert not found.projection_pushdown
    assert found.pushdown_mechanism is PushdownMechanism.KEY_LOOKUP


def test_source_capabilities_s3_parquet() -> None:
    found = CAPABILITIES["parquet"]
    assert found.predicate_pushdown
    assert found.projection_pushdown
    assert found.pushdown_mechanism is PushdownMechanism.ROW_GROUP_PRUNING


@pytest.mark.parametrize(
    ("source", "predicates", "projection", "mechanism"),
    [
        ("mysql", True, True, PushdownMechanism.PARAMETERIZED_SQL),
        ("postgres-cdc", False, True, PushdownMechanism.LOCAL_FILTER),
        ("mysql-cdc", False, True, PushdownMechanism.LOCAL_FILTER),
        ("static", False, False, PushdownMechanism.NONE),
        ("sqlite", True, True, PushdownMechanism.PARAMETERIZED_SQL),
        ("view", True, True, PushdownMechanism.SPARK_FILTER),
    ],
)
def test_source_capabilities_of_the_others(
    source: str, predicates: bool, projection: bool, mechanism: PushdownMechanism
) -> None:
    found = CAPABILITIES[source]
    assert (found.predicate_pushdown, found.projection_pushdown) == (predicates, projection)
    assert found.pushdown_mechanism is mechanism


def test_source_capabilities_none() -> None:
    assert SourceCapabilities() == SourceCapabilities.NONE
    assert not SourceCapabilities.NONE.predicate_pushdown
    assert not SourceCapabilities.NONE.supported_predicate_types


@pytest.mark.parametrize("source", sorted(CAPABILITIES))
def test_source_capabilities_hold_together(source: str) -> None:
    """What takes predicates says which, and what takes none names none."""
    found = CAPABILITIES[source]
    assert found.predicate_pushdown is bool(found.supported_predicate_types)


def test_source_capabilities_registry() -> None:
    registry = SourceCapabilitiesRegistry()
    assert registry.get("customers") is None
    registry.register("Customers", CAPABILITIES["postgres"])
    assert registry.get("CUSTOMERS") is CAPABILITIES["postgres"]
    registry.register("customers", SourceCapabilities.NONE)
    assert registry.get("customers") is SourceCapabilities.NONE
    assert list(registry) == ["customers"]
    registry.forget("Customers")
    registry.forget("customers")
    assert registry.get("customers") is None
