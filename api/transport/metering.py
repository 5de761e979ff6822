"""Counts the time that the server takes over the bytes it receives, and reads heavy callers slowly."""

from __future__ import annotations

import asyncio
from collections import Counter
from time import thread_time
from typing import Any, Final

from api.client_address import grouped
from api.sharing.shares import Shares
from api.transport.census import Census

SLOWER: Final = 100
"""How many times longer than it took to parse what an address sent it is not read, if it is heavy."""
LONGEST: Final = 5.0
"""Seconds that it is not read at most."""
MOST_HELD: Final = 33_554_432
"""Bytes that are held of what was received and not taken yet, on all connections together."""
MOST_HELD_OF_ONE: Final = 2_097_152
"""Bytes of those that are held of one address."""
MOST_ADDRESSES: Final = 1_000
"""Addresses that are remembered before those are looked for that may be read again."""


class Meter:
    """Charges the time that parsing takes, and tells how long an address is not to be read for it."""

    def __init__(self, shares: Shares, census: Census) -> None:
        self._shares = shares
        self._census = census
        self._readable: dict[str, float] = {}
        """By address: the time at which it may be read again."""
        self.held = 0
        """Bytes that were received and not taken yet."""
        self.held_of: Counter[str] = Counter()
        """Of these, by address."""

    def address_of(self, host: str) -> str | None:
        """Return the address to which a connection is charged; None for a proxy's, which is many clients'."""
        return None if self._census.is_proxy(host) else grouped(host)

    def is_needed(self) -> bool:
        """Tell whether the server is busy."""
        return self._shares.is_busy()

    def pause(self, address: str) -> float:
        """Return for how many seconds an address is not to be read; 0 where it may be."""
        if address not in self._readable:
            return 0.0
        return max(0.0, self._readable[address] - asyncio.get_running_loop().time())

    def charge(self, seconds: float, address: str) -> None:
        """Count the time that parsing took; what a heavy address sends is not read for a while."""
        self._shares.worked(seconds, address, address)
        if not self._shares.is_heavy(address, address):
            return
        now = asyncio.get_running_loop().time()
        if len(self._readable) > MOST_ADDRESSES:
            self._readable = {each: at for each, at in self._readable.items() if at > now}
        begins = max(now, self._readable.get(address, now))
        self._readable[address] = min(now + LONGEST, begins + SLOWER * seconds)


class Metered:
    """Charges what it takes to parse what comes on a connection to its address."""

    transport: asyncio.Transport
    client: tuple[str, int] | None
    meter: Meter
    piece: int = 65_536
    """Bytes that are taken at once while the server is busy."""
    _address: str | None = None
    _held: bytes = b""
    _reading_on: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        """Learn whose it is."""
        super().connection_made(transport)  # type: ignore[misc]
        self._address = self.meter.address_of(self.client[0] if self.client else "")

    def connection_lost(self, exc: Exception | None) -> None:
        """Read no more."""
        if self._reading_on is not None:
            self._reading_on.cancel()
        self._take_held()
        super().connection_lost(exc)  # type: ignore[misc]

    def data_received(self, data: bytes) -> None:
        """Take what has come, at once or, of a heavy address, later."""
        if self._address is None:
            self.take(data)
            return
        pause = self.meter.pause(self._address)
        if pause or self._held:
            # What came first is taken first.
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
        """Take what has come."""
        raise NotImplementedError

    def is_full(self) -> bool:
        """Tell whether the application has enough to do with what has come."""
        raise NotImplementedError

    def go_on(self) -> None:
        """Take what is held, since the application may have taken what came before."""
        if self._held and self._address is not None:
            self._read_later(self.meter.pause(self._address))

    def _hold(self, data: bytes, pause: float) -> None:
        assert self._address is not None, "a proxy's is taken at once"
        self.meter.held += len(data)
        self.meter.held_of[self._address] += len(data)
        self._held += data
        if pause and (self.meter.held > MOST_HELD or self.meter.held_of[self._address] > MOST_HELD_OF_ONE):
            # It sends more than others have room for.
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
            # Hundreds of connections that looked again and again would keep the event loop busy.
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
