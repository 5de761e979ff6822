"""Locks by player and table, which serialise taking seats and changing names."""

from __future__ import annotations

import asyncio
from weakref import WeakValueDictionary


class NameLocks:
    """Locks of this process, one for each player and each table that is in use."""

    def __init__(self) -> None:
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def of(self, id: str) -> asyncio.Lock:
        """Return the lock of a player or a table."""
        lock = self._locks.get(id)
        if lock is None:
            lock = self._locks[id] = asyncio.Lock()
        return lock
