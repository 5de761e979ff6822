"""The status of the read models in the schema, for operators."""

from __future__ import annotations

from datetime import datetime

import strawberry

from api.graphql.context import Info
from api.graphql.types.derivation import enum_type
from api.graphql.types.scalars import Position
from projections.engine.status import Condition, ProjectionStatus

enum_type(Condition)


@strawberry.type(description="An event at which a read model stands.")
class PoisonEvent:
    """A poison event: one that a read model cannot apply."""

    position: Position = strawberry.field(description="The event's position in the log.")
    topic: str | None = strawberry.field(
        description="What kind of event it is, as the log names it; null when that is not known."
    )


@strawberry.type(name="Projection", description="A read model, and how it goes with it.")
class ProjectionState:
    """The progress of a read model, and the error that stops it."""

    name: str = strawberry.field(
        description="The read model's name, as `kibitz projections rebuild` takes it."
    )
    revision: int = strawberry.field(
        description="Which revision of the read model it is; another one is rebuilt by itself."
    )
    condition: Condition = strawberry.field(description="How it goes with it.")
    position: Position = strawberry.field(description="The position of the last event that its rows know of.")
    head: Position = strawberry.field(description="The position of the last event in the log.")
    lag: Position = strawberry.field(description="How many events it is behind the log.")
    behind: float | None = strawberry.field(
        description="How many seconds ago the oldest event happened that its rows do not know of; 0 when "
        "they know all, null when that event cannot be read."
    )
    generation: int = strawberry.field(
        description="How many times its tables have been made; 0 before they are there."
    )
    updated_at: datetime | None = strawberry.field(
        description="When its rows were last brought up to date; null before the first time."
    )
    rebuilt: Position | None = strawberry.field(
        description="The position that a rebuild has come to, which is under way or was interrupted; null "
        "without one."
    )
    poison_event: PoisonEvent | None = strawberry.field(
        description="The event that it cannot take, and stands before until it is rebuilt; null without one."
    )
    error: str | None = strawberry.field(
        description="What stopped it, or what it will try again after; null when all is well."
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
            lag=Position(status.lag),
            behind=status.behind,
            generation=status.generation,
            updated_at=status.updated_at,
            rebuilt=None if status.rebuilt is None else Position(status.rebuilt),
            poison_event=None
            if position is None
            else PoisonEvent(position=Position(position), topic=status.failed_topic),
            error=status.error,
        )


async def projections_of(info: Info) -> list[ProjectionState]:
    """Return the status of all read models; a caller that is not an operator is a top-level error."""
    await info.context.require_operator()
    return [ProjectionState.of(each) for each in await info.context.services.projector.status()]
