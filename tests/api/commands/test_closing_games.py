"""Closing a game as an operator: permission, effects and answers."""

from __future__ import annotations

from uuid import uuid4

import pytest

from api.graphql.context import Services
from tests.api.harness import full_documents as d
from tests.api.harness.callers import Client, Json
from tests.api.harness.played_games import begun


@pytest.fixture
async def operator(services: Services, spectator: Client) -> Client:
    player = await services.players.local("Olga")
    return Client(spectator.http, services.identity.token(player, operator=True), player.id)


def kinds(result: Json) -> list[str]:
    return [event["__typename"] for event in result["events"]]


@pytest.mark.parametrize("access", ["PUBLIC", "PRIVATE"])
async def test_closing_a_running_game_reveals_its_cards(
    operator: Client, ann: Client, bob: Client, access: str
) -> None:
    game = await begun(ann, bob, access=access)
    closed = await operator.must("closeGame", game=game, commandId="close")
    assert kinds(closed) == ["GameClosed", "DeckRevealed"]
    assert closed["events"][0]["closeReason"] == "CLOSED_BY_OPERATOR"
    shown = await ann.game(game)
    assert (shown["stage"], shown["result"]) == ("CLOSED", None)
    assert (shown["table"]["toMove"], shown["legalMoves"]) == ([], [])
    assert await operator.must("closeGame", game=game, commandId="close") == closed
    assert (await operator.refused("closeGame", game=game))["code"] == "GAME_IS_OVER"
    assert (await ann.refused("placeBid", game=game, amount=15))["code"] == "GAME_IS_OVER"


async def test_an_operator_closes_a_lobby(operator: Client, ann: Client, bob: Client) -> None:
    game = await ann.create()
    assert kinds(await operator.must("closeGame", game=game)) == ["GameClosed"]
    assert (await bob.refused("joinGame", game=game))["code"] == "GAME_IS_OVER"
    assert (await operator.refused("closeGame", game=str(uuid4())))["code"] == "UNKNOWN_GAME"


async def test_only_operators_close_games_and_learn_of_them(
    spectator: Client, ann: Client, bob: Client
) -> None:
    private = await ann.create(access="PRIVATE")
    for game in private, str(uuid4()):
        asked = {"input": {"game": game}}
        assert await ann.code(d.mutation("closeGame"), **asked) == "FORBIDDEN"
        assert await bob.code(d.mutation("closeGame"), **asked) == "FORBIDDEN"
        assert await spectator.code(d.mutation("closeGame"), **asked) == "UNAUTHENTICATED"
    assert (await ann.game(private))["stage"] == "WAITING_FOR_PLAYERS"
