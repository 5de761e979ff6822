"""The events of games in the schema: one type for each class of the domain, behind one interface."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import strawberry
from graphql import GraphQLAbstractType, GraphQLResolveInfo

from api.graphql.derive import make_type
from api.graphql.scalars import Version
from application.recorded import Recorded, known_events


@strawberry.interface(description="A fact in the life of a game, as you may read it.")
class GameEvent:
    """What every event has: the envelope in which it is kept."""

    version: Version = strawberry.field(description="The event's place in its game, from 1 without gaps.")
    at: datetime = strawberry.field(description="When it was recorded.")
    by: strawberry.ID | None = strawberry.field(
        description="The player whose command led to it, also where it only followed from that command."
    )

    @classmethod
    def resolve_type(cls, value: Recorded, _info: GraphQLResolveInfo[Any], _type: GraphQLAbstractType) -> str:
        """Name the type of an event."""
        return type(value.event).__name__


def event_types() -> list[type]:
    """Derive the types of all events of all variants."""
    return [
        make_type(
            event,
            names=event.__struct_fields__,
            of=lambda value, event=event: type(value.event) is event,
            bases=(GameEvent,),
        )
        for event in known_events()
    ]
