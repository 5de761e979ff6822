"""Telling who waits for it that a read model has changed, as soon as its readers can find that there.

Events of some classes say which games to look at. Once the read model knows of them, one look is taken for
all listeners of the process, and they are told what it found.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from enum import Enum, unique
from typing import Final, Generic, Self, TypeVar

from application.delivery import Delivery, Interrupted
from application.ending import ended
from application.recorded import GameId, Recorded
from application.watching import Watching
from domain.events import Event
from projections.projector import Projector

logger = logging.getLogger(__name__)

N = TypeVar("N")

PACE: Final = 0.2
"""Seconds between two announcements, at least; what comes meanwhile is told together."""
FRESH_WITHIN: Final = 5.0
"""Seconds after which it is said in the log that a read model does not come up to it."""
AGAIN: Final = 1.0
"""Seconds after which what failed is tried again."""
MOST_TOUCHED: Final = 500
"""Games that are looked at for one announcement; where more have changed, listeners look at all again."""
MOST_WAITING: Final = 100
"""Announcements that may wait for a listener before it is cut off."""


@unique
class Anew(Enum):
    """What a listener is told instead of news."""

    ANEW = "anew"
    """Something may have been missed: look at all of it again."""


class Announcer(Generic[N]):
    """Announces news of a read model while it is entered (`async with`).

    `concerns` are the classes of events that may change what is listened to, `look` returns what is new of
    some games once the read model `name` knows of their events.
    """

    def __init__(
        self,
        watching: Watching,
        projector: Projector,
        name: str,
        concerns: frozenset[type[Event]],
        look: Callable[[frozenset[GameId]], Awaitable[N]],
    ) -> None:
        self._watching = watching
        self._projector = projector
        self._name = name
        self._concerns = concerns
        self._look = look
        self._listeners: set[Delivery[N | Anew]] = set()
        self._touched: set[GameId] | Anew = set()
        """Where something has happened; ANEW stands for more games than are remembered."""
        self._stirred = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        """Begin to listen to the log."""
        self._task = asyncio.create_task(self._announce(), name=f"announcer of {self._name}")
        return self

    async def __aexit__(self, *_: object) -> None:
        """Stop announcing."""
        if self._task is not None:
            await ended([self._task])

    @contextmanager
    def listening(self) -> Iterator[Delivery[N | Anew]]:
        """Give what is announced from now on; raises Interrupted when the server stops."""
        if self._watching.stopped:
            raise Interrupted
        listener: Delivery[N | Anew] = Delivery(MOST_WAITING)
        self._listeners.add(listener)
        try:
            yield listener
        finally:
            self._listeners.discard(listener)

    def _hear(self, batch: Sequence[Recorded] | None) -> None:
        if self._watching.stopped:
            for listener in self._listeners:
                listener.end(Interrupted())
        elif batch is None:
            for listener in self._listeners:
                listener.give_instead(Anew.ANEW)
            # And once more when readers can find what was missed, or what is left of a log that was restored.
            self._touch(Anew.ANEW)
        else:
            self._touch({each.game for each in batch if type(each.event) in self._concerns})

    def _touch(self, games: set[GameId] | Anew) -> None:
        if games is Anew.ANEW or self._touched is Anew.ANEW:
            self._touched = Anew.ANEW
        else:
            self._touched |= games
            if len(self._touched) > MOST_TOUCHED:
                self._touched = Anew.ANEW
        if self._touched:
            self._stirred.set()

    async def _announce(self) -> None:
        with self._watching.hearing(self._hear):
            while True:
                await self._stirred.wait()
                self._stirred.clear()
                touched, self._touched = self._touched, set()
                try:
                    await self._projector.fresh(FRESH_WITHIN, self._name)
                    # Not before: who comes while it is waited for has read what is not fresh yet.
                    if self._listeners:
                        await self._tell(touched)
                except Exception as error:
                    # Whatever it is, it is shown to whom it keeps waiting, and tried again.
                    if self._listeners:
                        logger.warning("news of %s have to wait", self._name, exc_info=error)
                    self._touch(touched)
                    await asyncio.sleep(AGAIN)
                else:
                    await asyncio.sleep(PACE)

    async def _tell(self, touched: set[GameId] | Anew) -> None:
        if touched is Anew.ANEW:
            for listener in self._listeners:
                listener.give_instead(touched)
        else:
            news = [await self._look(frozenset(touched))]
            for listener in self._listeners:
                listener.give(news)
