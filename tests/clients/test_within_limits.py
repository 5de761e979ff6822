"""What the client sends is within the limits of a server that was set up no other way."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from api.graphql.execution.cost import MAX_PAGE, evaluate
from api.graphql.execution.document_shape import is_longer
from api.graphql.execution.document_validator import DocumentValidator
from api.graphql.execution.documents import Document
from api.graphql.limits.request_limits import Limits
from api.graphql.queries.replays import MAX_MOMENTS
from api.graphql.schema import schema
from kibitz_client.documents import TYPES, Documents, Operation
from kibitz_client.schema import documents

SCHEMA = schema()._schema


def sent() -> Iterator[tuple[str, str]]:
    """Give each document that the client sends, by its name."""
    known = Documents(documents.FRAGMENTS)
    for name, operation in (*vars(documents).items(), ("TYPES", TYPES)):
        if isinstance(operation, Operation):
            yield name, known.text(operation)


def beyond(limits: Limits) -> dict[str, object]:
    """Return what the limits keep from being answered, each with what is said of it."""
    found: dict[str, object] = {}
    validator = DocumentValidator(limits)
    for name, text in sent():
        if len(text) > limits.body or is_longer(text, limits.tokens):
            found[name] = "too long"
            continue
        document = validator.validate(SCHEMA, text)
        if not isinstance(document, Document):
            found[name] = document
            continue
        [operation] = document.operations
        assert operation.cost is not None
        # However long a page is asked for; of moments it is always said.
        sizes = (MAX_MOMENTS,) if name == "MOMENTS" else (None, MAX_PAGE)
        most = max(evaluate(operation.cost, {"first": size, "last": size}) for size in sizes)
        if most > limits.cost:
            found[name] = most
    return found


def test_every_document_of_the_client_is_answered_by_a_server_with_the_usual_limits() -> None:
    assert len(list(sent())) > 30
    assert beyond(Limits()) == {}


@pytest.mark.parametrize(
    "less", [{"body": 2_000}, {"tokens": 300}, {"depth": 4}, {"introspection": 4}, {"cost": 20_000}]
)
def test_a_document_that_a_limit_has_no_room_for_is_noticed(less: dict[str, int]) -> None:
    assert beyond(Limits().model_copy(update=less)) != {}
