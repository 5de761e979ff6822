"""The signals of a table, as a client builds them from the messages of `tableSignals`."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from tests.api.harness.callers import Client, Json
from tests.api.harness.stream_clients import SIGNALS, UPDATES, WAYS, Stream

QUIET = 0.4
"""Seconds after which nothing more is expected."""


class Table:
    """The table as a client builds it from messages."""

    def __init__(self, stream: Stream) -> None:
        self._stream = stream
        self.present: list[int] = []
        self.talk: list[tuple[str, str]] = []
        self.told_of_presence = False
        """True if a message was about a player's presence, whatever it said."""

    async def take(self) -> Json:
        """Receive a message."""
        async with asyncio.timeout(10):
            message: Json = await self._stream.next()
        if message["snapshot"]:
            self.present, self.talk = [], []
        for each in message["presence"]:
            others = [seat for seat in self.present if seat != each["seat"]]
            self.present = sorted([*others, *([each["seat"]] if each["present"] else [])])
        self.told_of_presence = self.told_of_presence or bool(message["presence"])
        self.talk += [said(each) for each in message["said"]]
        return message

    async def until(self, present: list[int], *talk: tuple[str, str]) -> None:
        """Receive messages until the table is as it should be, and none afterwards."""
        while (self.present, self.talk) != (present, list(talk)):
            await self.take()

    async def is_silent(self) -> bool:
        """Return whether no message comes for a while."""
        try:
            async with asyncio.timeout(QUIET):
                await self._stream.next()
        except TimeoutError:
            return True
        return False


def said(phrase: Json) -> tuple[str, str]:
    return phrase["player"]["name"], phrase["phrase"]


@asynccontextmanager
async def at_table(url: str, client: Client, game: str, way: str = "socket") -> AsyncIterator[Table]:
    """Subscribe to the signals of a game, and receive the snapshot."""
    async with WAYS[way](url, SIGNALS, client.token, game=game) as stream:
        table = Table(stream)
        assert (await table.take())["snapshot"]
        yield table


@asynccontextmanager
async def following(url: str, client: Client, game: str, way: str = "socket") -> AsyncIterator[None]:
    """Follow the updates of a game, which makes a seated player present."""
    async with WAYS[way](url, UPDATES, client.token, game=game) as stream:
        await stream.next()
        yield
