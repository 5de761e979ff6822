"""Input objects of the fast constructor equal those that Strawberry builds."""

from __future__ import annotations

from enum import Enum
from typing import Any

import pytest
import strawberry
from graphql import GraphQLInputObjectType
from strawberry.types.base import StrawberryObjectDefinition

from api.graphql.execution.plain_inputs import install_constructor
from tests.api.harness import full_documents as d


@strawberry.enum
class Colour(Enum):
    RED = "red"


@strawberry.input
class Part:
    colour: Colour
    amount: int = 3


@strawberry.input
class Whole:
    first_part: Part
    number: int
    name: str | None = None
    either: str | None = strawberry.field(default="both")
    colours: list[Colour] = strawberry.field(default_factory=list)
    parts: list[Part] | None = None
    called: strawberry.ID | None = strawberry.field(name="otherName", default=None)


SENT = [
    "firstPart: {colour: RED}, number: 1",
    "firstPart: {colour: RED, amount: 5}, number: 2, name: null, either: null, parts: null",
    'firstPart: {colour: RED}, number: 3, name: "x", colours: [RED, RED], otherName: "y", either: "z"',
    "firstPart: {colour: RED}, number: 4, parts: [{colour: RED, amount: 1}, {colour: RED}], colours: []",
]


@strawberry.type
class Query:
    @strawberry.field
    def shown(self, given: Whole, also: Part | None = None) -> str:
        return repr((given, also))


@pytest.mark.parametrize("sent", SENT)
def test_fast_inputs_equal_standard_inputs(sent: str) -> None:
    schema = strawberry.Schema(Query)
    document = f"{{ one: shown(given: {{{sent}}}) two: shown(given: {{{sent}}}, also: {{colour: RED}}) }}"
    usual = schema.execute_sync(document)
    assert usual.errors is None
    kinds: list[Any] = [schema._schema.type_map[name] for name in ("Whole", "Part")]
    definitions = [kind.extensions["strawberry-definition"] for kind in kinds]
    for kind in kinds:
        install_constructor(kind)
    try:
        assert all(definition.from_input for definition in definitions)
        assert schema.execute_sync(document) == usual
    finally:
        for definition in definitions:
            definition.from_input = None


def test_all_inputs_of_the_server_are_built_fast() -> None:
    kinds = [each for each in d.served().type_map.values() if isinstance(each, GraphQLInputObjectType)]
    definitions = [each.extensions["strawberry-definition"] for each in kinds]
    assert len(definitions) > 20
    assert all(isinstance(each, StrawberryObjectDefinition) and each.from_input for each in definitions)
