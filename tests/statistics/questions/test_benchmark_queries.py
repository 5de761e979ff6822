"""The GraphQL requests of benchmarks.statistics fit the schema."""

from __future__ import annotations

import json

from graphql import parse, validate

from benchmarks.statistics.sample_queries import graphql_bodies
from tests.api.harness.full_documents import schema
from tests.statistics.simulated_log import BEGINNING


def test_the_requests_of_the_benchmark_are_valid() -> None:
    asked = {json.loads(body)["query"] for _, body in graphql_bodies(BEGINNING.date())}
    faults = {error.message for query in asked for error in validate(schema(), parse(query))}
    assert len(asked) > 5
    assert faults == set()
