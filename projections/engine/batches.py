"""Writes batches of events into a read model, and finds the poison event if a batch fails."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from typing import Any, Final

import psycopg
from eventsourcing.persistence import PersistenceError, Tracking
from sqlalchemy import Connection, exc

from application.codec import CorruptEvent, GameId, Position, RecordedEvent, Version, topic_of
from application.store.port import EventKey, EventTypes, LogSlice, Store
from projections.engine.projection import Projection
from projections.engine.skipped_events import Skips, skips_of
from projections.engine.tracking import Role, track, tracked

BATCH: Final = 2500
"""Events folded in one transaction; with fewer, above all PostgreSQL spends its time on transactions."""

SPARSE_FACTOR: Final = 4
"""Factor by which a slice is longer for a read model that folds only some event classes."""

Write = Callable[[LogSlice], Awaitable[Tracking]]
"""Folds a slice of the log into a read model in one transaction and returns the position reached."""

_DATABASE_ERRORS: Final = (exc.DBAPIError, exc.TimeoutError, exc.InvalidRequestError, psycopg.Error)
_DATA_ERRORS: Final = (exc.DataError, exc.IntegrityError, psycopg.DataError, psycopg.IntegrityError)
_UNSENDABLE: Final = ("cannot adapt type", "Error binding parameter")
"""Beginnings of driver messages about a value from a fold that the driver cannot send."""

_MAX_ERROR_LENGTH = 500


class PoisonEvent(PersistenceError):
    """An event cannot be decoded or folded, now or ever, by this code."""

    def __init__(
        self, position: Position, game: GameId, version: Version, topic: str, cause: Exception
    ) -> None:
        self.position = position
        self.game = game
        self.version = version
        self.topic = topic
        self.error = described(cause)
        super().__init__(f"event {topic} at position {position}: {self.error}")

    @property
    def failure(self) -> dict[str, Any]:
        """The values of a tracking row that this event stops."""
        return {
            "failed_position": self.position,
            "failed_topic": self.topic,
            "failed_game": self.game,
            "failed_version": self.version,
            "error": self.error,
        }


def slice_length(projection: Projection, batch: int) -> int:
    """Return the number of positions in a slice, which has about `slice_factor` batches of events."""
    return batch * projection.slice_factor * (1 if projection.kinds is None else SPARSE_FACTOR)


def described(error: Exception) -> str:
    """Return the description of an error for the status."""
    return f"{type(error).__name__}: {error}"[:_MAX_ERROR_LENGTH]


def is_caused_by_event(error: Exception) -> bool:
    """Return whether an error is caused by folding an event, or by the rows that it is folded into.

    All other errors are the database's: it is full, unreachable, a standby or locked, or a table was swapped.
    They may pass.
    """
    if isinstance(error, PersistenceError | OSError | MemoryError):
        return False
    if not isinstance(error, _DATABASE_ERRORS) or isinstance(error, _DATA_ERRORS):
        return True
    cause = error.orig if isinstance(error, exc.DBAPIError) else error
    # The statement never reached the server, so the error has no SQLSTATE.
    unsent = isinstance(error, exc.ProgrammingError | psycopg.ProgrammingError)
    return unsent and getattr(cause, "sqlstate", None) is None and str(cause).startswith(_UNSENDABLE)


async def write_slice(log_slice: LogSlice, write: Write) -> Position:
    """Write a slice of the log; if that fails, write its halves, down to single events.

    Raises PoisonEvent for the first event at fault, after all events before it have been written.
    """
    try:
        return (await write(log_slice)).notification_id
    except Exception as error:
        # A fold may raise any exception.
        if not log_slice.events or not is_caused_by_event(error):
            raise
        if log_slice.upto == log_slice.after + 1:
            [at_fault] = log_slice.events
            topic = topic_of(type(at_fault.event))
            raise PoisonEvent(log_slice.upto, at_fault.game, at_fault.version, topic, error) from error
    position = log_slice.after
    for each in split_slice(log_slice):
        position = await write_slice(each, write)
    return position


def split_slice(log_slice: LogSlice) -> Iterator[LogSlice]:
    """Yield the halves of a slice, or a single event and the positions around it."""
    after, upto, events, identity = log_slice.after, log_slice.upto, log_slice.events, log_slice.identity
    if half := len(events) // 2:
        middle = events[half - 1]
        key, start, end = _key(middle), log_slice.start, log_slice.end
        yield LogSlice(after, middle.position, events[:half], identity, start=start, end=key)
        yield LogSlice(middle.position, upto, events[half:], identity, start=key, end=end)
        return
    [event] = events
    if event.position - 1 > after:
        yield LogSlice(after, event.position - 1, (), identity)
    yield LogSlice(event.position - 1, event.position, events, identity, end=_key(event))
    if upto > event.position:
        yield LogSlice(event.position, upto, (), identity, end=log_slice.end)


def _key(event: RecordedEvent) -> EventKey:
    return EventKey(event.game, event.version)


async def write_up_to_corrupt(
    store: Store, after: Position, length: int, kinds: EventTypes, write: Write, skips: Skips
) -> Position:
    """Write a slice of the log that has events that cannot be decoded, by its halves.

    Raises PoisonEvent for the first of them, after all events before it have been written. A skipped event is
    passed over.
    """
    try:
        found = await store.read_slice(after, length, kinds)
    except CorruptEvent as error:
        if half := length // 2:
            middle = await write_up_to_corrupt(store, after, half, kinds, write, skips)
            return await write_up_to_corrupt(store, middle, length - half, kinds, write, skips)
        if skips.find(error.game, error.version) is None:
            raise PoisonEvent(after + 1, error.game, error.version, error.topic, error) from error
        found = LogSlice(after, after + 1, ())
    return await write_slice(skips.without(found), write) if found.upto > after else after


def record_poison(connection: Connection, projection: Projection, poison: PoisonEvent) -> None:
    """Record the event that stops a read model in its tracking row."""
    active = tracked(connection, projection, Role.ACTIVE, lock=True)
    # Another process may have brought the rows past the event since, or an operator may have skipped it.
    is_skipped = Skips(skips_of(connection, projection)).find(poison.game, poison.version) is not None
    if active is not None and active.position < poison.position and not is_skipped:
        track(connection, projection, Role.ACTIVE, **poison.failure)
