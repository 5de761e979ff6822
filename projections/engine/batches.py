"""Writes batches of events into a read model, and finds the poison event if a batch fails."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from typing import Any, Final

import psycopg
from eventsourcing.persistence import PersistenceError, Tracking
from sqlalchemy import Connection, exc

from application.codec import CorruptEvent, GameId, Position, Version, topic_of
from application.store.port import EventTypes, EventKey, Store, LogSlice
from projections.engine.projection import Projection
from projections.engine.skipped_events import Skips
from projections.engine.tracking import Role, track, tracked

BATCH: Final = 2500
"""Events folded in one transaction; with fewer, above all PostgreSQL spends its time on transactions."""

SPARSE: Final = 4
"""Factor by which a stretch is longer for a read model that folds only some event classes."""

Write = Callable[[LogSlice], Awaitable[Tracking]]
"""Folds a stretch of the log into a read model in one transaction and returns the position reached."""

_OF_THE_DATABASE: Final = (exc.DBAPIError, exc.TimeoutError, exc.InvalidRequestError, psycopg.Error)
_OF_THE_DATA: Final = (exc.DataError, exc.IntegrityError, psycopg.DataError, psycopg.IntegrityError)
_UNBOUND: Final = ("cannot adapt type", "Error binding parameter")
"""Beginnings of driver messages about a value from a fold that the driver cannot send."""

_LONGEST_ERROR = 500


class Poison(PersistenceError):
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


def length_of(projection: Projection, batch: int) -> int:
    """Return the number of positions in a stretch, so that a transaction folds about one batch."""
    return batch if projection.kinds is None else SPARSE * batch


def described(error: Exception) -> str:
    """Return the description of an error for the status."""
    return f"{type(error).__name__}: {error}"[:_LONGEST_ERROR]


def blames_an_event(error: Exception) -> bool:
    """Return whether an error is caused by folding an event, or by the rows that it is folded into.

    All other errors are the database's: it is full, unreachable, a standby or locked, or a table was swapped.
    They may pass.
    """
    if isinstance(error, PersistenceError | OSError | MemoryError):
        return False
    if not isinstance(error, _OF_THE_DATABASE) or isinstance(error, _OF_THE_DATA):
        return True
    cause = error.orig if isinstance(error, exc.DBAPIError) else error
    # The statement never reached the server, so the error has no SQLSTATE.
    unsent = isinstance(error, exc.ProgrammingError | psycopg.ProgrammingError)
    return unsent and getattr(cause, "sqlstate", None) is None and str(cause).startswith(_UNBOUND)


async def carry(stretch: LogSlice, write: Write) -> Position:
    """Write a stretch of the log; if that fails, write its events one by one.

    Raises Poison for the event at fault, after all events before it have been written.
    """
    try:
        return (await write(stretch)).notification_id
    except Exception as error:
        # A fold may raise any exception.
        if not stretch.events or not blames_an_event(error):
            raise
        if stretch.upto == stretch.after + 1:
            [at_fault] = stretch.events
            topic = topic_of(type(at_fault.event))
            raise Poison(stretch.upto, at_fault.game, at_fault.version, topic, error) from error
    position = stretch.after
    for each in _apart(stretch):
        position = await carry(each, write)
    return position


def _apart(stretch: LogSlice) -> Iterator[LogSlice]:
    """Split a stretch so that each event has a stretch of its own."""
    after = stretch.after
    for event in stretch.events:
        if event.position - 1 > after:
            yield LogSlice(after, event.position - 1, (), stretch.identity)
        end = EventKey(event.game, event.version)
        yield LogSlice(event.position - 1, event.position, (event,), stretch.identity, end=end)
        after = event.position
    if stretch.upto > after:
        yield LogSlice(after, stretch.upto, (), stretch.identity, end=stretch.end)


async def carry_up_to_corrupt(
    store: Store, after: Position, length: int, kinds: EventTypes, write: Write, skips: Skips
) -> Position:
    """Write up to `length` events one by one; raises Poison for the event that cannot be decoded.

    A skipped event is passed over even if it cannot be decoded.
    """
    for _ in range(length):
        try:
            found = await store.read_slice(after, 1, kinds)
        except CorruptEvent as error:
            if skips.find(error.game, error.version) is None:
                raise Poison(after + 1, error.game, error.version, error.topic, error) from error
            found = LogSlice(after, after + 1, ())
        if found.upto == after:
            break
        after = await carry(skips.without(found), write)
    return after


def record(connection: Connection, projection: Projection, poison: Poison) -> None:
    """Record the event that stops a read model in its tracking row."""
    active = tracked(connection, projection, Role.ACTIVE, lock=True)
    # Another process may have brought the rows past the event since.
    if active is not None and active.position < poison.position:
        track(connection, projection, Role.ACTIVE, **poison.failure)
