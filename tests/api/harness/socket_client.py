"""A client for following games over the API's WebSocket (graphql-transport-ws)."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.frames import Close
from websockets.typing import Subprotocol

from tests.api.harness import full_documents as d
from tests.api.harness.callers import Json

WITHIN = 10.0
PROTOCOL = Subprotocol("graphql-transport-ws")


class Failed(Exception):
    """The server answered with errors."""

    def __init__(self, errors: list[Json]) -> None:
        super().__init__(errors)
        self.errors = errors


class Following:
    """A subscription to the events of a game."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket

    async def next(self, within: float = WITHIN) -> Json | None:
        """Return the next event, None when the subscription is complete; raises Failed."""
        async with asyncio.timeout(within):
            message = await _received(self._socket)
        match message["type"]:
            case "complete":
                return None
            case "error":
                raise Failed(message["payload"])
            case "next" if message["payload"].get("errors"):
                raise Failed(message["payload"]["errors"])
        event: Json = message["payload"]["data"]["gameEvents"]
        return event

    async def take(self, count: int) -> list[Json]:
        """Return so many events."""
        events = [await self.next() for _ in range(count)]
        return [event for event in events if event is not None]

    async def upto(self, version: int) -> list[Json]:
        """Return the events up to a version."""
        events: list[Json] = []
        while not events or events[-1]["version"] < version:
            event = await self.next()
            assert event is not None, "it ended before"
            events.append(event)
        return events

    async def rest(self) -> list[Json]:
        """Return all events until the subscription is complete."""
        events: list[Json] = []
        while (event := await self.next()) is not None:
            events.append(event)
        return events

    async def silent(self) -> bool:
        """Tell whether nothing comes for a while."""
        try:
            await self.next(within=0.3)
        except TimeoutError:
            return True
        return False


@asynccontextmanager
async def socket(url: str, token: str | None = None, **init: Any) -> AsyncIterator[ClientConnection]:
    """Open a socket and have it acknowledged."""
    async with bare_socket(url) as connection:
        payload = {"Authorization": f"Bearer {token}"} if token else init
        await connection.send(json.dumps({"type": "connection_init", "payload": payload}))
        assert await _received(connection) == {"type": "connection_ack"}
        yield connection


@asynccontextmanager
async def bare_socket(url: str, **headers: str) -> AsyncIterator[ClientConnection]:
    """Open a socket that has yet to say who it is."""
    address = url.replace("http://", "ws://")
    async with connect(
        address, subprotocols=[PROTOCOL], additional_headers=headers, max_size=None, proxy=None
    ) as connection:
        yield connection


@asynccontextmanager
async def following(
    url: str, game: str, *, after: int | None = None, token: str | None = None
) -> AsyncIterator[Following]:
    """Follow a game, on a socket of its own."""
    variables: Json = {"game": game} if after is None else {"game": game, "after": after}
    async with socket(url, token) as connection:
        await subscribe(connection, "1", d.FOLLOW, **variables)
        yield Following(connection)


async def subscribe(connection: ClientConnection, id: str, document: str, **variables: Any) -> None:
    """Begin an operation on a socket."""
    payload = {"query": document, "variables": variables}
    await connection.send(json.dumps({"id": id, "type": "subscribe", "payload": payload}))


async def everything_of(url: str, game: str, *, after: int | None = None, token: str | None = None) -> Any:
    """Follow a game until the end and return all its events, or the errors."""
    async with following(url, game, after=after, token=token) as events:
        try:
            return await events.rest()
        except Failed as failed:
            return failed.errors


async def answered(connection: ClientConnection) -> Json | Close:
    """Return the server's next message, or what it closed the socket with; to be torn down is an error."""
    try:
        return await _received(connection)
    except ConnectionClosed as closed:
        said = closed.rcvd
    assert said is not None, "it was torn down without a word"
    return said


async def _received(connection: ClientConnection) -> Json:
    message: Json = json.loads(await connection.recv())
    return message
