"""The published clients of GraphQL over WebSocket and server-sent events follow games, whatever happens."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from subprocess import Popen
from typing import Any
from uuid import UUID

import pytest

from api.graphql.context import Services
from domain import commands as c
from tests.api.harness.callers import Client, Json, over_http
from tests.api.harness.narrow_server import narrow_server
from tests.api.harness.played_games import begun, play, play_to_the_end
from tests.api.harness.server_processes import Server
from tests.npm.running import Node

pytestmark = [pytest.mark.npm, pytest.mark.timeout(300)]

WITHIN = 60.0
CLIENTS = pytest.mark.parametrize("client", ["ws", "sse"])


class Told:
    """What a program tells, line by line."""

    def __init__(self, program: Popen[str]) -> None:
        self.program = program
        self.lines: list[Json] = []

    @property
    def versions(self) -> list[int]:
        """The versions of the events that it has got."""
        return [line["event"]["version"] for line in self.lines if "event" in line]

    def all(self, name: str) -> list[Any]:
        """Return all that it has told of one kind."""
        return [line[name] for line in self.lines if name in line]

    async def until(self, name: str, version: int | None = None) -> None:
        """Read on until it tells something, of a version if one is given."""
        async with asyncio.timeout(WITHIN):
            while True:
                assert self.program.stdout is not None
                line = await asyncio.to_thread(self.program.stdout.readline)
                assert line, f"it ended after {self.lines[-3:]}"
                self.lines.append(json.loads(line))
                told = self.lines[-1].get(name)
                if told is not None and (version is None or told["version"] == version):
                    return


@asynccontextmanager
async def running(node: Node, script: str, *arguments: object) -> AsyncIterator[Told]:
    """Run a program beside the test, which ends it."""
    with node.start(script, *arguments) as program:
        try:
            yield Told(program)
        finally:
            program.kill()


@pytest.mark.parametrize(
    ("client", "how"),
    [
        ("ws", "killed"),
        ("sse", "stopped"),
        pytest.param("ws", "stopped", marks=pytest.mark.slow),
        pytest.param("sse", "killed", marks=pytest.mark.slow),
    ],
)
async def test_a_client_follows_a_private_game_over_a_restart_and_gets_each_event_once(
    node: Node, server: Server, client: str, how: str
) -> None:
    server.stay()
    async with over_http(server.url) as onlooker:
        ann, bob = [await onlooker.sign_in(name) for name in ("Ann", "Bob")]
        game = await begun(ann, bob, access="PRIVATE")
        async with running(node, f"follow_{client}.mjs", server.url, game, bob.token) as told:
            await told.until("event", (await ann.game(game))["version"])
            last = (await play([ann, bob], game, moves=3))[-1]["version"]
            await told.until("event", last)
            if how == "killed":
                server.kill()
            else:
                assert server.stop() == 0
            server.start()
            async with over_http(server.url) as again:
                players = [Client(again.http, each.token, each.player) for each in (ann, bob)]
                await play(players, game, moves=3)
                await play_to_the_end(players, game)
                await told.until("complete")
                events = await players[1].events(game)
    assert told.all("event") == [{name: each[name] for name in ("__typename", "version")} for each in events]
    # What told it to come back.
    if client == "ws":
        assert told.all("closed")[0] == (1006 if how == "killed" else 1012)
    elif how == "stopped":
        assert told.all("cutOff") == [{"code": "STREAM_INTERRUPTED", "after": last}]
    assert "Traceback" not in server.log


@CLIENTS
async def test_a_client_without_a_token_is_not_told_of_a_private_game(
    node: Node, server: Server, client: str
) -> None:
    async with over_http(server.url) as onlooker:
        ann = await onlooker.sign_in("Ann")
        game = await ann.create(access="PRIVATE")
        async with running(node, f"follow_{client}.mjs", server.url, game) as told:
            await told.until("complete")
    assert told.versions == []
    assert told.all("cutOff") == [{"code": "UNKNOWN_GAME"}]


async def test_a_client_that_does_not_read_is_cut_off_and_comes_back(
    node: Node, services: Services, onlooker: Client
) -> None:
    services.watching.max_buffered = 20
    ann, bob = [await onlooker.sign_in(name) for name in ("Ann", "Bob")]
    game = await ann.create()
    async with narrow_server(services) as url, running(node, "slow_ws.mjs", url, game) as told:
        await told.until("paused")
        for _ in range(300):
            await services.games.carry_out(UUID(game), c.JoinGame(by=bob.player))
            await services.games.carry_out(UUID(game), c.LeaveGame(by=bob.player))
        assert told.program.stdin is not None
        told.program.stdin.close()
        await told.until("cutOff")
        after = told.versions[-1]
        assert told.all("cutOff") == [{"code": "SLOW_CONSUMER", "after": after}]
        await ann.must("leaveGame", game=game)
        await told.until("complete")
    version = (await ann.game(game))["version"]
    assert after < version
    assert told.versions == list(range(1, version + 1))
