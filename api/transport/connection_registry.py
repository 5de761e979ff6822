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

from api.client_address import address_group
from api.transport.connection_limits import RESERVED, ConnectionLimits

logger = logging.getLogger(__name__)

WARNING_INTERVAL: Final = 60.0
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

    FULL = "full"
    HEALTH = "health"
    """Health checks only: all other connections are taken."""
    NONE = "none"


class Peer(Protocol):
    """Connection that the registry can close."""

    def expire(self, phase: Phase) -> None:
        """Close the connection, whose phase has exceeded its deadline."""
        ...

    def evict(self) -> None:
        """Close the connection to make room for another one."""
        ...


class ThrottledWarnings:
    """Log of warnings, at most one of each kind per minute; suppressed ones are counted."""

    def __init__(self) -> None:
        self._logged_at: dict[str, float] = {}
        self._suppressed: Counter[str] = Counter()

    def warn(self, kind: str, text: LiteralString, *values: object) -> None:
        """Log a warning, unless one of this kind was logged within the last minute."""
        now = asyncio.get_running_loop().time()
        if now - self._logged_at.get(kind, -WARNING_INTERVAL) < WARNING_INTERVAL:
            self._suppressed[kind] += 1
            return
        self._logged_at[kind] = now
        logger.warning("%s (%d more since the last such line)", text % values, self._suppressed.pop(kind, 0))


class ConnectionRegistry:
    """Counts connections, admits new ones, and closes those that wait for too long.

    Each phase has its own queue, longest waiting first, so that one timer serves all connections.
    """

    def __init__(self, limits: ConnectionLimits, total: int, proxies: Iterable[str] = ()) -> None:
        self.limits = limits
        self.total = total
        self.ended: Counter[str] = Counter()
        """Number of connections that were closed or refused, by reason."""
        self.filtered_addresses = 0
        """Number of addresses whose attempts to connect the operating system drops."""
        self.warnings = ThrottledWarnings()
        self._proxies = [ip_network(each) for each in proxies]
        self._addresses: dict[Peer, str | None] = {}
        self._per_address: Counter[str] = Counter()
        self._reserved: set[Peer] = set()
        self._phase: dict[Peer, Phase] = {}
        self._waiting: dict[str | None, dict[Peer, None]] = {}
        self._queues: dict[Phase, dict[Peer, float]] = {phase: {} for phase in Phase}
        self._sweep_timer: asyncio.TimerHandle | None = None

    @property
    def open(self) -> int:
        """Number of open connections."""
        return len(self._addresses)

    def waiting(self, phase: Phase) -> int:
        """Return the number of connections in a phase."""
        return len(self._queues[phase])

    def admit(self, peer: Peer, host: str) -> Admission:
        """Count a new connection and return its permissions; evicts a waiting connection if necessary."""
        address = None if self.is_proxy(host) else address_group(host)
        if address is not None and self._per_address[address] >= self.limits.per_address:
            self.ended["per_address"] += 1
            self.warnings.warn(
                "per_address",
                "%s has %d connections, as many as KIBITZ_CONNECTIONS_PER_ADDRESS allows; "
                "if it is a reverse proxy, name it in KIBITZ_PROXIES",
                address,
                self.limits.per_address,
            )
            if not self._evict_one(self._waiting.get(address, ())):
                return Admission.NONE
        if self.open - len(self._reserved) >= self.total:
            self.ended["total"] += 1
            self.warnings.warn("total", "all %d connections are taken", self.total)
            if not self._evict_one(chain.from_iterable(self._queues.values())):
                if len(self._reserved) >= RESERVED:
                    return Admission.NONE
                self._reserved.add(peer)
        self._addresses[peer] = address
        if address is not None:
            self._per_address[address] += 1
        return Admission.HEALTH if peer in self._reserved else Admission.FULL

    def replace(self, peer: Peer, successor: Peer) -> None:
        """Replace a connection's protocol by the WebSocket protocol that has taken it over."""
        self.set_phase(peer, None)
        if peer in self._addresses:
            self._addresses[successor] = self._addresses.pop(peer)
        if peer in self._reserved:
            # Only the successor calls `leave`: a place kept by the first protocol would never be freed.
            self._reserved.discard(peer)
            self._reserved.add(successor)

    def leave(self, peer: Peer) -> None:
        """Forget a connection that is closed, or that was never admitted."""
        self.set_phase(peer, None)
        self._reserved.discard(peer)
        address = self._addresses.pop(peer, None)
        if address is not None:
            self._per_address[address] -= 1
            if not self._per_address[address]:
                del self._per_address[address]

    def set_phase(self, peer: Peer, phase: Phase | None) -> None:
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
            if self._sweep_timer is None:
                self._sweep_timer = loop.call_later(self._sweep_interval, self._sweep)

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
        if self._sweep_timer is not None:
            self._sweep_timer.cancel()
            self._sweep_timer = None

    def _evict_one(self, among: Iterable[Peer]) -> bool:
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
            timeout = self._timeout(phase)
            late = []
            for peer, since in queue.items():
                if now - since < timeout:
                    break
                late.append(peer)
            for peer in late:
                self.ended[phase.value] += 1
                self.leave(peer)
                peer.expire(phase)
        self._sweep_timer = None
        if self._phase:
            self._sweep_timer = asyncio.get_running_loop().call_later(self._sweep_interval, self._sweep)

    def _timeout(self, phase: Phase) -> float:
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
    def _sweep_interval(self) -> float:
        """Seconds between two sweeps: a tenth of the shortest deadline, at most one second."""
        return min(1.0, *(self._timeout(phase) / 10 for phase in Phase))
