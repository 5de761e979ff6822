"""The counters behind rate limits: in memory, bounded, without threads."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from time import time
from typing import Final

from limits.storage import SlidingWindowCounterSupport, Storage

MOST_KEYS: Final = 50_000
"""Counters that are kept, those used last; one takes about 300 bytes."""


class Counters(Storage, SlidingWindowCounterSupport):
    """Counts for sliding windows, in this process.

    The storage that comes with `limits` starts a thread every 10 ms to look through all of its keys.
    """

    STORAGE_SCHEME = None

    def __init__(self, *, most: int = MOST_KEYS, clock: Callable[[], float] = time) -> None:
        super().__init__()
        self._most = most
        self._clock = clock
        self._counts: OrderedDict[str, tuple[int, int, int]] = OrderedDict()
        """By key: the number of the current window, and how many there were in the one before and in it."""

    def count(self, key: str, limit: int, seconds: int, amount: int = 1) -> bool:
        """Count `amount` more, unless that were more than the limit in a window that ends now."""
        window = self._clock() / seconds
        number = int(window)
        counted = self._counts.get(key)
        before, current = self._current(counted, number)
        if before * (1 - (window - number)) + current + amount > limit:
            return False
        self._counts[key] = (number, before, current + amount)
        if counted is not None:
            self._counts.move_to_end(key)
        elif len(self._counts) > self._most:
            self._counts.popitem(last=False)
        return True

    def acquire_sliding_window_entry(self, key: str, limit: int, expiry: int, amount: int = 1) -> bool:
        """Count as `count` does; by this name the strategies of `limits` know it."""
        return self.count(key, limit, expiry, amount)

    def get_sliding_window(self, key: str, expiry: int) -> tuple[int, float, int, float]:
        """Return the previous window's count and time left, and those of the current one."""
        now = self._clock()
        before, current = self._current(self._counts.get(key), int(now / expiry))
        left = (1 - now / expiry % 1) * expiry
        return before, left if before else 0.0, current, left + expiry

    def clear_sliding_window(self, key: str, expiry: int) -> None:
        """Forget what was counted."""
        self._counts.pop(key, None)

    @staticmethod
    def _current(counted: tuple[int, int, int] | None, number: int) -> tuple[int, int]:
        """Return how many there were in the window before and in the one with this number."""
        if counted is None:
            return 0, 0
        last, before, current = counted
        if last == number:
            return before, current
        return current if last == number - 1 else 0, 0

    @property
    def base_exceptions(self) -> type[Exception]:
        """The errors of the storage; this one has none."""
        return MemoryError

    def incr(self, key: str, expiry: int, amount: int = 1) -> int:
        """Fixed windows are not counted here."""
        raise NotImplementedError

    def get(self, key: str) -> int:
        """Return the count of the current window."""
        return self._counts.get(key, (0, 0, 0))[2]

    def get_expiry(self, key: str) -> float:
        """Fixed windows are not counted here."""
        raise NotImplementedError

    def check(self) -> bool:
        """Tell that the memory can be reached."""
        return True

    def reset(self) -> int:
        """Forget everything."""
        count = len(self._counts)
        self._counts.clear()
        return count

    def clear(self, key: str) -> None:
        """Forget a key."""
        self._counts.pop(key, None)
