"""Rematches over GraphQL: one game for all who ask, its series, and who may know of them."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from api.graphql.context import Services
from api.graphql.limits.rates import Rates
from tests.api.harness.callers import Client, Json
from tests.api.harness.played_games import advance, begun

FOLLOWING = """query($game: ID!) { game(id: $game) {
  rematch { id stage seats { player { id } } invited { id } rematchOf { id } }
  rematchOf { id }
  series { games { id rematch { id } } scores { player { id } games wins points } }
} }"""
LISTED = """query { games(filter: JOINABLE) { nodes { id rematchOf { id series { games { id } } } } } }"""
SCORES = "query($game: ID!) { game(id: $game) { result { winners { id } } seats { score player { id } } } }"


async def finished(services: Services, *clients: Client, **values: Any) -> str:
    """Let the clients play a game to its end."""
    game = await begun(*clients, **values)
    await advance(services, game)
    return game


async def following(client: Client, game: str) -> Json:
    found: Json = (await client.data(FOLLOWING, game=game))["game"]
    return found


async def up_to_date(services: Services) -> None:
    await services.projector.fresh(10, "game_list", "game_view")


def players(game: Json) -> list[str]:
    return [seat["player"]["id"] for seat in game["seats"]]


async def test_all_who_ask_at_once_sit_in_one_game(services: Services, ann: Client, bob: Client) -> None:
    game = await finished(services, ann, bob)
    results = await asyncio.gather(*(each.must("rematch", game=game) for each in (bob, ann, bob)))
    (rematch,) = {result["game"]["id"] for result in results}
    assert players(await ann.game(rematch)) == [bob.player, ann.player]
    await ann.must("rematch", game=game)
    created = (await ann.events(rematch))[0]
    assert (created["rematchOfId"], created["seriesId"], created["missingPlayers"]) == (
        game,
        game,
        "MACHINES",
    )
    assert json.loads(created["record"])["event"]["seating"] == [bob.player, ann.player]


async def test_a_game_leads_to_the_next_and_back_before_any_read_model_has_them(
    services: Services, ann: Client, bob: Client, spectator: Client
) -> None:
    game = await finished(services, ann, bob)
    assert (await following(ann, game))["rematch"] is None
    rematch = (await ann.must("rematch", game=game, missing="OPEN"))["game"]["id"]
    for client in (ann, bob, spectator):
        assert (await following(client, game))["rematch"] == {
            "id": rematch,
            "stage": "WAITING_FOR_PLAYERS",
            "seats": [{"player": {"id": ann.player}}],
            "invited": [{"id": bob.player}],
            "rematchOf": {"id": game},
        }
        assert (await following(client, rematch))["rematchOf"] == {"id": game}
    await up_to_date(services)
    # Nobody else could join it while its seats are kept.
    assert (await spectator.data(LISTED))["games"]["nodes"] == []
    (listed,) = (await bob.data(LISTED))["games"]["nodes"]
    assert listed == {
        "id": rematch,
        "rematchOf": {"id": game, "series": {"games": [{"id": game}, {"id": rematch}]}},
    }


async def test_the_series_has_the_score_of_all_its_games(
    services: Services, ann: Client, bob: Client
) -> None:
    game = await finished(services, ann, bob)
    assert (await following(ann, game))["series"] is None
    chain = [game]
    for _ in range(2):
        rematch = (await ann.must("rematch", game=chain[-1]))["game"]["id"]
        await bob.must("rematch", game=chain[-1])
        await ann.must("startGame", game=rematch)
        await advance(services, rematch)
        chain.append(rematch)
    await up_to_date(services)
    wins, points = dict.fromkeys((ann.player, bob.player), 0), dict.fromkeys((ann.player, bob.player), 0)
    for each in chain:
        played = (await ann.data(SCORES, game=each))["game"]
        for winner in played["result"]["winners"]:
            wins[winner["id"]] += 1
        for seat in played["seats"]:
            points[seat["player"]["id"]] += seat["score"]
    for each in chain:
        series = (await following(bob, each))["series"]
        assert [found["id"] for found in series["games"]] == chain
        assert [found["rematch"] and found["rematch"]["id"] for found in series["games"]] == [
            *chain[1:],
            None,
        ]
        assert {score["player"]["id"]: score["wins"] for score in series["scores"]} == wins
        assert {score["player"]["id"]: score["points"] for score in series["scores"]} == points
        assert [score["games"] for score in series["scores"]] == [3, 3]


async def test_only_players_of_a_private_game_learn_of_its_rematch(
    services: Services, ann: Client, bob: Client, spectator: Client
) -> None:
    zoe = await spectator.sign_in("Zoe")
    game = await finished(services, ann, bob, access="PRIVATE")
    refusal = await zoe.refused("rematch", game=game)
    assert (refusal["__typename"], refusal["given"]) == ("UnknownGame", game)
    rematch = (await ann.must("rematch", game=game))["game"]["id"]
    assert (await following(bob, game))["rematch"]["id"] == rematch
    again = await zoe.refused("rematch", game=game)
    assert (again["__typename"], again["given"]) == ("UnknownGame", game)
    # A player of the rematch who had no seat in the game before does not learn of that game.
    await ann.must("invitePlayer", game=rematch, player=zoe.player)
    await up_to_date(services)
    seen = await following(zoe, rematch)
    assert seen["rematchOf"] is None
    assert [each["id"] for each in seen["series"]["games"]] == [rematch]
    assert [each["id"] for each in (await following(bob, rematch))["series"]["games"]] == [game, rematch]


async def test_other_players_are_refused_with_the_time_until_which_seats_are_kept(
    services: Services, ann: Client, bob: Client, cyd: Client
) -> None:
    game = await finished(services, ann, bob)
    assert (await cyd.refused("rematch", game=game))["__typename"] == "NotSeated"
    rematch = (await ann.must("rematch", game=game))["game"]["id"]
    created = (await ann.events(rematch))[0]
    refusal = await cyd.refused("joinGame", game=rematch)
    assert (refusal["__typename"], refusal["reservedUntil"]) == ("SeatsReserved", created["waitsUntil"])
    assert (await cyd.refused("rematch", game=rematch))["__typename"] == "GameNotOver"


async def test_the_seat_of_an_erased_player_is_not_kept(services: Services, ann: Client, bob: Client) -> None:
    game = await finished(services, ann, bob)
    await bob.data("mutation { eraseMe { __typename } }")
    rematch = (await ann.must("rematch", game=game))["game"]
    assert rematch["invited"] == []


@pytest.mark.parametrize("rates", [Rates(busy=100, open_tables=1)], indirect=True)
async def test_a_rematch_counts_as_a_table_of_its_creator_alone(
    services: Services, ann: Client, bob: Client
) -> None:
    game = await finished(services, ann, bob)
    await up_to_date(services)
    await bob.create()
    assert (await bob.refused("rematch", game=game))["__typename"] == "TooManyOpenTables"
    await ann.must("rematch", game=game)
    await bob.must("rematch", game=game)


@pytest.mark.parametrize("rates", [Rates(busy=100, machine_games=1)], indirect=True)
async def test_a_rematch_with_machine_players_counts_as_such_a_game_of_its_creator(
    services: Services, ann: Client
) -> None:
    game = await ann.create()
    await ann.must("fillSeats", game=game, count=1)
    await ann.must("startGame", game=game)
    await advance(services, game)
    await up_to_date(services)
    await ann.must("fillSeats", game=await ann.create())
    assert (await ann.refused("rematch", game=game))["__typename"] == "TooManyMachineGames"


async def test_a_name_that_has_become_confusable_keeps_its_player_from_a_rematch(
    services: Services, spectator: Client, bob: Client
) -> None:
    ape = await spectator.sign_in("Ape")
    game = await finished(services, ape, bob)
    await up_to_date(services)
    await bob.must("rename", name="\u0410\u0440\u0435")
    await ape.must("rematch", game=game)
    assert (await bob.refused("rematch", game=game))["__typename"] == "ConfusableName"
