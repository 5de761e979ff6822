"""A kept document lets go of its tokens, and errors still tell places."""

from __future__ import annotations

from graphql import GraphQLError, OperationDefinitionNode, parse

from api.graphql.document_tokens import cut_tokens


def test_errors_tell_places_after_the_tokens_are_gone() -> None:
    document = parse("{\n  me { id }\n  node(id: 5) { id }\n}")
    cut_tokens(document)
    operation = document.definitions[0]
    assert isinstance(operation, OperationDefinitionNode)
    second = operation.selection_set.selections[1]
    assert second.loc is not None
    assert second.loc.start_token.next is None
    [place] = GraphQLError("wrong", [second]).locations or []
    assert (place.line, place.column) == (3, 3)
