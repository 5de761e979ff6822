"""Locks under which a player takes a seat or another name, and a table takes players."""

from __future__ import annotations

import asyncio
from weakref import WeakValueDictionary


class NameLocks:
    """Lets a player either take a seat or another name, and a table take players one by one."""

    def __init__(self) -> None:
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def of(self, id: str) -> asyncio.Lock:
        """Return the lock of a player or a table."""
        lock = self._locks.get(id)
        if lock is None:
            lock = self._locks[id] = asyncio.Lock()
        return lock
