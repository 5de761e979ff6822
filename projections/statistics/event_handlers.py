"""Event handlers of the statistics: they write facts, update a game's course and count moves.

No handler depends on the name of a variant. Events of a single variant are recognised by their stored name or
by their public fields.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from functools import cache
from typing import Any, Final

from application.codec import GameId, all_event_types, topic_of
from domain.cards import Cards
from domain.events import (
    BidPlaced,
    CardPlayed,
    CardsDiscarded,
    Event,
    GameStarted,
    PassQueued,
    PassUnqueued,
    RoundDealt,
    RoundScored,
    SeatEvent,
    TrickWon,
    TrumpSelected,
    TurnPassed,
)
from projections.players.boards import SEATING, seated
from projections.players.profile_progress import tells_bids
from projections.statistics.facts import Facts
from projections.statistics.game_progress import Course, Group, Part, Round, Scored


class Teller:
    """Applies the events of one game: adds facts to the batch and updates the game's course."""

    def __init__(self, facts: Facts, game: GameId, course: Course) -> None:
        self._facts = facts
        self._game = game
        self._course = course
        self._who = course.who
        self._moves = [0] * len(self._who)
        self._at: datetime | None = None
        self._hour: datetime | None = None

    def pause(self) -> None:
        """Record the moves so far; called before their total is read, and after the last event of a batch."""
        moves = sum(self._moves)
        if moves and self._hour is not None:
            self._facts.moved(self._course.variant, self._hour, self._who, self._moves)
            self._course.moves += moves
            self._moves = [0] * len(self._who)

    def _moved(self, seat: int, at: datetime) -> None:
        # Many successive events share one moment, so its hour is computed once.
        if at is not self._at:
            hour = at.replace(minute=0, second=0, microsecond=0)
            if hour != self._hour:
                self.pause()
            self._at, self._hour = at, hour
        self._moves[seat] += 1

    def seats_changed(self, event: Any, at: datetime) -> None:
        """Update the seats; once the game has started, write the row of the seat."""
        self.pause()
        self._course.seats = seated(self._course.seats, event)
        self._who = self._course.who
        self._moves = [0] * len(self._who)
        if self._course.started_at is not None:
            self._facts.seat(self._game, self._course, event.seat)

    def started(self, _: GameStarted, at: datetime) -> None:
        """Write the rows of the seats."""
        self._course.started_at = at
        self._facts.happened("started", self._course.variant, at)
        for seat in range(len(self._who)):
            self._facts.seat(self._game, self._course, seat)

    def moved(self, event: SeatEvent, at: datetime) -> None:
        """Count a move that leads to no fact."""
        self._moved(event.seat, at)

    def round_dealt(self, event: RoundDealt, at: datetime) -> None:
        """Write the row of a new round."""
        course = self._course
        course.rounds += 1
        if course.rounds == 1:
            course.dealt = event.hands
        course.round = Round(event.round, event.dealer, event.hands, at)
        self._facts.round(self._game, course, course.round)

    def bid_placed(self, event: BidPlaced, at: datetime) -> None:
        """Add a public bid."""
        self._moved(event.seat, at)
        self._bid(event.seat, event.amount, at)

    def bids_told(self, event: Any, at: datetime) -> None:
        """Add bids that were secret until this event."""
        for seat, amount in enumerate(event.bids):
            self._bid(seat, amount, at)

    def turn_passed(self, event: TurnPassed, at: datetime) -> None:
        """Count the move unless it was automatic; before the first card of a round, add a passed bid."""
        if not event.automatic:
            self._moved(event.seat, at)
        if (round := self._course.round) is not None and not round.plays:
            self._bid(event.seat, None, at)

    def _bid(self, seat: int, amount: int | None, at: datetime) -> None:
        if (round := self._course.round) is None:
            return
        if amount is not None:
            round.bids[seat] = amount
        self._facts.bids.append((self._game, round.number, round.told, seat, *self._who[seat], amount, at))
        round.told += 1

    def bid_won(self, event: Any, at: datetime) -> None:
        """Write the bidder and the contract of the round."""
        if (round := self._course.round) is not None:
            round.bidder, round.contract = event.seat, event.amount
            self._facts.round(self._game, self._course, round)

    def trump_selected(self, event: TrumpSelected, at: datetime) -> None:
        """Write the trump suit that a seat named."""
        self._moved(event.seat, at)
        if (round := self._course.round) is not None:
            round.trump = event.suit
            self._facts.round(self._game, self._course, round)

    def trump_turned(self, event: Any, at: datetime) -> None:
        """Write the trump suit of the turn-up."""
        if (round := self._course.round) is not None:
            round.trump = event.card.suit
            self._facts.round(self._game, self._course, round)

    def discarded(self, event: CardsDiscarded, at: datetime) -> None:
        """Count the move, and note whether first-round hands may differ from those dealt."""
        self._moved(event.seat, at)
        course = self._course
        course.changed = course.changed or (course.rounds == 1 and bool(event.cards))

    def card_played(self, event: CardPlayed, at: datetime) -> None:
        """Add a card played to a trick."""
        seat = event.seat
        self._moved(seat, at)
        if (round := self._course.round) is not None:
            if not round.lying:
                round.leader = seat
            round.lying += 1
            self._played(round, seat, (event.card,), round.taken, at)

    def cards_played(self, event: Any, at: datetime) -> None:
        """Add a play of equal cards."""
        seat = event.seat
        if not event.automatic:
            self._moved(seat, at)
        group = Group(seat, self._who[seat][1], event.cards[0].rank, len(event.cards))
        self._course.groups.append(group)
        if (round := self._course.round) is not None:
            self._played(round, seat, event.cards, None, at)

    def _played(self, round: Round, seat: int, cards: Cards, trick: int | None, at: datetime) -> None:
        player, machine = self._who[seat]
        told, count = " ".join(cards), len(cards)
        self._facts.plays.append(
            (self._game, round.number, round.plays, trick, seat, player, machine, told, count, at)
        )
        round.plays += 1
        if self._course.rounds == 1:
            self._course.played.setdefault(seat, []).extend(cards)

    def trick_won(self, event: TrickWon, at: datetime) -> None:
        """Add a trick with its winner and its leader."""
        if (round := self._course.round) is None:
            return
        seat, card = event.seat, event.card.value
        player, machine = self._who[seat]
        leader = seat if round.leader is None else round.leader
        self._facts.tricks.append(
            (self._game, round.number, event.trick, leader, seat, player, machine, card, round.lying, at)
        )
        round.tricks[seat] = round.tricks.get(seat, 0) + 1
        round.taken += 1
        round.leader, round.lying = None, 0

    def round_scored(self, event: RoundScored, at: datetime) -> None:
        """Add the scores of a round, and keep them for the aggregates of the day."""
        course, totals = self._course, event.scores
        before, course.scores = course.scores or (0,) * len(totals), totals
        if (round := course.round) is None:
            return
        made = event.bids_made or (None,) * len(totals)
        scored = Scored(
            number=round.number,
            dealer=round.dealer,
            cards=round.cards,
            trump=round.trump,
            bidder=round.bidder,
            contract=round.contract,
            parts=tuple(
                Part(
                    machine=self._who[seat][1],
                    bid=round.bids.get(seat),
                    tricks=round.tricks.get(seat, 0),
                    made=made[seat],
                    points=total - before[seat],
                )
                for seat, total in enumerate(totals)
            ),
        )
        course.scored.append(scored)
        self._facts.scored(self._game, course, scored, at)
        self._facts.round(self._game, course, round, scored.made, at)


Tell = Callable[[Teller, Any, datetime], None]
"""Applies an event of one class."""

_TELLS: Final[Mapping[type[Event], Tell]] = {
    **dict.fromkeys(SEATING, Teller.seats_changed),
    GameStarted: Teller.started,
    RoundDealt: Teller.round_dealt,
    BidPlaced: Teller.bid_placed,
    TurnPassed: Teller.turn_passed,
    PassQueued: Teller.moved,
    PassUnqueued: Teller.moved,
    TrumpSelected: Teller.trump_selected,
    CardsDiscarded: Teller.discarded,
    CardPlayed: Teller.card_played,
    TrickWon: Teller.trick_won,
    RoundScored: Teller.round_scored,
}

_NAMED: Final[Mapping[str, Tell]] = {
    "BidCommitted": Teller.moved,
    "BidWon": Teller.bid_won,
    "TrumpTurned": Teller.trump_turned,
    "CardsPlayed": Teller.cards_played,
}


@cache
def tells() -> Mapping[type[Event], Tell]:
    """Return the handler of each class of events; classes without a handler are ignored."""
    known = all_event_types()
    told = {event: Teller.bids_told for event in known if tells_bids(event)}
    named = {event: _NAMED[topic_of(event)] for event in known if topic_of(event) in _NAMED}
    return {**told, **named, **_TELLS}
