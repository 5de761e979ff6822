"""Two servers on one database: commands at one reach subscribers of the other."""

from __future__ import annotations

import asyncio

from tests.api.harness.callers import Client, over_http
from tests.api.harness.played_games import begun, play, play_to_the_end
from tests.api.harness.socket_client import everything_of
from tests.api.harness.stream_clients import BOARD, LOBBY, over_sent_events, over_socket
from tests.processes.installation import Installation

# A game of one round, which is short.
VARIANT = "president"
AT_END = [{"name": "reveal", "value": "at_end"}]


async def test_a_game_is_played_at_one_server_and_followed_at_the_other(
    postgres_installation: Installation,
) -> None:
    here, there = postgres_installation.serve(), postgres_installation.serve()
    async with over_http(here.url) as spectator, over_http(there.url) as elsewhere:
        ann, bob = [await spectator.sign_in(name) for name in ("Ann", "Bob")]
        game = await begun(ann, bob, access="PRIVATE", options=AT_END)
        following = [
            asyncio.create_task(everything_of(there.url, game, token=each.token)) for each in (ann, bob)
        ]
        # Each player uses a different server.
        players = [ann, Client(elsewhere.http, bob.token, bob.player)]
        await play(players, game, moves=10)
        before = [await each.events(game) for each in (ann, bob)]
        await play_to_the_end(players, game)
        version = (await ann.game(game))["version"]
        for received, listed in zip(
            await asyncio.wait_for(asyncio.gather(*following), 30), before, strict=True
        ):
            assert received[: len(listed)] == listed
            assert [event["version"] for event in received] == list(range(1, version + 1))


async def test_the_lobby_and_the_leaderboards_change_at_both_servers(
    postgres_installation: Installation,
) -> None:
    # Either server may run the projections.
    here, there = postgres_installation.serve(), postgres_installation.serve()
    async with over_http(here.url) as spectator, asyncio.timeout(60):
        ann, bob = [await spectator.sign_in(name) for name in ("Ann", "Bob")]
        async with (
            over_socket(here.url, LOBBY) as mine,
            over_sent_events(there.url, LOBBY) as theirs,
            over_socket(there.url, BOARD, variant=VARIANT, board="MIXED") as board,
        ):
            for stream in (mine, theirs, board):
                await stream.next()
            game = await ann.create(variant=VARIANT)
            for stream in (mine, theirs):
                while game not in [each["id"] for each in (await stream.next())["games"]]:
                    pass
            # Only now: the lobby does not report a game that was open for less than its pause.
            await bob.must("joinGame", game=game)
            await ann.must("fillSeats", game=game)
            await ann.must("startGame", game=game)
            for stream in (mine, theirs):
                while game not in (await stream.next())["gone"]:
                    pass
            # The machine plays Bob's seat; Ann finishes the game.
            await bob.must("automateSeat", game=game)
            await play([ann], game)
            assert {player["name"] for player in (await board.next())["players"]} == {"Ann", "Bob"}
