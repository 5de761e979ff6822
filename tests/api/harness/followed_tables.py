"""A player's own games, as a client builds them from the messages of `myGames`."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from tests.api.harness.callers import Client, Json
from tests.api.harness.stream_clients import MY_GAMES, WAYS, Stream

QUIET = 0.6
"""Seconds after which nothing more is expected."""


class Tables:
    """The own games, as a client builds them from messages."""

    def __init__(self, stream: Stream) -> None:
        self.games: dict[str, Json] = {}
        self.messages: list[Json] = []
        self._stream = stream

    async def take(self) -> Json:
        """Receive a message."""
        async with asyncio.timeout(20):
            message: Json = await self._stream.next()
        if message["snapshot"]:
            self.games.clear()
        for each in message["games"]:
            assert bool(each["changes"]) is not message["snapshot"]
            self.games[each["game"]["id"]] = each
            if "ENDED" in each["changes"]:
                del self.games[each["game"]["id"]]
        for gone in message["gone"]:
            del self.games[gone]
        self.messages.append(message)
        return message

    async def change(self, game: str) -> list[str]:
        """Receive a message about one game, and return what happened there."""
        message = await self.take()
        if message["gone"]:
            assert (message["gone"], message["games"]) == ([game], [])
            return ["gone"]
        [one] = message["games"]
        assert one["game"]["id"] == game
        changes: list[str] = one["changes"]
        return changes

    async def drain(self) -> None:
        """Receive messages until none comes for a while."""
        with suppress(TimeoutError):
            while True:
                async with asyncio.timeout(QUIET):
                    await self.take()

    async def silent(self) -> bool:
        """Return whether no message comes for a while."""
        before = len(self.messages)
        await self.drain()
        return len(self.messages) == before


@asynccontextmanager
async def watched(url: str, client: Client, way: str = "socket") -> AsyncIterator[Tables]:
    """Subscribe, and receive the snapshot."""
    async with WAYS[way](url, MY_GAMES, client.token) as stream:
        tables = Tables(stream)
        assert (await tables.take())["snapshot"]
        yield tables
