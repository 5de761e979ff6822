"""Peers that leave while one request is answered and another one waits behind it."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from api.graphql.context import Context, Services
from api.transport.http_protocol import Http
from tests.api.harness.played_games import eventually
from tests.api.harness.raw_connections import HEAD, LIVE, SOON, raw, server

pytestmark = pytest.mark.usefixtures("shared_schema")


def post(query: str, headers: bytes = b"") -> bytes:
    body = json.dumps({"query": query}).encode()
    return HEAD + headers + b"Content-Length: %d\r\n\r\n%b" % (len(body), body)


async def test_an_answer_to_a_peer_that_has_left_is_dropped_without_a_line_in_the_log(
    services: Services, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    waits, left = asyncio.Event(), asyncio.Event()
    connection_lost = Http.connection_lost

    async def caller(*_: Any, **__: Any) -> None:
        waits.set()
        await left.wait()

    def lose(protocol: Http, error: Exception | None) -> None:
        connection_lost(protocol, error)
        left.set()

    monkeypatch.setattr(Context, "caller", caller)
    monkeypatch.setattr(Http, "connection_lost", lose)
    async with server(services) as url:
        async with raw(url) as connection, asyncio.timeout(SOON):
            connection.send(post("{ me { player { id } } }") + LIVE)
            await waits.wait()
        async with asyncio.timeout(SOON):
            await left.wait()
    assert not caplog.records


async def test_a_stream_ends_when_its_peer_leaves(
    services: Services, caplog: pytest.LogCaptureFixture
) -> None:
    streams = services.rates._streams

    async def is_open() -> bool:
        return bool(streams)

    async def is_over() -> bool:
        return not streams

    async with server(services) as url:
        async with raw(url) as connection, asyncio.timeout(SOON):
            accept = b"Accept: text/event-stream\r\n"
            connection.send(post("subscription { lobby { __typename } }", accept) + LIVE)
            assert await connection.status() == 200
            await eventually(is_open)
        # Sooner than a heartbeat, which would fail.
        async with asyncio.timeout(SOON):
            await eventually(is_over)
    assert not caplog.records
