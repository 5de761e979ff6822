"""Listening socket that refuses connections of heavy callers at little cost."""

from __future__ import annotations

import asyncio
import logging
import os
import socket
from time import monotonic, thread_time
from typing import Any, Final

from api.client_address import UNKNOWN, address_group
from api.fair_share.shares import Shares
from api.transport.connection_limits import MAX_ADDRESSES
from api.transport.connection_registry import ConnectionRegistry
from api.transport.packet_filter import drop_from, drop_nothing

logger = logging.getLogger(__name__)

CONNECTION_COST: Final = 0.0003
"""Seconds that opening and closing a connection takes; measured."""
CONNECTION_INTERVAL: Final = 0.5
"""Seconds after which a heavy caller may connect again."""
BURST: Final = 8
"""Connections that a heavy caller may open at once after it has opened none for a while."""
MAX_REFUSALS: Final = 4
"""Connections refused in one tick of the event loop."""
FILTER_PERIOD: Final = 1.0
"""Seconds for which the operating system drops the packets of a refused address."""
FILTER_UPDATE_INTERVAL: Final = 0.25
"""Seconds between two checks of which addresses are still filtered."""
MAX_FILTERED: Final = 50
"""Maximum number of addresses filtered at once; older systems have little room for filters."""
NEVER_FILTERED: Final = {UNKNOWN, "127.0.0.1", "::/64"}
"""The shared address of unknown clients, and this host itself, whose health checks must pass."""


class ListeningSocket(socket.socket):
    """Listening socket that accepts few connections of callers over their share of a busy server.

    The event loop never sees the other connections: to make one there and close it takes twenty times longer.
    Where possible, the operating system drops the packets of a refused address for a while.
    """

    def __init__(self, listening: socket.socket, shares: Shares, registry: ConnectionRegistry) -> None:
        """Duplicate a listening socket, which stays open."""
        super().__init__(listening.family, listening.type, listening.proto, os.dup(listening.fileno()))
        self.setblocking(False)
        self._shares = shares
        self._registry = registry
        self._replenished: dict[str, float] = {}
        """By address: the time at which it may again open BURST connections at once."""
        self._accepted_one = False
        self._can_filter = True
        """False once the system has refused a packet filter."""
        self._was_filtered = False
        """True once a filter was set: connections accepted since then may have inherited it."""
        self._filtered: dict[str, float] = {}
        """By address: the time until which the operating system drops its packets."""
        self._update_timer: asyncio.TimerHandle | None = None

    def accept(self) -> tuple[socket.socket, Any]:
        """Accept a connection; raises BlockingIOError when no connection may be accepted now."""
        if self._accepted_one and self._shares.is_busy():
            # The event loop accepts until there are none; the others are accepted in its next ticks.
            self._accepted_one = False
            raise BlockingIOError("a busy server accepts one connection at a time")
        for _ in range(MAX_REFUSALS):
            begun = thread_time()
            connection, peer = super().accept()
            if self._registry.is_proxy(peer[0]):
                self._remove_filter(connection)
                return connection, peer
            address = address_group(peer[0])
            if self._may_connect(address):
                self._remove_filter(connection)
                self._shares.worked(CONNECTION_COST, address, address)
                self._accepted_one = True
                return connection, peer
            connection.close()
            self._filter_address(address)
            self._registry.ended["busy"] += 1
            self._shares.worked(thread_time() - begun, address, address)
        raise BlockingIOError("enough connections were refused for now")

    def close(self) -> None:
        """Remove the packet filter and close the socket."""
        if self._update_timer is not None:
            self._update_timer.cancel()
        self._set_filtered({})
        self._remove_filter(self)
        super().close()

    def _remove_filter(self, sock: socket.socket) -> None:
        if self._was_filtered:
            drop_nothing(sock)

    def _filter_address(self, address: str) -> None:
        """Make the operating system drop the address's packets to the listening socket for a while."""
        if not self._can_filter or address in NEVER_FILTERED or self._registry.has_proxy_in(address):
            return
        if address in self._filtered or len(self._filtered) < MAX_FILTERED:
            self._set_filtered({**self._filtered, address: monotonic() + FILTER_PERIOD})
            self._schedule_filter_update(0.0)

    def _set_filtered(self, filtered: dict[str, float]) -> None:
        self._registry.filtered_addresses += len(filtered) - len(self._filtered)
        self._filtered = filtered

    def _schedule_filter_update(self, seconds: float) -> None:
        if self._update_timer is not None:
            self._update_timer.cancel()
        self._update_timer = asyncio.get_running_loop().call_later(seconds, self._update_filter)

    def _update_filter(self) -> None:
        """Update the operating system's filter."""
        now = monotonic()
        self._set_filtered(
            {
                each: until
                for each, until in self._filtered.items()
                if until > now and self._shares.is_heavy(each, each)
            }
        )
        try:
            drop_from(self, self._filtered)
            self._was_filtered = True
        except OSError as error:
            # Otherwise the last accepted filter would stay for ever.
            self._remove_filter(self)
            self._can_filter = False
            self._set_filtered({})
            logger.warning("packet filters are not available, connections are refused one by one: %s", error)
        if self._filtered:
            self._schedule_filter_update(FILTER_UPDATE_INTERVAL)

    def _may_connect(self, address: str) -> bool:
        if not self._shares.is_heavy(address, address):
            return True
        now = monotonic()
        if len(self._replenished) > MAX_ADDRESSES:
            self._replenished = {each: at for each, at in self._replenished.items() if at > now}
        replenished = max(now, self._replenished.get(address, now)) + CONNECTION_INTERVAL
        if replenished - now > BURST * CONNECTION_INTERVAL:
            return False
        self._replenished[address] = replenished
        return True
