"""Clients of the API's streams that can be disconnected, over WebSockets and server-sent events."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from typing import Any
from urllib.parse import urlsplit

from websockets.exceptions import ConnectionClosed

from tests.api.harness import full_documents as d
from tests.api.harness.callers import Json
from tests.api.harness.socket_client import socket, subscribe

LARGEST_LINE = 2**20

Gone = (ConnectionClosed, OSError, asyncio.IncompleteReadError)
"""Exceptions of a connection that ends without a close message."""


class Ended(Exception):
    """The server has ended the stream, with errors or without."""

    def __init__(self, errors: list[Json]) -> None:
        super().__init__(errors)
        self.errors = errors

    @property
    def codes(self) -> list[str]:
        """The codes of the errors."""
        return [error["extensions"]["code"] for error in self.errors]


class Stream:
    """A subscription on a connection of its own."""

    async def next(self) -> Any:
        """Return the value of the subscription's field in the next message; raises Ended, or one of Gone."""
        raise NotImplementedError

    async def collect(self, received: list[Any]) -> None:
        """Add all values to what was received, until it raises Ended or one of Gone."""
        while True:
            received.append(await self.next())

    def tear(self) -> None:
        """Tear the connection down without a word."""
        raise NotImplementedError


class SocketStream(Stream):
    """A subscription over a WebSocket."""

    def __init__(self, connection: Any) -> None:
        self.connection = connection

    async def next(self) -> Any:
        """Return the next value."""
        message = json.loads(await self.connection.recv())
        if message["type"] == "complete":
            raise Ended([])
        return _value(message["payload"])

    def tear(self) -> None:
        """Tear the connection down without a word."""
        self.connection.transport.abort()


class SentStream(Stream):
    """A subscription over server-sent events."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer

    async def next(self) -> Any:
        """Return the next value."""
        event = ""
        while True:
            # Between the lines stand the sizes of chunks.
            line = (await self.reader.readuntil(b"\n")).decode().strip()
            if line.startswith("event:"):
                event = line.removeprefix("event:").strip()
            elif event == "complete":
                raise Ended([])
            elif line.startswith("data:"):
                return _value(json.loads(line.removeprefix("data:")))

    def tear(self) -> None:
        """Tear the connection down without a word."""
        self.writer.transport.abort()


def _value(result: Json) -> Any:
    if result.get("errors"):
        raise Ended(result["errors"])
    [value] = result["data"].values()
    return value


@asynccontextmanager
async def over_socket(
    url: str, document: str, token: str | None = None, **variables: Any
) -> AsyncIterator[SocketStream]:
    """Subscribe over a WebSocket."""
    async with socket(url, token) as connection:
        await subscribe(connection, "1", document, **variables)
        yield SocketStream(connection)


@asynccontextmanager
async def over_sent_events(
    url: str, document: str, token: str | None = None, limit: int = LARGEST_LINE, **variables: Any
) -> AsyncIterator[SentStream]:
    """Subscribe over server-sent events; `limit` is half of what is read before it is asked for."""
    address = urlsplit(url)
    reader, writer = await asyncio.open_connection(address.hostname, address.port, limit=limit)
    try:
        body = json.dumps({"query": document, "variables": variables}).encode()
        headers = {
            "Host": address.netloc,
            "Content-Type": "application/json",
            "Content-Length": len(body),
            "Accept": "text/event-stream",
        }
        if token is not None:
            headers["Authorization"] = f"Bearer {token}"
        lines = [f"POST {address.path} HTTP/1.1", *(f"{name}: {value}" for name, value in headers.items())]
        writer.write("\r\n".join(lines).encode() + b"\r\n\r\n" + body)
        yield SentStream(reader, writer)
    finally:
        writer.close()
        with suppress(OSError):
            await writer.wait_closed()


WAYS: dict[str, Callable[..., AbstractAsyncContextManager[Stream]]] = {
    "socket": over_socket,
    "sent events": over_sent_events,
}
"""The functions that open streams, by transport."""

FOLLOW = d.FOLLOW
UPDATES = d.operation("subscription", "gameUpdates")
LOBBY = d.operation("subscription", "lobby")
SIGNALS = d.operation("subscription", "tableSignals")
BOARD = d.operation("subscription", "leaderboard")
MY_GAMES = """subscription { myGames { snapshot gone games {
  game { id variant { name } stage version players { id name } } yourTurn invited changes
} } }"""
