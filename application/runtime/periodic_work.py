"""Work on a database that is repeated in the background until it is stopped."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final

from sqlalchemy.exc import SQLAlchemyError

from application.runtime.cancellation import cancel_and_wait

logger = logging.getLogger(__name__)

STOP_TIMEOUT: Final = 10.0
"""Seconds to wait for work under way, which a database that does not answer may delay."""


class PeriodicWork:
    """Does some work again and again, with a pause before each time; a failure of the database is logged."""

    def __init__(self, name: str, work: Callable[[], Awaitable[None]], every: float) -> None:
        self._name = name
        self._work = work
        self._every = every
        self._stopping = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin, with a pause first."""
        self._task = asyncio.create_task(self._run(), name=self._name)

    async def stop(self) -> None:
        """Stop, after the work that is under way: its thread must give the connection back."""
        self._stopping.set()
        if self._task is not None:
            await asyncio.wait([self._task], timeout=STOP_TIMEOUT)
            await cancel_and_wait([self._task])

    async def _run(self) -> None:
        is_failing = False
        while not await self._stops():
            try:
                await self._work()
            except SQLAlchemyError as error:
                if not is_failing:
                    logger.warning("%s fails and is tried again: %s", self._name, type(error).__name__)
                is_failing = True
            else:
                is_failing = False

    async def _stops(self) -> bool:
        """Pause, and return whether the work is to stop."""
        try:
            async with asyncio.timeout(self._every):
                await self._stopping.wait()
        except TimeoutError:
            return False
        return True
