"""Registry of the open connections: their number, their addresses and the phases they wait in."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Iterable
from enum import Enum, StrEnum
from ipaddress import IPv6Address, ip_address, ip_network
from itertools import chain
from math import inf
from typing import Final, LiteralString, Protocol

from api.http.client_address import grouped
from api.transport.connection_limits import RESERVED, ConnectionLimits

logger = logging.getLogger(__name__)

NOTICE_EVERY: Final = 60.0
"""Seconds between two log lines of the same kind."""


class Phase(Enum):
    """Part of a request that a connection waits for; it has no phase while the server works."""

    # In the order in which connections are evicted.
    TURN = "turn"
    """The request waits for its turn: its caller has exceeded its share of a busy server."""
    HEADERS = "headers"
    BODY = "body"
    IDLE = "idle"


class Admission(StrEnum):
    """Permissions of a new connection."""

    WHOLE = "whole"
    HEALTH = "health"
    """Health checks only: all other connections are taken."""
    NONE = "none"


class Peer(Protocol):
    """Connection that the census can close."""

    def expire(self, phase: Phase) -> None:
        """Close the connection, whose phase has exceeded its deadline."""
        ...

    def evict(self) -> None:
        """Close the connection to make room for another one."""
        ...


class Notices:
    """Log of warnings, at most one of each kind per minute; suppressed ones are counted."""

    def __init__(self) -> None:
        self._said: dict[str, float] = {}
        self._left_out: Counter[str] = Counter()

    def warn(self, kind: str, text: LiteralString, *values: object) -> None:
        """Log a warning, unless one of this kind was logged within the last minute."""
        now = asyncio.get_running_loop().time()
        if now - self._said.get(kind, -NOTICE_EVERY) < NOTICE_EVERY:
            self._left_out[kind] += 1
            return
        self._said[kind] = now
        logger.warning("%s (%d more since the last such line)", text % values, self._left_out.pop(kind, 0))


class Census:
    """Counts connections, admits new ones, and closes those that wait for too long.

    Each phase has its own queue, longest waiting first, so that one timer serves all connections.
    """

    def __init__(self, limits: ConnectionLimits, total: int, proxies: Iterable[str] = ()) -> None:
        self.limits = limits
        self.total = total
        self.ended: Counter[str] = Counter()
        """Number of connections that were closed or refused, by reason."""
        self.held_off = 0
        """Number of addresses whose attempts to connect the operating system drops."""
        self.notices = Notices()
        self._proxies = [ip_network(each) for each in proxies]
        self._addresses: dict[Peer, str | None] = {}
        self._per_address: Counter[str] = Counter()
        self._reserved: set[Peer] = set()
        self._phase: dict[Peer, Phase] = {}
        self._waiting: dict[str | None, dict[Peer, None]] = {}
        self._queues: dict[Phase, dict[Peer, float]] = {phase: {} for phase in Phase}
        self._sweeping: asyncio.TimerHandle | None = None

    @property
    def open(self) -> int:
        """Number of open connections."""
        return len(self._addresses)

    def waiting(self, phase: Phase) -> int:
        """Return the number of connections in a phase."""
        return len(self._queues[phase])

    def admit(self, peer: Peer, host: str) -> Admission:
        """Count a new connection and return its permissions; evicts a waiting connection if necessary."""
        address = None if self.is_proxy(host) else grouped(host)
        if address is not None and self._per_address[address] >= self.limits.per_address:
            self.ended["per_address"] += 1
            self.notices.warn(
                "per_address",
                "%s has %d connections, as many as KIBITZ_CONNECTIONS_PER_ADDRESS allows; "
                "if it is a reverse proxy, name it in KIBITZ_PROXIES",
                address,
                self.limits.per_address,
            )
            if not self._make_room(self._waiting.get(address, ())):
                return Admission.NONE
        if self.open - len(self._reserved) >= self.total:
            self.ended["total"] += 1
            self.notices.warn("total", "all %d connections are taken", self.total)
            if not self._make_room(chain.from_iterable(self._queues.values())):
                if len(self._reserved) >= RESERVED:
                    return Admission.NONE
                self._reserved.add(peer)
        self._addresses[peer] = address
        if address is not None:
            self._per_address[address] += 1
        return Admission.HEALTH if peer in self._reserved else Admission.WHOLE

    def replace(self, peer: Peer, successor: Peer) -> None:
        """Replace a connection's protocol by the WebSocket protocol that has taken it over."""
        self.waits(peer, None)
        if peer in self._addresses:
            self._addresses[successor] = self._addresses.pop(peer)
        if peer in self._reserved:
            # Only the successor calls `leave`: a place kept by the first protocol would never be freed.
            self._reserved.discard(peer)
            self._reserved.add(successor)

    def leave(self, peer: Peer) -> None:
        """Forget a connection that is closed, or that was never admitted."""
        self.waits(peer, None)
        self._reserved.discard(peer)
        address = self._addresses.pop(peer, None)
        if address is not None:
            self._per_address[address] -= 1
            if not self._per_address[address]:
                del self._per_address[address]

    def waits(self, peer: Peer, phase: Phase | None) -> None:
        """Set the phase of a connection; its deadline counts from the beginning of the phase."""
        before = self._phase.get(peer)
        if before is phase:
            return
        address = self._addresses.get(peer)
        if before is not None:
            del self._queues[before][peer]
            del self._phase[peer]
            del self._waiting[address][peer]
            if not self._waiting[address]:
                del self._waiting[address]
        if phase is not None and peer in self._addresses:
            loop = asyncio.get_running_loop()
            self._phase[peer] = phase
            self._waiting.setdefault(address, {})[peer] = None
            self._queues[phase][peer] = loop.time()
            if self._sweeping is None:
                self._sweeping = loop.call_later(self._pace, self._sweep)

    def is_proxy(self, host: str) -> bool:
        """Return whether a host is one of the proxies, whose connections carry many clients."""
        if not self._proxies:
            return False
        try:
            address = ip_address(host)
        except ValueError:
            return False
        # A dual-stack socket reports an IPv4 address as an IPv6 address.
        mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
        return any((mapped or address) in network for network in self._proxies)

    def has_proxy_in(self, group: str) -> bool:
        """Return whether one of the proxies is in a network that is counted as one address."""
        if not self._proxies:
            return False
        hosts = ip_network(group)
        return any(hosts.version == each.version and hosts.overlaps(each) for each in self._proxies)

    def stop(self) -> None:
        """Stop watching deadlines."""
        if self._sweeping is not None:
            self._sweeping.cancel()
            self._sweeping = None

    def _make_room(self, among: Iterable[Peer]) -> bool:
        """Evict the first of some waiting connections that is not reserved; return whether one was."""
        for peer in among:
            if peer not in self._reserved:
                self.ended["evicted"] += 1
                self.leave(peer)
                peer.evict()
                return True
        return False

    def _sweep(self) -> None:
        now = asyncio.get_running_loop().time()
        for phase, queue in self._queues.items():
            allowed = self._allowed(phase)
            late = []
            for peer, since in queue.items():
                if now - since < allowed:
                    break
                late.append(peer)
            for peer in late:
                self.ended[phase.value] += 1
                self.leave(peer)
                peer.expire(phase)
        self._sweeping = None
        if self._phase:
            self._sweeping = asyncio.get_running_loop().call_later(self._pace, self._sweep)

    def _allowed(self, phase: Phase) -> float:
        match phase:
            case Phase.TURN:
                return inf
            case Phase.HEADERS:
                return self.limits.header_seconds
            case Phase.BODY:
                return self.limits.body_seconds
            case Phase.IDLE:
                return self.limits.idle_seconds

    @property
    def _pace(self) -> float:
        """Seconds between two sweeps: a tenth of the shortest deadline, at most one second."""
        return min(1.0, *(self._allowed(phase) / 10 for phase in Phase))
