"""The state of the game aggregate: the values into which events are folded."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum, unique
from typing import Any, Final

from msgspec import Struct

from domain.events import (
    Access,
    CloseReason,
    DeckShuffled,
    GameReference,
    GameWon,
    MissingPlayers,
    OptionValue,
    PlayerId,
)
from domain.rules import Rules, Table, rules_of


@unique
class Stage(StrEnum):
    """The stage of a game, from the open lobby to its end."""

    WAITING_FOR_PLAYERS = "WAITING_FOR_PLAYERS"
    """The lobby is open."""
    WAITING_FOR_SEEDS = "WAITING_FOR_SEEDS"
    """The seats are closed, and players are to reveal the seeds that they committed to."""
    PLAYING = "PLAYING"
    """The game is being played."""
    WON = "WON"
    """The game was played to its end."""
    CLOSED = "CLOSED"
    """The game was closed before its end."""


BEFORE_START: Final = frozenset({Stage.WAITING_FOR_PLAYERS, Stage.WAITING_FOR_SEEDS})
"""The stages of a game that has not started."""
OVER: Final = frozenset({Stage.WON, Stage.CLOSED})
"""The stages of a game that has ended."""


class Seat(Struct, frozen=True, kw_only=True):
    """The player of a seat, and whether the machine plays it."""

    player: PlayerId
    machine: bool = False
    automated: bool = False


class Deal(Struct, frozen=True, kw_only=True):
    """The state of a game's deal by the protocol deal/v1."""

    foot: str
    """The foot of the server's chain of links."""
    commitments: Mapping[PlayerId, str] = {}
    """The commitments to seeds, by player."""
    seeds: Mapping[PlayerId, str] = {}
    """The revealed seeds, by player."""
    roll: str | None = None
    seeds_until: datetime | None = None
    """The time from which the game can be started without the missing seeds; None before seats close."""
    fingerprint: str | None = None


class RematchTerms(Struct, frozen=True, kw_only=True):
    """The state of a rematch: the game that it follows, and the players whose seats it keeps."""

    of: GameReference
    """The game before."""
    series: GameReference
    """The first game of the series."""
    seating: tuple[PlayerId, ...]
    """The players of the game before, in the order in which they sit now."""
    missing: MissingPlayers
    """What happens to the seats of missing players."""
    until: datetime | None
    """The time until which seats are kept; None once the seats of missing players are released."""


class Game(Struct, frozen=True, kw_only=True):
    """The state of a game, folded from all its events or from a viewer's redacted events."""

    stage: Stage = Stage.WAITING_FOR_PLAYERS
    variant: str = ""
    rules_version: int = 0
    options: Mapping[str, OptionValue] = {}
    access: Access = Access.PUBLIC
    organizer: PlayerId | None = None
    secret: str | None = None
    deal: Deal | None = None
    """The seeds and what they lead to; None in games to which seats cannot add seeds."""
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
    closed: CloseReason | None = None
    """The reason for which the game was closed; None unless it was."""
    rematch: RematchTerms | None = None
    """The state of a rematch; None for a game that is no rematch."""

    @property
    def rules(self) -> Rules[Any]:
        """The rules that the game is played under."""
        return rules_of(self.variant, self.rules_version)

    @property
    def is_left_to_machines(self) -> bool:
        """True if machines play all seats of a game in progress."""
        return self.stage is Stage.PLAYING and all(seat.automated for seat in self.seats)

    @property
    def awaited_seeds(self) -> tuple[int, ...]:
        """The seats that have committed to a seed and not revealed it."""
        if self.deal is None:
            return ()
        awaited = self.deal.commitments.keys() - self.deal.seeds.keys()
        return tuple(number for number, seat in enumerate(self.seats) if seat.player in awaited)

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
