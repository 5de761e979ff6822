"""Charges callers for the parsing of the bytes that they send, and reads heavy callers slowly."""

from __future__ import annotations

import asyncio
from collections import Counter
from time import thread_time
from typing import Any, Final

from api.fair_share.shares import Shares
from api.http.client_address import grouped
from api.transport.connection_registry import Census

SLOWER: Final = 100
"""Pause in reading from a heavy address, as a multiple of the time that parsing its data took."""
LONGEST: Final = 5.0
"""Maximum seconds of that pause."""
MOST_HELD: Final = 33_554_432
"""Maximum bytes received and not yet parsed, on all connections together."""
MOST_HELD_OF_ONE: Final = 2_097_152
"""Maximum of those bytes from one address."""
MOST_ADDRESSES: Final = 1_000
"""Number of remembered addresses above which those that may be read again are forgotten."""


class Meter:
    """Charges addresses for parsing time, and determines how long to pause reading from them."""

    def __init__(self, shares: Shares, census: Census) -> None:
        self._shares = shares
        self._census = census
        self._readable: dict[str, float] = {}
        """By address: the time at which reading may resume."""
        self.held = 0
        """Bytes received and not yet parsed."""
        self.held_of: Counter[str] = Counter()
        """Of these, by address."""

    def address_of(self, host: str) -> str | None:
        """Return the address to charge for a connection; None for a proxy, which carries many clients."""
        return None if self._census.is_proxy(host) else grouped(host)

    def is_needed(self) -> bool:
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
        if len(self._readable) > MOST_ADDRESSES:
            self._readable = {each: at for each, at in self._readable.items() if at > now}
        begins = max(now, self._readable.get(address, now))
        self._readable[address] = min(now + LONGEST, begins + SLOWER * seconds)


class Metered:
    """Mixin for protocols that charges the parsing of a connection's data to its address."""

    transport: asyncio.Transport
    client: tuple[str, int] | None
    meter: Meter
    piece: int = 65_536
    """Bytes parsed at once while the server is busy."""
    _address: str | None = None
    _held: bytes = b""
    _reading_on: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        """Determine the address to charge."""
        super().connection_made(transport)  # type: ignore[misc]
        self._address = self.meter.address_of(self.client[0] if self.client else "")

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop reading and drop held data."""
        if self._reading_on is not None:
            self._reading_on.cancel()
        self._take_held()
        super().connection_lost(exc)  # type: ignore[misc]

    def data_received(self, data: bytes) -> None:
        """Parse received data at once or, from a heavy address, later."""
        if self._address is None:
            self.take(data)
            return
        pause = self.meter.pause(self._address)
        if pause or self._held:
            # Data must be parsed in the order in which it was received.
            self._hold(data, pause)
            return
        rest = b""
        if len(data) > self.piece and self.meter.is_needed():
            data, rest = data[: self.piece], data[self.piece :]
        begun = thread_time()
        self.take(data)
        self.meter.charge(thread_time() - begun, self._address)
        if rest and not self.transport.is_closing():
            self._hold(rest, self.meter.pause(self._address))

    def take(self, data: bytes) -> None:
        """Parse received data."""
        raise NotImplementedError

    def is_full(self) -> bool:
        """Return whether the application has to process earlier data first."""
        raise NotImplementedError

    def go_on(self) -> None:
        """Parse held data, since the application may have processed the data before it."""
        if self._held and self._address is not None:
            self._read_later(self.meter.pause(self._address))

    def _hold(self, data: bytes, pause: float) -> None:
        assert self._address is not None, "a proxy's is taken at once"
        self.meter.held += len(data)
        self.meter.held_of[self._address] += len(data)
        self._held += data
        if pause and (self.meter.held > MOST_HELD or self.meter.held_of[self._address] > MOST_HELD_OF_ONE):
            # Its backlog would use up the memory of other connections.
            self.transport.abort()
            return
        self.transport.pause_reading()
        self._read_later(pause)

    def _read_later(self, seconds: float) -> None:
        if self._reading_on is None:
            self._reading_on = asyncio.get_running_loop().call_later(seconds, self._read_on)

    def _read_on(self) -> None:
        self._reading_on = None
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
