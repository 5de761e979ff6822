"""Charges callers for the parsing of the bytes that they send, and reads heavy callers slowly."""

from __future__ import annotations

import asyncio
from collections import Counter
from time import perf_counter
from typing import Any, Final

from api.client_address import address_group
from api.fair_share.shares import Shares
from api.transport.connection_limits import MAX_ADDRESSES
from api.transport.connection_registry import ConnectionRegistry
from application.runtime.step_clock import processor_seconds_since

PAUSE_FACTOR: Final = 100
"""Pause in reading from a heavy address, as a multiple of the time that parsing its data took."""
MAX_PAUSE: Final = 5.0
"""Maximum seconds of that pause."""
MAX_HELD: Final = 33_554_432
"""Maximum bytes received and not yet parsed, on all connections together."""
MAX_HELD_PER_ADDRESS: Final = 2_097_152
"""Maximum of those bytes from one address."""


class ParsingMeter:
    """Charges addresses for parsing time, and determines how long to pause reading from them."""

    def __init__(self, shares: Shares, registry: ConnectionRegistry) -> None:
        self._shares = shares
        self._registry = registry
        self._readable: dict[str, float] = {}
        """By address: the time at which reading may resume."""
        self.held = 0
        """Bytes received and not yet parsed."""
        self.held_of: Counter[str] = Counter()
        """Of these, by address."""

    def address_of(self, host: str) -> str | None:
        """Return the address to charge for a connection; None for a proxy, which carries many clients."""
        return None if self._registry.is_proxy(host) else address_group(host)

    def is_busy(self) -> bool:
        """Return whether the server is busy."""
        return self._shares.is_busy()

    def pause(self, address: str) -> float:
        """Return for how many seconds to pause reading from an address; 0 if there is no pause."""
        if address not in self._readable:
            return 0.0
        return max(0.0, self._readable[address] - asyncio.get_running_loop().time())

    def charge(self, seconds: float, address: str) -> None:
        """Count parsing time; reading from a heavy address pauses for a while."""
        self._shares.worked(seconds, address, address)
        if not self._shares.is_heavy(address, address):
            return
        now = asyncio.get_running_loop().time()
        if len(self._readable) > MAX_ADDRESSES:
            self._readable = {each: at for each, at in self._readable.items() if at > now}
        begins = max(now, self._readable.get(address, now))
        self._readable[address] = min(now + MAX_PAUSE, begins + PAUSE_FACTOR * seconds)


class MeteredParsing:
    """Mixin for protocols that charges the parsing of a connection's data to its address."""

    transport: asyncio.Transport
    client: tuple[str, int] | None
    meter: ParsingMeter
    chunk_size: int = 65_536
    """Bytes parsed at once while the server is busy."""
    _address: str | None = None
    _held: bytes = b""
    _resume_timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        """Determine the address to charge."""
        super().connection_made(transport)  # type: ignore[misc]
        self._address = self.meter.address_of(self.client[0] if self.client else "")

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop reading and drop held data."""
        if self._resume_timer is not None:
            self._resume_timer.cancel()
        self._take_held()
        super().connection_lost(exc)  # type: ignore[misc]

    def data_received(self, data: bytes) -> None:
        """Parse received data at once or, from a heavy address, later."""
        if self._address is None:
            self.parse(data)
            return
        pause = self.meter.pause(self._address)
        if pause or self._held:
            # Data must be parsed in the order in which it was received.
            self._hold(data, pause)
            return
        rest = b""
        if len(data) > self.chunk_size and self.meter.is_busy():
            data, rest = data[: self.chunk_size], data[self.chunk_size :]
        begun = perf_counter()
        self.parse(data)
        self.meter.charge(processor_seconds_since(begun), self._address)
        if rest and not self.transport.is_closing():
            self._hold(rest, self.meter.pause(self._address))

    def parse(self, data: bytes) -> None:
        """Parse received data."""
        raise NotImplementedError

    def is_full(self) -> bool:
        """Return whether the application has to process earlier data first."""
        raise NotImplementedError

    def resume_parsing(self) -> None:
        """Parse held data, since the application may have processed the data before it."""
        if self._held and self._address is not None:
            self._schedule_read(self.meter.pause(self._address))

    def _hold(self, data: bytes, pause: float) -> None:
        assert self._address is not None, "data from a proxy is parsed at once"
        self.meter.held += len(data)
        self.meter.held_of[self._address] += len(data)
        self._held += data
        if pause and (self.meter.held > MAX_HELD or self.meter.held_of[self._address] > MAX_HELD_PER_ADDRESS):
            # Its backlog would use up the memory of other connections.
            self.transport.abort()
            return
        self.transport.pause_reading()
        self._schedule_read(pause)

    def _schedule_read(self, seconds: float) -> None:
        if self._resume_timer is None:
            self._resume_timer = asyncio.get_running_loop().call_later(seconds, self._parse_held)

    def _parse_held(self) -> None:
        self._resume_timer = None
        if self.is_full() and not self.transport.is_closing():
            # Polling by hundreds of connections would keep the event loop busy.
            return
        data = self._take_held()
        if data and not self.transport.is_closing():
            self.data_received(data)
        if not self._held and not self.is_full():
            self.transport.resume_reading()

    def _take_held(self) -> bytes:
        data, self._held = self._held, b""
        if data and self._address is not None:
            self.meter.held -= len(data)
            self.meter.held_of[self._address] -= len(data)
            if not self.meter.held_of[self._address]:
                del self.meter.held_of[self._address]
        return data
