"""Accounts of the event loop's time: each step of a task is charged to the caller that it serves."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Generator, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from time import perf_counter
from typing import Any, Final, TypeVar

T = TypeVar("T")

LEAST_TOLD: Final = 0.002
"""Seconds that are gathered before they are told of."""


class Account:
    """Gathers the seconds that the event loop works for one caller."""

    def __init__(self, told: Callable[[float], None]) -> None:
        self._told = told
        self._seconds = 0.0

    def add(self, seconds: float) -> None:
        """Count seconds; tells of them now and then."""
        self._seconds += seconds
        if self._seconds >= LEAST_TOLD:
            self.tell()

    def tell(self) -> None:
        """Tell of what was gathered since the last time."""
        seconds, self._seconds = self._seconds, 0.0
        if seconds:
            self._told(seconds)


_account: ContextVar[Account | None] = ContextVar("account", default=None)


def add_to_account(seconds: float) -> None:
    """Count work that was done elsewhere, in a thread for example, for the task that asks for it."""
    if (account := _account.get()) is not None:
        account.add(seconds)


@contextmanager
def on_account(account: Account) -> Iterator[None]:
    """Have the tasks that are begun in here counted on an account, and those that they begin."""
    loop = asyncio.get_running_loop()
    if loop.get_task_factory() is None:
        loop.set_task_factory(_make_task)
    token = _account.set(account)
    try:
        yield
    finally:
        _account.reset(token)
        account.tell()


class Counted(Coroutine[Any, Any, T]):
    """Work whose steps are counted on an account; awaited, or carried out by a task."""

    def __init__(self, work: Coroutine[Any, Any, T], account: Account) -> None:
        self._work = work
        self._account = account

    def send(self, value: Any) -> Any:
        """Carry out a step."""
        begun = perf_counter()
        try:
            return self._work.send(value)
        finally:
            self._account.add(perf_counter() - begun)

    def throw(self, *error: Any) -> Any:
        """Carry out a step that begins with an error."""
        begun = perf_counter()
        try:
            return self._work.throw(*error)
        finally:
            self._account.add(perf_counter() - begun)

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
