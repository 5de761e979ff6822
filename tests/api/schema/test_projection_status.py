"""The status of the read models, which only operators can query."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from typing import Final
from uuid import UUID

import pytest

from api.graphql.context import Services
from application.players.registry import Player
from application.store.port import Append
from domain.events import Access, EndReason, GameCreated, GameStarted, GameWon, PlayerJoined
from projections import ALL
from tests.api.harness.callers import Client, Json

SOON: Final = 10.0
PROJECTIONS: Final = """{ projections {
    name revision condition position head lagEvents lagSeconds builds updatedAt rebuildPosition
    failedEvent { position type } error
} }"""
CREATE: Final = """mutation($access: Access!) {
    createGame(input: {variant: "hundred-and-ten", access: $access}) {
        ... on CommandAccepted { game { id } }
    }
}"""
BEGIN: Final = """mutation($game: ID!) {
    fillSeats(input: {game: $game}) { __typename }
    startGame(input: {game: $game}) { __typename }
}"""
SHOWN: Final = """query($game: ID!) {
    game(id: $game) {
        you seats { hand bid } legalMoves { mutation }
        events(first: 100) { edges { node { __typename ... on HandDealt { cards } } } }
    }
}"""


@pytest.fixture
async def operator(services: Services, spectator: Client) -> Client:
    player = await services.players.local("Olga")
    return Client(spectator.http, services.identity.token(player, operator=True), player.id)


async def until(operator: Client, name: str, condition: str) -> Json:
    """Return how it goes with a read model, as soon as it goes so."""
    async with asyncio.timeout(SOON):
        while True:
            found: list[Json] = (await operator.data(PROJECTIONS))["projections"]
            [one] = [each for each in found if each["name"] == name]
            if one["condition"] == condition:
                return one
            await asyncio.sleep(0.05)


async def test_operators_see_the_status_of_each_read_model(
    services: Services, operator: Client, ann: Client
) -> None:
    await ann.data(CREATE, access="PUBLIC")
    head = await services.store.head()
    await services.projector.wait_until(head, SOON)
    found = (await operator.data(PROJECTIONS))["projections"]
    assert [(each["name"], each["revision"]) for each in found] == [(each.name, each.version) for each in ALL]
    for each in found:
        assert (each["condition"], each["builds"]) == ("FOLLOWING", 1)
        assert (each["position"], each["head"], each["lagEvents"], each["lagSeconds"]) == (head, head, 0, 0)
        assert each["failedEvent"] is each["error"] is each["rebuildPosition"] is None
        assert datetime.fromisoformat(each["updatedAt"]) <= datetime.now(UTC)


async def test_operators_see_the_event_that_stopped_a_read_model(
    services: Services, operator: Client
) -> None:
    # Won from a seat that nobody has.
    events = (
        GameCreated(
            variant="hundred-and-ten",
            rules_version=1,
            options={},
            access=Access.PUBLIC,
            organizer="ann",
            secret=None,
        ),
        PlayerJoined(seat=0, player="ann"),
        PlayerJoined(seat=1, player="bob"),
        GameStarted(players=("ann", "bob")),
        GameWon(winners=(7,), ranking=((7,), (8,)), reason=EndReason.TARGET_REACHED),
    )
    append = Append(game=UUID(int=1), after=0, events=events, at=datetime.now(UTC), by="ann")
    await services.store.append(append)
    head = await services.store.head()
    stopped = await until(operator, "game_list", "STOPPED")
    assert stopped["failedEvent"] == {"position": head, "type": "GameWon"}
    assert "IndexError" in stopped["error"]
    assert (stopped["position"], stopped["lagEvents"]) == (head - 1, 1)
    assert stopped["lagSeconds"] > 0
    [same] = [each for each in await services.projector.status() if each.name == "game_list"]
    assert same.error == stopped["error"]
    # The others are none of it.
    assert (await until(operator, "leaderboard", "FOLLOWING"))["failedEvent"] is None


async def test_only_operators_see_the_status(spectator: Client, ann: Client) -> None:
    assert await ann.code(PROJECTIONS) == "FORBIDDEN"
    assert await spectator.code(PROJECTIONS) == "UNAUTHENTICATED"
    answer = await ann.ask(PROJECTIONS)
    assert answer["data"] == {"projections": None}


async def test_operators_see_games_as_players_do(
    services: Services, operator: Client, ann: Client, bob: Client
) -> None:
    game = (await ann.data(CREATE, access="PUBLIC"))["createGame"]["game"]["id"]
    await ann.data(BEGIN, game=game)
    seen = await operator.data(SHOWN, game=game)
    assert seen == await bob.data(SHOWN, game=game)
    assert {card for seat in seen["game"]["seats"] for card in seat["hand"]} == {"??"}
    assert set((await ann.data(SHOWN, game=game))["game"]["seats"][0]["hand"]) != {"??"}
    own = services.identity.token(Player(id=ann.player, name="Ann"), operator=True)
    as_operator = Client(operator.http, own, ann.player)
    assert await as_operator.data(SHOWN, game=game) == await ann.data(SHOWN, game=game)
    private = (await ann.data(CREATE, access="PRIVATE"))["createGame"]["game"]["id"]
    for asking in (operator, bob):
        answer = await asking.ask(SHOWN, game=private)
        assert [error["extensions"]["code"] for error in answer["errors"]] == ["UNKNOWN_GAME"]
        assert answer["data"] == {"game": None}
