"""Events of the lobby, and of the seats of a game: from its creation to its close."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum, unique
from typing import Annotated

from domain.events.event import Event, GameReference, OptionValue, PlayerId, SeatEvent
from domain.events.machines import MachineLevel
from domain.visibility import Sealed


@unique
class Access(StrEnum):
    """The visibility of a game: public or by invitation only."""

    PUBLIC = "PUBLIC"
    """Anyone may watch the game, and join while a seat is free."""
    PRIVATE = "PRIVATE"
    """Only invited players may join or watch the game; for all others it does not exist."""


@unique
class CloseReason(StrEnum):
    """The reason why a game was closed before its end."""

    EVERYONE_LEFT = "EVERYONE_LEFT"
    """The last player left before the start."""
    CLOSED_BY_OPERATOR = "CLOSED_BY_OPERATOR"
    """An operator of the server closed the game."""
    PLAYER_ERASED = "PLAYER_ERASED"
    """A player was erased: no machine player can take over the seat, or nobody is left to start the game."""
    LOBBY_EXPIRED = "LOBBY_EXPIRED"
    """Nobody was at the table for the time that its options allow, and the game had not started."""
    NOBODY_RETURNED = "NOBODY_RETURNED"
    """Nobody came back to the game for 14 days."""
    ABANDONED = "ABANDONED"
    """All people at the table agreed to abandon the game."""


@unique
class AutomationReason(StrEnum):
    """The reason why a seat was handed to the machine."""

    OWN_CHOICE = "OWN_CHOICE"
    """The seat's player handed it over."""
    ERASED = "ERASED"
    """The seat's player was erased."""
    CLOCK = "CLOCK"
    """The seat's clock ran out as many times in a row as the options allow."""
    ABSENT = "ABSENT"
    """The organizer handed over the seat, because its player was absent."""
    RESIGNED = "RESIGNED"
    """The seat's player resigned, or its clock ran out in a game in which that is to resign."""
    KICKED = "KICKED"
    """An operator of the server removed the seat's player from the game."""


@unique
class MissingPlayers(StrEnum):
    """What happens to the seats of players who do not come to a rematch in time."""

    MACHINES = "MACHINES"
    """Machine players take the seats, and the game starts."""
    OPEN = "OPEN"
    """The seats are free for other players, and the game waits for them."""
    FEWER = "FEWER"
    """The game starts without the missing players; if they are too many, their seats are free for others."""


class GameCreated(Event, frozen=True, kw_only=True, omit_defaults=True):
    """A game was created; its variant, rules version and options never change."""

    variant: str
    """The variant."""
    rules_version: int
    """The version of the variant's rules that applies until the game ends."""
    options: dict[str, OptionValue]
    """Every option of the variant with its value."""
    access: Access
    """The visibility of the game: public, or by invitation only."""
    organizer: PlayerId
    """The player who created the game."""
    secret: Annotated[str | None, Sealed()]
    """Sealed for ever: 32 bytes in hexadecimal from which salts and links of the shuffles are derived."""
    deal: str | None = None
    """The foot of the server's chain of links, as in `Game.deal`; null in games from before this field."""
    rematch_of: GameReference | None = None
    """The game of which this one is the rematch; null for a game that is no rematch."""
    series: GameReference | None = None
    """The first game of the series of rematches; null for a game that is no rematch."""
    seating: tuple[PlayerId, ...] = ()
    """The players of a rematch in the order in which they sit; empty for a game that is no rematch."""
    missing_players: MissingPlayers | None = None
    """What happens to the seats of missing players; null for a game that is no rematch."""
    waits_until: datetime | None = None
    """The time until which seats of a rematch are reserved; null for a game that is no rematch."""


class PlayerInvited(Event, frozen=True, kw_only=True, omit_defaults=True):
    """A player was invited to take a seat."""

    player: PlayerId
    """The invited player."""
    inviter: PlayerId
    """The seated player who sent the invitation."""
    reserved: bool = False
    """True if a seat is reserved for the player; others then join by invitation until the release."""


class InvitationDeclined(Event, frozen=True, kw_only=True):
    """An invited player declined the invitation."""

    player: PlayerId
    """The player who declined."""


class InvitationWithdrawn(Event, frozen=True, kw_only=True, omit_defaults=True):
    """An invitation was withdrawn."""

    player: PlayerId
    """The player who is no longer invited."""
    removed: bool = False
    """True if an operator removed the player, who needs a new invitation to join."""


class PlayerJoined(SeatEvent, frozen=True, kw_only=True):
    """A player took a seat, and later seats move down; joining uses up the player's invitation.

    It is the next free seat, but in a rematch the place in the order in which its players sit.
    """

    player: PlayerId
    """The player who joined."""
    machine: bool = False
    """True if the player is a machine player."""


class PlayerLeft(SeatEvent, frozen=True, kw_only=True):
    """A player left its seat before the game started; later seats move up."""

    player: PlayerId
    """The player who left."""
    removed: bool
    """True if the organizer, or an operator of the server, removed the player."""
    organizer: PlayerId | None
    """The organizer from now on; null when no player other than machine players is left."""


class MissingPlayersChosen(Event, frozen=True, kw_only=True):
    """The organizer of a rematch chose anew what happens to the seats of missing players."""

    choice: MissingPlayers
    """The choice, which replaces the earlier one."""


class SeatsReleased(Event, frozen=True, kw_only=True):
    """The time of a rematch's players is over; the reserved seats are free for others."""


class SeedCommitted(SeatEvent, frozen=True, kw_only=True):
    """A player committed to a seed for all shuffles of the game; this replaces an earlier commitment."""

    player: PlayerId
    """The player in the seat."""
    commitment: str
    """SHA-256, in hexadecimal, over the game's `deal`, the player's id and the seed."""


class SeatsClosed(Event, frozen=True, kw_only=True):
    """The seats are final; each player who committed to a seed is to reveal it."""

    roll: str
    """SHA-256, in hexadecimal, over the game's `deal`, and the player and commitment of each seat."""
    until: datetime
    """The time from which any seated player can start the game without the missing seeds."""


class SeedRevealed(SeatEvent, frozen=True, kw_only=True):
    """A player revealed its seed; the last one starts the game."""

    player: PlayerId
    """The player in the seat."""
    seed: str
    """32 bytes in hexadecimal, which match the player's commitment."""


class SeatAutomated(SeatEvent, frozen=True, kw_only=True, omit_defaults=True):
    """A seat was handed to the machine, which plays it until its player takes it back."""

    reason: AutomationReason | None = None
    """The reason; null for a machine player's seat, and in games recorded before this field existed."""
    level: MachineLevel = MachineLevel.PUBLISHED
    """The level at which the machine plays the seat; `PUBLISHED` in games before this field existed."""
    thinker: int | None = None
    """The version of the machine player that chooses at this level; null for the published player."""


class SeatReclaimed(SeatEvent, frozen=True, kw_only=True):
    """A player took its seat back from the machine."""

    player: PlayerId
    """The player in the seat."""


class AbandonVoted(SeatEvent, frozen=True, kw_only=True):
    """A seat voted to abandon the game, which is closed when all people who play have voted.

    All votes end when a seat is handed to the machine or taken back.
    """


class AbandonVoteWithdrawn(SeatEvent, frozen=True, kw_only=True):
    """A seat withdrew its vote to abandon the game."""


class GameStarted(Event, frozen=True, kw_only=True, omit_defaults=True):
    """The game started; its seats are final."""

    players: tuple[PlayerId, ...]
    """The players in seat order."""
    vouched: tuple[int, ...] = ()
    """The seats of the players for whom an identity provider vouches."""
    fingerprint: str | None = None
    """SHA-256, in hexadecimal, over the foot and the player, commitment and seed of each seat.

    Null where the seats cannot add seeds, as in games recorded before this field.
    """


class GameClosed(Event, frozen=True, kw_only=True):
    """The game was closed before its end."""

    reason: CloseReason
    """Why the game was closed."""
