"""Random documents with odd values: a plan and graphql-core give the same answers, with the same effects."""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random

import pytest

import application.runtime.time_slices as time_slices
from api.graphql.schema import Schema
from tests.api.plans.both_ways import by_graphql_core, by_plan, document_of
from tests.api.plans.odd_schema import Context, odd_schema
from tests.api.plans.random_documents import RandomDocument

# If a field fails at once, graphql-core never begins the coroutines of its siblings.
pytestmark = pytest.mark.filterwarnings(
    "ignore:coroutine .* was never awaited:RuntimeWarning",
    "ignore::pytest.PytestUnraisableExceptionWarning",
)

FEW = 400
MANY = 1_050


@pytest.fixture(autouse=True)
def _no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    # Pauses of long lists come at other times in each execution, and change the order of errors.
    monkeypatch.setattr(time_slices, "SLICE", 1_000.0)


@cache
def _schema() -> Schema:
    return odd_schema()


async def _compare(seeds: range) -> Counter[str]:
    schema, found = _schema(), Counter[str]()
    for seed in seeds:
        made = RandomDocument(schema._schema, seed)
        document = document_of(schema, made.text)
        if document is None:
            found["invalid"] += 1
            continue
        trouble = Random(seed).choice([0.0, 0.0, 0.01, 0.05, 0.3])
        planned = await by_plan(schema, document, made.variables, Context(seed, trouble))
        expected = await by_graphql_core(schema, document, made.variables, Context(seed, trouble))
        assert planned == expected, f"seed {seed}: {made.text} with {made.variables}"
        operation = document.operations[0]
        found["planned" if operation.planned is not None else "unplannable"] += 1
        found["with errors" if expected.errors else "without errors"] += 1
    return found


async def test_plans_answer_random_documents_as_graphql_core_does() -> None:
    found = await _compare(range(FEW))
    # The comparison says little if few documents are valid, planned, or free of errors.
    assert found["planned"] > FEW / 2
    assert min(found["with errors"], found["without errors"]) > FEW / 10
    assert found["unplannable"] == 0


@pytest.mark.integration
@pytest.mark.parametrize("part", range(20))
async def test_plans_answer_many_random_documents_as_graphql_core_does(part: int) -> None:
    found = await _compare(range(part * MANY, (part + 1) * MANY))
    assert found["planned"] > MANY / 2
