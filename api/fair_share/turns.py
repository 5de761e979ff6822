"""Queue that admits the heavy callers of a busy server, the lightest of them first."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import Callable
from heapq import nsmallest
from time import monotonic
from typing import Final

from api.fair_share.shares import Shares

TICK_INTERVAL: Final = 0.005
"""Seconds between two ticks, which grant turns."""
LIGHT_CHECK_INTERVAL: Final = 0.05
"""Seconds between two checks for waiting callers that have become light."""
MAX_CREDIT: Final = 0.01
"""Maximum seconds of work that heavy callers save up while they request nothing."""
MAX_DEBT: Final = 0.1
"""Maximum seconds of work held against heavy callers, so that one cannot block the others for ever."""
MAX_INTERVAL: Final = 0.5
"""Seconds after which the lightest heavy caller gets a turn, regardless of earlier use."""
MAX_TURNS_PER_TICK: Final = 8
"""Turns per tick while there is time for all callers."""

CONNECTION: Final = "kibitz.connection"
"""Key of the connection in the scope of a request; it may end while the request waits."""

Turn = asyncio.Future[bool]
"""Resolves to True when the turn has come, to False when its connection has ended."""


class Turns:
    """Queues of the heavy callers, who share the time that light callers leave.

    A caller gets its turn when it is light again, or earlier if there is time and no lighter caller waits.
    """

    def __init__(self, shares: Shares, *, clock: Callable[[], float] = monotonic) -> None:
        self.shares = shares
        self._clock = clock
        self._waiting: OrderedDict[tuple[str, str], deque[tuple[float, Turn]]] = OrderedDict()
        """By address and caller: the seconds that each request wants, and its turn.

        The caller that had the last turn comes last.
        """
        self._credit = 0.0
        self._credited = clock()
        self._worked = 0.0
        """Seconds of work for heavy callers since the credit was last computed."""
        self._ticking = False
        self._last_turn_at = clock()
        """Time of the last turn, or at which the first caller began to wait for one."""
        self._checked_light_at = clock()

    @property
    def waiting(self) -> int:
        """Number of waiting requests."""
        return sum(not turn.done() for queue in self._waiting.values() for _, turn in queue)

    def worked(self, seconds: float, address: str, caller: str) -> None:
        """Count work for a caller; if it exceeds its allowance, all heavy callers are charged."""
        self.shares.worked(seconds, address, caller)
        if self.shares.is_over(address, caller):
            self._worked += seconds

    def ask(self, address: str, caller: str, seconds: float = 0.0) -> Turn | None:
        """Return the turn that a caller must wait for to use some seconds; None if it may go on."""
        if not self.shares.is_heavy(address, caller, seconds):
            return None
        if not self._waiting:
            if self._has_credit():
                self._worked += seconds
                return None
            self._last_turn_at = self._clock()
        turn: Turn = asyncio.get_running_loop().create_future()
        self._waiting.setdefault((address, caller), deque()).append((seconds, turn))
        self._tick_later()
        return turn

    def _has_credit(self) -> bool:
        """Update the credit of heavy callers, and return whether there is time for one of them."""
        now = self._clock()
        worked, since = self._worked, now - self._credited
        self._worked, self._credited = 0.0, now
        part = self.shares.left_to_heavy()
        if part is None:
            self._credit = MAX_CREDIT
            return True
        self._credit = max(-MAX_DEBT, min(MAX_CREDIT, self._credit + part * since - worked))
        return self._credit > 0

    def _tick_later(self) -> None:
        if not self._ticking:
            self._ticking = True
            asyncio.get_running_loop().call_later(TICK_INTERVAL, self._tick)

    def _tick(self) -> None:
        self._ticking = False
        now = self._clock()
        if now - self._checked_light_at >= LIGHT_CHECK_INTERVAL:
            self._checked_light_at = now
            self._grant_to_light()
        if self._has_credit() or now - self._last_turn_at > MAX_INTERVAL:
            # One at a time, so that its work, unknown beforehand, is counted before the next turn.
            self._grant_to_lightest(MAX_TURNS_PER_TICK if self.shares.left_to_heavy() is None else 1)
        if self._waiting:
            self._tick_later()

    def _grant_to_light(self) -> None:
        for address, caller in list(self._waiting):
            first = self._first(address, caller)
            if first is not None and not self.shares.is_heavy(address, caller, first[0]):
                self._grant(address, caller)

    def _grant_to_lightest(self, count: int) -> None:
        callers = [each for each in list(self._waiting) if self._first(*each) is not None]
        if callers:
            self._last_turn_at = self._clock()
        # Rounded, so that callers of about the same weight alternate.
        for each in nsmallest(count, callers, key=lambda each: round(self.shares.weight(*each), 1)):
            self._grant(*each)

    def _first(self, address: str, caller: str) -> tuple[float, Turn] | None:
        """Return a caller's longest-waiting request; forgets requests that no longer wait."""
        queue = self._waiting[address, caller]
        while queue:
            if not queue[0][1].done():
                return queue[0]
            queue.popleft()
        del self._waiting[address, caller]
        return None

    def _grant(self, address: str, caller: str) -> None:
        self._waiting.move_to_end((address, caller))
        seconds, turn = self._waiting[address, caller].popleft()
        self._worked += seconds
        turn.set_result(True)
