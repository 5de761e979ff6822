"""The door: where connections come in, and where those of heavy callers are turned away at little cost."""

from __future__ import annotations

import asyncio
import logging
import os
import socket
from time import monotonic, thread_time
from typing import Any, Final

from api.client_address import UNKNOWN, grouped
from api.sharing.shares import Shares
from api.transport.census import Census
from api.transport.packet_filter import drop_from, drop_nothing

logger = logging.getLogger(__name__)

COST: Final = 0.0003
"""Seconds that it takes to make a connection and to end it; measured."""
EVERY: Final = 0.5
"""Seconds after which a heavy caller may connect once more."""
SAVED: Final = 8
"""Connections that it may make at once when it has made none for a while."""
TURNED_AWAY: Final = 4
"""Connections that are turned away in one turn of the event loop."""
HELD_OFF: Final = 1.0
LOOK_AGAIN: Final = 0.25
"""Seconds for which the system drops what an address sends that was turned away, and from one look at who is
still to be held off to the next."""
MOST_HELD_OFF: Final = 50
"""Addresses that are held off at once; older systems have little room for filters."""
NEVER_HELD_OFF: Final = {UNKNOWN, "127.0.0.1", "::/64"}
"""The shared address of unknown clients, and this host itself, whose health checks must pass."""
MOST_ADDRESSES: Final = 1_000
"""Addresses that are remembered before those are looked for that may connect again."""


class Door(socket.socket):
    """A listening socket that accepts few connections of who has had more than its share of a busy server.

    The event loop never hears of the others: to make a connection and close it takes twenty times longer. Who
    was turned away is held off by the system for a while, where it can.
    """

    def __init__(self, listening: socket.socket, shares: Shares, census: Census) -> None:
        """Take the place of a listening socket, which stays open."""
        super().__init__(listening.family, listening.type, listening.proto, os.dup(listening.fileno()))
        self.setblocking(False)
        self._shares = shares
        self._census = census
        self._free: dict[str, float] = {}
        """By address: when it has as many connections saved as there can be."""
        self._one_came_in = False
        self._filters = True
        """False once the system has refused a packet filter."""
        self._has_filtered = False
        """True once a filter was set: connections made since then may have inherited it."""
        self._held_off: dict[str, float] = {}
        """By address whose packets the system drops: the time until which it does."""
        self._filtering: asyncio.TimerHandle | None = None

    def accept(self) -> tuple[socket.socket, Any]:
        """Accept a connection; raises BlockingIOError when there is none that may come in now."""
        if self._one_came_in and self._shares.is_busy():
            # The event loop asks until there is none; the others come in with its next turns.
            self._one_came_in = False
            raise BlockingIOError("while the server is busy, one comes in at a time")
        for _ in range(TURNED_AWAY):
            begun = thread_time()
            connection, peer = super().accept()
            if self._census.is_proxy(peer[0]):
                self._free_of_filter(connection)
                return connection, peer
            address = grouped(peer[0])
            if self._may_enter(address):
                self._free_of_filter(connection)
                self._shares.worked(COST, address, address)
                self._one_came_in = True
                return connection, peer
            connection.close()
            self._hold_off(address)
            self._census.ended["busy"] += 1
            self._shares.worked(thread_time() - begun, address, address)
        raise BlockingIOError("enough were turned away for now")

    def close(self) -> None:
        """Hold nobody off any more."""
        if self._filtering is not None:
            self._filtering.cancel()
        self._note_held_off({})
        self._free_of_filter(self)
        super().close()

    def _free_of_filter(self, sock: socket.socket) -> None:
        if self._has_filtered:
            drop_nothing(sock)

    def _hold_off(self, address: str) -> None:
        """Have the system drop what the address sends to the listening socket, for a while."""
        if not self._filters or address in NEVER_HELD_OFF or self._census.has_proxy_in(address):
            return
        if address in self._held_off or len(self._held_off) < MOST_HELD_OFF:
            self._note_held_off({**self._held_off, address: monotonic() + HELD_OFF})
            self._filter_in(0.0)

    def _note_held_off(self, held_off: dict[str, float]) -> None:
        self._census.held_off += len(held_off) - len(self._held_off)
        self._held_off = held_off

    def _filter_in(self, seconds: float) -> None:
        if self._filtering is not None:
            self._filtering.cancel()
        self._filtering = asyncio.get_running_loop().call_later(seconds, self._filter)

    def _filter(self) -> None:
        """Bring the system's filter up to date."""
        now = monotonic()
        self._note_held_off(
            {
                each: until
                for each, until in self._held_off.items()
                if until > now and self._shares.is_heavy(each, each)
            }
        )
        try:
            drop_from(self, self._held_off)
            self._has_filtered = True
        except OSError as error:
            # The last filter that it took would stay for ever.
            self._free_of_filter(self)
            self._filters = False
            self._note_held_off({})
            logger.warning("no packet filter here, connections are turned away one by one: %s", error)
        if self._held_off:
            self._filter_in(LOOK_AGAIN)

    def _may_enter(self, address: str) -> bool:
        if not self._shares.is_heavy(address, address):
            return True
        now = monotonic()
        if len(self._free) > MOST_ADDRESSES:
            self._free = {each: at for each, at in self._free.items() if at > now}
        free = max(now, self._free.get(address, now)) + EVERY
        if free - now > SAVED * EVERY:
            return False
        self._free[address] = free
        return True
