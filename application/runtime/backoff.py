"""Exponential backoff after consecutive failures."""

from __future__ import annotations

from msgspec import Struct


class Backoff(Struct, frozen=True, kw_only=True):
    """Delay in seconds before the next attempt; it doubles with each failure, within bounds."""

    shortest: float = 0.1
    longest: float = 30.0

    def after(self, attempts: int) -> float:
        """Return the delay after a number of consecutive attempts."""
        return min(self.longest, self.shortest * 2.0 ** min(attempts, 32))
