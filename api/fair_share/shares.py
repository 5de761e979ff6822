"""Shares of the server's time: recent use by callers and addresses, and the callers over their share."""

from __future__ import annotations

from collections.abc import Callable
from math import exp, inf
from time import monotonic
from typing import Final, NamedTuple

USE_PERIOD: Final = 0.5
"""Seconds over which work is remembered; older work counts less and less."""
AGING_INTERVAL: Final = 0.1


class Allowance(NamedTuple):
    """Time of a busy server that a caller may use without waiting."""

    burst: float
    """Seconds."""
    fraction: float
    """Fraction of the time at which these seconds become available again."""


PLAYER_ALLOWANCE: Final = Allowance(0.04, 0.015)
"""Allowance of a player.

More than a person uses who plays on a slow machine: 0.01 s for a move, and up to 0.012 of the time.
"""
ANONYMOUS_ALLOWANCE: Final = Allowance(0.006, 0.002)
"""Allowance of all unauthenticated callers at one address together: enough to sign in."""
ADDRESS_ALLOWANCE: Final = Allowance(0.05, 0.018)
"""Allowance of all callers at one address together."""
MAX_USE: Final = 3.0
"""Maximum counted use, as a multiple of `burst`, so that a heavy caller is light again soon."""
MIN_HEAVY_FRACTION: Final = 0.02
"""Minimum fraction of the server's time for all heavy callers together, however busy it is."""
_MAX_USE_OF_ADDRESS: Final = MAX_USE * ADDRESS_ALLOWANCE.burst
_NEGLIGIBLE: Final = 0.0005


class Shares:
    """Tracks how much of the server's time each caller and each address has used.

    A caller is heavy if it or its address has used more than its allowance of a busy server while light
    callers need time, too. Without light callers no caller is heavy: neither a club behind one address nor
    programs on a server of their own. Use is counted in leaky buckets, so that many callers who each take
    a little cannot take much together.
    """

    def __init__(self, fraction: float = inf, *, clock: Callable[[], float] = monotonic) -> None:
        """Start without use; the server is busy while all callers together use more than `fraction`."""
        self._fraction = fraction
        self._clock = clock
        self._aged = clock()
        self._recent = 0.0
        self._light = 0.0
        self._callers: dict[str, float] = {}
        """By caller: the fraction of the time that it has used lately."""
        self._caller_buckets: dict[str, float] = {}
        """By caller: the seconds in its bucket."""
        self._address_buckets: dict[str, float] = {}
        """By address: the seconds in its bucket."""
        self._held_by_caller: dict[str, float] = {}
        """By caller: the seconds reserved for it."""
        self._held_by_address: dict[str, float] = {}
        """By address: the seconds reserved for its callers."""
        self._address_of: dict[str, str] = {}
        """By caller: its address."""

    def worked(self, seconds: float, address: str, caller: str) -> None:
        """Count server time used by a caller."""
        self._age()
        fraction = seconds / USE_PERIOD
        self._recent += fraction
        self._callers[caller] = self._callers.get(caller, 0.0) + fraction
        most = MAX_USE * _allowance(caller, address).burst
        used = self._caller_buckets.get(caller, 0.0) + seconds
        self._caller_buckets[caller] = used if used < most else most
        used = self._address_buckets.get(address, 0.0) + seconds
        self._address_buckets[address] = used if used < _MAX_USE_OF_ADDRESS else _MAX_USE_OF_ADDRESS
        self._address_of[caller] = address

    def hold(self, seconds: float, address: str, caller: str) -> None:
        """Reserve time for a caller; a negative number of seconds frees it."""
        for held, key in ((self._held_by_caller, caller), (self._held_by_address, address)):
            total = held.get(key, 0.0) + seconds
            if total >= _NEGLIGIBLE:
                held[key] = total
            else:
                held.pop(key, None)

    def is_busy(self) -> bool:
        """Return whether all callers together use more than `fraction` of the server's time."""
        if self._recent <= self._fraction:
            return False
        self._age()
        return self._recent > self._fraction

    def is_heavy(self, address: str, caller: str, wanted: float = 0.0) -> bool:
        """Return whether a caller exceeds its share of a busy server, including the seconds it wants."""
        if self._recent <= self._fraction:
            # Asked for each request, and mostly true.
            return False
        return self.left_to_heavy() is not None and self.is_over(address, caller, wanted)

    def is_over(self, address: str, caller: str, wanted: float = 0.0) -> bool:
        """Return whether a caller or its address exceeds its allowance, however busy the server is."""
        return (
            self._caller_buckets.get(caller, 0.0) + self._held_by_caller.get(caller, 0.0) + wanted
            > _allowance(caller, address).burst
            or self._address_buckets.get(address, 0.0) + self._held_by_address.get(address, 0.0) + wanted
            > ADDRESS_ALLOWANCE.burst
        )

    def left_to_heavy(self) -> float | None:
        """Return the fraction of a busy server's time for heavy callers; None for no limit.

        Heavy callers get what light callers leave of `fraction`, above which the server is busy.
        """
        if not self.is_busy() or self._light <= _NEGLIGIBLE:
            return None
        return max(MIN_HEAVY_FRACTION, self._fraction - self._light)

    def weight(self, address: str, caller: str) -> float:
        """Return the use of a caller or its address as a multiple of the allowance."""
        return max(
            self._caller_buckets.get(caller, 0.0) / _allowance(caller, address).burst,
            self._address_buckets.get(address, 0.0) / ADDRESS_ALLOWANCE.burst,
        )

    def _age(self) -> None:
        now = self._clock()
        since = now - self._aged
        if since < AGING_INTERVAL:
            return
        self._aged = now
        left = exp(-since / USE_PERIOD)
        self._recent *= left
        self._callers = {
            key: taken * left for key, taken in self._callers.items() if taken * left >= _NEGLIGIBLE
        }
        self._caller_buckets = _drained(
            self._caller_buckets, lambda caller: since * _allowance(caller, self._address_of[caller]).fraction
        )
        self._address_buckets = _drained(self._address_buckets, lambda _: since * ADDRESS_ALLOWANCE.fraction)
        self._address_of = {
            caller: self._address_of[caller] for caller in self._callers.keys() | self._caller_buckets.keys()
        }
        heavy = {
            each
            for each, level in self._caller_buckets.items()
            if level > _allowance(each, self._address_of[each]).burst
        }
        crowded = {at for at, level in self._address_buckets.items() if level > ADDRESS_ALLOWANCE.burst}
        strangers = {self._address_of[each] for each in heavy}
        # An anonymous caller may be a heavy caller of the same address that has not signed in yet.
        self._light = sum(
            taken
            for each, taken in self._callers.items()
            if each not in heavy
            and self._address_of[each] not in crowded
            and not (each == self._address_of[each] and each in strangers)
        )


def _allowance(caller: str, address: str) -> Allowance:
    return ANONYMOUS_ALLOWANCE if caller == address else PLAYER_ALLOWANCE


def _drained(buckets: dict[str, float], leak: Callable[[str], float]) -> dict[str, float]:
    return {key: left for key, level in buckets.items() if (left := level - leak(key)) > 0}
