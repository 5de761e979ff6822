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
    MachineLevel,
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
    level: MachineLevel = MachineLevel.PUBLISHED
    """The level at which the machine plays, if it plays the seat."""
    thinker: int | None = None
    """The version of the machine player that chooses at this level; None for the published player."""


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


class SeatClock(Struct, frozen=True, kw_only=True):
    """The clock of a seat."""

    bank: int
    """Milliseconds in the bank; while the clock runs, as they were at its start."""
    deadline: datetime | None = None
    """The time by which the seat must move; None while the clock does not run."""
    expired: bool = False
    """True if the clock ran out, so that the machine is to make the move."""
    timeouts: int = 0
    """The number of timeouts in a row."""


class Clocks(Struct, frozen=True, kw_only=True):
    """The clocks of a game that has a time limit."""

    seats: tuple[SeatClock, ...]
    paused: bool = False
    """True while the game waits for a person to return."""

    @property
    def running(self) -> tuple[int, ...]:
        """The seats whose clocks run."""
        return tuple(seat for seat, clock in enumerate(self.seats) if clock.deadline is not None)


class RematchTerms(Struct, frozen=True, kw_only=True):
    """The state of a rematch: the game that it follows, and its players, and its wait for them."""

    of: GameReference
    """The game before."""
    series: GameReference
    """The first game of the series."""
    seating: tuple[PlayerId, ...]
    """The players of the game before, in the order in which they sit now."""
    missing: MissingPlayers
    """What happens to the seats of missing players."""
    until: datetime | None
    """The time until which seats are reserved; None once they are released."""


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
    reserved: tuple[PlayerId, ...] = ()
    """Players for whom seats are reserved, seated or not; others join by invitation if there are any."""
    removed: tuple[PlayerId, ...] = ()
    """Players whom the organizer or an operator removed; they need a new invitation to join again."""
    declined: tuple[PlayerId, ...] = ()
    """Players who declined an invitation; one entry for each time."""
    shuffles: int = 0
    sealed: tuple[DeckShuffled, ...] = ()
    table: Table | None = None
    outcome: GameWon | None = None
    clocks: Clocks | None = None
    """The clocks; None before the start and in games without a time limit."""
    votes: tuple[int, ...] = ()
    """The seats that have voted to abandon the game."""
    given_up: tuple[int, ...] = ()
    """The seats that their players cannot take back."""
    closed: CloseReason | None = None
    """The reason for which the game was closed; None unless it was."""
    draws_numbers: bool = False
    """True if the machine has had a seat at a level whose choices depend on random numbers."""
    machine_key: str | None = None
    """The revealed key of the machine's choices."""
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

    def level_at(self, seat: int) -> MachineLevel:
        """Return the level at which the machine makes a move of a seat.

        The published player makes a single move whose clock ran out, and ends a game without people.
        """
        level, automated = self.seats[seat].level, self.seats[seat].automated
        return level if automated and not self.is_left_to_machines else MachineLevel.PUBLISHED

    @property
    def is_paused(self) -> bool:
        """True while no clock runs, because the game waits for a person to return."""
        return self.clocks is not None and self.clocks.paused

    @property
    def has_deadline(self) -> bool:
        """True if something follows when a time is over: of a clock, or of a wait for seeds or players."""
        match self.stage:
            case Stage.WAITING_FOR_PLAYERS:
                return self.rematch is not None and self.rematch.until is not None
            case Stage.WAITING_FOR_SEEDS:
                return True
            case _:
                return self.clocks is not None and bool(self.clocks.running)

    @property
    def people_playing(self) -> tuple[int, ...]:
        """The seats that people play: no machine player has them or plays for them."""
        return tuple(number for number, seat in enumerate(self.seats) if not seat.automated)

    @property
    def awaited_seeds(self) -> tuple[int, ...]:
        """The seats that have committed to a seed and not revealed it."""
        if self.deal is None:
            return ()
        awaited = self.deal.commitments.keys() - self.deal.seeds.keys()
        return tuple(number for number, seat in enumerate(self.seats) if seat.player in awaited)

    @property
    def reserved_seats(self) -> int:
        """The number of free seats that are reserved for invited players."""
        return sum(player in self.invited for player in self.reserved)

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
