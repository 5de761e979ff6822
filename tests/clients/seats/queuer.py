"""A player with queued moves, whose commands on the wire are recorded."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import aclosing, asynccontextmanager
from typing import Any, Final

import httpx

from kibitz_client import Connection, DroppedMoves, QueuedMoves

SOON: Final = 20.0


class Wire(httpx.AsyncBaseTransport):
    """Delivers requests and records the commands in them; the answers to the first `lost` are lost."""

    def __init__(self, lost: int = 0) -> None:
        self._inner = httpx.AsyncHTTPTransport()
        self.lost = lost
        self.commands: list[dict[str, Any]] = []

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        response = await self._inner.handle_async_request(request)
        command = (json.loads(request.content).get("variables") or {}).get("input")
        if command is None:
            return response
        self.commands.append(command)
        if len(self.commands) > self.lost:
            return response
        await response.aread()
        await response.aclose()
        raise httpx.ReadError("the answer was lost")

    async def aclose(self) -> None:
        await self._inner.aclose()


class Queuer:
    """A player with queued moves, and what is known of them."""

    def __init__(self, connection: Connection, game: str, wire: Wire) -> None:
        self.connection, self.wire = connection, wire
        self.dropped: list[DroppedMoves] = []
        self.queue = QueuedMoves(connection, game, self.dropped.append)
        self.version = 0
        self._game = game

    async def follow(self) -> None:
        async with aclosing(self.connection.states(self._game)) as updates:
            async for update in updates:
                await self.queue.observe(update)
                self.version = update.game.game.version


@asynccontextmanager
async def queuing(address: str, player: Connection, game: str, *, lost: int = 0) -> AsyncIterator[Queuer]:
    wire = Wire(lost)
    async with Connection(address, player.token, transport=wire, add_seeds=False) as connection:
        queuer = Queuer(connection, game, wire)
        following = asyncio.create_task(queuer.follow())
        await until(lambda: queuer.version > 0)
        yield queuer
        following.cancel()


async def until(condition: Callable[[], object]) -> None:
    async with asyncio.timeout(SOON):
        while not condition():  # noqa: ASYNC110 - what it waits for has no event
            await asyncio.sleep(0.01)
