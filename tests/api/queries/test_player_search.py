"""The search for players over GraphQL: pages, cursors and refused searches."""

from __future__ import annotations

import pytest

from api.graphql.context import Services
from api.graphql.limits.rates import Rates
from application.players.search.name_index import MAX_PAGE_SIZE
from tests.api.harness import full_documents as d
from tests.api.harness.callers import Client, Json
from tests.api.harness.played_games import begun, caught_up, eventually

SEARCH = d.operation("query", "players")


async def names(client: Client, **variables: object) -> list[str]:
    page = (await client.data(SEARCH, **variables))["players"]
    return [edge["node"]["name"] for edge in page["edges"]]


async def test_people_of_a_public_game_are_found_by_pages(
    services: Services, spectator: Client, ann: Client, bob: Client
) -> None:
    clients = [await spectator.sign_in(name) for name in ("Annika", "Hannah", "Mary Ánn")]
    await begun(ann, *clients)
    await caught_up(services)
    found, after = list[str](), None
    while True:
        page: Json = (await bob.data(SEARCH, search="ANN", first=1, after=after))["players"]
        found += [edge["node"]["name"] for edge in page["edges"]]
        assert page["pageInfo"]["hasPreviousPage"] is (after is not None)
        after = page["pageInfo"]["endCursor"]
        if not page["pageInfo"]["hasNextPage"]:
            break
    assert sorted(found[:2]) == ["Ann", "Mary Ánn"]
    assert found[2:] == ["Annika"]
    assert await names(bob, search="mary a") == ["Mary Ánn"]
    assert await names(bob, search="machine") == await names(bob, search="bob") == []
    # The cursor belongs to its search, however that is written.
    assert await names(bob, search="ánn", after=after) == []
    assert await bob.code(SEARCH, search="anni", after=after) == "INVALID_CURSOR"


@pytest.mark.parametrize("rates", [Rates(busy=100, searches="")], indirect=True)
async def test_a_player_is_found_soon_without_further_requests(ann: Client, bob: Client) -> None:
    await begun(ann, bob)

    async def is_found() -> bool:
        return await names(ann, search="bob") == ["Bob"]

    await eventually(is_found)


@pytest.mark.parametrize(
    ("variables", "code", "path"),
    [
        ({"search": "an"}, "INVALID_NAME_SEARCH", ["search"]),
        ({"search": "x" * 41}, "INVALID_NAME_SEARCH", ["search"]),
        ({"search": "ann", "first": MAX_PAGE_SIZE + 1}, "INVALID_PAGE", ["first"]),
        ({"search": "ann", "first": 0}, "INVALID_PAGE", ["first"]),
        ({"search": "ann", "after": "5H"}, "INVALID_CURSOR", ["after"]),
    ],
)
async def test_an_invalid_search_is_refused_with_its_path(
    ann: Client, variables: Json, code: str, path: list[str]
) -> None:
    answer = await ann.ask(SEARCH, **variables)
    [error] = answer["errors"]
    assert (error["extensions"]["code"], error["extensions"]["inputPath"]) == (code, path)
    assert answer["data"] == {"players": None}


async def test_a_spectator_does_not_search(spectator: Client) -> None:
    assert await spectator.code(SEARCH, search="ann") == "UNAUTHENTICATED"
