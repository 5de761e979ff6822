"""The door and the meter: connections and bytes of who has had more than its share of a busy server."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest

from api.fair_share.shares import Shares
from api.http.client_address import address_group
from api.transport import metering
from api.transport.connection_limits import ConnectionLimits
from api.transport.connection_registry import ConnectionRegistry
from api.transport.listening_socket import BURST, ListeningSocket
from api.transport.metering import MeteredParsing, ParsingMeter

ANN, MALLORY = "127.0.9.1", "127.0.9.2"


class Clock:
    """A clock that goes when it is told to."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def shares() -> Shares:
    """A server that is busy: Ann asks for a little, Mallory for much."""
    clock = Clock()
    shares = Shares(0.25, clock=clock)
    shares.worked(0.005, ANN, ANN)
    shares.worked(0.5, MALLORY, MALLORY)
    clock.now += 0.1
    assert shares.is_heavy(MALLORY, MALLORY)
    return shares


def registry(*proxies: str) -> ConnectionRegistry:
    return ConnectionRegistry(ConnectionLimits(), 100, proxies)


@pytest.fixture
def listening() -> Iterator[socket.socket]:
    with socket.create_server(("127.0.0.1", 0), backlog=200) as listening:
        yield listening


def knock(listening: socket.socket, address: str, times: int) -> list[socket.socket]:
    return [
        socket.create_connection(listening.getsockname(), source_address=(address, 0)) for _ in range(times)
    ]


def let_in(door: ListeningSocket) -> list[str]:
    """Return the addresses of those who come in, as the event loop would accept them in many turns."""
    addresses = []
    nobody = 0
    while nobody < 100:
        try:
            connection, peer = door.accept()
        except BlockingIOError:
            nobody += 1
        else:
            nobody = 0
            connection.close()
            addresses.append(address_group(peer[0]))
    return addresses


async def test_few_connections_of_a_heavy_caller_come_in(listening: socket.socket, shares: Shares) -> None:
    counted = registry()
    with closing(ListeningSocket(listening, shares, counted)) as door:
        knocking = knock(listening, MALLORY, 100) + knock(listening, ANN, 10)
        came = let_in(door)
        assert came.count(ANN) == 10
        assert came.count(MALLORY) == BURST
        assert counted.ended["busy"] == 100 - BURST
        for each in knocking:
            each.close()


def test_a_busy_server_lets_one_in_at_a_time(listening: socket.socket, shares: Shares) -> None:
    with closing(ListeningSocket(listening, shares, registry())) as door:
        knocking = knock(listening, ANN, 2)
        door.accept()[0].close()
        with pytest.raises(BlockingIOError):
            door.accept()
        door.accept()[0].close()
        for each in knocking:
            each.close()


def test_everybody_comes_in_while_the_server_is_idle(listening: socket.socket) -> None:
    with closing(ListeningSocket(listening, Shares(0.25), registry())) as door:
        knocking = knock(listening, MALLORY, 100)
        assert let_in(door) == [MALLORY] * 100
        for each in knocking:
            each.close()


def test_a_proxy_is_known_however_its_address_is_written() -> None:
    counted = registry("10.0.0.1", "2001:db8::7")
    assert counted.is_proxy("::ffff:10.0.0.1")
    assert not counted.is_proxy("::ffff:10.0.0.2")
    assert counted.has_proxy_in("2001:db8::/64")
    assert counted.has_proxy_in("10.0.0.1")
    assert not counted.has_proxy_in("2001:db8:0:1::/64")


def test_the_connections_of_a_proxy_are_those_of_many(listening: socket.socket, shares: Shares) -> None:
    with closing(ListeningSocket(listening, shares, registry(MALLORY))) as door:
        knocking = knock(listening, MALLORY, 100)
        assert let_in(door) == [MALLORY] * 100
        for each in knocking:
            each.close()


class Transport:
    """What a connection does with its transport."""

    def __init__(self) -> None:
        self.reading = True
        self.aborted = False

    def pause_reading(self) -> None:
        self.reading = False

    def resume_reading(self) -> None:
        self.reading = True

    def is_closing(self) -> bool:
        return self.aborted

    def abort(self) -> None:
        self.aborted = True


class Protocol:
    """The end of the line of protocols."""

    def connection_made(self, transport: Any) -> None:
        """Begin."""

    def connection_lost(self, exc: Exception | None) -> None:
        """End."""


class Connection(MeteredParsing, Protocol):
    """A connection that remembers what was taken."""

    full = False

    def __init__(self, meter: ParsingMeter, address: str) -> None:
        self.meter = meter
        self.client = (address, 1)
        self.wire = Transport()
        self.transport = self.wire  # type: ignore[assignment]
        self.taken = b""
        self.looks = 0
        self.took = asyncio.Event()
        self.connection_made(self.wire)

    def take(self, data: bytes) -> None:
        self.taken += data
        self.took.set()

    def is_full(self) -> bool:
        self.looks += 1
        return self.full


async def test_what_a_heavy_caller_sends_is_taken_slowly_and_whole(shares: Shares) -> None:
    meter = ParsingMeter(shares, registry())
    meter.charge(0.001, MALLORY)
    mallory, ann = Connection(meter, MALLORY), Connection(meter, ANN)
    ann.data_received(b"to be taken at once")
    assert ann.taken
    mallory.data_received(b"one ")
    assert (mallory.taken, mallory.wire.reading, meter.held) == (b"", False, 4)
    async with asyncio.timeout(5):
        await mallory.took.wait()
        await asyncio.sleep(0)
    assert (mallory.taken, mallory.wire.reading, meter.held) == (b"one ", True, 0)


async def test_what_is_held_is_bounded(shares: Shares, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(metering, "MAX_HELD", 1_000)
    meter = ParsingMeter(shares, registry())
    meter.charge(0.01, MALLORY)
    mallory = [Connection(meter, MALLORY) for _ in range(3)]
    for each in mallory:
        each.data_received(b"a" * 400)
    assert [each.wire.aborted for each in mallory] == [False, False, True]
    for each in mallory:
        each.connection_lost(None)
    assert meter.held == 0


async def test_one_address_cannot_take_the_room_of_others(
    shares: Shares, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(metering, "MAX_HELD_PER_ADDRESS", 1_000)
    monkeypatch.setattr(metering, "MAX_HELD", 1_300)
    meter = ParsingMeter(shares, registry())
    meter.charge(0.01, MALLORY)
    mallory, ann = [Connection(meter, MALLORY) for _ in range(3)], Connection(meter, ANN)
    ann.chunk_size = 10
    for each in mallory:
        each.data_received(b"a" * 400)
    assert [each.wire.aborted for each in mallory] == [False, False, True]
    ann.data_received(b"a" * 700)
    assert not ann.wire.aborted
    for each in (*mallory, ann):
        each.connection_lost(None)
    assert not meter.held_of


async def test_what_comes_later_does_not_overtake_what_is_held(shares: Shares) -> None:
    ann = Connection(ParsingMeter(shares, registry()), ANN)
    ann.chunk_size = 4
    # What reads the transport does not ask who paused it.
    ann.data_received(b"firstlast")
    ann.data_received(b"after")
    async with asyncio.timeout(5):
        while len(ann.taken) < 14:  # noqa: ASYNC110 - nobody says when
            await asyncio.sleep(0)
    assert ann.taken == b"firstlastafter"


async def test_no_more_is_taken_while_the_application_has_enough(shares: Shares) -> None:
    ann = Connection(ParsingMeter(shares, registry()), ANN)
    ann.chunk_size = 4
    ann.full = True
    ann.data_received(b"firstlast")
    await asyncio.sleep(0.05)
    assert ann.taken == b"firs"
    # Thousands of connections may wait like this.
    assert ann.looks <= 2
    ann.full = False
    ann.resume_parsing()
    async with asyncio.timeout(5):
        while len(ann.taken) < 9:  # noqa: ASYNC110 - nobody says when
            await asyncio.sleep(0)


async def test_a_proxy_is_read_at_once(shares: Shares) -> None:
    meter = ParsingMeter(shares, registry(MALLORY))
    meter.charge(0.01, MALLORY)
    proxy = Connection(meter, MALLORY)
    proxy.data_received(b"of many clients")
    assert proxy.taken


async def test_while_the_server_is_busy_much_is_taken_piece_by_piece(shares: Shares) -> None:
    ann = Connection(ParsingMeter(shares, registry()), ANN)
    ann.chunk_size = 10
    ann.data_received(b"a" * 25)
    assert len(ann.taken) == 10
    async with asyncio.timeout(5):
        while len(ann.taken) < 25:  # noqa: ASYNC110 - nobody says when
            await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert ann.wire.reading


async def test_an_idle_server_takes_all_at_once() -> None:
    ann = Connection(ParsingMeter(Shares(0.25), registry()), ANN)
    ann.chunk_size = 10
    ann.data_received(b"a" * 25)
    assert len(ann.taken) == 25
