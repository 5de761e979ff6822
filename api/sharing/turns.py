"""Turns: heavy callers of a busy server wait for theirs, the lightest of them first."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import Callable
from heapq import nsmallest
from time import monotonic
from typing import Final

from api.sharing.shares import Shares

TICK: Final = 0.005
"""Seconds from one turn to the next."""
LOOK_AGAIN: Final = 0.05
"""Seconds from one look at who has become light to the next."""
MOST_CREDIT: Final = 0.01
"""Seconds of work that heavy callers save up while they ask for nothing."""
MOST_DEBT: Final = 0.1
"""Seconds of work that are held against them: nobody waits for ever for what another one took."""
LONGEST_BETWEEN: Final = 0.5
"""Seconds after which the lightest of them has a turn whatever they have had before."""
AT_ONCE: Final = 8
"""Turns in one tick while there is time for all."""

CONNECTION: Final = "kibitz.connection"
"""Where the scope of a request has its connection, which may end while the request waits."""

Turn = asyncio.Future[bool]
"""Resolves to True when the turn has come, to False when nobody waits for it any more."""


class Turns:
    """The queues of the heavy callers, who share the time that the others leave.

    Who waits has its turn when it is light again, and before that when there is time and none lighter waits.
    """

    def __init__(self, shares: Shares, *, clock: Callable[[], float] = monotonic) -> None:
        self.shares = shares
        self._clock = clock
        self._waiting: OrderedDict[tuple[str, str], deque[tuple[float, Turn]]] = OrderedDict()
        """By address and caller: the seconds that each of its requests wants, and its turn.

        Who had a turn last comes last.
        """
        self._credit = 0.0
        self._credited = clock()
        self._worked = 0.0
        """Seconds of work for heavy callers since the credit was last reckoned."""
        self._ticking = False
        self._last = clock()
        """When the last turn came, or somebody began to wait for one."""
        self._looked = clock()

    @property
    def waiting(self) -> int:
        """The number of waiting requests."""
        return sum(not turn.done() for queue in self._waiting.values() for _, turn in queue)

    def worked(self, seconds: float, address: str, caller: str) -> None:
        """Count work that turns are taken for; it is on the bill of all heavy callers, if this is one."""
        self.shares.worked(seconds, address, caller)
        if self.shares.is_over(address, caller):
            self._worked += seconds

    def ask(self, address: str, caller: str, seconds: float = 0.0) -> Turn | None:
        """Return the turn that a caller has to wait for, who wants so many seconds; None if it may go on."""
        if not self.shares.is_heavy(address, caller, seconds):
            return None
        if not self._waiting:
            if self._time_is_left():
                self._worked += seconds
                return None
            self._last = self._clock()
        turn: Turn = asyncio.get_running_loop().create_future()
        self._waiting.setdefault((address, caller), deque()).append((seconds, turn))
        self._tick_later()
        return turn

    def _time_is_left(self) -> bool:
        """Tell whether there is time for a heavy caller, and note what they have had since the last look."""
        now = self._clock()
        worked, since = self._worked, now - self._credited
        self._worked, self._credited = 0.0, now
        part = self.shares.left_to_heavy()
        if part is None:
            self._credit = MOST_CREDIT
            return True
        self._credit = max(-MOST_DEBT, min(MOST_CREDIT, self._credit + part * since - worked))
        return self._credit > 0

    def _tick_later(self) -> None:
        if not self._ticking:
            self._ticking = True
            asyncio.get_running_loop().call_later(TICK, self._tick)

    def _tick(self) -> None:
        self._ticking = False
        now = self._clock()
        if now - self._looked >= LOOK_AGAIN:
            self._looked = now
            self._let_light_ones_go_on()
        if self._time_is_left() or now - self._last > LONGEST_BETWEEN:
            # One at a time, whose work is counted before the next: nobody knows beforehand what it takes.
            self._let_lightest_go_on(AT_ONCE if self.shares.left_to_heavy() is None else 1)
        if self._waiting:
            self._tick_later()

    def _let_light_ones_go_on(self) -> None:
        for address, caller in list(self._waiting):
            first = self._first(address, caller)
            if first is not None and not self.shares.is_heavy(address, caller, first[0]):
                self._let_go_on(address, caller)

    def _let_lightest_go_on(self, count: int) -> None:
        somebody = [each for each in list(self._waiting) if self._first(*each) is not None]
        if somebody:
            self._last = self._clock()
        # Those who are about as heavy take turns.
        for each in nsmallest(count, somebody, key=lambda each: round(self.shares.weight(*each), 1)):
            self._let_go_on(*each)

    def _first(self, address: str, caller: str) -> tuple[float, Turn] | None:
        """Return the request of a caller that has waited for longest; forgets those that are gone."""
        queue = self._waiting[address, caller]
        while queue:
            if not queue[0][1].done():
                return queue[0]
            queue.popleft()
        del self._waiting[address, caller]
        return None

    def _let_go_on(self, address: str, caller: str) -> None:
        self._waiting.move_to_end((address, caller))
        seconds, turn = self._waiting[address, caller].popleft()
        self._worked += seconds
        turn.set_result(True)
