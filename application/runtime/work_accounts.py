"""Accounts of the event loop's time: each step of a task is charged to the caller that it serves."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Generator
from contextvars import ContextVar
from math import inf
from time import perf_counter
from types import coroutine
from typing import Any, Final, TypeVar

from application.runtime.step_clock import processor_seconds_since

T = TypeVar("T")

MIN_CHARGED_SECONDS: Final = 0.002
"""Seconds that accumulate before they are charged."""


class Account:
    """Counts the seconds that the event loop works for one caller."""

    seconds = 0.0
    """Seconds counted since the last charge."""
    reserved = 0.0
    """Seconds reserved for work that is yet to come."""
    expected = 0.0
    """Seconds to reserve when the work first waits; work that never waits needs no reservation."""
    closed = False
    """True if the request has ended; a reservation made after that would never be released."""
    begun = 0.0
    """Start of the last step by `perf_counter`, 0 before the first.

    Two questions that find the same start were asked in one step, provided that both run on this account.
    """

    @property
    def reads(self) -> asyncio.Semaphore | None:
        """Bounds the caller's concurrent reads; None if no other caller waits for them."""
        return None

    def add(self, seconds: float) -> None:
        """Count seconds, and charge them once `MIN_CHARGED_SECONDS` have accumulated."""
        self.seconds += seconds
        if self.seconds >= MIN_CHARGED_SECONDS:
            self.settle()

    def settle(self) -> None:
        """Charge the seconds counted since the last charge, and release as many of the reserved ones."""
        seconds, self.seconds = self.seconds, 0.0
        if seconds:
            if self.reserved:
                self._release(min(seconds, self.reserved))
            self.charge(seconds)

    def free(self) -> None:
        """Charge the counted seconds, release the reservation, and expect no further work."""
        self.expected = 0.0
        if self.reserved:
            self._release(self.reserved)
        if self.seconds:
            self.settle()

    def close(self) -> None:
        """Release the reservation and accept no further one; continuing work is still counted."""
        self.free()
        self.closed = True

    async def wait_to_continue(self) -> None:
        """Wait until the caller's long work may go on."""

    def is_heavy(self) -> bool:
        """Return whether the caller has to wait for its turns now."""
        return False

    async def prepare(self, seconds: float) -> None:
        """Wait until the caller may begin work that takes `seconds`, and reserve them."""
        self.reserve(seconds)

    def reserve(self, seconds: float) -> None:
        """Raise the reservation to `seconds` of work that is yet to come.

        Without reservations, the work of many concurrent requests would count only once it is done.
        """
        missing = seconds - self.reserved
        if missing > 0 and not self.closed:
            self.reserved += missing
            self.hold(missing)

    def charge(self, seconds: float) -> None:
        """Charge the seconds to the caller."""
        raise NotImplementedError

    def hold(self, seconds: float) -> None:
        """Count reserved seconds; a negative number releases them."""

    def _release(self, seconds: float) -> None:
        self.reserved -= seconds
        self.hold(-seconds)


_account: ContextVar[Account | None] = ContextVar("account", default=None)


def step_seconds() -> float:
    """Return the seconds that the current step has worked, infinity for a task without an account."""
    account = _account.get()
    return inf if account is None else perf_counter() - account.begun


def account_of_task() -> Account | None:
    """Return the running task's account, None if it has none."""
    return _account.get()


async def wait_to_continue() -> None:
    """Wait until the long work of the running task's caller may go on."""
    if (account := _account.get()) is not None:
        await account.wait_to_continue()


async def prepare(seconds: float) -> None:
    """Wait until the running task's caller may begin work that takes `seconds`, and reserve them."""
    if (account := _account.get()) is not None:
        await account.prepare(seconds)


def add_to_account(seconds: float) -> None:
    """Count work done elsewhere, for example in a thread, for the running task."""
    if (account := _account.get()) is not None:
        account.add(seconds)


@coroutine
def run_on_account(work: Coroutine[Any, Any, T], account: Account) -> Generator[Any, Any, T]:
    """Run a coroutine on an account: its steps are counted, and those of the tasks that it starts.

    A generator, since each step of a `CountedCoroutine` takes calls of its methods, too.
    """
    loop = asyncio.get_running_loop()
    if loop.get_task_factory() is None:
        loop.set_task_factory(_make_task)
    token = _account.set(account)
    step, given = work.send, None
    try:
        while True:
            begun = account.begun = perf_counter()
            try:
                awaited = step(given)
            except StopIteration as ended:
                result: T = ended.value
                return result
            finally:
                account.add(processor_seconds_since(begun))
            if account.expected:
                account.reserve(account.expected)
                account.expected = 0.0
            try:
                step, given = work.send, (yield awaited)
            except GeneratorExit:
                work.close()
                raise
            except BaseException as error:  # noqa: BLE001 - it is the coroutine's to handle
                step, given = work.throw, error
    finally:
        _account.reset(token)
        account.close()


class CountedCoroutine(Coroutine[Any, Any, T]):
    """Coroutine whose steps are counted on an account, for a task.

    It is a class because a task that is cancelled before its first step never enters a wrapping function.
    """

    __slots__ = ("_account", "_work")

    def __init__(self, work: Coroutine[Any, Any, T], account: Account) -> None:
        self._work = work
        self._account = account

    def send(self, value: Any) -> Any:
        """Run one step."""
        begun = self._account.begun = perf_counter()
        try:
            return self._work.send(value)
        finally:
            self._account.add(processor_seconds_since(begun))

    def throw(self, *error: Any) -> Any:
        """Run one step, which begins with an error."""
        begun = self._account.begun = perf_counter()
        try:
            return self._work.throw(*error)
        finally:
            self._account.add(processor_seconds_since(begun))

    def close(self) -> None:
        """Close the wrapped coroutine."""
        self._work.close()

    def __await__(self) -> Generator[Any, Any, T]:
        return self

    def __iter__(self) -> CountedCoroutine[T]:
        return self

    def __next__(self) -> Any:
        return self.send(None)


def _make_task(loop: asyncio.AbstractEventLoop, work: Any, **options: Any) -> asyncio.Task[Any]:
    account = _account.get()
    if account is not None and asyncio.iscoroutine(work):
        work = CountedCoroutine(work, account)
    return asyncio.Task(work, loop=loop, **options)
