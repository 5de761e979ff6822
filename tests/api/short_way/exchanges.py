"""Raw exchanges with two servers that differ in the short way alone, and the comparison of their answers."""

from __future__ import annotations

import asyncio
import re
import socket
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Final

from api.app import application
from api.graphql.context import Services
from api.http.server import Server

Piece = bytes | float
"""Bytes to send, or seconds to wait."""

DATE: Final = (b"date", b"Thu, 01 Jan 2026 00:00:00 GMT")
LAST: Final = b"GET /health/live HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
PATIENCE: Final = 20.0
_DIFFERENT: Final = re.compile(
    rb"eyJ[\w-]+\.[\w-]+\.[\w-]+"
    rb"|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"
    rb"|\b[0-9a-f]{12,64}\b"
    rb"|\d{4}-\d\d-\d\dT[\d:.]+(?:Z|\+00:00)"
)
"""Tokens, ids and times, which differ by nature. They have the same length in both answers."""


@dataclass(frozen=True)
class Exchange:
    """What a client sends on a connection, and the number of answers that it waits for."""

    name: str
    pieces: Sequence[Piece]
    answers: int = 1
    is_head: bool = False
    """True if the answer has no body whatever its length."""
    leaves: bool = False
    """True if the client leaves without waiting for an answer."""


@dataclass
class Way:
    """A server, and its services."""

    services: Services
    url: tuple[str, int]
    answers: list[bytes] = field(default_factory=list)


@asynccontextmanager
async def serving(services: Services, *, short_way: bool) -> AsyncIterator[Way]:
    """Serve with or without the short way, at a time that stands still."""
    app = application(services, short_way=short_way)
    server = Server(app, services.watching, services.server_settings)
    server.config.load()
    server.lifespan = server.config.lifespan_class(server.config)
    server.server_state.default_headers = [DATE]
    with socket.create_server(("127.0.0.1", 0)) as listening:
        await server.startup(sockets=[listening])
        try:
            yield Way(services, listening.getsockname()[:2])
        finally:
            await server.shutdown(sockets=[listening])


async def answers_to(way: Way, exchange: Exchange) -> bytes:
    """Return all that a server sends to a client, up to the end of the connection."""
    reader, writer = await asyncio.open_connection(*way.url)
    found = b""
    try:
        async with asyncio.timeout(PATIENCE):
            for piece in exchange.pieces:
                if isinstance(piece, bytes):
                    writer.write(piece)
                    await writer.drain()
                else:
                    await asyncio.sleep(piece)
            if exchange.leaves:
                return b""
            for _ in range(exchange.answers):
                found += await _answer(reader, is_head=exchange.is_head)
            # A connection that is kept alive answers once more.
            writer.write(LAST)
            found += await reader.read(-1)
    except (ConnectionError, TimeoutError, asyncio.IncompleteReadError) as error:
        found += getattr(error, "partial", b"") + f"({type(error).__name__})".encode()
    finally:
        writer.close()
        with suppress(ConnectionError):
            await writer.wait_closed()
    return found


async def _answer(reader: asyncio.StreamReader, *, is_head: bool) -> bytes:
    head = await reader.readuntil(b"\r\n\r\n")
    if head.startswith(b"HTTP/1.1 100 "):
        return head + await _answer(reader, is_head=is_head)
    if is_head or b" 304 " in head[:13]:
        return head
    if b"\r\ntransfer-encoding: chunked\r\n" in head:
        return head + await reader.readuntil(b"0\r\n\r\n")
    length = re.search(rb"\r\ncontent-length: (\d+)\r\n", head)
    assert length is not None, head
    return head + await reader.readexactly(int(length[1]))


def comparable(answer: bytes) -> bytes:
    """Return an answer without what differs by nature."""
    return _DIFFERENT.sub(lambda found: b"#" * len(found[0]), answer)
