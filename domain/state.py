"""The state of the game aggregate: the values into which events are folded."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum, unique
from typing import Any

from msgspec import Struct

from domain.events import Access, DeckShuffled, GameWon, OptionValue, PlayerId
from domain.rules import Rules, Table, rules_of


@unique
class Stage(StrEnum):
    """The stage of a game, from the open lobby to its end."""

    WAITING_FOR_PLAYERS = "WAITING_FOR_PLAYERS"
    """The lobby is open."""
    PLAYING = "PLAYING"
    """The game is being played."""
    WON = "WON"
    """The game was played to its end."""
    CLOSED = "CLOSED"
    """The game was closed before its end."""


class Seat(Struct, frozen=True, kw_only=True):
    """The player of a seat, and whether the machine plays it."""

    player: PlayerId
    machine: bool = False
    automated: bool = False


class Game(Struct, frozen=True, kw_only=True):
    """The state of a game, folded from all its events or from a viewer's redacted events."""

    stage: Stage = Stage.WAITING_FOR_PLAYERS
    variant: str = ""
    rules_version: int = 0
    options: Mapping[str, OptionValue] = {}
    access: Access = Access.PUBLIC
    organizer: PlayerId | None = None
    secret: str | None = None
    seats: tuple[Seat, ...] = ()
    invited: tuple[PlayerId, ...] = ()
    removed: tuple[PlayerId, ...] = ()
    """Players whom the organizer removed; they need a new invitation to join again."""
    declined: tuple[PlayerId, ...] = ()
    """Players who declined an invitation; one entry for each time."""
    shuffles: int = 0
    sealed: tuple[DeckShuffled, ...] = ()
    table: Table | None = None
    outcome: GameWon | None = None

    @property
    def rules(self) -> Rules[Any]:
        """The rules that the game is played under."""
        return rules_of(self.variant, self.rules_version)

    @property
    def is_left_to_machines(self) -> bool:
        """True if machines play all seats of a game in progress."""
        return self.stage is Stage.PLAYING and all(seat.automated for seat in self.seats)

    def seat_of(self, player: PlayerId | None) -> int | None:
        """Return the player's seat, or None when the player has no seat."""
        for number, seat in enumerate(self.seats):
            if seat.player == player:
                return number
        return None

    def admits(self, player: PlayerId | None) -> bool:
        """Return whether the player may see the game: if it is public, or the player is invited or seated."""
        return self.access is Access.PUBLIC or player in self.invited or self.seat_of(player) is not None


NEW = Game()
"""The game before its first event."""
