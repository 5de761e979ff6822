"""Fair sharing of the server's time: while it is busy, its heaviest users wait."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import ceil, exp, log
from time import monotonic
from typing import Final

WINDOW: Final = 5.0
"""Seconds over which work is remembered; what lies back counts less and less."""
AGED_EVERY: Final = 0.25
ACTIVE: Final = 0.01
"""Part of the server's time from which on an address counts as one of those who share it."""
LEAST_OF_CALLER: Final = 0.01
LEAST_OF_ADDRESS: Final = 0.04
"""Parts of the server's time that are never too much: more than people take who play."""
_FORGOTTEN: Final = 0.0005


class FairShare:
    """Shares a part of the server's time between the addresses that ask for much of it."""

    def __init__(self, part: float, *, clock: Callable[[], float] = monotonic) -> None:
        """Begin with nothing; nobody waits while all together take no more than the part."""
        self._part = part
        self._clock = clock
        self._aged = clock()
        self._total = 0.0
        self._callers: dict[str, float] = {}
        self._addresses: dict[str, float] = {}

    def worked(self, seconds: float, address: str, caller: str) -> None:
        """Count time that the server has worked for a caller."""
        self._age()
        part = seconds / WINDOW
        self._total += part
        self._callers[caller] = self._callers.get(caller, 0.0) + part
        self._addresses[address] = self._addresses.get(address, 0.0) + part

    def wait_of_caller(self, caller: str) -> int:
        """Return how many seconds a caller has to wait for its share; 0 for not at all."""
        self._age()
        return self._wait(caller, self._callers, LEAST_OF_CALLER)

    def wait_of_address(self, address: str) -> int:
        """Return how many seconds an address has to wait for its share; 0 for not at all."""
        self._age()
        return self._wait(address, self._addresses, LEAST_OF_ADDRESS)

    def _wait(self, who: str, all_taken: Mapping[str, float], least: float) -> int:
        taken = all_taken.get(who, 0.0)
        # Nobody waits who is alone: a club behind one address, or one program on a server of its own.
        if self._total <= self._part or taken <= least or len(all_taken) == 1:
            return 0
        sharing = sum(each >= ACTIVE for each in self._addresses.values())
        share = max(least, self._part / max(1, sharing))
        return ceil(WINDOW * log(taken / share)) if taken > share else 0

    def _age(self) -> None:
        now = self._clock()
        if now - self._aged < AGED_EVERY:
            return
        left = exp((self._aged - now) / WINDOW)
        self._aged = now
        self._total *= left
        self._callers, self._addresses = (
            {who: taken * left for who, taken in each.items() if taken * left >= _FORGOTTEN}
            for each in (self._callers, self._addresses)
        )
