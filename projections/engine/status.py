"""Status of read models: position, delay behind the log, and the error that stops them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from enum import StrEnum, unique

from eventsourcing.persistence import PersistenceError
from msgspec import Struct

from application.codec import Position
from projections.engine.skipped_events import Skip
from projections.engine.tracking import Tracked


@unique
class Condition(StrEnum):
    """The condition of a projection."""

    FOLLOWING = "following"
    """It follows the log."""
    CATCHING_UP = "catching up"
    """It is behind the log and is catching up."""
    REBUILDING = "rebuilding"
    """It is being rebuilt; readers still use the old rows."""
    RETRYING = "retrying"
    """It failed and will be retried automatically."""
    STOPPED = "stopped"
    """It is stopped by an event that it cannot fold."""
    IDLE = "idle"
    """No process keeps it up to date."""


class Failure(Struct, frozen=True, kw_only=True):
    """An event that cannot be folded."""

    position: Position
    topic: str | None
    error: str | None


class OtherVersion(Struct, frozen=True, kw_only=True):
    """Progress of another version of a projection, kept by other processes."""

    version: int
    ready: bool
    """True if its rows have caught up with the log once."""
    position: Position
    failure: Failure | None
    last_used: datetime
    """The time at which a process last kept its rows up to date; they are dropped an hour later."""


class ProjectionStatus(Struct, frozen=True, kw_only=True):
    """Progress of a projection, and the error that stops it."""

    name: str
    version: int
    condition: Condition
    position: Position
    """The position of the last event that its rows include."""
    head: Position
    """The position of the last event in the log."""
    behind: float | None
    """The age in seconds of the oldest event that its rows lack; None if the event is unreadable."""
    missing_at: datetime | None
    """The time of that event; None if its rows lack none, and if it is unreadable."""
    generation: int
    """The generation of its tables that readers use; 0 before there is one."""
    updated_at: datetime | None
    rebuilt: Position | None
    """The position of a rebuild that is in progress or was interrupted."""
    failed_position: Position | None
    """The position of the event that it cannot fold."""
    failed_topic: str | None
    error: str | None
    """The error that stopped it, or after which it will be retried."""
    ready: bool
    """True if its rows have caught up with the log once; until then readers get NotBuilt."""
    rebuild_failure: Failure | None
    """The event that stopped the last rebuild; it does not affect the rows that readers use."""
    skips: tuple[Skip, ...]
    """The events that it skips, so that its rows differ from the log."""
    others: tuple[OtherVersion, ...]
    """Its other versions that have rows."""

    @property
    def lag(self) -> int:
        """The number of events by which it is behind the log."""
        return max(0, self.head - self.position)


CATCHING_UP_DELAY = 1.0
"""Seconds behind the log above which a projection counts as catching up."""


def status_of(
    name: str,
    version: int,
    active: Tracked | None,
    rebuilt: Tracked | None,
    *,
    others: Sequence[Tracked],
    skips: Sequence[Skip],
    head: Position,
    missing_at: datetime | None,
    now: datetime,
    error: str | None,
) -> ProjectionStatus:
    """Return a projection's status, from its tracking rows and from the error that this process has met."""
    position = 0 if active is None else active.position
    behind: float | None = 0.0
    if missing_at is not None:
        behind = max(0.0, (now - missing_at).total_seconds())
    elif position < head:
        behind = None
    failed = active is not None and active.failed_position is not None
    rebuild_failure = None if rebuilt is None else _failure(rebuilt)
    if failed:
        condition = Condition.STOPPED
    elif rebuilt is not None and rebuilt.leased(now):
        condition = Condition.REBUILDING
    elif error is not None:
        condition = Condition.RETRYING
    elif active is None or not active.leased(now):
        condition = Condition.IDLE
    elif behind is None or behind > CATCHING_UP_DELAY or not active.ready:
        condition = Condition.CATCHING_UP
    else:
        condition = Condition.FOLLOWING
    return ProjectionStatus(
        name=name,
        version=version,
        condition=condition,
        position=position,
        head=head,
        behind=behind,
        missing_at=missing_at,
        generation=0 if active is None else active.generation,
        updated_at=None if active is None else active.updated_at,
        rebuilt=None if rebuilt is None or rebuild_failure is not None else rebuilt.position,
        failed_position=None if active is None else active.failed_position,
        failed_topic=None if active is None else active.failed_topic,
        error=active.error if active is not None and failed else error,
        ready=active is not None and active.ready,
        rebuild_failure=rebuild_failure,
        skips=tuple(skips),
        others=tuple(
            OtherVersion(
                version=other.version,
                ready=other.ready,
                position=other.position,
                failure=_failure(other),
                last_used=other.last_used,
            )
            for other in others
        ),
    )


def _failure(rows: Tracked) -> Failure | None:
    if rows.failed_position is None:
        return None
    return Failure(position=rows.failed_position, topic=rows.failed_topic, error=rows.error)


class ProjectionStopped(PersistenceError):
    """An event that cannot be folded stops the projection, so waiting for it is useless."""

    def __init__(self, name: str, position: Position, topic: str | None, error: str | None) -> None:
        super().__init__(
            f"the read model {name!r} has stopped: event {topic} at position {position}: {error}"
        )
        self.name = name
        self.position = position


class UnknownProjection(LookupError):
    """There is no read model of this name."""

    def __init__(self, name: str, known: tuple[str, ...]) -> None:
        super().__init__(f"there is no read model {name!r}; known are: {', '.join(known)}")
        self.name = name
        self.known = known


class NotFresh(TimeoutError):
    """Read models did not reach the position in time."""

    def __init__(self, position: Position, within: float) -> None:
        super().__init__(f"position {position} was not reached within {within} s")
        self.position = position
        self.within = within
