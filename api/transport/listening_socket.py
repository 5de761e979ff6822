"""Listening socket that refuses connections of heavy callers at little cost."""

from __future__ import annotations

import asyncio
import logging
import os
import socket
from time import monotonic, thread_time
from typing import Any, Final

from api.fair_share.shares import Shares
from api.http.client_address import UNKNOWN, grouped
from api.transport.connection_registry import Census
from api.transport.packet_filter import drop_from, drop_nothing

logger = logging.getLogger(__name__)

COST: Final = 0.0003
"""Seconds that opening and closing a connection takes; measured."""
EVERY: Final = 0.5
"""Seconds after which a heavy caller may connect again."""
SAVED: Final = 8
"""Connections that a heavy caller may open at once after it has opened none for a while."""
TURNED_AWAY: Final = 4
"""Connections refused in one tick of the event loop."""
HELD_OFF: Final = 1.0
LOOK_AGAIN: Final = 0.25
"""Seconds between two checks of which addresses are still held off.

For HELD_OFF seconds, the operating system drops the packets of a refused address.
"""
MOST_HELD_OFF: Final = 50
"""Maximum number of addresses held off at once; older systems have little room for filters."""
NEVER_HELD_OFF: Final = {UNKNOWN, "127.0.0.1", "::/64"}
"""The shared address of unknown clients, and this host itself, whose health checks must pass."""
MOST_ADDRESSES: Final = 1_000
"""Number of remembered addresses above which those that may connect again are forgotten."""


class Door(socket.socket):
    """Listening socket that accepts few connections of callers over their share of a busy server.

    The event loop never sees the other connections: to make one there and close it takes twenty times longer.
    Where possible, the operating system drops the packets of a refused address for a while.
    """

    def __init__(self, listening: socket.socket, shares: Shares, census: Census) -> None:
        """Duplicate a listening socket, which stays open."""
        super().__init__(listening.family, listening.type, listening.proto, os.dup(listening.fileno()))
        self.setblocking(False)
        self._shares = shares
        self._census = census
        self._free: dict[str, float] = {}
        """By address: the time at which it may again open SAVED connections at once."""
        self._one_came_in = False
        self._filters = True
        """False once the system has refused a packet filter."""
        self._has_filtered = False
        """True once a filter was set: connections accepted since then may have inherited it."""
        self._held_off: dict[str, float] = {}
        """By address: the time until which the operating system drops its packets."""
        self._filtering: asyncio.TimerHandle | None = None

    def accept(self) -> tuple[socket.socket, Any]:
        """Accept a connection; raises BlockingIOError when no connection may be accepted now."""
        if self._one_came_in and self._shares.is_busy():
            # The event loop accepts until there are none; the others are accepted in its next ticks.
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
        """Remove the packet filter and close the socket."""
        if self._filtering is not None:
            self._filtering.cancel()
        self._note_held_off({})
        self._free_of_filter(self)
        super().close()

    def _free_of_filter(self, sock: socket.socket) -> None:
        if self._has_filtered:
            drop_nothing(sock)

    def _hold_off(self, address: str) -> None:
        """Make the operating system drop the address's packets to the listening socket for a while."""
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
        """Update the operating system's filter."""
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
            # Otherwise the last accepted filter would stay for ever.
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
