"""The status of the read models in the schema, for operators."""

from __future__ import annotations

from datetime import datetime

import strawberry

from api.graphql.context import Info
from api.graphql.types.derivation import enum_type
from api.graphql.types.scalars import Position
from projections.engine.status import Condition, ProjectionStatus

enum_type(Condition)


@strawberry.type(description="An event that a read model cannot apply.")
class FailedEvent:
    """A poison event, as operators see it."""

    position: Position = strawberry.field(description="The event's position in the log.")
    type: str | None = strawberry.field(description="The type of the event; null when it is not known.")


@strawberry.type(name="Projection", description="A read model and its state.")
class ProjectionState:
    """The progress of a read model, and the error that stops it."""

    name: str = strawberry.field(description="The name of the read model, for `kibitz projections rebuild`.")
    revision: int = strawberry.field(
        description="The revision of the read model's definition; a new revision is rebuilt automatically."
    )
    condition: Condition = strawberry.field(description="The state of the read model.")
    position: Position = strawberry.field(description="The position of the last event that is applied.")
    head: Position = strawberry.field(description="The position of the last event in the log.")
    lag_events: Position = strawberry.field(description="The number of events that are not applied yet.")
    lag_seconds: float | None = strawberry.field(
        description="The age in seconds of the oldest event that is not applied yet; 0 when all are applied,"
        " null when that event cannot be read."
    )
    builds: int = strawberry.field(
        description="The number of times that the tables were built; 0 before the first time."
    )
    updated_at: datetime | None = strawberry.field(
        description="The time at which the rows were last updated; null before the first time."
    )
    rebuild_position: Position | None = strawberry.field(
        description="The position that an unfinished rebuild has reached; null without one."
    )
    failed_event: FailedEvent | None = strawberry.field(
        description="The event that stops the read model until it is rebuilt; null without one."
    )
    error: str | None = strawberry.field(
        description="The error that stopped the read model, or after which it retries; null without one."
    )

    @classmethod
    def of(cls, status: ProjectionStatus) -> ProjectionState:
        """Return the status of a read model as the schema shows it."""
        position = status.failed_position
        return cls(
            name=status.name,
            revision=status.version,
            condition=status.condition,
            position=Position(status.position),
            head=Position(status.head),
            lag_events=Position(status.lag),
            lag_seconds=status.behind,
            builds=status.generation,
            updated_at=status.updated_at,
            rebuild_position=None if status.rebuilt is None else Position(status.rebuilt),
            failed_event=None
            if position is None
            else FailedEvent(position=Position(position), type=status.failed_topic),
            error=status.error,
        )


async def projections_of(info: Info) -> list[ProjectionState]:
    """Return the status of all read models; a caller that is not an operator is a top-level error."""
    await info.context.require_operator()
    return [ProjectionState.of(each) for each in await info.context.services.projector.status()]
