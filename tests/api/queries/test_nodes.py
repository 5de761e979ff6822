"""`node` finds every object with an `id`, for callers who may see it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from graphql import GraphQLObjectType

from api.graphql.context import Services
from tests.api.harness import full_documents as d
from tests.api.harness.callers import Client, Json
from tests.api.harness.played_games import begun, caught_up, play_to_the_end

NODE = "query($id: ID!) { node(id: $id) { __typename id ... on Player { name } ... on Game { version } } }"

NODES = NODE.replace("$id: ID!", "$ids: [ID!]!").replace("node(id: $id)", "nodes(ids: $ids)")
FORM = """query($id: ID!) { player(id: $id) { profile(variant: "hundred-and-ten") {
    form { game { %s } }
} } }"""


async def node(client: Client, id: str) -> Json | None:
    """Return what is found by an id."""
    found: Json | None = (await client.data(NODE, id=id))["node"]
    return found


def test_nodes_and_nothing_else_have_an_id() -> None:
    kinds = [kind for kind in d.schema().type_map.values() if isinstance(kind, GraphQLObjectType)]
    with_id = {kind.name for kind in kinds if "id" in kind.fields}
    nodes = {kind.name for kind in kinds if "Node" in {each.name for each in kind.interfaces}}
    assert with_id == nodes == {"Game", "Player", "PlayerSession"}


def nodes_in(answer: Any) -> Iterator[tuple[str, str]]:
    """Yield the type and the id of every object with an id in an answer."""
    if isinstance(answer, dict):
        if "id" in answer:
            yield answer["__typename"], answer["id"]
        for value in answer.values():
            yield from nodes_in(value)
    elif isinstance(answer, list):
        for value in answer:
            yield from nodes_in(value)


async def test_every_returned_id_finds_its_object(services: Services, ann: Client, bob: Client) -> None:
    game = await ann.create()
    await bob.must("joinGame", game=game)
    await ann.must("fillSeats", game=game)
    await ann.must("startGame", game=game)
    await caught_up(services)
    answers = [await ann.data(d.GAME, id=game), await ann.data(d.ME), await ann.games(filter="PLAYING")]
    given = set(nodes_in(answers))
    assert {kind for kind, _ in given} == {"Game", "Player"}
    assert ("Player", "machine-1") in given
    for kind, id in given:
        found = await node(bob, id)
        assert found is not None
        assert (found["__typename"], found["id"]) == (kind, id)


async def test_a_node_equals_the_result_of_its_own_query(ann: Client, bob: Client) -> None:
    game = await begun(ann, bob)
    assert (await ann.data(d.NODE, id=game))["node"] == await ann.game(game)
    assert await node(ann, bob.player) == {"__typename": "Player", "id": bob.player, "name": "Bob"}


async def test_a_stranger_does_not_find_a_private_game(
    spectator: Client, ann: Client, bob: Client, cyd: Client
) -> None:
    game = await begun(ann, bob, access="PRIVATE")
    for member in (ann, bob):
        found = await node(member, game)
        assert found is not None
        assert found["id"] == game
    for stranger in (cyd, spectator):
        assert await node(stranger, game) is None


async def test_an_invalid_id_finds_nothing(ann: Client) -> None:
    for id in [
        "",
        "nobody",
        "machine-",
        "machine-0",
        "machine-01",
        "machine-99",
        "0" * 32,
        "00000000-0000-0000-0000-000000000000",
        "\x00",
        "é",
        "x" * 10_000,
        "{",
    ]:
        assert await node(ann, id) is None, id


async def test_a_game_is_found_only_by_the_canonical_form_of_its_id(ann: Client) -> None:
    game = await ann.create()
    for other in (game.upper(), game.replace("-", ""), f"{{{game}}}", f"urn:uuid:{game}", f" {game}"):
        assert await node(ann, other) is None or other == game


async def test_nodes_has_the_node_of_each_id_in_order(
    ann: Client, bob: Client, cyd: Client, spectator: Client
) -> None:
    public, private = await begun(ann, bob), await begun(ann, bob, access="PRIVATE")
    ids = [private, bob.player, "nobody", public, "machine-1", "0" * 32, public, "\x00"]
    for client in (ann, cyd, spectator):
        found = (await client.data(NODES, ids=ids))["nodes"]
        assert found == [await node(client, id) for id in ids]
    assert (await cyd.data(NODES, ids=ids))["nodes"][0] is None
    assert await ann.data(NODES, ids=[]) == {"nodes": []}
    assert await ann.code(NODES, ids=["5"] * 101) == "INVALID_PAGE"


async def test_references_are_read_only_if_more_than_their_keys_is_selected(
    services: Services, ann: Client, bob: Client, spectator: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await begun(ann, bob)
    await play_to_the_end([ann, bob], game)
    await caught_up(services)
    selected = "id variant { name title } players { id } table { round }"
    whole = await spectator.data(FORM % selected, id=ann.player)
    [record] = whole["player"]["profile"]["form"]
    assert record["game"]["id"] == game
    assert record["game"]["variant"] == {"name": "hundred-and-ten", "title": "Hundred and Ten"}
    assert record["game"]["table"] is not None

    def fails(*_: object) -> None:
        raise AssertionError("it was read")

    monkeypatch.setattr("api.graphql.games.game_reference.listed", fails)
    by_id = await spectator.data(FORM % "id", id=ann.player)
    assert by_id["player"]["profile"]["form"] == [{"game": {"id": game}}]


async def test_an_id_of_a_game_has_one_form(ann: Client) -> None:
    game = await ann.create()
    for other in (game.upper(), game.replace("-", ""), f"{{{game}}}", f"urn:uuid:{game}"):
        assert await ann.code(d.GAME, id=other) == "UNKNOWN_GAME"
        assert (await ann.data("query($id: ID!) { node(id: $id) { id } }", id=other))["node"] is None
