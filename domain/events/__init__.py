"""Events of a game: one frozen class each, with marks on the fields that are not public.

Class and field names are the stored format and are stored for ever, so version with care: a changed
meaning takes a new class with a new tag, and an upcast in `application/codec.py`. The docstrings are
the descriptions in the public schema. Events that only one game uses are defined in that game's file.
"""

from __future__ import annotations

from domain.events.event import (
    Event,
    GameReference,
    OptionValue,
    PlayerId,
    SeatEvent,
)
from domain.events.lobby import (
    Access,
    AutomationReason,
    CloseReason,
    GameClosed,
    GameCreated,
    GameStarted,
    InvitationDeclined,
    InvitationWithdrawn,
    MissingPlayers,
    MissingPlayersChosen,
    PlayerInvited,
    PlayerJoined,
    PlayerLeft,
    SeatAutomated,
    SeatsClosed,
    SeatsReleased,
    SeedCommitted,
    SeedRevealed,
)
from domain.events.play import (
    Award,
    BidPlaced,
    CardPlayed,
    CardsDiscarded,
    CardsDrawn,
    EndReason,
    GameWon,
    HandDealt,
    PassQueued,
    PassUnqueued,
    RoundDealt,
    RoundScored,
    TrickWon,
    TrumpSelected,
    TurnPassed,
)
from domain.events.shuffles import (
    DeckRevealed,
    DeckShuffled,
)
from domain.visibility import marks

__all__ = [
    "COMMON_EVENTS",
    "Access",
    "AutomationReason",
    "Award",
    "BidPlaced",
    "CardPlayed",
    "CardsDiscarded",
    "CardsDrawn",
    "CloseReason",
    "DeckRevealed",
    "DeckShuffled",
    "EndReason",
    "Event",
    "GameClosed",
    "GameCreated",
    "GameReference",
    "GameStarted",
    "GameWon",
    "HandDealt",
    "InvitationDeclined",
    "InvitationWithdrawn",
    "MissingPlayers",
    "MissingPlayersChosen",
    "OptionValue",
    "PassQueued",
    "PassUnqueued",
    "PlayerId",
    "PlayerInvited",
    "PlayerJoined",
    "PlayerLeft",
    "RoundDealt",
    "RoundScored",
    "SeatAutomated",
    "SeatEvent",
    "SeatsClosed",
    "SeatsReleased",
    "SeedCommitted",
    "SeedRevealed",
    "TrickWon",
    "TrumpSelected",
    "TurnPassed",
]

COMMON_EVENTS: tuple[type[Event], ...] = (
    GameCreated,
    PlayerInvited,
    InvitationDeclined,
    InvitationWithdrawn,
    PlayerJoined,
    PlayerLeft,
    SeatAutomated,
    MissingPlayersChosen,
    SeatsReleased,
    SeedCommitted,
    SeatsClosed,
    SeedRevealed,
    GameStarted,
    DeckShuffled,
    DeckRevealed,
    RoundDealt,
    HandDealt,
    BidPlaced,
    TurnPassed,
    PassQueued,
    PassUnqueued,
    TrumpSelected,
    CardsDiscarded,
    CardsDrawn,
    CardPlayed,
    TrickWon,
    RoundScored,
    GameWon,
    GameClosed,
)
"""The events that any game may use, in the order of a game's course."""

for _event in COMMON_EVENTS:
    # Refuse a mark that would hide nothing at import, before any game can use the event.
    marks(_event)
