"""The events of games in the schema: one type for each event class of the domain, and one interface."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum, unique
from typing import Any, Final

import strawberry
from graphql import GraphQLAbstractType, GraphQLResolveInfo

from api.graphql.context import Info
from api.graphql.log.event_records import read_stored_forms
from api.graphql.types.derivation import enum_type, field_descriptions, make_type
from api.graphql.types.players import Player
from api.graphql.types.scalars import Version
from api.graphql.types.variants import Variant
from application.codec import RecordedEvent, all_event_types
from application.export.game_file import record_line
from domain.events import Event, GameCreated, PlayerId
from domain.visibility import Sealed, marks


@strawberry.interface(description="An event of a game, as you may see it.")
class GameEvent:
    """The fields of every event: its envelope in the log."""

    version: Version = strawberry.field(
        description="The version of the game after the event: a number from 1 without gaps."
    )
    at: datetime = strawberry.field(description="The time at which the event was recorded.")
    by: PlayerId | None = strawberry.field(
        graphql_type=Player | None,
        description="The player whose command caused the event, directly or as a consequence; null when no "
        "player did.",
    )

    @strawberry.field(
        description="The record of the event in log/v1, with the fields that you may read: a line of the "
        'file format `kibitz/game/v1`, which begins with the line `{"format":"kibitz/game/v1"}`. Without '
        "`open` it is the same for all readers."
    )
    async def record(self, info: Info) -> str:
        """Return the line; `self` is a `RecordedEvent`, redacted for its viewer."""
        recorded: Any = self
        form = await info.context.load(read_stored_forms, (recorded.game, recorded.version))
        return record_line(recorded, form).decode()

    @classmethod
    def resolve_type(
        cls, value: RecordedEvent, _info: GraphQLResolveInfo[Any], _type: GraphQLAbstractType
    ) -> str:
        """Return the name of an event's type."""
        return type(value.event).__name__


@unique
class BidOutcome(StrEnum):
    """Outcome of a seat's bid, decided when its round is scored."""

    MADE = "made"
    """The seat made its bid."""
    FAILED = "failed"
    """The seat did not make its bid."""
    NONE = "none"
    """The seat had no bid that counted."""


enum_type(BidOutcome)


def _bids_made(root: Any) -> list[BidOutcome]:
    outcomes = {True: BidOutcome.MADE, False: BidOutcome.FAILED, None: BidOutcome.NONE}
    return [outcomes[made] for made in root.event.bids_made]


# GraphQL merges fields selected on several event types: fields with the same name must have the same type.
# A `rank` is that of a card or on a leaderboard; `Game.rematchOf` and `Game.series` are objects, not ids.
NAMES_IN_SCHEMA: Final[Mapping[str, Mapping[str, str]]] = {
    "BidCommitted": {"amount": "committedAmount"},
    "DeckShuffled": {"salt": "sealedSalt"},
    "GameCreated": {"rematch_of": "rematchOfId", "series": "seriesId"},
    "GameClosed": {"reason": "closeReason"},
    "PlayerLeft": {"organizer": "nextOrganizer"},
    "SeatAutomated": {"reason": "automationReason"},
    "SeatWentOut": {"rank": "place"},
}
"""Fields that have a different name in the schema than in the log, by event."""

_ONLY_IN_RECORD: Final[Mapping[str, frozenset[str]]] = {
    # Every list of events would cost as much as one of creations; `rematchOfId` and `invited` tell it too.
    "GameCreated": frozenset({"seating"})
}
"""Fields that only the record of an event has."""

# A variant is a reference, and a list in the schema never holds null.
_REPLACEMENTS: Final[Mapping[str, Mapping[str, Any]]] = {
    "GameCreated": {
        "variant": strawberry.field(
            graphql_type=Variant, description=field_descriptions(GameCreated).get("variant")
        ),
    },
    "RoundScored": {
        "bids_made": strawberry.field(
            resolver=_bids_made,
            graphql_type=list[BidOutcome],
            description="The outcome of each seat's bid; empty in a game without bids.",
        )
    },
}


def _visible_fields(event: type[Event]) -> tuple[str, ...]:
    """Return the fields of an event in the schema: those not sealed for ever, with exceptions."""
    hidden = {name for name, mark in marks(event) if type(mark) is Sealed and mark.until is None}
    hidden |= _ONLY_IN_RECORD.get(event.__name__, frozenset())
    return tuple(name for name in event.__struct_fields__ if name not in hidden)


def event_types() -> list[type]:
    """Derive the types of all events of all variants."""
    return [
        make_type(
            event,
            names=_visible_fields(event),
            of=lambda value, event=event: type(value.event) is event,
            bases=(GameEvent,),
            renamed=NAMES_IN_SCHEMA.get(event.__name__, {}),
            replacements=_REPLACEMENTS.get(event.__name__, {}),
        )
        for event in all_event_types()
    ]
