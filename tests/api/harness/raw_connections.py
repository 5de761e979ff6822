"""Raw connections for hand-written bytes, and servers with low connection limits."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from functools import cache
from urllib.parse import urlsplit

from api.graphql.context import Services
from api.graphql.limits.request_limits import Limits
from api.graphql.schema import schema
from api.server_settings import ServerSettings
from api.transport.connection_limits import ConnectionLimits
from tests.api.harness.narrow_server import narrow_server

SOON = 5.0
HEAD = b"POST /graphql HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
LIVE = b"GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n"
one_schema = cache(schema)


@dataclass
class Raw:
    """A connection on which a test writes its own bytes."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter

    def send(self, data: bytes) -> None:
        # To a closed connection, one event loop writes nothing and the other raises an error.
        if not self.writer.is_closing():
            self.writer.write(data)

    async def status(self) -> int | None:
        """Return the status of the next answer, None if the connection is closed without one."""
        async with asyncio.timeout(SOON):
            try:
                line = await self.reader.readline()
            except ConnectionResetError:
                return None
        return int(line.split()[1]) if line else None

    async def closed(self) -> bool:
        """Tell whether the server closes the connection soon, after whatever it still sends."""
        try:
            async with asyncio.timeout(SOON):
                while await self.reader.read(65_536):
                    pass
        except ConnectionResetError:
            return True
        return True


@asynccontextmanager
async def raw(url: str) -> AsyncIterator[Raw]:
    parts = urlsplit(url)
    reader, writer = await asyncio.open_connection(parts.hostname, parts.port)
    try:
        yield Raw(reader, writer)
    finally:
        writer.close()


def bounded(services: Services, **limits: float) -> Services:
    server_settings = ServerSettings(limits=Limits(), connections=ConnectionLimits.model_validate(limits))
    return replace(services, server_settings=server_settings)


@asynccontextmanager
async def server(services: Services, **limits: float) -> AsyncIterator[str]:
    async with narrow_server(bounded(services, **limits)) as url:
        yield url
