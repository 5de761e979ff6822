"""Requests that wait for a worker: choices, for which a game waits, go before reviews."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from enum import IntEnum
from itertools import count
from typing import Final

from application.thinking.messages import Made

Job = tuple[bytes, "asyncio.Future[Made]"]
"""The message to a worker, and the future of its answer."""


class Urgency(IntEnum):
    """The order in which workers take what waits."""

    CHOICE = 0
    REVIEW = 1


class WaitingRequests:
    """Bounded queue for each urgency; a worker takes the oldest of the most urgent jobs."""

    def __init__(self, most: int) -> None:
        """Create empty queues, each for `most` jobs."""
        self._most = most
        self._jobs: asyncio.PriorityQueue[tuple[Urgency, int, Job]] = asyncio.PriorityQueue()
        self._numbers: Final = count()
        self._waiting = dict.fromkeys(Urgency, 0)

    def put(self, job: Job, urgency: Urgency) -> None:
        """Add a job; raises QueueFull of asyncio."""
        if self._waiting[urgency] >= self._most:
            raise asyncio.QueueFull
        self._waiting[urgency] += 1
        self._jobs.put_nowait((urgency, next(self._numbers), job))

    async def get(self) -> Job:
        """Wait for a job, and remove it."""
        return self._taken(await self._jobs.get())

    def drain(self) -> Iterator[Job]:
        """Remove and yield all jobs."""
        while not self._jobs.empty():
            yield self._taken(self._jobs.get_nowait())

    def _taken(self, queued: tuple[Urgency, int, Job]) -> Job:
        urgency, _, job = queued
        self._waiting[urgency] -= 1
        return job
