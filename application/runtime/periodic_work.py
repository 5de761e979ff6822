"""Work that is repeated in the background until it is stopped."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final

from eventsourcing.persistence import PersistenceError
from sqlalchemy.exc import SQLAlchemyError

from application.runtime.backoff import Backoff
from application.runtime.cancellation import cancel_and_wait

logger = logging.getLogger(__name__)

STOP_TIMEOUT: Final = 10.0
"""Seconds to wait for work under way, which a database that does not answer may delay."""

Work = Callable[[], Awaitable[object]]
"""Some work. It may return False if some of it is left, which lengthens the pause like a failure."""


class PeriodicWork:
    """Does some work again and again, and logs its failures.

    A pause of `every` seconds separates two times. It doubles with each consecutive failure, up to `longest`
    seconds. Only failures of a database are caught, and the first of consecutive ones is logged. With
    `catches_all`, every error is caught and logged with its traceback.
    """

    def __init__(
        self,
        name: str,
        work: Work,
        every: float,
        *,
        longest: float | None = None,
        at_once: bool = False,
        catches_all: bool = False,
    ) -> None:
        self._name = name
        self._work = work
        self._pauses = Backoff(shortest=every, longest=every if longest is None else longest)
        self._at_once = at_once
        self._catches_all = catches_all
        self._failures = 0
        self._woken = asyncio.Event()
        self._is_stopping = False
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin, with the work if it is to be done at once, otherwise with a pause."""
        self._task = asyncio.create_task(self._run(), name=self._name)

    def wake(self) -> None:
        """End the pause; after work that is under way there is none."""
        self._woken.set()

    async def stop(self) -> None:
        """Stop, after the work that is under way: its thread must give the connection back."""
        self._is_stopping = True
        self._woken.set()
        if self._task is not None:
            await asyncio.wait([self._task], timeout=STOP_TIMEOUT)
        await self.cancel()

    async def cancel(self) -> None:
        """Stop, and cancel the work that is under way."""
        if self._task is not None:
            await cancel_and_wait([self._task])

    async def _run(self) -> None:
        if not self._at_once:
            await self._pause()
        while not self._is_stopping:
            self._woken.clear()
            self._failures = 0 if await self._succeeds() else self._failures + 1
            await self._pause()

    async def _succeeds(self) -> bool:
        """Do the work; return whether it is all done."""
        try:
            return await self._work() is not False
        except Exception as error:
            if self._catches_all:
                logger.exception("%s fails and is tried again", self._name)
            elif not isinstance(error, (PersistenceError, SQLAlchemyError)):
                raise
            elif not self._failures:
                logger.warning("%s fails and is tried again: %s", self._name, _summary(error))
        return False

    async def _pause(self) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(self._pauses.after(self._failures)):
                await self._woken.wait()


def _summary(error: Exception) -> str:
    """Return the kind of an error and its first line; an SQL statement and its parameters follow that."""
    line = str(error).partition("\n")[0]
    return f"{type(error).__name__}: {line}" if line else type(error).__name__
