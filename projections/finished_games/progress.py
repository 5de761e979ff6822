"""Fold of a public game's events into its result: seats, scores, bids, tricks and trumps.

It reads public fields only, so its state is what a spectator has seen: a secret bid is unknown until the
event that discloses all bids. The code does not depend on the name of a variant. Bids are read from
`BidPlaced`, or from any event with a public field `bids` that has one entry for each seat. The score of the
round says whether they were made. A read model that leaves out some event classes gets a state without their
counts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any, Final, NamedTuple, get_type_hints

from msgspec import Struct

from application.codec import RecordedEvent, all_event_types
from domain.events import (
    BidPlaced,
    Event,
    GameStarted,
    GameWon,
    PlayerId,
    RoundDealt,
    RoundScored,
    TrickWon,
    TrumpSelected,
)
from domain.state import Seat
from domain.visibility import marks
from projections.players.boards import (
    SEATING,
    Board,
    board_of,
    by_machine,
    forfeited,
    places,
    played_by_machines,
    ranked_boards,
    ranks_of,
    seats_after,
)

MACHINE: Final[PlayerId] = "machine"
"""The opponent id of all seats of machine players together; no player has such an id."""

SeatPlayer = tuple[PlayerId, bool]
"""The player of a seat, and whether a machine plays it."""


class BidCounts(Struct, array_like=True):
    """The numbers of bids that were made and that failed."""

    made: int = 0
    failed: int = 0


class GameProgress(Struct, omit_defaults=True):
    """The state of one game, updated with each of its events."""

    variant: str
    seats: tuple[Seat, ...] = ()
    vouched: tuple[int, ...] = ()
    """The seats of the players for whom an identity provider vouched at the start."""
    machines_only: bool = False
    """True if machines have played all seats since the start."""
    rounds: int = 0
    """The number of rounds dealt."""
    scores: tuple[int, ...] = ()
    """The points of each seat; empty until the first round is scored."""
    bids: dict[int, int] = {}
    """The last public bid of each seat in this round."""
    bid_counts: dict[int, BidCounts] = {}
    """The numbers of each seat's bids that were made and that failed."""
    bid_counts_by_amount: dict[int, dict[int, BidCounts]] = {}
    """The same by the amount of the bid, where the amount is known."""
    tricks: dict[int, int] = {}
    """The number of tricks won by each seat."""
    trumps: dict[int, dict[str, int]] = {}
    """The number of times that each seat has named each trump suit."""

    @property
    def players(self) -> list[SeatPlayer]:
        """The player of each seat, and whether a machine plays it."""
        return [(seat.player, by_machine(seat)) for seat in self.seats]

    @property
    def people(self) -> dict[int, PlayerId]:
        """The people who have a seat, by seat number; machine players are left out."""
        return {number: seat.player for number, seat in enumerate(self.seats) if not seat.machine}

    @property
    def board(self) -> Board:
        """The board among whose games this one is counted; known once the game has started."""
        return board_of(self.seats, machines_only=self.machines_only)

    @property
    def machines(self) -> int:
        """The number of seats that machines play."""
        return sum(map(by_machine, self.seats))


class SeatResult(NamedTuple):
    """The result of a seat for the person who had it; a forfeited seat has only lost."""

    won: bool
    points: int | None
    """None in a variant without points and for a forfeited seat."""
    bids: BidCounts


class FinishedGame(Struct, frozen=True):
    """A public game that was won."""

    progress: GameProgress
    """The state at the end."""
    recorded: RecordedEvent
    """The event that ended the game."""
    won: GameWon

    @property
    def boards(self) -> tuple[Board, ...]:
        """The boards on which the people of the game are ranked."""
        progress = self.progress
        return ranked_boards(progress.seats, progress.vouched, machines_only=progress.machines_only)

    @property
    def places(self) -> list[int]:
        """The place of each seat, from 1; equal seats share one, and forfeited seats keep theirs."""
        return places(self.won.ranking, len(self.progress.seats))

    @property
    def ranks(self) -> list[int]:
        """A rank for each seat, lower for better; forfeited seats rank behind all others."""
        return ranks_of(self.won.ranking, self.progress.seats)

    def forfeited(self, seat: int) -> bool:
        """Return whether a person's seat was handed to the machine."""
        return forfeited(self.progress.seats[seat])

    def result(self, seat: int) -> SeatResult:
        """Return the result of a person's seat."""
        if self.forfeited(seat):
            return SeatResult(won=False, points=None, bids=_NO_BIDS)
        progress = self.progress
        points = progress.scores[seat] if progress.scores else None
        return SeatResult(seat in self.won.winners, points, progress.bid_counts.get(seat, _NO_BIDS))

    def opponents(self, of: int) -> Iterator[tuple[int, PlayerId]]:
        """Yield the other seats, each with the id that it has as an opponent."""
        for number, seat in enumerate(self.progress.seats):
            if number != of:
                yield number, MACHINE if seat.machine else seat.player


_NO_BIDS: Final = BidCounts()

Handler = Callable[[GameProgress, Any], None]
"""Updates the state of a game with an event."""


def evolve(progress: GameProgress, event: Event) -> None:
    """Update the state of a game with an event; the event's class must have a handler."""
    handlers()[type(event)](progress, event)


@cache
def handlers() -> Mapping[type[Event], Handler]:
    """Return the handler of each event class; events of other classes do not change the state."""
    return {**{event: _bids_disclosed for event in all_event_types() if discloses_bids(event)}, **_HANDLERS}


def discloses_bids(event: type[Event]) -> bool:
    """Return whether events of a class have a public field with the bid of each seat."""
    private = {field for field, _ in marks(event)}
    return "bids" not in private and get_type_hints(event).get("bids") == tuple[int, ...]


def _seats_changed(progress: GameProgress, event: Event) -> None:
    progress.seats = seats_after(progress.seats, event)
    progress.machines_only = progress.machines_only and played_by_machines(progress.seats)


def _started(progress: GameProgress, event: GameStarted) -> None:
    progress.vouched = event.vouched
    progress.machines_only = played_by_machines(progress.seats)


def _round_dealt(progress: GameProgress, _: RoundDealt) -> None:
    progress.rounds += 1
    progress.bids = {}


def _bid_placed(progress: GameProgress, event: BidPlaced) -> None:
    progress.bids[event.seat] = event.amount


def _bids_disclosed(progress: GameProgress, event: Any) -> None:
    progress.bids = dict(enumerate(event.bids))


def _trump_selected(progress: GameProgress, event: TrumpSelected) -> None:
    times = progress.trumps.setdefault(event.seat, {})
    times[event.suit.value] = times.get(event.suit.value, 0) + 1


def _trick_won(progress: GameProgress, event: TrickWon) -> None:
    progress.tricks[event.seat] = progress.tricks.get(event.seat, 0) + 1


def _round_scored(progress: GameProgress, event: RoundScored) -> None:
    progress.scores = event.scores
    for seat, made in enumerate(event.bids_made):
        if made is None:
            continue
        counts = [progress.bid_counts.setdefault(seat, BidCounts())]
        if (amount := progress.bids.get(seat)) is not None:
            by_amount = progress.bid_counts_by_amount.setdefault(seat, {})
            counts.append(by_amount.setdefault(amount, BidCounts()))
        for bids in counts:
            bids.made += made
            bids.failed += not made
    progress.bids = {}


_HANDLERS: Final[Mapping[type[Event], Handler]] = {
    **dict.fromkeys(SEATING, _seats_changed),
    GameStarted: _started,
    RoundDealt: _round_dealt,
    BidPlaced: _bid_placed,
    TrumpSelected: _trump_selected,
    TrickWon: _trick_won,
    RoundScored: _round_scored,
}
