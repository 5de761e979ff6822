"""Tests that the client's documents are within the server's default limits."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from api.graphql.execution.cost import evaluate
from api.graphql.execution.documents import Document
from api.graphql.execution.validation.document_shape import is_longer
from api.graphql.execution.validation.document_validator import DocumentValidator
from api.graphql.games.reading import MAX_EVENTS
from api.graphql.limits.request_limits import Limits
from api.graphql.schema import schema
from kibitz_client.documents import INTROSPECTION, Documents, Operation
from kibitz_client.schema import documents

SCHEMA = schema()._schema


def client_documents() -> Iterator[tuple[str, str]]:
    """Yield each document of the client with its name."""
    known = Documents(documents.FRAGMENTS)
    for name, operation in (*vars(documents).items(), ("INTROSPECTION", INTROSPECTION)):
        if isinstance(operation, Operation):
            yield name, known.text(operation)


def rejected(limits: Limits) -> dict[str, object]:
    """Return the documents that exceed the limits, each with the reason."""
    found: dict[str, object] = {}
    # Documents take about 25 of the 500 ms, but a garbage collection between other tests can take the rest.
    validator = DocumentValidator(limits.model_copy(update={"validation_seconds": 60.0}))
    for name, text in client_documents():
        if len(text) > limits.body or is_longer(text, limits.tokens):
            found[name] = "too long"
            continue
        document = validator.validate(SCHEMA, text)
        if not isinstance(document, Document):
            found[name] = document
            continue
        [operation] = document.operations
        assert operation.cost is not None
        # With the largest page, which no list exceeds, and with the default page.
        pages: tuple[dict[str, int], ...] = ({"first": MAX_EVENTS, "last": MAX_EVENTS}, {})
        most = max(evaluate(operation.cost, page) for page in pages)
        if most > limits.cost:
            found[name] = most
    return found


def test_all_documents_are_within_the_default_limits() -> None:
    assert len(list(client_documents())) > 30
    assert rejected(Limits()) == {}


@pytest.mark.parametrize(
    "less", [{"body": 2_000}, {"tokens": 300}, {"depth": 4}, {"introspection": 4}, {"cost": 20_000}]
)
def test_documents_beyond_a_limit_are_found(less: dict[str, int]) -> None:
    assert rejected(Limits().model_copy(update=less)) != {}
