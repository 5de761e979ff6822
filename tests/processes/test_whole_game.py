"""A whole game over HTTP on both databases, with a separate projector process."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import AsyncExitStack
from typing import Any

import pytest

from kibitz_client import Connection, Game
from tests.api.harness import full_documents as d
from tests.api.harness.callers import Client, Json, over_http
from tests.api.harness.played_games import begun, suggested
from tests.api.harness.socket_client import everything_of, following
from tests.long_form import usually
from tests.processes.installation import Installation, Process
from tests.processes.polling import listed, until

VARIANT = "hundred-and-ten"
LEADERBOARD = d.operation("query", "leaderboard")
DATABASES = ("sqlite", "postgres")
TIMEOUT = 10.0


async def move(client: Client, game: str) -> Json:
    """Make the move that the server suggests."""
    wanted = await suggested(client, game)
    assert wanted is not None, "somebody else is to move"
    name, values = wanted
    return await client.must(name, game=game, **values)


@pytest.mark.parametrize("installation", usually(DATABASES, "postgres"), indirect=True)
async def test_a_whole_game_is_played_watched_replayed_listed_and_counted(installation: Installation) -> None:
    server, _ = installation.serve("--no-projections"), installation.project()
    async with over_http(server.url) as spectator:
        clients = ann, bob, _ = [await spectator.sign_in(name) for name in ("Ann", "Bob", "Cyd")]
        game = await begun(*clients)
        watching = [
            asyncio.create_task(everything_of(server.url, game, token=each.token))
            for each in (spectator, bob)
        ]
        accepted = await played(server, clients, game)
        final = await spectator.game(game)
        assert final["status"] == "WON"
        assert final["version"] == accepted[-1].version

        # Everybody who followed has read what can be read of it now.
        versions = list(range(1, final["version"] + 1))
        for received in await asyncio.wait_for(asyncio.gather(*watching), TIMEOUT):
            assert [event["version"] for event in received] == versions
        events = await spectator.events(game)
        assert [event["version"] for event in events] == versions
        assert await spectator.replay(game, final["version"]) == final
        for result in accepted[:: len(accepted) // 10]:
            then = await ann.replay(game, result.version)
            assert then["version"] == result.version
            assert result.table is not None
            assert then["table"]["toMove"] == list(result.table.to_move)

        await listed(spectator, "FINISHED", game)
        assert game not in await spectator.listed("RUNNING")
        [winner] = final["result"]["winners"]
        await until(lambda: counted(spectator, len(clients)))
        board = await leaderboard(spectator)
        assert (board[0]["player"], board[0]["wins"], board[0]["games"]) == (winner, 1, 1)
        assert {each["player"]["id"] for each in board} == {each.player for each in clients}
    assert "Traceback" not in server.log


async def played(server: Process, clients: Sequence[Client], game: str) -> list[Game]:
    """Let the clients play a game to its end, and return the game after each move."""
    states: list[Game] = []
    async with AsyncExitStack() as opened:
        # These ask for less, so that a whole game takes less time.
        players = [await opened.enter_async_context(Connection(server.url, each.token)) for each in clients]
        states.append((await players[0].get_game(game)).game)
        while (table := states[-1].table) is not None and table.to_move:
            player = players[table.to_move[0]]
            suggested = await player.suggestion(game)
            assert suggested is not None
            states.append((await player.make_move(suggested, game)).game)
    return states


async def counted(client: Client, players: int) -> bool:
    return len(await leaderboard(client)) == players


async def leaderboard(client: Client) -> list[Any]:
    edges = (await client.data(LEADERBOARD, variant=VARIANT))["leaderboard"]["edges"]
    return [edge["node"] for edge in edges]


@pytest.mark.parametrize("installation", usually(DATABASES, "sqlite"), indirect=True)
async def test_a_game_is_never_stale_though_the_projector_stands_still(installation: Installation) -> None:
    server, projector = installation.serve("--no-projections"), installation.project()
    async with over_http(server.url) as spectator:
        clients = [await spectator.sign_in(name) for name in ("Ann", "Bob")]
        game = await begun(*clients)
        await listed(spectator, "RUNNING", game)
        for stand_still, go_on in ((projector.pause, projector.resume), (projector.kill, projector.start)):
            stand_still()
            version, another = await unprojected(server, spectator, clients, game)
            go_on()
            await listed(spectator, "RUNNING", another)
            assert (await spectator.game(game))["version"] == version


async def unprojected(
    server: Process, spectator: Client, clients: list[Client], game: str
) -> tuple[int, str]:
    """Play on, and begin another game, while nothing keeps the read models up to date."""
    state = await spectator.game(game)
    async with following(server.url, game, after=state["version"]) as events:
        for _ in range(12):
            client = clients[state["table"]["toMove"][0]]
            result = await move(client, game)
            state = await client.game(game)
            assert state == result["game"]
            assert (await spectator.game(game))["version"] == result["version"]
        received = await events.upto(state["version"])
    assert received[-1]["version"] == state["version"]
    another = await begun(*clients)
    began = await clients[1].game(another)
    assert [card for card in began["seats"][1]["hand"] if card != "??"], "nobody sees his own hand"
    # The lists alone are behind.
    assert another not in await spectator.listed("RUNNING")
    return state["version"], another
