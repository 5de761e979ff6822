"""The host check refuses unknown host names over HTTP and WebSocket."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from api.graphql.context import Services
from api.server_settings import ServerSettings
from api.settings import Settings
from tests.api.harness import full_documents as d
from tests.api.harness.callers import Client
from tests.api.harness.narrow_server import narrow_server
from tests.api.harness.socket_client import PROTOCOL
from tests.api.server.test_settings import served


async def status(client: Client, path: str = "/graphql", **headers: str) -> int:
    response = await client.http.get(path, params={"query": "{ __typename }"}, headers=headers)
    return response.status_code


async def test_addresses_and_localhost_are_always_answered(spectator: Client) -> None:
    for host in [
        "localhost",
        "LOCALHOST:8000",
        "127.0.0.1:8000",
        "[::1]:8000",
        "[::1]",
        "192.168.1.7:8000",
        "localhost.",
    ]:
        assert await status(spectator, Host=host) == 200, host


async def test_another_host_is_answered_421(spectator: Client) -> None:
    for host in [
        "evil.example",
        "evil.example:8000",
        "localhost.evil.example",
        "127.0.0.1.evil.example",
        "localhost@evil.example",
        "",
        "a b",
        "[::1",
        "x" * 400,
    ]:
        assert await status(spectator, Host=host) == 421, host
        assert await status(spectator, "/", Host=host) == 421, host
        assert await status(spectator, "/health/live", Host=host) == 200, host


async def test_a_command_for_another_host_is_not_carried_out(services: Services, spectator: Client) -> None:
    before = await services.store.head()
    asked = {"query": d.SIGN_IN, "variables": {"input": {"name": "Eve"}}}
    response = await spectator.http.post("/graphql", json=asked, headers={"Host": "evil.example"})
    assert response.status_code == 421
    assert await services.store.head() == before


@pytest.mark.parametrize(
    ("settings", "known", "unknown"),
    [
        ({"hosts": "cards.example, *.club.example"}, "cards.example", "evil.example"),
        ({"hosts": "cards.example, *.club.example"}, "a.CLUB.example:443", "club.example.evil.example"),
        ({"hosts": "*.club.example"}, "localhost", "club.example"),
        ({"host": "cards.example"}, "cards.example:8000", "evil.example"),
        ({"host": "::"}, "10.0.0.3", "evil.example"),
        ({"hosts": "*"}, "evil.example", None),
    ],
)
async def test_the_settings_say_how_the_server_is_called(
    tmp_path: Path, settings: dict[str, Any], known: str, unknown: str | None
) -> None:
    async with served(tmp_path, **settings) as client:
        assert await status(client, Host=known) == 200
        if unknown is not None:
            assert await status(client, Host=unknown) == 421


async def test_a_socket_for_another_host_is_answered_421(
    services: Services, caplog: pytest.LogCaptureFixture
) -> None:
    server_settings = ServerSettings(hosts=("cards.example",))
    async with narrow_server(replace(services, server_settings=server_settings)) as url:
        address = url.replace("http://", "ws://")
        async with connect(address, subprotocols=[PROTOCOL], proxy=None):
            pass
        host, port = address.removeprefix("ws://").removesuffix("/graphql").split(":")
        evil = f"ws://evil.example:{port}/graphql"
        with pytest.raises(InvalidStatus) as refused:
            async with connect(evil, subprotocols=[PROTOCOL], proxy=None, host=host, port=int(port)):
                pass
        assert refused.value.response.status_code == 421
    assert not caplog.records


@pytest.mark.parametrize("hosts", ["https://cards.example", "cards.example:443", "a b", "cards/x", "**"])
def test_invalid_host_name_is_refused_at_the_start(hosts: str) -> None:
    with pytest.raises(ValidationError):
        Settings.model_validate({"hosts": hosts})
