"""Timer wheel: time limits of tasks that share one timer of the event loop.

Most limits are never reached: an operation takes a millisecond of its fifteen seconds, and a timer of its own
would be set and cancelled for nothing. The wheel keeps the limits in slots of `GRANULARITY` seconds, and its
timer waits for the earliest slot alone.
"""

from __future__ import annotations

import asyncio
from asyncio import current_task, get_running_loop
from math import ceil
from types import TracebackType
from typing import Final, Self

from msgspec import Struct

GRANULARITY: Final = 0.0625
"""Seconds of a slot, by which a limit may end late; a power of two, so that the ends of slots are exact."""


class TimerWheel:
    """The time limits of an event loop."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.loop = loop
        self._slots: dict[int, set[TimeLimit]] = {}
        """By number: the limits that end with a slot."""
        self._timer: asyncio.TimerHandle | None = None
        self._awaited = 0
        """Number of the slot for which the timer waits."""

    def add(self, limit: TimeLimit, when: float) -> set[TimeLimit]:
        """Add a limit, and return its slot, from which the limit removes itself."""
        number = ceil(when / GRANULARITY)
        slot = self._slots.get(number)
        if slot is None:
            slot = set()
            if when <= self.loop.time():
                self.loop.call_soon(_expire, slot)
            else:
                self._slots[number] = slot
                if self._timer is None or number < self._awaited:
                    self._wait_for(number)
        slot.add(limit)
        return slot

    def _wait_for(self, number: int) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._awaited = number
        self._timer = self.loop.call_at(number * GRANULARITY, self._turn)

    def _turn(self) -> None:
        """End the limits of the slots that are over."""
        self._timer = None
        # The clock may show a little less than what the timer waited for.
        reached = max(self._awaited, int(self.loop.time() / GRANULARITY))
        for number in sorted(each for each in self._slots if each <= reached):
            _expire(self._slots.pop(number))
        # Most slots are empty by now: limits leave them when they end.
        self._slots = {number: slot for number, slot in self._slots.items() if slot}
        if self._slots:
            self._wait_for(min(self._slots))


class TimeLimit(Struct, eq=False):
    """Cancels the task in it at a time of the event loop's clock, and raises TimeoutError there.

    It does what `asyncio.timeout_at` does, but may be late by `GRANULARITY`. A task that others cancel, too,
    ends with their cancellation, and limits may be nested.
    """

    _when: float | None
    """The time; None is no limit."""
    _task: asyncio.Task[object] | None = None
    _cancelling: int = 0
    """The cancellations of the task that were under way when it entered."""
    _expired: bool = False
    _slot: set[TimeLimit] | None = None
    """The slot of the wheel that holds it; None if it has no time, or has expired."""

    def begin(self) -> None:
        """Enter the limit, without a context manager; `end` must follow in the same task."""
        if self._task is not None or self._expired:
            raise RuntimeError("a time limit begins once")
        task = current_task()
        if task is None:
            raise RuntimeError("a time limit needs a task")
        self._task, self._cancelling = task, task.cancelling()
        if self._when is not None:
            self._slot = _wheel().add(self, self._when)

    def end(self, error: type[BaseException] | None = None) -> None:
        """Leave the limit after work that ended with an error; raises TimeoutError if it was the limit's."""
        task, self._task = self._task, None
        assert task is not None, "it has begun"
        if self._slot is not None:
            self._slot.discard(self)
        # A cancellation by others is left to them.
        if self._expired and task.uncancel() <= self._cancelling and error is asyncio.CancelledError:
            raise TimeoutError

    def reschedule(self, when: float | None) -> None:
        """Move the end of a limit that has begun and has not ended; raises RuntimeError."""
        if self._task is None or self._expired:
            raise RuntimeError("the time limit is over")
        if self._slot is not None:
            self._slot.discard(self)
        self._when = when
        self._slot = None if when is None else _wheel().add(self, when)

    def expired(self) -> bool:
        """Return whether the time was over within the limit."""
        return self._expired

    def expire(self) -> None:
        """Cancel the task, for the wheel."""
        self._slot = None
        if self._task is not None and not self._expired:
            self._expired = True
            self._task.cancel()

    async def __aenter__(self) -> Self:
        self.begin()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        if error is None:
            self.end()
            return
        try:
            self.end(kind)
        except TimeoutError as expired:
            raise expired from error


def _expire(slot: set[TimeLimit]) -> None:
    for limit in slot:
        limit.expire()


_latest: TimerWheel | None = None


def _wheel() -> TimerWheel:
    """Return the wheel of the running event loop.

    Only that of the latest loop is found again: each limit keeps its slot, so a loop may have several wheels.
    """
    global _latest
    loop, wheel = get_running_loop(), _latest
    if wheel is None or wheel.loop is not loop:
        wheel = _latest = TimerWheel(loop)
    return wheel
