"""Allowed origins of web pages, over HTTP and WebSockets."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import InvalidStatus

from api.graphql.context import Services
from api.server_settings import ServerSettings
from tests.api.harness.callers import Client
from tests.api.harness.narrow_server import narrow_server
from tests.api.harness.socket_client import bare_socket
from tests.api.server.test_settings import served

ELSEWHERE = "https://cards.example"


async def preflight(client: Client, origin: str) -> httpx.Response:
    """Ask as a browser asks before it lets a page send JSON to another origin."""
    asked = {
        "Origin": origin,
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "authorization, content-type",
    }
    return await client.http.options("/graphql", headers=asked)


@pytest.fixture
async def known_origin(tmp_path: Path) -> AsyncIterator[Client]:
    async with served(tmp_path, origins=f"{ELSEWHERE}:443, http://localhost:3000") as client:
        yield client


async def test_pages_of_allowed_origins_may_call(known_origin: Client) -> None:
    response = await preflight(known_origin, ELSEWHERE)
    assert response.status_code == 200
    assert response.headers["access-control-allow-origin"] == ELSEWHERE
    response = await known_origin.post({"query": "{ __typename }"}, {"Origin": ELSEWHERE})
    assert response.headers["access-control-allow-origin"] == ELSEWHERE
    assert "access-control-allow-credentials" not in response.headers


async def test_pages_of_other_origins_may_not_call(known_origin: Client, spectator: Client) -> None:
    for client, origin in ((known_origin, "https://elsewhere.example"), (spectator, ELSEWHERE)):
        response = await preflight(client, origin)
        assert response.status_code in (400, 405)
        assert "access-control-allow-origin" not in response.headers


@pytest.mark.parametrize("origin", [ELSEWHERE, "null", "http://localhost:1", "garbage", "file://"])
async def test_a_page_of_another_origin_opens_no_socket(address: str, origin: str) -> None:
    with pytest.raises(InvalidStatus) as refused:
        async with bare_socket(address, Origin=origin):
            pass
    assert refused.value.response.status_code == 403


async def test_a_page_of_an_allowed_origin_opens_a_socket(services: Services) -> None:
    server_settings = ServerSettings(origins=(ELSEWHERE,))
    async with narrow_server(dataclasses.replace(services, server_settings=server_settings)) as url:
        async with bare_socket(url, Origin=ELSEWHERE) as connection:
            await connection.send(json.dumps({"type": "connection_init"}))
            assert json.loads(await connection.recv()) == {"type": "connection_ack"}
        with pytest.raises(InvalidStatus):
            async with bare_socket(url, Origin=f"{ELSEWHERE}.elsewhere.example"):
                pass


async def test_a_page_of_the_servers_own_origin_opens_a_socket(address: str) -> None:
    async with bare_socket(address, Origin=address.removesuffix("/graphql")) as connection:
        await connection.send(json.dumps({"type": "connection_init"}))
        assert json.loads(await connection.recv()) == {"type": "connection_ack"}
