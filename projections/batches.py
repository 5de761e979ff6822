"""How a batch is carried into a read model, and how the event is found that cannot be."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Final

from eventsourcing.persistence import PersistenceError, Tracking
from sqlalchemy import exc

from application.recorded import CorruptEvent, Position, Recorded, topic_of
from application.store import Store
from projections.tables import OutOfStep

BATCH: Final = 2500
"""Events that are folded together: with fewer, PostgreSQL above all spends its time on the transactions."""

Write = Callable[[Sequence[Recorded]], Awaitable[Tracking]]
"""Folds a batch into a read model in one transaction and returns where it is then."""

PASSING = (OutOfStep, exc.OperationalError, exc.InterfaceError, exc.TimeoutError, OSError)
"""What is the fault of no event: a locked or full database, a lost connection, a swap."""

_LONGEST_ERROR = 500


class Poison(PersistenceError):
    """An event cannot be decoded or folded, now or ever, by this code."""

    def __init__(self, position: Position, topic: str, cause: Exception) -> None:
        self.position = position
        self.topic = topic
        self.error = described(cause)
        super().__init__(f"event {topic} at position {position}: {self.error}")


def described(error: Exception) -> str:
    """Return what a status says of an error."""
    return f"{type(error).__name__}: {error}"[:_LONGEST_ERROR]


async def carry(batch: Sequence[Recorded], write: Write) -> Position:
    """Write a batch, event by event if it fails as a whole; raises Poison for the event at fault."""
    try:
        return (await write(batch)).notification_id
    except PASSING:
        raise
    except Exception as error:
        # A fold may fail in any way.
        if len(batch) == 1:
            raise Poison(batch[0].position, topic_of(type(batch[0].event)), error) from error
    position = batch[0].position
    for recorded in batch:
        position = await carry([recorded], write)
    return position


async def carry_up_to_corrupt(store: Store, after: Position, limit: int, write: Write) -> Position:
    """Write up to `limit` events one by one; raises Poison for the one that cannot be decoded."""
    for _ in range(limit):
        try:
            found = await store.select(after, 1)
        except CorruptEvent as error:
            raise Poison(after + 1, error.topic, error) from error
        if not found:
            break
        after = await carry(found, write)
    return after
