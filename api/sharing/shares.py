"""Shares of the server's time: how much of it went to whom of late, and who has had more than its share."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from math import exp, inf
from time import monotonic
from typing import Final, NamedTuple

LATELY: Final = 0.5
"""Seconds over which work is remembered; what lies back counts less and less."""
AGED_EVERY: Final = 0.1


class Allowance(NamedTuple):
    """How much of a busy server's time a caller may use without waiting."""

    at_once: float
    """Seconds."""
    part: float
    """The part of the time in which it may have them again."""


OF_PLAYER: Final = Allowance(0.04, 0.015)
"""More than people take who play on a slow machine: 0.01 s for a move, and up to 0.012 of the time."""
OF_STRANGER: Final = Allowance(0.006, 0.002)
"""Of those at one address together who do not show who they are: enough to sign in."""
OF_ADDRESS: Final = Allowance(0.05, 0.018)
"""Of all callers at one address together."""
MOST: Final = 3.0
"""How many times what it may have at once is held against a caller: then it is light again soon."""
LEAST_OF_HEAVY: Final = 0.02
"""Part of the server's time that its heavy callers have together, however busy it is."""
_FORGOTTEN: Final = 0.0005


class Shares:
    """Remembers how much of the server's time each caller and each address has had.

    A caller is heavy that has had more than a little of a busy server's time, or whose address has, while
    others ask for little: a club behind one address, or programs on a server of their own, are never heavy.
    What a caller has had leaks out of a bucket, so that many who each take a little cannot take much.
    """

    def __init__(self, part: float = inf, *, clock: Callable[[], float] = monotonic) -> None:
        """Begin with nothing; the server is busy while all together take more than the part."""
        self._part = part
        self._clock = clock
        self._aged = clock()
        self._lately = 0.0
        self._light = 0.0
        self._callers: dict[str, float] = {}
        """By caller: the part of the time that it has had lately."""
        self._had: dict[str, float] = {}
        """By caller: the seconds in its bucket."""
        self._had_at: dict[str, float] = {}
        """By address: the seconds in its bucket."""
        self._held: defaultdict[str, float] = defaultdict(float)
        """By caller: the seconds that are reserved for it."""
        self._held_at: defaultdict[str, float] = defaultdict(float)
        """By address: the same."""
        self._at: dict[str, str] = {}
        """By caller: its address."""

    def worked(self, seconds: float, address: str, caller: str) -> None:
        """Count time that the server has worked for a caller."""
        self._age()
        part = seconds / LATELY
        self._lately += part
        self._callers[caller] = self._callers.get(caller, 0.0) + part
        most, most_at = MOST * _of(caller, address).at_once, MOST * OF_ADDRESS.at_once
        self._had[caller] = min(most, self._had.get(caller, 0.0) + seconds)
        self._had_at[address] = min(most_at, self._had_at.get(address, 0.0) + seconds)
        self._at[caller] = address

    def hold(self, seconds: float, address: str, caller: str) -> None:
        """Reserve time for a caller, or free it by fewer seconds than none."""
        for held, who in ((self._held, caller), (self._held_at, address)):
            held[who] += seconds
            if held[who] < _FORGOTTEN:
                del held[who]

    def is_busy(self) -> bool:
        """Tell whether all together take more than the part of the server's time."""
        if self._lately <= self._part:
            return False
        self._age()
        return self._lately > self._part

    def is_heavy(self, address: str, caller: str, wanted: float = 0.0) -> bool:
        """Tell whether a caller has more than its share of a busy server, with the seconds that it wants."""
        return self.left_to_heavy() is not None and self.is_over(address, caller, wanted)

    def is_over(self, address: str, caller: str, wanted: float = 0.0) -> bool:
        """Tell whether a caller or its address has more than its allowance, however busy the server is."""
        return (
            self._had.get(caller, 0.0) + self._held.get(caller, 0.0) + wanted > _of(caller, address).at_once
            or self._had_at.get(address, 0.0) + self._held_at.get(address, 0.0) + wanted > OF_ADDRESS.at_once
        )

    def left_to_heavy(self) -> float | None:
        """Return which part of its time a busy server has for heavy callers; None for all that they want.

        They have what the others leave of the part from which on the server is busy.
        """
        if not self.is_busy() or self._light <= _FORGOTTEN:
            return None
        return max(LEAST_OF_HEAVY, self._part - self._light)

    def weight(self, address: str, caller: str) -> float:
        """Return how many times its allowance a caller or its address has had."""
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
        # An anonymous caller may be the heavy caller of its address that has not signed in yet.
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
