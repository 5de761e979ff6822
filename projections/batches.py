"""How a batch is carried into a read model, and how the event is found that cannot be."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from typing import Final

from eventsourcing.persistence import PersistenceError, Tracking
from sqlalchemy import exc

from application.recorded import CorruptEvent, Position, topic_of
from application.store import Kinds, Store, Stretch
from projections.projection import Projection
from projections.tables import OutOfStep

BATCH: Final = 2500
"""Events that are folded together: with fewer, PostgreSQL above all spends its time on the transactions."""

SPARSE: Final = 4
"""How many times as long a stretch is for a read model that folds only some of the events."""

Write = Callable[[Stretch], Awaitable[Tracking]]
"""Folds a stretch of the log into a read model in one transaction and returns where it is then."""

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


def length_of(projection: Projection, batch: int) -> int:
    """Return over how many events of the log a transaction goes that is to fold about a batch."""
    return batch if projection.kinds is None else SPARSE * batch


def described(error: Exception) -> str:
    """Return what a status says of an error."""
    return f"{type(error).__name__}: {error}"[:_LONGEST_ERROR]


async def carry(stretch: Stretch, write: Write) -> Position:
    """Write a stretch of the log, event by event if it fails as a whole.

    Raises Poison for the event at fault, when all before it has been written.
    """
    try:
        return (await write(stretch)).notification_id
    except PASSING:
        raise
    except Exception as error:
        # A fold may fail in any way.
        if not stretch.events:
            raise
        if stretch.upto == stretch.after + 1:
            raise Poison(stretch.upto, topic_of(type(stretch.events[0].event)), error) from error
    position = stretch.after
    for each in _apart(stretch):
        position = await carry(each, write)
    return position


def _apart(stretch: Stretch) -> Iterator[Stretch]:
    """Cut a stretch before and after each of its events."""
    after = stretch.after
    for event in stretch.events:
        for upto, events in ((event.position - 1, ()), (event.position, (event,))):
            if upto > after:
                yield Stretch(after, upto, events)
                after = upto
    if stretch.upto > after:
        yield Stretch(after, stretch.upto, ())


async def carry_up_to_corrupt(
    store: Store, after: Position, length: int, kinds: Kinds, write: Write
) -> Position:
    """Write up to `length` events one by one; raises Poison for the one that cannot be decoded."""
    for _ in range(length):
        try:
            found = await store.stretch(after, 1, kinds)
        except CorruptEvent as error:
            raise Poison(after + 1, error.topic, error) from error
        if found.upto == after:
            break
        after = await carry(found, write)
    return after
