"""Tests with the published clients `graphql-ws` and `graphql-sse`, through interruptions."""

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
from tests.npm.node import Node

pytestmark = pytest.mark.timeout(300)

WITHIN = 60.0
CLIENTS = pytest.mark.parametrize("client", ["ws", "sse"])


class ScriptOutput:
    """The JSON lines that a script prints."""

    def __init__(self, program: Popen[str]) -> None:
        self.program = program
        self.lines: list[Json] = []

    @property
    def versions(self) -> list[int]:
        """The versions of the events that the script received."""
        return [line["event"]["version"] for line in self.lines if "event" in line]

    def all(self, name: str) -> list[Any]:
        """Return the values of all lines with a name."""
        return [line[name] for line in self.lines if name in line]

    async def until(self, name: str, version: int | None = None) -> None:
        """Read until a line with a name, and with a version if one is given."""
        async with asyncio.timeout(WITHIN):
            while True:
                assert self.program.stdout is not None
                line = await asyncio.to_thread(self.program.stdout.readline)
                assert line, f"the script ended after {self.lines[-3:]}"
                self.lines.append(json.loads(line))
                value = self.lines[-1].get(name)
                if value is not None and (version is None or value["version"] == version):
                    return


@asynccontextmanager
async def run_script(node: Node, script: str, *arguments: object) -> AsyncIterator[ScriptOutput]:
    """Run a script in the background, and kill it at the end."""
    with node.start(script, *arguments) as program:
        try:
            yield ScriptOutput(program)
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
async def test_client_resumes_after_a_restart_and_gets_each_event_once(
    node: Node, server: Server, client: str, how: str
) -> None:
    server.stay()
    async with over_http(server.url) as spectator:
        ann, bob = [await spectator.sign_in(name) for name in ("Ann", "Bob")]
        game = await begun(ann, bob, access="PRIVATE")
        async with run_script(node, f"follow_{client}.mjs", server.url, game, bob.token) as output:
            await output.until("event", (await ann.game(game))["version"])
            last = (await play([ann, bob], game, moves=3))[-1]["version"]
            await output.until("event", last)
            if how == "killed":
                server.kill()
            else:
                assert server.stop() == 0
            server.start()
            async with over_http(server.url) as again:
                players = [Client(again.http, each.token, each.player) for each in (ann, bob)]
                await play(players, game, moves=3)
                await play_to_the_end(players, game)
                await output.until("complete")
                events = await players[1].events(game)
    assert output.all("event") == [
        {name: each[name] for name in ("__typename", "version")} for each in events
    ]
    # The reason for which the client reconnected.
    if client == "ws":
        assert output.all("closed")[0] == (1006 if how == "killed" else 1012)
    elif how == "stopped":
        assert output.all("cutOff") == [{"code": "STREAM_INTERRUPTED", "after": last}]
    assert "Traceback" not in server.log


@CLIENTS
async def test_client_without_a_token_cannot_follow_a_private_game(
    node: Node, server: Server, client: str
) -> None:
    async with over_http(server.url) as spectator:
        ann = await spectator.sign_in("Ann")
        game = await ann.create(access="PRIVATE")
        async with run_script(node, f"follow_{client}.mjs", server.url, game) as output:
            await output.until("complete")
    assert output.versions == []
    assert output.all("cutOff") == [{"code": "UNKNOWN_GAME", "inputPath": ["game"]}]


async def test_slow_client_is_disconnected_and_resumes(
    node: Node, services: Services, spectator: Client
) -> None:
    services.watching.max_buffered = 20
    ann, bob = [await spectator.sign_in(name) for name in ("Ann", "Bob")]
    game = await ann.create()
    async with narrow_server(services) as url, run_script(node, "slow_ws.mjs", url, game) as output:
        await output.until("paused")
        for _ in range(300):
            await services.games.carry_out(UUID(game), c.JoinGame(by=bob.player))
            await services.games.carry_out(UUID(game), c.LeaveGame(by=bob.player))
        assert output.program.stdin is not None
        output.program.stdin.close()
        await output.until("cutOff")
        after = output.versions[-1]
        assert output.all("cutOff") == [{"code": "SLOW_CONSUMER", "after": after}]
        await ann.must("leaveGame", game=game)
        await output.until("complete")
    version = (await ann.game(game))["version"]
    assert after < version
    assert output.versions == list(range(1, version + 1))
