"""How it goes with a read model: how far it is, how far behind, and what keeps it from going on."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from enum import StrEnum, unique

from eventsourcing.persistence import PersistenceError
from msgspec import Struct

from application.recorded import Position
from projections.skips import Skip
from projections.tracking import Tracked


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


class Failure(Struct, frozen=True, kw_only=True):
    """An event that cannot be folded."""

    position: Position
    topic: str | None
    error: str | None


class OtherVersion(Struct, frozen=True, kw_only=True):
    """Progress of another version of a projection, which other processes serve."""

    version: int
    ready: bool
    """Whether they have caught up with the log once."""
    position: Position
    failure: Failure | None
    last_used: datetime
    """When a process last kept them up to date; they are dropped an hour later."""


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
    ready: bool
    """Whether its rows have caught up with the log once; until then readers are told to wait."""
    rebuild_failure: Failure | None
    """The event that stopped the last rebuild; it does not affect the rows that readers use."""
    skips: tuple[Skip, ...]
    """The events that it leaves out, so that its rows differ from the log."""
    others: tuple[OtherVersion, ...]
    """Its other versions, of which there are rows."""

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
    others: Sequence[Tracked],
    skips: Sequence[Skip],
    head: Position,
    behind: float | None,
    now: datetime,
    error: str | None,
) -> ProjectionStatus:
    """Describe how it goes, from the tracking rows and from the error that this process has met."""
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
