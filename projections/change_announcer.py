"""Announces changes of a read model to subscribers, once the read model has them.

Events of some classes name the games that may have changed. When the read model has reached those events, one
query for all subscribers of the process looks at the games, and its result is sent to the subscribers.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from enum import Enum, unique
from typing import Final, Generic, Self, TypeVar

from application.codec import GameId, RecordedEvent
from application.runtime.cancellation import cancel_and_wait
from application.watching.game_streams import GameStreams
from application.watching.subscriber_buffer import SubscriberBuffer, Interrupted
from domain.events import Event
from projections.engine.projector import Projector

logger = logging.getLogger(__name__)

N = TypeVar("N")

PACE: Final = 0.2
"""Minimum seconds between two announcements; changes in between are announced together."""
FRESH_WITHIN: Final = 5.0
"""Seconds to wait for the read model before a warning is logged and the wait begins again."""
AGAIN: Final = 1.0
"""Seconds between a failure and the next attempt."""
MOST_TOUCHED: Final = 500
"""Maximum games in one announcement; if more have changed, subscribers must read everything again."""
MAX_BUFFERED: Final = 100
"""Announcements that may be buffered for a subscriber before it is disconnected."""


@unique
class Anew(Enum):
    """The message to subscribers that replaces an announcement."""

    ANEW = "anew"
    """Announcements may have been missed: read everything again."""


class Announcer(Generic[N]):
    """Announces changes of a read model while it is entered (`async with`).

    `concerns` are the event classes that may change the announced data. `look` returns the news of some
    games; it is called once the read model `name` has their events.
    """

    def __init__(
        self,
        watching: GameStreams,
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
        self._listeners: set[SubscriberBuffer[N | Anew]] = set()
        self._touched: set[GameId] | Anew = set()
        """The games with new events; ANEW stands for more than MOST_TOUCHED games."""
        self._stirred = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        """Begin to follow the log."""
        self._task = asyncio.create_task(self._announce(), name=f"announcer of {self._name}")
        return self

    async def __aexit__(self, *_: object) -> None:
        """Stop announcing."""
        if self._task is not None:
            await cancel_and_wait([self._task])

    @contextmanager
    def listening(self) -> Iterator[SubscriberBuffer[N | Anew]]:
        """Yield a subscription to the announcements from now on; raises Interrupted when the server stops."""
        if self._watching.stopped:
            raise Interrupted
        listener: SubscriberBuffer[N | Anew] = SubscriberBuffer(MAX_BUFFERED)
        self._listeners.add(listener)
        try:
            yield listener
        finally:
            self._listeners.discard(listener)

    def _hear(self, batch: Sequence[RecordedEvent] | None) -> None:
        if self._watching.stopped:
            for listener in self._listeners:
                listener.end(Interrupted())
        elif batch is None:
            for listener in self._listeners:
                listener.replace_all(Anew.ANEW)
            # Announced again when the read model has the missed events, or those of the restored log.
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
        with self._watching.subscribe_to_appends(self._hear):
            while True:
                await self._stirred.wait()
                self._stirred.clear()
                touched, self._touched = self._touched, set()
                try:
                    await self._projector.fresh(FRESH_WITHIN, self._name)
                    # Checked after the wait: a subscriber that joined during it has read older rows.
                    if self._listeners:
                        await self._tell(touched)
                except Exception as error:
                    # Any error is retried, and logged if it delays subscribers.
                    if self._listeners:
                        logger.warning("news of %s have to wait", self._name, exc_info=error)
                    self._touch(touched)
                    await asyncio.sleep(AGAIN)
                else:
                    await asyncio.sleep(PACE)

    async def _tell(self, touched: set[GameId] | Anew) -> None:
        if touched is Anew.ANEW:
            for listener in self._listeners:
                listener.replace_all(touched)
        else:
            news = [await self._look(frozenset(touched))]
            for listener in self._listeners:
                listener.put(news)
