"""Bans in force, kept in memory and up to date with changes by all processes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection
from time import time
from types import TracebackType
from typing import Final, Self

from cachetools import LRUCache
from msgspec import Struct
from sqlalchemy import Connection, Engine, select, union_all

from application.moderation.networks import Network, contains, network_of
from application.moderation.retention import delete_expired
from application.moderation.tables import ban_changes, bans, is_in_force
from application.players.tables import erased
from application.runtime.periodic_work import PeriodicWork
from domain.events import PlayerId

CHECK_INTERVAL: Final = 1.0
"""Seconds within which this process notices a ban by another process."""
RETENTION_INTERVAL: Final = 3_600.0
"""Seconds between two deletions of what is no longer kept."""
_CACHED_ADDRESSES: Final = 4_096


class Ban(Struct, frozen=True, kw_only=True):
    """A ban of a player, or of a network of addresses. Times are seconds since 1970."""

    number: int
    """The ban's place in the order of all bans."""
    id: str
    player: PlayerId | None
    network: str | None
    reason: str | None
    """The reason; None once the player is erased."""
    at: int
    until: int | None
    """The time at which it ends; None for never."""
    operator: str
    """The player id of the operator, or that of the command line."""

    def is_in_force(self, now: float) -> bool:
        """Return whether the ban has not ended."""
        return self.until is None or self.until > now


class BannedIdentity(Exception):
    """The player of this identity was banned, and then erased."""

    def __init__(self, ban: Ban) -> None:
        super().__init__(ban.id)
        self.ban = ban


class Bans:
    """The bans in force. As a context manager, it notices bans by other processes."""

    def __init__(self, engine: Engine, *, interval: float = CHECK_INTERVAL) -> None:
        self._engine = engine
        self._count = -1
        self._players: dict[PlayerId, Ban] = {}
        self._networks: list[tuple[Network, Ban]] = []
        self._addresses: LRUCache[str, Ban | None] = LRUCache(_CACHED_ADDRESSES)
        self._listeners: list[Callable[[], None]] = []
        self._lock = asyncio.Lock()
        self._delete_at = 0.0
        # Every error is caught: the known bans apply until the database is available again.
        self._watching = PeriodicWork(
            "the check for bans", self._check, interval, at_once=True, catches_all=True
        )

    async def __aenter__(self) -> Self:
        """Read the bans, and start watching."""
        await self.refresh()
        self._watching.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        """Stop watching."""
        await self._watching.cancel()

    def subscribe(self, listener: Callable[[], None]) -> None:
        """Call a function after each change."""
        self._listeners.append(listener)

    def of_player(self, player: PlayerId) -> Ban | None:
        """Return the ban of a player, None if the player is not banned."""
        return _in_force(self._players.get(player))

    def of_address(self, address: str) -> Ban | None:
        """Return the ban of a client's address, in the form in which limits count it; None without one."""
        if not self._networks:
            return None
        if address not in self._addresses:
            self._addresses[address] = self._covering(address)
        ban = _in_force(self._addresses[address])
        if ban is None and self._addresses[address] is not None:
            # Another network that contains the address may be banned for longer.
            ban = self._addresses[address] = self._covering(address)
        return ban

    async def refresh(self) -> None:
        """Read the bans if any has changed, in this process or another."""
        # One read at a time, so that the result of the last read is kept.
        async with self._lock:
            changed = await asyncio.to_thread(self._read, self._count)
            if changed is None:
                return
            self._count, found = changed
            self._players = {each.player: each for each in found if each.player is not None}
            networks = ((network_of(each.network or ""), each) for each in found)
            self._networks = [(network, each) for network, each in networks if network is not None]
            self._addresses.clear()
        for listener in self._listeners:
            listener()

    def _covering(self, address: str) -> Ban | None:
        network = network_of(address)
        if network is None:
            return None
        now = time()
        return next(
            (ban for each, ban in self._networks if ban.is_in_force(now) and contains(each, network)), None
        )

    def _read(self, known: int) -> tuple[int, list[Ban]] | None:
        with self._engine.connect() as connection:
            # The count is read first: a change after that is read again next time.
            count = ban_changes.count(connection)
            if count == known:
                return None
            found = connection.execute(select(bans).where(is_in_force(time())))
            return count, [Ban(**row._mapping) for row in found]

    async def _check(self) -> None:
        if time() >= self._delete_at:
            self._delete_at = time() + RETENTION_INTERVAL
            await asyncio.to_thread(delete_expired, self._engine)
        await self.refresh()


def _in_force(ban: Ban | None) -> Ban | None:
    return ban if ban is not None and ban.is_in_force(time()) else None


def ban_of_identity(connection: Connection, digest: bytes) -> Ban | None:
    """Return the ban of an erased player whose identity has this digest, None if there is none in force."""
    found = select(bans).join(erased, erased.c.id == bans.c.player)
    row = connection.execute(found.where(erased.c.digest == digest, is_in_force(time()))).first()
    return None if row is None else Ban(**row._mapping)


def gone_among(connection: Connection, players: Collection[PlayerId]) -> set[PlayerId]:
    """Return the players among the given ones who are banned or erased."""
    banned = select(bans.c.player).where(bans.c.player.in_(players), is_in_force(time()))
    gone = union_all(banned, select(erased.c.id).where(erased.c.id.in_(players)))
    return set(connection.execute(gone).scalars())
