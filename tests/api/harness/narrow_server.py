"""A server as `kibitz serve` runs it, on connections with small buffers."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any, Final

import pytest

import api.transport.stalled_peers
from api.app import application
from api.graphql.context import Services
from api.http.server import Server

HELD: Final = 4096
"""Bytes that are held for a connection, by the server and by each of the kernels, about."""


@asynccontextmanager
async def narrow_server(services: Services, **options: Any) -> AsyncIterator[str]:
    """Serve, and give where; options are what uvicorn calls so."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(api.transport.stalled_peers, "MAX_BUFFERED", HELD)
        async with _serving(services, options) as url:
            yield url


@asynccontextmanager
async def _serving(services: Services, options: Mapping[str, Any]) -> AsyncIterator[str]:
    server = Server(application(services), services.watching, services.server_settings, **options)
    server.config.load()
    server.lifespan = server.config.lifespan_class(server.config)
    with socket.create_server(("127.0.0.1", 0)) as listening:
        # What it takes in, it takes in like this.
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, HELD)
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        await server.startup(sockets=[listening])
        try:
            yield f"http://127.0.0.1:{listening.getsockname()[1]}/graphql"
        finally:
            async with asyncio.timeout(20):
                await server.shutdown(sockets=[listening])
