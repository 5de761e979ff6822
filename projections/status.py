"""How it goes with a read model: how far it is, how far behind, and what keeps it from going on."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum, unique

from eventsourcing.persistence import PersistenceError
from msgspec import Struct

from application.recorded import Position
from projections.tables import Tracked


@unique
class Condition(StrEnum):
    """How it goes with a projection."""

    FOLLOWING = "following"
    """It follows the log."""
    CATCHING_UP = "catching up"
    """It is on its way to the log's end."""
    REBUILDING = "rebuilding"
    """It is being rebuilt; readers still have the rows of before."""
    RETRYING = "retrying"
    """It failed and will try again by itself."""
    STOPPED = "stopped"
    """It stands before an event that it cannot fold."""
    IDLE = "idle"
    """No process keeps it up to date."""


class ProjectionStatus(Struct, frozen=True, kw_only=True):
    """How far a projection is, and what keeps it from going on."""

    name: str
    version: int
    condition: Condition
    position: Position
    """The position of the last event that its rows know of."""
    head: Position
    """The position of the last event in the log."""
    behind: float | None
    """How many seconds ago the oldest event happened that its rows do not know of; None if unreadable."""
    generation: int
    """Which generation of its tables readers use; 0 before there is one."""
    updated_at: datetime | None
    rebuilt: Position | None
    """How far a rebuild is that is under way or was interrupted."""
    failed_position: Position | None
    """The position of the event that it cannot fold."""
    failed_topic: str | None
    error: str | None
    """What stopped it, or what it will try again after."""

    @property
    def lag(self) -> int:
        """How many events it is behind the log."""
        return max(0, self.head - self.position)


CATCHING_UP_FROM = 1.0
"""Seconds behind the log from which on a projection is said to be catching up."""


def status_of(
    name: str,
    version: int,
    active: Tracked | None,
    rebuilt: Tracked | None,
    *,
    head: Position,
    behind: float | None,
    now: datetime,
    error: str | None,
) -> ProjectionStatus:
    """Describe how it goes, from the tracking rows and from the error that this process has met."""
    failed = active is not None and active.failed_position is not None
    if failed:
        condition = Condition.STOPPED
    elif rebuilt is not None and rebuilt.leased(now):
        condition = Condition.REBUILDING
    elif error is not None:
        condition = Condition.RETRYING
    elif active is None or not active.leased(now):
        condition = Condition.IDLE
    elif behind is None or behind > CATCHING_UP_FROM:
        condition = Condition.CATCHING_UP
    else:
        condition = Condition.FOLLOWING
    return ProjectionStatus(
        name=name,
        version=version,
        condition=condition,
        position=0 if active is None else active.position,
        head=head,
        behind=behind,
        generation=0 if active is None else active.generation,
        updated_at=None if active is None else active.updated_at,
        rebuilt=None if rebuilt is None else rebuilt.position,
        failed_position=None if active is None else active.failed_position,
        failed_topic=None if active is None else active.failed_topic,
        error=active.error if active is not None and failed else error,
    )


class ProjectionStopped(PersistenceError):
    """The projection stands before an event that it cannot fold, so waiting for it is in vain."""

    def __init__(self, name: str, position: Position, topic: str | None, error: str | None) -> None:
        super().__init__(
            f"the read model {name!r} has stopped: event {topic} at position {position}: {error}"
        )
        self.name = name
        self.position = position


class UnknownProjection(LookupError):
    """There is no such read model."""

    def __init__(self, name: str, known: tuple[str, ...]) -> None:
        super().__init__(f"there is no read model {name!r}; known are: {', '.join(known)}")
        self.name = name
        self.known = known


class NotFresh(TimeoutError):
    """Read models did not come as far as they were waited for."""

    def __init__(self, position: Position, within: float) -> None:
        super().__init__(f"position {position} was not reached within {within} s")
        self.position = position
        self.within = within
