"""Waiting longer after each failure in a row."""

from __future__ import annotations

from msgspec import Struct


class Backoff(Struct, frozen=True, kw_only=True):
    """Seconds to wait before the next attempt: twice as long each time, within bounds."""

    shortest: float = 0.1
    longest: float = 30.0

    def after(self, attempts: int) -> float:
        """Return how long to wait after so many attempts in a row."""
        return min(self.longest, self.shortest * 2.0 ** min(attempts, 32))
