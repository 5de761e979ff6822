"""Event handlers of the statistics: they write facts, update a game's state and count moves.

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
from projections.finished_games.progress import discloses_bids, evolve
from projections.players.boards import SEATING
from projections.statistics.facts import Facts
from projections.statistics.progress import (
    GroupPlay,
    RoundProgress,
    ScoredRound,
    SeatScore,
    StatisticsProgress,
)


class FactWriter:
    """Applies the events of one game: adds facts to the batch and updates the game's state."""

    def __init__(self, facts: Facts, game: GameId, progress: StatisticsProgress) -> None:
        self._facts = facts
        self._id = game
        self._progress = progress
        self._game = progress.game
        self._players = self._game.players
        self._moves = [0] * len(self._players)
        self._at: datetime | None = None
        self._hour: datetime | None = None

    def flush_moves(self) -> None:
        """Record the moves so far; called before their total is read, and after the last event of a batch."""
        moves = sum(self._moves)
        if moves and self._hour is not None:
            self._facts.moved(self._game.variant, self._hour, self._players, self._moves)
            self._progress.moves += moves
            self._moves = [0] * len(self._players)

    def _moved(self, seat: int, at: datetime) -> None:
        # Many successive events share one moment, so its hour is computed once.
        if at is not self._at:
            hour = at.replace(minute=0, second=0, microsecond=0)
            if hour != self._hour:
                self.flush_moves()
            self._at, self._hour = at, hour
        self._moves[seat] += 1

    def seats_changed(self, event: Any, at: datetime) -> None:
        """Update the seats; once the game has started, write the row of the seat."""
        self.flush_moves()
        evolve(self._game, event)
        self._players = self._game.players
        self._moves = [0] * len(self._players)
        if self._progress.started_at is not None:
            self._facts.seat(self._id, self._game, event.seat)

    def started(self, event: GameStarted, at: datetime) -> None:
        """Write the rows of the seats."""
        evolve(self._game, event)
        self._progress.started_at = at
        self._facts.count_hourly("started", self._game.variant, at)
        for seat in range(len(self._players)):
            self._facts.seat(self._id, self._game, seat)

    def moved(self, event: SeatEvent, at: datetime) -> None:
        """Count a move that leads to no fact."""
        self._moved(event.seat, at)

    def round_dealt(self, event: RoundDealt, at: datetime) -> None:
        """Write the row of a new round."""
        evolve(self._game, event)
        if self._game.rounds == 1:
            self._progress.dealt = event.hands
        round = self._progress.round = RoundProgress(event.round, event.dealer, event.hands, at)
        self._facts.round(self._id, self._game, round)

    def bid_placed(self, event: BidPlaced, at: datetime) -> None:
        """Add a public bid."""
        evolve(self._game, event)
        self._moved(event.seat, at)
        self._bid(event.seat, event.amount, at)

    def bids_disclosed(self, event: Any, at: datetime) -> None:
        """Add bids that were secret until this event."""
        evolve(self._game, event)
        for seat, amount in enumerate(event.bids):
            self._bid(seat, amount, at)

    def turn_passed(self, event: TurnPassed, at: datetime) -> None:
        """Count the move unless it was automatic; before the first card of a round, add a passed bid."""
        if not event.automatic:
            self._moved(event.seat, at)
        if (round := self._progress.round) is not None and not round.plays:
            self._bid(event.seat, None, at)

    def _bid(self, seat: int, amount: int | None, at: datetime) -> None:
        if (round := self._progress.round) is None:
            return
        player, machine = self._players[seat]
        self._facts.bids.append((self._id, round.number, round.disclosed, seat, player, machine, amount, at))
        round.disclosed += 1

    def bid_won(self, event: Any, at: datetime) -> None:
        """Write the bidder and the contract of the round."""
        if (round := self._progress.round) is not None:
            round.bidder, round.contract = event.seat, event.amount
            self._facts.round(self._id, self._game, round)

    def trump_selected(self, event: TrumpSelected, at: datetime) -> None:
        """Write the trump suit that a seat named."""
        evolve(self._game, event)
        self._moved(event.seat, at)
        if (round := self._progress.round) is not None:
            round.trump = event.suit
            self._facts.round(self._id, self._game, round)

    def trump_turned(self, event: Any, at: datetime) -> None:
        """Write the trump suit of the turn-up."""
        if (round := self._progress.round) is not None:
            round.trump = event.card.suit
            self._facts.round(self._id, self._game, round)

    def discarded(self, event: CardsDiscarded, at: datetime) -> None:
        """Count the move, and note whether first-round hands may differ from those dealt."""
        self._moved(event.seat, at)
        progress = self._progress
        progress.changed = progress.changed or (self._game.rounds == 1 and bool(event.cards))

    def card_played(self, event: CardPlayed, at: datetime) -> None:
        """Add a card played to a trick."""
        seat = event.seat
        self._moved(seat, at)
        if (round := self._progress.round) is not None:
            if not round.in_trick:
                round.leader = seat
            round.in_trick += 1
            self._played(round, seat, (event.card,), round.taken, at)

    def cards_played(self, event: Any, at: datetime) -> None:
        """Add a play of equal cards."""
        seat = event.seat
        if not event.automatic:
            self._moved(seat, at)
        group = GroupPlay(seat, self._players[seat][1], event.cards[0].rank, len(event.cards))
        self._progress.groups.append(group)
        if (round := self._progress.round) is not None:
            self._played(round, seat, event.cards, None, at)

    def _played(self, round: RoundProgress, seat: int, cards: Cards, trick: int | None, at: datetime) -> None:
        player, machine = self._players[seat]
        text, count = " ".join(cards), len(cards)
        self._facts.plays.append(
            (self._id, round.number, round.plays, trick, seat, player, machine, text, count, at)
        )
        round.plays += 1
        if self._game.rounds == 1:
            self._progress.played.setdefault(seat, []).extend(cards)

    def trick_won(self, event: TrickWon, at: datetime) -> None:
        """Add a trick with its winner and its leader."""
        evolve(self._game, event)
        if (round := self._progress.round) is None:
            return
        seat, card = event.seat, event.card.value
        player, machine = self._players[seat]
        leader = seat if round.leader is None else round.leader
        self._facts.tricks.append(
            (self._id, round.number, event.trick, leader, seat, player, machine, card, round.in_trick, at)
        )
        round.tricks[seat] = round.tricks.get(seat, 0) + 1
        round.taken += 1
        round.leader, round.in_trick = None, 0

    def round_scored(self, event: RoundScored, at: datetime) -> None:
        """Add the scores of a round, and keep them for the aggregates of the day."""
        totals, bids = event.scores, self._game.bids
        before = self._game.scores or (0,) * len(totals)
        evolve(self._game, event)
        if (round := self._progress.round) is None:
            return
        made = event.bids_made or (None,) * len(totals)
        scored = ScoredRound(
            number=round.number,
            dealer=round.dealer,
            cards=round.cards,
            trump=round.trump,
            bidder=round.bidder,
            contract=round.contract,
            seats=tuple(
                SeatScore(
                    machine=self._players[seat][1],
                    bid=bids.get(seat),
                    tricks=round.tricks.get(seat, 0),
                    made=made[seat],
                    points=total - before[seat],
                )
                for seat, total in enumerate(totals)
            ),
        )
        self._progress.scored.append(scored)
        self._facts.scored(self._id, self._game, scored, at)
        self._facts.round(self._id, self._game, round, scored.made, at)


Handler = Callable[[FactWriter, Any, datetime], None]
"""Applies an event of one class."""

_HANDLERS: Final[Mapping[type[Event], Handler]] = {
    **dict.fromkeys(SEATING, FactWriter.seats_changed),
    GameStarted: FactWriter.started,
    RoundDealt: FactWriter.round_dealt,
    BidPlaced: FactWriter.bid_placed,
    TurnPassed: FactWriter.turn_passed,
    PassQueued: FactWriter.moved,
    PassUnqueued: FactWriter.moved,
    TrumpSelected: FactWriter.trump_selected,
    CardsDiscarded: FactWriter.discarded,
    CardPlayed: FactWriter.card_played,
    TrickWon: FactWriter.trick_won,
    RoundScored: FactWriter.round_scored,
}

_NAMED: Final[Mapping[str, Handler]] = {
    "BidCommitted": FactWriter.moved,
    "BidWon": FactWriter.bid_won,
    "TrumpTurned": FactWriter.trump_turned,
    "CardsPlayed": FactWriter.cards_played,
}


@cache
def handlers() -> Mapping[type[Event], Handler]:
    """Return the handler of each class of events; classes without a handler are ignored."""
    known = all_event_types()
    disclosing = {event: FactWriter.bids_disclosed for event in known if discloses_bids(event)}
    named = {event: _NAMED[topic_of(event)] for event in known if topic_of(event) in _NAMED}
    return {**disclosing, **named, **_HANDLERS}
