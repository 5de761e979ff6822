"""Two servers on one database: commands at one reach subscribers of the other."""

from __future__ import annotations

import asyncio
from typing import Any

from application.players.registry import CHANGE_CHECK_INTERVAL
from tests.api.harness.callers import Client, over_http
from tests.api.harness.played_games import begun, play, play_to_the_end
from tests.api.harness.socket_client import answered, everything_of, socket
from tests.api.harness.stream_clients import BOARD, LOBBY, over_sent_events, over_socket
from tests.api.identity.sessions.session_documents import (
    CREATE_CODE,
    END,
    SIGN_IN_WITH_CODE,
    is_signed_in,
    renewed,
    sessions_of,
)
from tests.api.subscriptions.test_my_seeks import MY_SEEKS, SEEK, matched, until
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


async def test_sessions_begin_and_end_at_any_server(
    postgres_installation: Installation,
) -> None:
    here, there = postgres_installation.serve(), postgres_installation.serve()
    async with over_http(here.url) as spectator, over_http(there.url) as elsewhere:
        ann = await spectator.sign_in("Ann")
        code = (await ann.data(CREATE_CODE))["createDeviceCode"]["deviceCode"]
        tries = [
            client.data(SIGN_IN_WITH_CODE, code=code, client="Phone")
            for client in (spectator, elsewhere, spectator, elsewhere)
        ]
        signed = [each["signInWithDeviceCode"] for each in await asyncio.gather(*tries)]
        [token] = [each["token"] for each in signed if "token" in each]
        assert [each.get("code") for each in signed].count("INVALID_DEVICE_CODE") == 3
        phone = Client(elsewhere.http, token, ann.player)
        newer = await renewed(phone)
        async with socket(there.url, newer.token) as connection, asyncio.timeout(CHANGE_CHECK_INTERVAL + 5):
            [session] = [each["id"] for each in await sessions_of(ann) if each["client"] == "Phone"]
            assert (await ann.data(END, session=session))["endSession"]["__typename"] == "EndSessionAccepted"
            closed: Any = await answered(connection)
            assert (closed.code, closed.reason) == (4403, "The token was revoked: sign in again.")
        for client in (phone, newer, Client(spectator.http, newer.token)):
            assert not await is_signed_in(client)
        listed = postgres_installation.run("player", "sessions", ann.player).stdout
        [left] = await sessions_of(Client(elsewhere.http, ann.token))
        assert left["id"] in listed
        assert session not in listed
        # Revoked by its first token, a session ends with all of its tokens.
        newest = await renewed(ann)
        done = postgres_installation.run("token", "revoke", str(ann.token))
        assert (done.returncode, left["id"] in done.stdout) == (0, True)
        await asyncio.sleep(CHANGE_CHECK_INTERVAL)
        for client in (ann, newest, Client(elsewhere.http, newest.token)):
            assert not await is_signed_in(client)
    for server in (here, there):
        assert server.stop() == 0
        for secret in (code, token, str(ann.token), str(newest.token)):
            assert secret not in server.log


async def test_players_who_seek_at_two_servers_meet_and_play(postgres_installation: Installation) -> None:
    here, there = postgres_installation.serve(), postgres_installation.serve()
    async with over_http(here.url) as spectator, over_http(there.url) as elsewhere, asyncio.timeout(60):
        ann, bob = await spectator.sign_in("Ann"), await elsewhere.sign_in("Bob")
        async with (
            over_socket(here.url, MY_SEEKS, ann.token) as anns,
            over_socket(there.url, MY_SEEKS, bob.token) as bobs,
        ):
            for player in (ann, bob):
                sought = (await player.data(SEEK, input={"variant": "hundred-and-ten"}))["seek"]
                assert sought["__typename"] == "SeekAccepted"
            [match] = [each["match"] for each in await until(bobs, matched)]
            # Bob's server may not be the one that formed the table and starts it.
            await bob.must("joinGame", game=match["game"]["id"])
            for stream in (anns, bobs):
                await until(stream, lambda seeks: seeks == [])
        await play([ann, Client(spectator.http, bob.token, bob.player)], match["game"]["id"], moves=5)


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
