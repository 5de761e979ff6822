"""Announces changes of a read model to subscribers, once the read model has them.

Events of some classes name the games that may have changed. When the read model has reached those events, one
query for all subscribers of the process reads the games, and its result is sent to the subscribers.
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
from application.watching.subscriber_buffer import Interrupted, SubscriberBuffer
from domain.events import Event
from projections.engine.projector import NotFresh, ProjectionStopped, Projector

logger = logging.getLogger(__name__)

Changes = TypeVar("Changes")

MIN_INTERVAL: Final = 0.2
"""Minimum seconds between two announcements; changes in between are announced together."""
FRESH_TIMEOUT: Final = 5.0
"""Seconds to wait for the read model before a warning is logged and the wait begins again."""
CATCH_UP_TIMEOUT: Final = 2.0
"""Maximum seconds that a new subscriber waits for the read model."""
RETRY_DELAY: Final = 1.0
"""Seconds between a failure and the next attempt."""
MAX_CHANGED_GAMES: Final = 500
"""Maximum games in one announcement; if more have changed, subscribers must read everything again."""
MAX_BUFFERED: Final = 100
"""Announcements that may be buffered for a subscriber before it is disconnected."""


@unique
class Refetch(Enum):
    """The message to subscribers that replaces an announcement."""

    REQUIRED = "refetch"
    """Announcements may have been missed: read everything again."""


class Announcer(Generic[Changes]):
    """Announces changes of a read model while it is entered (`async with`).

    Events of `event_classes` may change the announced data. `query` returns the changes of some games; it is
    called once the read models `names` have their events.
    """

    def __init__(
        self,
        watching: GameStreams,
        projector: Projector,
        names: tuple[str, ...],
        event_classes: frozenset[type[Event]],
        query: Callable[[frozenset[GameId]], Awaitable[Changes]],
    ) -> None:
        self._watching = watching
        self._projector = projector
        self._names = names
        self._event_classes = event_classes
        self._query = query
        self._subscribers: set[SubscriberBuffer[Changes | Refetch]] = set()
        self._changed: set[GameId] | Refetch = set()
        """The games with new events; REQUIRED stands for more than MAX_CHANGED_GAMES games."""
        self._wake_up = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        """Begin to follow the log."""
        self._task = asyncio.create_task(self._announce(), name=f"announcer of {self._names[0]}")
        return self

    async def __aexit__(self, *_: object) -> None:
        """Stop announcing."""
        if self._task is not None:
            await cancel_and_wait([self._task])

    @contextmanager
    def subscription(self) -> Iterator[SubscriberBuffer[Changes | Refetch]]:
        """Yield a subscription to the announcements from now on; raises Interrupted when the server stops."""
        subscriber: SubscriberBuffer[Changes | Refetch] = SubscriberBuffer(MAX_BUFFERED)
        with self._added(subscriber):
            yield subscriber

    @contextmanager
    def _added(self, subscriber: SubscriberBuffer[Changes | Refetch]) -> Iterator[None]:
        if self._watching.stopped:
            raise Interrupted
        self._subscribers.add(subscriber)
        try:
            yield
        finally:
            self._subscribers.discard(subscriber)

    async def _catch_up(self) -> None:
        """Wait until the read model has all that is stored by now.

        If that takes too long, all subscribers read everything again as soon as it has.
        """
        try:
            await self._projector.fresh(CATCH_UP_TIMEOUT, *self._names)
        except (NotFresh, ProjectionStopped):
            self._mark_changed(Refetch.REQUIRED)

    def _receive(self, batch: Sequence[RecordedEvent] | None) -> None:
        if self._watching.stopped:
            for subscriber in self._subscribers:
                subscriber.end(Interrupted())
        elif batch is None:
            for subscriber in self._subscribers:
                subscriber.replace_all(Refetch.REQUIRED)
            # Announced again when the read model has the missed events, or those of the restored log.
            self._mark_changed(Refetch.REQUIRED)
        else:
            self._mark_changed({each.game for each in batch if self._concerns(each)})

    def _concerns(self, recorded: RecordedEvent) -> bool:
        """Return whether an event may change what subscribers have."""
        return type(recorded.event) in self._event_classes

    def _distribute(self, changes: Changes) -> None:
        """Send changes to the subscribers."""
        for subscriber in self._subscribers:
            subscriber.put([changes])

    def _mark_changed(self, games: set[GameId] | Refetch) -> None:
        if games is Refetch.REQUIRED or self._changed is Refetch.REQUIRED:
            self._changed = Refetch.REQUIRED
        else:
            self._changed |= games
            if len(self._changed) > MAX_CHANGED_GAMES:
                self._changed = Refetch.REQUIRED
        if self._changed:
            self._wake_up.set()

    async def _announce(self) -> None:
        with self._watching.subscribe_to_appends(self._receive):
            while True:
                await self._wake_up.wait()
                self._wake_up.clear()
                changed, self._changed = self._changed, set()
                try:
                    await self._projector.fresh(FRESH_TIMEOUT, *self._names)
                    # Checked after the wait: a subscriber that joined during it has read older rows.
                    if self._subscribers:
                        await self._publish(changed)
                except Exception as error:
                    # Any error is retried, and logged if it delays subscribers.
                    if self._subscribers:
                        logger.warning(
                            "changes of %s could not be announced, trying again",
                            self._names[0],
                            exc_info=error,
                        )
                    self._mark_changed(changed)
                    await asyncio.sleep(RETRY_DELAY)
                else:
                    await asyncio.sleep(MIN_INTERVAL)

    async def _publish(self, changed: set[GameId] | Refetch) -> None:
        if changed is Refetch.REQUIRED:
            for subscriber in self._subscribers:
                subscriber.replace_all(changed)
        else:
            self._distribute(await self._query(frozenset(changed)))
