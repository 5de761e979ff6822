"""Lost sockets: detection by pings, and release of their subscriptions."""

from __future__ import annotations

import asyncio
import json
from contextlib import AsyncExitStack
from typing import Any
from uuid import UUID

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

import api.http.event_stream
import api.transport.stalled_peers
from api.app import application
from api.graphql.context import Services
from tests.api.execution.test_slow_subscribers import come_and_go, read_on, stop_reading
from tests.api.harness.callers import Client
from tests.api.harness.narrow_server import narrow_server
from tests.api.harness.played_games import eventually
from tests.api.harness.socket_client import PROTOCOL
from tests.api.harness.stream_clients import FOLLOW, WAYS, Ended, over_sent_events, over_socket

SCOPE = {
    "type": "websocket",
    "asgi": {"version": "3.0"},
    "http_version": "1.1",
    "scheme": "ws",
    "path": "/graphql",
    "query_string": b"",
    "headers": [(b"host", b"localhost")],
    "subprotocols": [PROTOCOL],
}


class Gone:
    """A peer as its server knows it that has said something, and takes nothing but the acknowledgement."""

    def __init__(self, *said: Any) -> None:
        self._messages = [
            {"type": "websocket.connect"},
            *({"type": "websocket.receive", "text": json.dumps(each)} for each in said),
        ]
        self.missed: list[str] = []
        """Messages that could not be sent."""
        self.noticed = asyncio.Event()
        """When the server is told that it is gone."""

    async def receive(self) -> Any:
        """Return what it said, in the end that it is gone."""
        if self._messages:
            return self._messages.pop(0)
        await self.noticed.wait()
        return {"type": "websocket.disconnect", "code": 1006}

    async def send(self, message: Any) -> None:
        """Take a message; raises OSError where it is gone, as servers do."""
        if message["type"] == "websocket.send" and "connection_ack" not in message["text"]:
            self.missed.append(json.loads(message["text"])["type"])
            raise OSError("it is gone")


async def test_a_client_that_disconnects_early_is_not_a_server_error(
    services: Services, ann: Client, caplog: pytest.LogCaptureFixture
) -> None:
    game = await ann.create()
    gone = Gone(
        {"type": "connection_init"},
        {"type": "subscribe", "id": "1", "payload": {"query": FOLLOW, "variables": {"game": game}}},
    )
    serving = asyncio.create_task(application(services)(SCOPE, gone.receive, gone.send))

    async def missed() -> bool:
        return gone.missed == ["next"]

    await eventually(missed)
    # Goes on for it as long as the server has not been told.
    await ann.must("fillSeats", game=game)
    assert services.watching.followed == 1
    gone.noticed.set()
    await serving

    async def forgotten() -> bool:
        return services.watching.followed == 0

    await eventually(forgotten)
    assert caplog.records == []


async def test_a_socket_that_does_not_answer_pings_is_dropped(services: Services, ann: Client) -> None:
    game = await ann.create()
    pings = {"ws_ping_interval": 0.1, "ws_ping_timeout": 0.1}
    async with narrow_server(services, **pings) as url, over_socket(url, FOLLOW, game=game) as stream:
        await stream.next()
        stream.connection.transport.pause_reading()

        async def forgotten() -> bool:
            return services.watching.followed == 0

        await eventually(forgotten)
        stream.connection.transport.resume_reading()
        with pytest.raises(ConnectionClosed) as closed:
            await stream.collect([])
    # Clients take a code for the end, and do not come back.
    assert closed.value.rcvd is None


async def test_an_idle_stream_sends_pings_and_loses_nothing(
    address: str, ann: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(api.http.event_stream, "HEARTBEAT", 0.05)
    game = await ann.create()
    async with over_sent_events(address, FOLLOW, game=game) as stream:
        assert [(await stream.next())["version"] for _ in range(2)] == [1, 2]
        lines: list[bytes] = []
        async with asyncio.timeout(10):
            while lines.count(b":\n") < 3:
                lines.append(await stream.reader.readuntil(b"\n"))
        assert not any(line.startswith(b"data") for line in lines)
        version = (await ann.must("fillSeats", game=game))["version"]
        assert [(await stream.next())["version"] for _ in range(3, version + 1)] == [*range(3, version + 1)]


@pytest.mark.slow
@pytest.mark.parametrize("way", WAYS)
async def test_a_client_that_resumes_reading_is_not_dropped_later(
    services: Services, ann: Client, bob: Client, way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(api.transport.stalled_peers, "STALL_TIMEOUT", 4.0)
    game = await ann.create()
    await come_and_go(services, game, bob, 120)
    version = await services.store.version(UUID(game))
    async with narrow_server(services) as url, WAYS[way](url, FOLLOW, game=game) as stream:
        # All that it has missed waits for it.
        stop_reading(stream)
        await asyncio.sleep(0.2)
        read_on(stream)
        assert [(await stream.next())["version"] for _ in range(version)] == [*range(1, version + 1)]
        await asyncio.sleep(4.1)
        await ann.must("fillSeats", game=game)
        assert (await stream.next())["version"] == version + 1


async def test_a_stopping_server_ends_streams_with_a_resumable_code(services: Services, ann: Client) -> None:
    game = await ann.create()
    async with AsyncExitStack() as opened:
        async with narrow_server(services) as url:
            streams = [await opened.enter_async_context(way(url, FOLLOW, game=game)) for way in WAYS.values()]
            for stream in streams:
                assert [(await stream.next())["version"] for _ in range(2)] == [1, 2]
        by_socket, by_events = streams
        with pytest.raises(ConnectionClosed) as closed:
            await by_socket.collect([])
        with pytest.raises(Ended) as ended:
            await by_events.collect([])
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1012
    [error] = ended.value.errors
    assert error["extensions"] == {"code": "STREAM_INTERRUPTED", "after": 2}


@pytest.mark.slow
async def test_an_idle_connection_outlives_the_keep_alive_of_clients(
    services: Services,
) -> None:
    async with narrow_server(services) as url:
        address = httpx.URL(url)
        reader, writer = await asyncio.open_connection(address.host, address.port)
        for idle in (0, 7):
            await asyncio.sleep(idle)
            writer.write(b"GET /health/ready HTTP/1.1\r\nHost: kibitz\r\n\r\n")
            assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 200 ")
            await reader.readuntil(b"}")
        writer.close()
