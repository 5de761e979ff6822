"""In-memory storage for rate limits, with a bounded number of counters and no threads."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from time import time
from typing import Final

from limits.storage import SlidingWindowCounterSupport, Storage

MAX_KEYS: Final = 50_000
"""Maximum number of counters, the most recently used; one takes about 300 bytes."""


class Counters(Storage, SlidingWindowCounterSupport):
    """Counters for sliding windows in this process.

    The in-memory storage of `limits` starts a thread every 10 ms that scans all keys.
    """

    STORAGE_SCHEME = None

    def __init__(self, *, max_keys: int = MAX_KEYS, clock: Callable[[], float] = time) -> None:
        super().__init__()
        self._max_keys = max_keys
        self._clock = clock
        self._counts: OrderedDict[str, tuple[int, int, int]] = OrderedDict()
        """By key: the number of the last window, and the counts of the window before it and of itself."""

    def count(self, key: str, limit: int, seconds: int, amount: int = 1) -> bool:
        """Count `amount` and return True, unless this exceeds the limit in the window that ends now."""
        window = self._clock() / seconds
        number = int(window)
        counts = self._counts
        counted = counts.get(key)
        if counted is not None and counted[0] == number:
            _, before, current = counted
        else:
            before, current = self._current(counted, number)
        if before * (1 - (window - number)) + current + amount > limit:
            return False
        counts[key] = (number, before, current + amount)
        if counted is not None:
            counts.move_to_end(key)
        elif len(counts) > self._max_keys:
            counts.popitem(last=False)
        return True

    def acquire_sliding_window_entry(self, key: str, limit: int, expiry: int, amount: int = 1) -> bool:
        """Count as `count` does; the strategies of `limits` call this method."""
        return self.count(key, limit, expiry, amount)

    def get_sliding_window(self, key: str, expiry: int) -> tuple[int, float, int, float]:
        """Return the previous window's count and remaining time, and those of the current window."""
        now = self._clock()
        before, current = self._current(self._counts.get(key), int(now / expiry))
        left = (1 - now / expiry % 1) * expiry
        return before, left if before else 0.0, current, left + expiry

    def clear_sliding_window(self, key: str, expiry: int) -> None:
        """Delete the counter of a key."""
        self._counts.pop(key, None)

    @staticmethod
    def _current(counted: tuple[int, int, int] | None, number: int) -> tuple[int, int]:
        """Return the counts of the window before this number and of the window with it."""
        if counted is None:
            return 0, 0
        last, before, current = counted
        if last == number:
            return before, current
        return current if last == number - 1 else 0, 0

    @property
    def base_exceptions(self) -> type[Exception]:
        """The exceptions of the storage; this one raises none of its own."""
        return MemoryError

    def incr(self, key: str, expiry: int, amount: int = 1) -> int:
        """Raise NotImplementedError: fixed windows are not supported."""
        raise NotImplementedError

    def get(self, key: str) -> int:
        """Return the count of the key's last counted window."""
        return self._counts.get(key, (0, 0, 0))[2]

    def get_expiry(self, key: str) -> float:
        """Raise NotImplementedError: fixed windows are not supported."""
        raise NotImplementedError

    def check(self) -> bool:
        """Return True: memory is always available."""
        return True

    def reset(self) -> int:
        """Delete all counters, and return their number."""
        count = len(self._counts)
        self._counts.clear()
        return count

    def clear(self, key: str) -> None:
        """Delete the counter of a key."""
        self._counts.pop(key, None)
