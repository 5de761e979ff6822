"""State of a public game in progress: the input for its next facts and its final count.

It contains only public information, visible to spectators. Facts that have been written are in their tables;
this state holds what the next fact and the aggregates of the day need.
"""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

import msgspec
from msgspec import Struct

from domain.cards import Card, Rank, Suit
from domain.events import Event
from projections.finished_games.progress import GameProgress


class SecretBid(NamedTuple):
    """A bid that was made, of which only the amount is not public yet."""

    seat: int
    after: int
    """Microseconds after the creation of the game."""
    thinking: int | None
    """Milliseconds since the deal."""
    by: int


class DiscardProgress(Struct, array_like=True, frozen=True, gc=False):
    """A discard, of which the cards are not public yet."""

    round: int
    move: int
    """Its number among the decisions of the round."""
    seat: int
    count: int
    shuffle: int
    played: tuple[Card, ...] = ()
    """The cards that the seat played in the round; empty before its end."""


class Automation(Struct, array_like=True, gc=False):
    """A seat that a machine plays."""

    reason: str | None
    level: str
    at: datetime
    number: int = 0
    """Its number in the game; assigned at the start of the game."""


class RoundProgress(Struct, omit_defaults=True, gc=False):
    """The round in progress."""

    number: int
    dealer: int
    hands: tuple[int, ...]
    """The number of cards dealt to each seat."""
    dealt_at: datetime
    trump: Suit | None = None
    bidder: int | None = None
    contract: int | None = None
    tricks: dict[int, int] = {}
    """The number of tricks won by each seat."""
    disclosed: int = 0
    """The number of bids and passes that have become public."""
    taken: int = 0
    """The number of tricks that have been won."""
    plays: int = 0
    trick: dict[int, int] = {}
    """The number of each seat's play to the current trick among the decisions of the round, in order."""
    dealt_after: int = 0
    """Microseconds from the creation of the game to the deal."""
    first_move: int = 0
    """The number of decisions in the game before the round."""
    moves: int = 0
    """The number of public decisions in the round."""
    secret_bids: list[SecretBid] = []
    """The bids that are not opened yet, in the order in which they were made."""
    bids_opened_at: datetime | None = None
    course: list[msgspec.Raw] = []
    """The events of the round as spectators see them: encoded ones of earlier batches, then others."""
    discards: list[DiscardProgress] = []
    over: bool = False
    """True if the moves of the round have been counted, because it was played to its end or passed out."""
    legal_counts: str | None = None
    """The number of moves that the seat had at each decision, as text; None until they are counted."""

    def follow(self, event: Event) -> None:
        """Keep an event, of which all fields are public, for the end of the round."""
        # It is encoded with the state, if the batch ends before the round does.
        self.course.append(event)  # type: ignore[arg-type]

    @property
    def cards(self) -> int:
        """The number of cards dealt to each seat; the highest where they differ."""
        return max(self.hands, default=0)


class SeatScore(Struct, array_like=True, frozen=True, gc=False):
    """The result of a scored round for one seat."""

    machine: bool
    bid: int | None
    tricks: int
    made: bool | None
    points: int


class ScoredRound(Struct, array_like=True, frozen=True, gc=False):
    """A scored round."""

    number: int
    dealer: int
    cards: int
    trump: Suit | None
    bidder: int | None
    contract: int | None
    seats: tuple[SeatScore, ...]
    """One for each seat, in the order of the seats."""

    def from_dealer(self, seat: int) -> int:
        """Return the number of places from the dealer to a seat, counted to the left."""
        return (seat - self.dealer) % len(self.seats)

    @property
    def made(self) -> bool | None:
        """True if the bidder made its bid; None in a round without a bidder."""
        return None if self.bidder is None else self.seats[self.bidder].made


class GroupPlay(Struct, array_like=True, frozen=True, gc=False):
    """A play of equal cards."""

    seat: int
    machine: bool
    rank: Rank
    cards: int


class StatisticsProgress(Struct, omit_defaults=True, gc=False):
    """The state of one game, updated with each of its events."""

    game: GameProgress
    rules_version: int
    options: str
    """JSON with sorted keys."""
    created_at: datetime
    number: int
    """The position of the game's first event in the log, a short key for its facts."""
    started_at: datetime | None = None
    person_moves: list[int] = []
    """The number of moves at each seat by its person; empty before the start."""
    machine_moves: list[int] = []
    """The number of moves at each seat by machines; empty before the start."""
    turn_after: int = 0
    """Microseconds from the creation to the last deal or decision in turn: the next seat could decide."""
    returned: dict[int, int] = {}
    """The same for the moment at which each seat was last taken back from the machine."""
    by_clock: list[int] = []
    """The seats whose clocks ran out, and whose next move the machine makes."""
    left: int = 0
    """The number of players who left before the start."""
    automated: int = 0
    """The number of times that a machine took a seat, from the start on."""
    automations: dict[int, Automation] = {}
    """The seats that machines play."""
    discards: list[DiscardProgress] = []
    """The discards of earlier rounds whose shuffle is not revealed yet."""
    is_over: bool = False
    """True after the end, while the reveal of a shuffle is awaited."""
    round: RoundProgress | None = None
    scored: list[ScoredRound] = []
    groups: list[GroupPlay] = []
    dealt: tuple[int, ...] = ()
    """The number of cards dealt to each seat in the first round."""
    played: dict[int, list[Card]] = {}
    """The cards that each seat has played in the first round."""
    changed: bool = False
    """True if a seat discarded in the first round, so that the cards played differ from those dealt."""

    @property
    def moves(self) -> int:
        """The number of moves so far."""
        return sum(self.person_moves) + sum(self.machine_moves)
