"""Typed refusals: the reasons why a command is refused, with the data to explain them.

    Refusal
    ├── LobbyRefusal
    │   ├── UnknownVariant  UnknownOption  InvalidOption
    │   ├── GameAlreadyStarted  GameFull  WrongNumberOfPlayers
    │   ├── NotInvited  AlreadyInvited  AlreadySeated  InvalidPlayer  InvalidInvitationLink
    │   ├── TooManyInvitations  PlayerHasDeclined  CannotRemoveYourself  RemovedFromGame
    │   ├── InvalidCount  NotOrganizer
    │   ├── SeatsAreClosed  SeatsNotClosed  SeedsAwaited  PlayersAwaited  SeatsReserved
    │   └── SeedsNotSupported  InvalidCommitment  NoSeedCommitted  SeedAlreadyRevealed  WrongSeed
    ├── UnknownRules
    ├── NotSeated  NotYourSeat  SeatIsAutomated  AlreadyAutomated  NoMachinePlayer
    ├── SeatNotAutomated  SeatGivenUp  AlreadyVoted  NotVoted  LevelNotAvailable
    ├── GameNotStarted  GameIsOver  GameNotOver  NoRematch
    └── MoveRefusal
        ├── MoveNotInGame  NotYourTurn  WrongPhase
        ├── CardNotHeld  CardRepeated  MustFollow
        └── BidNotAvailable  AlreadyPassed  PassAlreadyQueued  NoPassQueued

The application's own refusals are in `application/refusals.py`. A refusal changes nothing, and reveals
nothing about cards that the refused player has not seen.
"""

from __future__ import annotations

from domain.refusals.creation import (
    InvalidOption,
    LobbyRefusal,
    UnknownOption,
    UnknownRules,
    UnknownVariant,
)
from domain.refusals.lobby import (
    AlreadyInvited,
    AlreadySeated,
    CannotRemoveYourself,
    GameAlreadyStarted,
    GameFull,
    InvalidCommitment,
    InvalidCount,
    InvalidInvitationLink,
    InvalidPlayer,
    NoSeedCommitted,
    NotInvited,
    NotOrganizer,
    PlayerHasDeclined,
    PlayersAwaited,
    RemovedFromGame,
    SeatsAreClosed,
    SeatsNotClosed,
    SeatsReserved,
    SeedAlreadyRevealed,
    SeedsAwaited,
    SeedsNotSupported,
    TooManyInvitations,
    WrongNumberOfPlayers,
    WrongSeed,
)
from domain.refusals.moves import (
    AlreadyPassed,
    BidNotAvailable,
    CardNotHeld,
    CardRepeated,
    MoveNotInGame,
    MoveRefusal,
    MustFollow,
    NoPassQueued,
    NotYourTurn,
    PassAlreadyQueued,
    WrongPhase,
)
from domain.refusals.refusal import (
    PhaseName,
    Refusal,
    SeatNumber,
    VariantName,
    fields_of,
    seat_fields,
    seat_text,
)
from domain.refusals.seats import (
    AlreadyAutomated,
    AlreadyVoted,
    GameIsOver,
    GameNotOver,
    GameNotStarted,
    LevelNotAvailable,
    NoMachinePlayer,
    NoRematch,
    NotSeated,
    NotVoted,
    NotYourSeat,
    SeatGivenUp,
    SeatIsAutomated,
    SeatNotAutomated,
)

__all__ = [
    "AlreadyAutomated",
    "AlreadyInvited",
    "AlreadyPassed",
    "AlreadySeated",
    "AlreadyVoted",
    "BidNotAvailable",
    "CannotRemoveYourself",
    "CardNotHeld",
    "CardRepeated",
    "GameAlreadyStarted",
    "GameFull",
    "GameIsOver",
    "GameNotOver",
    "GameNotStarted",
    "InvalidCommitment",
    "InvalidCount",
    "InvalidInvitationLink",
    "InvalidOption",
    "InvalidPlayer",
    "LevelNotAvailable",
    "LobbyRefusal",
    "MoveNotInGame",
    "MoveRefusal",
    "MustFollow",
    "NoMachinePlayer",
    "NoPassQueued",
    "NoRematch",
    "NoSeedCommitted",
    "NotInvited",
    "NotOrganizer",
    "NotSeated",
    "NotVoted",
    "NotYourSeat",
    "NotYourTurn",
    "PassAlreadyQueued",
    "PhaseName",
    "PlayerHasDeclined",
    "PlayersAwaited",
    "Refusal",
    "RemovedFromGame",
    "SeatGivenUp",
    "SeatIsAutomated",
    "SeatNotAutomated",
    "SeatNumber",
    "SeatsAreClosed",
    "SeatsNotClosed",
    "SeatsReserved",
    "SeedAlreadyRevealed",
    "SeedsAwaited",
    "SeedsNotSupported",
    "TooManyInvitations",
    "UnknownOption",
    "UnknownRules",
    "UnknownVariant",
    "VariantName",
    "WrongNumberOfPlayers",
    "WrongPhase",
    "WrongSeed",
    "fields_of",
    "seat_fields",
    "seat_text",
]
