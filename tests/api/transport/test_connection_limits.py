"""Limits on the number of connections and their idle time."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from api.graphql.context import Services
from api.server_settings import ServerSettings
from api.transport.connection_limits import ConnectionLimits
from tests.api.harness.narrow_server import narrow_server
from tests.api.harness.raw_connections import HEAD, LIVE, SOON, raw, server
from tests.api.harness.socket_client import PROTOCOL, bare_socket

pytestmark = pytest.mark.usefixtures("shared_schema")


async def test_an_idle_connection_is_closed(services: Services) -> None:
    async with server(services, idle_seconds=0.3) as url, raw(url) as connection:
        connection.send(LIVE)
        assert await connection.status() == 200
        assert await connection.closed()


async def test_a_connection_in_use_is_not_idle(services: Services) -> None:
    async with (
        server(services, idle_seconds=0.5, header_seconds=0.5, body_seconds=0.5) as url,
        httpx.AsyncClient(trust_env=False) as http,
        bare_socket(url) as socket,
    ):
        await socket.send(json.dumps({"type": "connection_init"}))
        await socket.recv()
        for _ in range(8):
            assert (await http.get(url.replace("/graphql", "/health/live"))).status_code == 200
            await asyncio.sleep(0.15)
        await socket.send(json.dumps({"type": "ping"}))
        assert json.loads(await socket.recv()) == {"type": "pong"}


async def test_silent_socket_is_closed(services: Services) -> None:
    async with server(services, header_seconds=0.2) as url, bare_socket(url) as socket:
        with pytest.raises(ConnectionClosed) as closed:
            await asyncio.wait_for(socket.recv(), SOON)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4408


async def test_half_sent_requests_make_room_for_others(services: Services) -> None:
    for limit in ("per_address", "total"):
        async with server(services, **{limit: 20}) as url:
            half_sent = []
            for _ in range(60):
                _, writer = await asyncio.open_connection("127.0.0.1", urlsplit(url).port)
                writer.write(b"GET /gra")
                half_sent.append(writer)
            await asyncio.sleep(0.1)
            async with raw(url) as connection:
                connection.send(b"GET /nowhere HTTP/1.1\r\nHost: localhost\r\n\r\n")
                assert await connection.status() == 404, limit
            for writer in half_sent:
                writer.close()


async def test_an_address_has_only_so_many_sockets(services: Services) -> None:
    async with server(services, per_address=3) as url:
        async with bare_socket(url), bare_socket(url), bare_socket(url), raw(url) as connection:
            connection.send(LIVE)
            assert await connection.status() in (503, None)
        await asyncio.sleep(0.1)
        async with raw(url) as connection:
            connection.send(LIVE)
            assert await connection.status() == 200


async def test_health_checks_have_reserved_connections(services: Services) -> None:
    async with server(services, total=3) as url, bare_socket(url), bare_socket(url), bare_socket(url):
        async with raw(url) as connection:
            connection.send(LIVE)
            assert await connection.status() == 200
        for request in (b"GET /nowhere HTTP/1.1\r\nHost: localhost\r\n\r\n", HEAD + b"\r\n"):
            async with raw(url) as connection:
                connection.send(request)
                assert await connection.status() == 503
        with pytest.raises(InvalidStatus) as refused:
            await connect(url.replace("http", "ws"), subprotocols=[PROTOCOL], proxy=None)
        assert refused.value.response.status_code == 503


async def test_a_socket_that_asked_for_health_leaves_no_room_for_another_connection(
    services: Services,
) -> None:
    async with server(services, total=1) as url, bare_socket(url):
        with pytest.raises(InvalidStatus):
            await connect(url.replace("http", "ws").replace("/graphql", "/health/live"), proxy=None)
        async with raw(url) as connection:
            connection.send(b"GET /nowhere HTTP/1.1\r\nHost: localhost\r\n\r\n")
            assert await connection.status() == 503


async def test_a_client_behind_a_proxy_has_its_share_and_leaves_the_others_theirs(
    services: Services, caplog: pytest.LogCaptureFixture
) -> None:
    server_settings = ServerSettings(connections=ConnectionLimits(per_address=2), proxies=("127.0.0.0/8",))

    def behind(proxy: str, client: str) -> Any:
        address = proxy.replace("http://", "ws://")
        forwarded = {"X-Forwarded-For": client}
        return connect(address, subprotocols=[PROTOCOL], additional_headers=forwarded, proxy=None)

    async with (
        narrow_server(replace(services, server_settings=server_settings)) as url,
        behind(url, "203.0.113.9"),
    ):
        async with behind(url, "203.0.113.9"):
            with pytest.raises(InvalidStatus) as refused:
                await behind(url, "203.0.113.9")
            assert refused.value.response.status_code == 503
            async with behind(url, "203.0.113.10"):
                pass
        await asyncio.sleep(0.1)
        async with behind(url, "203.0.113.9"):
            pass
    assert not caplog.records
