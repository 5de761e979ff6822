"""A killed server restarts without losing acknowledged commands."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Any
from uuid import UUID

import httpx
from websockets.exceptions import ConnectionClosed

from tests.api.harness import full_documents as d
from tests.api.harness.callers import Client, Json, ids_in, over_http
from tests.api.harness.played_games import begun, eventually, moving, play, play_to_the_end
from tests.api.harness.server_processes import Server
from tests.api.harness.socket_client import following


class Acknowledged:
    """Acknowledged commands: their callers, their inputs and their results."""

    def __init__(self) -> None:
        self.commands: list[tuple[str, str, Json, Json]] = []

    async def send(self, client: Client, name: str, **given: Any) -> Json:
        """Send a command with a new id, and record its acknowledgement."""
        given = {"commandId": f"command {len(self.commands)}", **given}
        result = await client.must(name, **given)
        self.commands.append((client.player, name, given, result))
        return result

    def events(self) -> set[tuple[int, str]]:
        """Return the version and type of every acknowledged event."""
        results = (result for *_, result in self.commands)
        return {(event["version"], event["__typename"]) for result in results for event in result["events"]}


@asynccontextmanager
async def calling(server: Server, *clients: Client) -> AsyncIterator[list[Client]]:
    """Yield the same callers, connected to the restarted server."""
    async with over_http(server.url) as spectator:
        yield [Client(spectator.http, each.token, each._player) for each in clients]


def logged(server: Server, game: str) -> set[tuple[int, str]]:
    """Return the version and type of every stored event of a game."""
    query = "SELECT version, topic FROM events WHERE game = ?"
    with sqlite3.connect(server.data_dir / "log.db") as connection:
        found = set(connection.execute(query, (UUID(game).bytes,)))
    connection.close()
    return found


async def test_killed_server_resumes_its_games_without_loss(server: Server) -> None:
    acknowledged = Acknowledged()
    async with over_http(server.url) as spectator:
        ann, bob = [await spectator.sign_in(name) for name in ("Ann", "Bob")]
        created = await acknowledged.send(ann, "createGame", variant="hundred-and-ten")
        game = created["game"]["id"]
        await acknowledged.send(bob, "joinGame", game=game)
        await acknowledged.send(ann, "startGame", game=game)
        async with following(server.url, game, token=bob.token) as events:
            async for client, (name, values) in moving([ann, bob], game):
                # The last one is on its way when the server is killed: it has happened or not.
                last = {"game": game, "commandId": "on its way", **values}
                if len(acknowledged.commands) == 30:
                    break
                await acknowledged.send(client, name, game=game, **values)
            version = acknowledged.commands[-1][-1]["version"]
            received = await events.upto(version - 3)
            sending = asyncio.create_task(client.ask(d.mutation(name), input=last))
            await asyncio.sleep(0)
            server.kill()
            with suppress(httpx.TransportError):
                await sending
    assert acknowledged.events() <= logged(server, game)

    server.start()
    async with calling(server, ann, bob) as clients:
        by_id = {each.player: each for each in clients}
        for player, command, given, result in acknowledged.commands:
            assert await by_id[player].must(command, **given) == result
        # Its id tells: sent again, it has happened once.
        first = await by_id[client.player].must(name, **last)
        assert first["events"][0]["version"] == version + 1
        assert await by_id[client.player].must(name, **last) == first

        after = received[-1]["version"]
        async with following(server.url, game, token=bob.token, after=after) as events:
            await play(clients, game, moves=4)
            await play_to_the_end(clients, game)
            received += await events.rest()
        final = await clients[0].game(game)
    assert final["stage"] == "WON"
    assert [event["version"] for event in received] == list(range(1, final["version"] + 1))


async def test_the_read_models_catch_up_after_a_kill_and_can_be_deleted(server: Server) -> None:
    async with over_http(server.url) as spectator:
        ann, bob = [await spectator.sign_in(name) for name in ("Ann", "Bob")]
        running = await begun(ann, bob)
        await play([ann, bob], running, moves=12)
        private = await ann.create(access="PRIVATE")
        finished = await begun(bob, ann)
        await play_to_the_end([ann, bob], finished)
        # The last thing before the end: no read model has had time to learn of it.
        waiting = await bob.create()
        server.kill()
    games = [running, private, finished, waiting]

    server.start()
    async with calling(server, spectator, ann, bob) as clients:
        before = await everything(clients, games)
    assert server.stop() == 0

    for path in server.data_dir.glob("read.db*"):
        path.unlink()
    server.start()
    async with calling(server, spectator, ann, bob) as clients:
        # Single games are never behind the log, so they are not waited for.
        at_once = [await each.ask(d.GAME, id=game) for each in clients for game in games]
        assert at_once == before[: len(at_once)]
        assert await everything(clients, games) == before

        # Asked to stop, the server says goodbye to who follows a game.
        async with following(server.url, waiting) as events:
            await events.take(2)
            stopped = asyncio.create_task(asyncio.to_thread(server.stop))
            with suppress(ConnectionClosed):
                assert await events.next() is None
            assert await stopped == 0
    assert "Traceback" not in server.log


async def everything(clients: Sequence[Client], games: Sequence[str]) -> list[Any]:
    """Return all responses that each client can get, once the lists include the last game."""

    async def caught_up() -> bool:
        answer = await clients[0].ask(d.GAMES, filter="JOINABLE")
        if "errors" in answer:
            # Rows that are made anew are never listed in part.
            assert [error["extensions"]["code"] for error in answer["errors"]] == ["NOT_READY"]
            return False
        return games[-1] in ids_in(answer["data"]["games"])

    await eventually(caught_up)
    found: list[Any] = [await each.ask(d.GAME, id=game) for each in clients for game in games]
    found += [await each.ask(d.EVENTS, game=game) for each in clients for game in games]
    lists = ("JOINABLE", "PLAYING", "WON")
    return found + [await each.ask(d.GAMES, filter=which) for each in clients for which in lists]
