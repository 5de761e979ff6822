"""The directive `@listSize`: lists with a maximum have it, and hold it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from graphql import (
    GraphQLField,
    OperationDefinitionNode,
    get_directive_values,
    get_named_type,
    get_nullable_type,
    is_list_type,
    is_object_type,
    parse,
)

from api.graphql.execution.cost import cost_of, evaluate
from api.graphql.execution.list_sizes import DEFAULT_PAGE_SIZE
from api.graphql.limits.request_limits import Limits
from api.graphql.schema import schema
from api.graphql.types.table_sizes import MAX_HAND, MAX_SEATS
from domain.game import NEW, evolve
from domain.rules import variants
from tests.api.harness import full_documents as d
from tests.api.harness.callers import Client
from tests.laws.playouts import playout

SLICED = {
    "games": "query($size: Int) { games(first: $size) { __typename } }",
    "players": 'query($size: Int) { players(search: "ann", first: $size) { __typename } }',
    "leaderboard": 'query($size: Int) { leaderboard(variant: "oh-hell", last: $size) { __typename } }',
    "statistics": 'query($size: Int!) { statistics(variant: "oh-hell", rows: $size) { __typename } }',
    "events": "query($size: Int, $game: ID!) { game(id: $game) { events(last: $size) { __typename } } }",
    "moments": "query($size: Int!, $game: ID!) { game(id: $game) { moments(first: $size) { __typename } } }",
}
"""Documents that request the size of a list, by its field."""


def sized_fields() -> Iterator[tuple[str, str, GraphQLField, dict[str, Any]]]:
    """Yield the fields with the directive: type, name, field, and the directive's arguments."""
    schema = d.schema()
    directive = schema.get_directive("listSize")
    assert directive is not None
    for kind in schema.type_map.values():
        for name, field in kind.fields.items() if is_object_type(kind) else ():
            if field.ast_node is not None:
                values = get_directive_values(directive, field.ast_node)
                if values is not None:
                    yield kind.name, name, field, values


def test_every_connection_and_every_argument_for_a_size_has_its_maximum_in_the_schema() -> None:
    sized = {(kind, name) for kind, name, _, _ in sized_fields()}
    for kind in d.schema().type_map.values():
        for name, field in kind.fields.items() if is_object_type(kind) else ():
            if field.args.keys() & {"first", "last", "rows"}:
                assert (kind.name, name) in sized


def test_a_size_is_one_of_lists_and_is_in_the_descriptions_of_the_arguments() -> None:
    for kind, name, field, size in sized_fields():
        if "sizedFields" in size:
            inner = get_named_type(field.type)
            assert is_object_type(inner)
            for each in size["sizedFields"]:
                assert is_list_type(get_nullable_type(inner.fields[each].type)), (kind, name)
        else:
            assert is_list_type(get_nullable_type(field.type)), (kind, name)
        for each in size.get("slicingArguments", ()):
            text = field.args[each].description or ""
            assert f" A number from 1 to {size['assumedSize']:,}" in text, (kind, name, each)


def cost(document: str, **variables: object) -> int:
    """Return the cost of a document of one operation."""
    parsed = parse(document)
    [operation] = [each for each in parsed.definitions if isinstance(each, OperationDefinitionNode)]
    return evaluate(cost_of(schema()._schema, parsed, operation), variables)


def test_a_page_costs_its_items_the_default_page_included() -> None:
    document = "query($first: Int) { games(first: $first) { nodes { id } } }"
    one, default, most = (cost(document, first=size) for size in (1, DEFAULT_PAGE_SIZE, 100))
    assert cost(document) == cost("{ games { nodes { id } } }") == default
    # A game, and its id.
    assert (default - one, most - one) == (19 * 2, 99 * 2)
    assert cost(document, first=10**9) == most


def test_the_events_of_a_commit_do_not_multiply_reads_for_free() -> None:
    nested = "events { by { games(first: 2) { nodes { suggestion { __typename } } } } }"
    update = f'subscription {{ gameUpdates(game: "") {{ {nested} }} }}'
    assert cost(update) > Limits().cost > cost(update.replace(nested, "events { by { name } }"))


@pytest.mark.parametrize("name", SLICED)
async def test_a_list_admits_its_maximum_and_no_more(ann: Client, name: str) -> None:
    [most] = {
        size["assumedSize"]
        for _, field, _, size in sized_fields()
        if field == name and "slicingArguments" in size
    }
    game = {"game": await ann.create()} if "$game" in SLICED[name] else {}
    assert "errors" not in await ann.ask(SLICED[name], **game, size=most)
    assert await ann.code(SLICED[name], **game, size=most + 1) == "INVALID_PAGE"


async def test_a_request_for_nodes_admits_its_maximum_and_no_more(spectator: Client) -> None:
    [most] = {size["assumedSize"] for _, field, _, size in sized_fields() if field == "nodes"}
    document = "query($ids: [ID!]!) { nodes(ids: $ids) { id } }"
    assert await spectator.data(document, ids=["5H"] * most) == {"nodes": [None] * most}
    assert await spectator.code(document, ids=["5H"] * (most + 1)) == "INVALID_PAGE"


@pytest.mark.parametrize("variant", variants())
def test_no_table_is_larger_than_its_maxima(variant: str) -> None:
    game = NEW
    for event in playout(variant, 1).log:
        game = evolve(game, event)
        assert len(game.seats) <= MAX_SEATS
        if game.table is not None:
            view = game.rules.show(game.table)
            assert max(len(view.trick), len(view.last_trick), len(view.to_move)) <= MAX_SEATS
            assert max(len(place.hand) for place in view.places) <= MAX_HAND
