"""Locks under which a player takes a seat or another name."""

from __future__ import annotations

import asyncio
from weakref import WeakValueDictionary

from domain.events import PlayerId


class NameLocks:
    """Lets a player either take a seat or another name, not both at once."""

    def __init__(self) -> None:
        self._locks: WeakValueDictionary[PlayerId, asyncio.Lock] = WeakValueDictionary()

    def of(self, player: PlayerId) -> asyncio.Lock:
        """Return the lock of a player."""
        lock = self._locks.get(player)
        if lock is None:
            lock = self._locks[player] = asyncio.Lock()
        return lock
