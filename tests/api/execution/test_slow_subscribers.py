"""Slow subscribers: disconnected with a code that says to resume, or dropped."""

from __future__ import annotations

import asyncio
import socket
from uuid import UUID

import pytest

import api.transport.stalled_peers
from api.graphql.context import Services
from domain import commands as c
from tests.api.harness.callers import Client
from tests.api.harness.narrow_server import HELD, narrow_server
from tests.api.harness.played_games import eventually
from tests.api.harness.stream_clients import (
    FOLLOW,
    UPDATES,
    WAYS,
    Ended,
    Gone,
    SentStream,
    SocketStream,
    Stream,
)

pytestmark = pytest.mark.timeout(120)

MOST_WAITING = 20


async def come_and_go(services: Services, game: str, client: Client, times: int) -> None:
    """Let somebody sit down and stand up, which makes an event each."""
    for _ in range(times):
        await services.games.carry_out(UUID(game), c.JoinGame(by=client.player))
        await services.games.carry_out(UUID(game), c.LeaveGame(by=client.player))


def stop_reading(stream: Stream) -> None:
    """Take nothing from the network any more, and let it hold little."""
    transport = transport_of(stream)
    transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, HELD)
    transport.pause_reading()


def read_on(stream: Stream) -> None:
    """Take from the network again."""
    transport_of(stream).resume_reading()


def transport_of(stream: Stream) -> asyncio.Transport:
    match stream:
        case SocketStream():
            transport: asyncio.Transport = stream.connection.transport
        case SentStream():
            transport = stream.writer.transport  # type: ignore[assignment]
    return transport


@pytest.mark.parametrize("way", WAYS)
async def test_a_slow_subscriber_is_disconnected_and_resumes(
    services: Services, spectator: Client, ann: Client, bob: Client, way: str
) -> None:
    services.watching.max_buffered = MOST_WAITING
    game = await ann.create()
    received = []
    async with narrow_server(services) as url:
        async with WAYS[way](url, FOLLOW, game=game) as stream:
            received += [await stream.next() for _ in range(2)]
            stop_reading(stream)
            await come_and_go(services, game, bob, 120)
            read_on(stream)
            with pytest.raises(Ended) as ended:
                await stream.collect(received)
        after = received[-1]["version"]
        [error] = ended.value.errors
        assert error["extensions"] == {"code": "SLOW_CONSUMER", "after": after}
        version = await services.store.version(UUID(game))
        assert after < version
        async with WAYS[way](url, FOLLOW, game=game, after=after) as stream:
            received += [await stream.next() for _ in range(version - after)]
    assert received == await spectator.events(game)


async def test_a_slow_subscriber_of_updates_resumes_after_a_cursor(
    services: Services, ann: Client, bob: Client
) -> None:
    services.watching.max_buffered = MOST_WAITING
    game = await ann.create()
    received = []
    async with narrow_server(services) as url:
        async with WAYS["socket"](url, UPDATES, game=game) as stream:
            received.append(await stream.next())
            stop_reading(stream)
            await come_and_go(services, game, bob, 120)
            read_on(stream)
            with pytest.raises(Ended) as ended:
                await stream.collect(received)
        [error] = ended.value.errors
        after = received[-1]["cursor"]
        assert error["extensions"] == {"code": "SLOW_CONSUMER", "after": after}
        version = await services.store.version(UUID(game))
        async with WAYS["socket"](url, UPDATES, game=game, after=after) as stream:
            received += [await stream.next() for _ in range(version - received[-1]["version"])]
    assert [each["version"] for each in received] == list(range(2, version + 1))


@pytest.mark.parametrize("way", WAYS)
async def test_a_subscriber_that_stops_reading_is_dropped_and_freed(
    services: Services, ann: Client, bob: Client, way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(api.transport.stalled_peers, "STALL_TIMEOUT", 0.5)
    game = await ann.create()
    async with narrow_server(services) as url, WAYS[way](url, FOLLOW, game=game) as stream:
        await stream.next()
        stop_reading(stream)
        await come_and_go(services, game, bob, 120)

        async def forgotten() -> bool:
            return services.watching.followed == 0

        await eventually(forgotten)
        read_on(stream)
        with pytest.raises(Gone):
            await stream.collect([])


@pytest.mark.parametrize("way", WAYS)
async def test_an_idle_subscriber_is_not_dropped(
    services: Services, ann: Client, way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(api.transport.stalled_peers, "STALL_TIMEOUT", 0.1)
    game = await ann.create()
    async with narrow_server(services) as url, WAYS[way](url, FOLLOW, game=game) as stream:
        await stream.next()
        await stream.next()
        await asyncio.sleep(0.5)
        await ann.must("fillSeats", game=game)
        assert (await stream.next())["version"] == 3
