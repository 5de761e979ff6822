"""Compact documents: few objects for the garbage collector, and errors still report locations."""

from __future__ import annotations

import gc

from graphql import FieldNode, GraphQLError, OperationDefinitionNode, parse, print_ast

from api.graphql.execution.compact_documents import compact

TEXT = "{\n  game(id: 4) { id }\n  node(id: 5) { id }\n}"


def fields(text: str) -> list[FieldNode]:
    """Return the root fields of a compacted document."""
    document = parse(text)
    compact(document)
    operation = document.definitions[0]
    assert isinstance(operation, OperationDefinitionNode)
    return [each for each in operation.selection_set.selections if isinstance(each, FieldNode)]


def test_errors_report_locations() -> None:
    [place] = GraphQLError("wrong", [fields(TEXT)[1]]).locations or []
    assert (place.line, place.column) == (3, 3)


def test_locations_are_untracked_and_equal_names_are_shared() -> None:
    game, node = fields(TEXT)
    assert not gc.is_tracked(game.loc)
    assert game.selection_set is not None
    assert node.selection_set is not None
    [one], [other] = game.selection_set.selections, node.selection_set.selections
    assert isinstance(one, FieldNode)
    assert isinstance(other, FieldNode)
    assert one.name is other.name


def test_a_compacted_document_prints_the_same() -> None:
    document = parse(TEXT)
    compact(document)
    assert print_ast(document) == print_ast(parse(TEXT))
