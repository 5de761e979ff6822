"""Parsing time: heavy addresses are charged and read slowly."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from api.fair_share.shares import Shares
from api.transport import metering
from api.transport.metering import MeteredParsing, ParsingMeter
from tests.api.transport.heavy_callers import ANN, MALLORY, registry


class Transport:
    """Transport that records its use."""

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
    """A connection that records the parsed data."""

    full = False

    def __init__(self, meter: ParsingMeter, address: str) -> None:
        self.meter = meter
        self.client = (address, 1)
        self.wire = Transport()
        self.transport = self.wire  # type: ignore[assignment]
        self.parsed = b""
        self.looks = 0
        self.took = asyncio.Event()
        self.connection_made(self.wire)

    def parse(self, data: bytes) -> None:
        self.parsed += data
        self.took.set()

    def is_full(self) -> bool:
        self.looks += 1
        return self.full


async def test_data_of_a_heavy_caller_is_parsed_slowly_and_completely(shares: Shares) -> None:
    meter = ParsingMeter(shares, registry())
    meter.charge(0.001, MALLORY)
    mallory, ann = Connection(meter, MALLORY), Connection(meter, ANN)
    ann.data_received(b"parsed at once")
    assert ann.parsed
    mallory.data_received(b"one ")
    assert (mallory.parsed, mallory.wire.reading, meter.held) == (b"", False, 4)
    async with asyncio.timeout(5):
        await mallory.took.wait()
        await asyncio.sleep(0)
    assert (mallory.parsed, mallory.wire.reading, meter.held) == (b"one ", True, 0)


async def test_held_data_is_bounded(shares: Shares, monkeypatch: pytest.MonkeyPatch) -> None:
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


async def test_new_data_does_not_overtake_held_data(shares: Shares) -> None:
    ann = Connection(ParsingMeter(shares, registry()), ANN)
    ann.chunk_size = 4
    # What reads the transport does not ask who paused it.
    ann.data_received(b"firstlast")
    ann.data_received(b"after")
    async with asyncio.timeout(5):
        while len(ann.parsed) < 14:  # noqa: ASYNC110 - nothing announces it
            await asyncio.sleep(0)
    assert ann.parsed == b"firstlastafter"


async def test_no_more_is_taken_while_the_application_has_enough(shares: Shares) -> None:
    ann = Connection(ParsingMeter(shares, registry()), ANN)
    ann.chunk_size = 4
    ann.full = True
    ann.data_received(b"firstlast")
    await asyncio.sleep(0.05)
    assert ann.parsed == b"firs"
    # Thousands of connections may wait like this.
    assert ann.looks <= 2
    ann.full = False
    ann.resume_parsing()
    async with asyncio.timeout(5):
        while len(ann.parsed) < 9:  # noqa: ASYNC110 - nothing announces it
            await asyncio.sleep(0)


async def test_a_proxy_is_read_at_once(shares: Shares) -> None:
    meter = ParsingMeter(shares, registry(MALLORY))
    meter.charge(0.01, MALLORY)
    proxy = Connection(meter, MALLORY)
    proxy.data_received(b"of many clients")
    assert proxy.parsed


async def test_while_the_server_is_busy_much_is_taken_piece_by_piece(shares: Shares) -> None:
    ann = Connection(ParsingMeter(shares, registry()), ANN)
    ann.chunk_size = 10
    ann.data_received(b"a" * 25)
    assert len(ann.parsed) == 10
    async with asyncio.timeout(5):
        while len(ann.parsed) < 25:  # noqa: ASYNC110 - nothing announces it
            await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert ann.wire.reading


async def test_an_idle_server_takes_all_at_once() -> None:
    ann = Connection(ParsingMeter(Shares(0.25), registry()), ANN)
    ann.chunk_size = 10
    ann.data_received(b"a" * 25)
    assert len(ann.parsed) == 25
