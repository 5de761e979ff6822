"""Accounts of the event loop's time: each step of a task is charged to the caller that it serves."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Generator
from contextvars import ContextVar
from math import inf
from time import thread_time
from typing import Any, Final, TypeVar

T = TypeVar("T")

LEAST_CHARGED: Final = 0.002
"""Seconds that are gathered before they are charged."""


class Account:
    """Gathers the seconds that the event loop works for one caller."""

    __slots__ = ("begun", "closed", "reads", "reserved", "seconds")

    def __init__(self, reads: asyncio.Semaphore | None = None) -> None:
        self.seconds = 0.0
        """Seconds that were counted since they were last charged."""
        self.reserved = 0.0
        """Seconds that were reserved for work that is yet to come."""
        self.closed = False
        """Whether the request has ended: what were reserved now would never be freed."""
        self.begun = 0.0
        """When the current step began, by `thread_time`: who waits for a processor does no work."""
        self.reads = reads
        """Bounds the caller's reads that run at once; None where nobody else waits for them."""

    def add(self, seconds: float) -> None:
        """Count seconds; charges them now and then."""
        self.seconds += seconds
        if self.seconds >= LEAST_CHARGED:
            self.settle()

    def settle(self) -> None:
        """Charge what was counted since the last time; it was reserved, or is more than that."""
        seconds, self.seconds = self.seconds, 0.0
        if seconds:
            self._release(min(seconds, self.reserved))
            self.charge(seconds)

    def free(self) -> None:
        """Charge what was counted, and free what was reserved and not needed."""
        self.settle()
        self._release(self.reserved)

    def close(self) -> None:
        """Free what was reserved for good; work that goes on is still counted."""
        self.free()
        self.closed = True

    async def go_on(self) -> None:
        """Wait until the caller's long work may go on."""

    def is_heavy(self) -> bool:
        """Tell whether the caller has to wait for its turns now."""
        return False

    async def prepare(self, seconds: float) -> None:
        """Wait until the caller may begin with work that takes so long, and have it reserved."""
        self.reserve(seconds)

    def reserve(self, seconds: float) -> None:
        """Have so many seconds reserved that are yet to come.

        Known only afterwards, the work of many requests at once would count when it is done.
        """
        missing = seconds - self.reserved
        if missing > 0 and not self.closed:
            self.reserved += missing
            self.hold(missing)

    def charge(self, seconds: float) -> None:
        """Take the seconds down for the caller."""
        raise NotImplementedError

    def hold(self, seconds: float) -> None:
        """Take seconds down that are reserved, fewer than none for those that are no more."""

    def _release(self, seconds: float) -> None:
        if seconds:
            self.reserved -= seconds
            self.hold(-seconds)


_account: ContextVar[Account | None] = ContextVar("account", default=None)


def step_seconds() -> float:
    """Return how long the current step has worked; infinity for work on no account."""
    account = _account.get()
    return inf if account is None else thread_time() - account.begun


def account_of_task() -> Account | None:
    """Return the account on which the running task works, None where there is none."""
    return _account.get()


async def may_go_on() -> None:
    """Wait until the long work of the running task's caller may go on."""
    if (account := _account.get()) is not None:
        await account.go_on()


async def prepare(seconds: float) -> None:
    """Wait until the caller of the running task may begin with work that takes so long, and reserve it."""
    if (account := _account.get()) is not None:
        await account.prepare(seconds)


def add_to_account(seconds: float) -> None:
    """Count work that was done elsewhere, in a thread for example, for the task that asks for it."""
    if (account := _account.get()) is not None:
        account.add(seconds)


async def charged(work: Coroutine[Any, Any, T], account: Account) -> T:
    """Carry work out on an account: its steps count, and those of the tasks that it begins."""
    loop = asyncio.get_running_loop()
    if loop.get_task_factory() is None:
        loop.set_task_factory(_make_task)
    token = _account.set(account)
    try:
        return await Counted(work, account)
    finally:
        _account.reset(token)
        account.close()


class Counted(Coroutine[Any, Any, T]):
    """Work whose steps are counted on an account; awaited, or carried out by a task.

    A class, since a task that is cancelled before its first step never enters a function around its work.
    """

    __slots__ = ("_account", "_work")

    def __init__(self, work: Coroutine[Any, Any, T], account: Account) -> None:
        self._work = work
        self._account = account

    def send(self, value: Any) -> Any:
        """Carry out a step."""
        begun = self._account.begun = thread_time()
        try:
            return self._work.send(value)
        finally:
            self._account.add(thread_time() - begun)

    def throw(self, *error: Any) -> Any:
        """Carry out a step that begins with an error."""
        begun = self._account.begun = thread_time()
        try:
            return self._work.throw(*error)
        finally:
            self._account.add(thread_time() - begun)

    def close(self) -> None:
        """End the work where it stands."""
        self._work.close()

    def __await__(self) -> Generator[Any, Any, T]:
        return self

    def __iter__(self) -> Counted[T]:
        return self

    def __next__(self) -> Any:
        return self.send(None)


def _make_task(loop: asyncio.AbstractEventLoop, work: Any, **options: Any) -> asyncio.Task[Any]:
    account = _account.get()
    if account is not None and asyncio.iscoroutine(work):
        work = Counted(work, account)
    return asyncio.Task(work, loop=loop, **options)
