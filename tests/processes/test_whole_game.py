"""A whole game over HTTP on both databases, with a separate projector process."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import AsyncExitStack
from typing import Any

from kibitz_client import Connection, Game
from tests.api.harness import full_documents as d
from tests.api.harness.callers import Client, over_http
from tests.api.harness.played_games import begun
from tests.api.harness.socket_client import everything_of
from tests.processes.installation import Installation, Process
from tests.processes.polling import listed, until

VARIANT = "president"
LEADERBOARD = d.operation("query", "leaderboard")
TIMEOUT = 10.0


async def test_whole_game_is_played_watched_replayed_listed_and_counted(installation: Installation) -> None:
    server, _ = installation.serve("--no-projections"), installation.project()
    async with over_http(server.url) as spectator:
        clients = ann, bob, _ = [await spectator.sign_in(name) for name in ("Ann", "Bob", "Cyd")]
        game = await begun(*clients, variant=VARIANT)
        watching = [
            asyncio.create_task(everything_of(server.url, game, token=each.token))
            for each in (spectator, bob)
        ]
        accepted = await play_game(server, clients, game)
        final = await spectator.game(game)
        assert final["stage"] == "WON"
        assert final["version"] == accepted[-1].version

        # Every subscriber has received every event.
        versions = list(range(1, final["version"] + 1))
        for received in await asyncio.wait_for(asyncio.gather(*watching), TIMEOUT):
            assert [event["version"] for event in received] == versions
        events = await spectator.events(game)
        assert [event["version"] for event in events] == versions
        replayed = await spectator.replay(game, final["version"])
        # Without the hands: a replay also shows cards revealed at the end of the game.
        for seat in (*replayed["seats"], *final["seats"]):
            del seat["hand"]
        del replayed["__typename"]
        shared = replayed.keys() & final.keys()
        assert {name: replayed[name] for name in shared} == {name: final[name] for name in shared}
        for result in accepted[:: len(accepted) // 10]:
            then = await ann.replay(game, result.version)
            assert then["version"] == result.version
            assert result.table is not None
            assert then["table"]["toMove"] == list(result.table.to_move)

        await listed(spectator, "WON", game)
        assert game not in await spectator.listed("PLAYING")
        [winner] = final["result"]["winners"]
        await until(lambda: counted(spectator, len(clients)))
        board = await leaderboard(spectator)
        totals = board[0]["totals"]
        assert (board[0]["player"], totals["wins"], totals["games"]) == (winner, 1, 1)
        assert {each["player"]["id"] for each in board} == {each.player for each in clients}
    assert "Traceback" not in server.log


async def play_game(server: Process, clients: Sequence[Client], game: str) -> list[Game]:
    """Play a game to its end, and return the game after each move."""
    states: list[Game] = []
    async with AsyncExitStack() as opened:
        # These clients request less data, which makes a whole game faster.
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
