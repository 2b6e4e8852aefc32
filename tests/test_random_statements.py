"""Random statements on tiny random tables: Dovetail must answer as the row-by-row model does.

``DOVETAIL_EXAMPLES=20`` tries twenty times as many. On CI (``CI`` is set) the examples are the same in every run.
"""

import os
from typing import get_args

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pyspark.sql import SparkSession

import dovetail
from tests.model.chain import Kind
from tests.model.comparing import difference
from tests.model.statements import Question, questions

KINDS: tuple[Kind, ...] = get_args(Kind)
FACTOR = int(os.environ.get("DOVETAIL_EXAMPLES", "1"))

# A lookup table that is joined without its clause is joined as of now, and says so.
pytestmark = pytest.mark.filterwarnings("ignore:.TemporalClauseRequired.:dovetail.errors.DovetailWarning")


def examples(count: int) -> settings:
    return settings(
        max_examples=count * FACTOR,
        derandomize=bool(os.environ.get("CI")),
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    )


@pytest.mark.parametrize("kind", KINDS)
@examples(25)
@given(data=st.data())
def test_one_join(quick: SparkSession, kind: Kind, data: st.DataObject) -> None:
    check(quick, data.draw(questions([kind], max_joins=1)))


@examples(60)
@given(question=questions(KINDS))
def test_a_mix_of_joins(quick: SparkSession, question: Question) -> None:
    check(quick, question)


def check(spark: SparkSession, question: Question) -> None:
    wrong = difference(spark, dovetail.Session(spark).sql, question)
    assert wrong is None, wrong
