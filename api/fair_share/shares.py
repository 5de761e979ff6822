"""Shares of the server's time: recent use by callers and addresses, and the callers over their share."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from math import exp, inf
from time import monotonic
from typing import Final, NamedTuple

LATELY: Final = 0.5
"""Seconds over which work is remembered; older work counts less and less."""
AGED_EVERY: Final = 0.1


class Allowance(NamedTuple):
    """Time of a busy server that a caller may use without waiting."""

    at_once: float
    """Seconds."""
    part: float
    """Fraction of the time at which these seconds become available again."""


OF_PLAYER: Final = Allowance(0.04, 0.015)
"""Allowance of a player.

More than a person uses who plays on a slow machine: 0.01 s for a move, and up to 0.012 of the time.
"""
OF_STRANGER: Final = Allowance(0.006, 0.002)
"""Allowance of all unauthenticated callers at one address together: enough to sign in."""
OF_ADDRESS: Final = Allowance(0.05, 0.018)
"""Allowance of all callers at one address together."""
MOST: Final = 3.0
"""Maximum counted use, as a multiple of `at_once`, so that a heavy caller is light again soon."""
LEAST_OF_HEAVY: Final = 0.02
"""Minimum fraction of the server's time for all heavy callers together, however busy it is."""
_FORGOTTEN: Final = 0.0005


class Shares:
    """Tracks how much of the server's time each caller and each address has used.

    A caller is heavy if it or its address has used more than its allowance of a busy server while light
    callers need time, too. Without light callers no caller is heavy: neither a club behind one address nor
    programs on a server of their own. Use is counted in leaky buckets, so that many callers who each take a
    little cannot take much.
    """

    def __init__(self, part: float = inf, *, clock: Callable[[], float] = monotonic) -> None:
        """Start without use; the server is busy while all callers together use more than `part`."""
        self._part = part
        self._clock = clock
        self._aged = clock()
        self._lately = 0.0
        self._light = 0.0
        self._callers: dict[str, float] = {}
        """By caller: the fraction of the time that it has used lately."""
        self._had: dict[str, float] = {}
        """By caller: the seconds in its bucket."""
        self._had_at: dict[str, float] = {}
        """By address: the seconds in its bucket."""
        self._held: defaultdict[str, float] = defaultdict(float)
        """By caller: the seconds reserved for it."""
        self._held_at: defaultdict[str, float] = defaultdict(float)
        """By address: the seconds reserved for its callers."""
        self._at: dict[str, str] = {}
        """By caller: its address."""

    def worked(self, seconds: float, address: str, caller: str) -> None:
        """Count server time used by a caller."""
        self._age()
        part = seconds / LATELY
        self._lately += part
        self._callers[caller] = self._callers.get(caller, 0.0) + part
        most, most_at = MOST * _of(caller, address).at_once, MOST * OF_ADDRESS.at_once
        self._had[caller] = min(most, self._had.get(caller, 0.0) + seconds)
        self._had_at[address] = min(most_at, self._had_at.get(address, 0.0) + seconds)
        self._at[caller] = address

    def hold(self, seconds: float, address: str, caller: str) -> None:
        """Reserve time for a caller; a negative number of seconds frees it."""
        for held, who in ((self._held, caller), (self._held_at, address)):
            held[who] += seconds
            if held[who] < _FORGOTTEN:
                del held[who]

    def is_busy(self) -> bool:
        """Return whether all callers together use more than `part` of the server's time."""
        if self._lately <= self._part:
            return False
        self._age()
        return self._lately > self._part

    def is_heavy(self, address: str, caller: str, wanted: float = 0.0) -> bool:
        """Return whether a caller exceeds its share of a busy server, including the seconds it wants."""
        return self.left_to_heavy() is not None and self.is_over(address, caller, wanted)

    def is_over(self, address: str, caller: str, wanted: float = 0.0) -> bool:
        """Return whether a caller or its address exceeds its allowance, however busy the server is."""
        return (
            self._had.get(caller, 0.0) + self._held.get(caller, 0.0) + wanted > _of(caller, address).at_once
            or self._had_at.get(address, 0.0) + self._held_at.get(address, 0.0) + wanted > OF_ADDRESS.at_once
        )

    def left_to_heavy(self) -> float | None:
        """Return the fraction of a busy server's time for heavy callers; None for no limit.

        Heavy callers get what light callers leave of `part`, above which the server is busy.
        """
        if not self.is_busy() or self._light <= _FORGOTTEN:
            return None
        return max(LEAST_OF_HEAVY, self._part - self._light)

    def weight(self, address: str, caller: str) -> float:
        """Return the use of a caller or its address as a multiple of the allowance."""
        return max(
            self._had.get(caller, 0.0) / _of(caller, address).at_once,
            self._had_at.get(address, 0.0) / OF_ADDRESS.at_once,
        )

    def _age(self) -> None:
        now = self._clock()
        since = now - self._aged
        if since < AGED_EVERY:
            return
        self._aged = now
        left = exp(-since / LATELY)
        self._lately *= left
        self._callers = {
            who: taken * left for who, taken in self._callers.items() if taken * left >= _FORGOTTEN
        }
        self._had = _leaked(self._had, lambda caller: since * _of(caller, self._at[caller]).part)
        self._had_at = _leaked(self._had_at, lambda _: since * OF_ADDRESS.part)
        self._at = {caller: self._at[caller] for caller in self._callers.keys() | self._had.keys()}
        heavy = {each for each, had in self._had.items() if had > _of(each, self._at[each]).at_once}
        crowded = {at for at, had in self._had_at.items() if had > OF_ADDRESS.at_once}
        strangers = {self._at[each] for each in heavy}
        # An anonymous caller may be a heavy caller of the same address that has not signed in yet.
        self._light = sum(
            taken
            for each, taken in self._callers.items()
            if each not in heavy
            and self._at[each] not in crowded
            and not (each == self._at[each] and each in strangers)
        )


def _of(caller: str, address: str) -> Allowance:
    return OF_STRANGER if caller == address else OF_PLAYER


def _leaked(buckets: dict[str, float], leak: Callable[[str], float]) -> dict[str, float]:
    return {who: left for who, had in buckets.items() if (left := had - leak(who)) > 0}
