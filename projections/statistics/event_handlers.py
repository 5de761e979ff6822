"""Event handlers of the statistics: they write facts, update a game's state and count moves.

No handler depends on the name of a variant. Events of a single variant are recognised by their stored name or
by their public fields.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from functools import cache
from typing import Any, Final

from application.codec import all_event_types, topic_of
from domain.events import (
    BidPlaced,
    CardPlayed,
    CardsDiscarded,
    DeckRevealed,
    Event,
    GameStarted,
    PassQueued,
    PassUnqueued,
    PlayerLeft,
    RoundDealt,
    RoundScored,
    SeatAutomated,
    SeatMovedByClock,
    SeatReclaimed,
    TrickWon,
    TrumpSelected,
    TurnPassed,
)
from domain.rules import all_rules
from domain.visibility import marks
from projections.finished_games.progress import discloses_bids, evolve
from projections.players.boards import SEATING
from projections.statistics.decisions.discards import revealed, with_plays
from projections.statistics.decisions.legal_counts import hidden, legal_counts, restored
from projections.statistics.decisions.moves import DISCARD, GROUP, PLAY, TRUMP
from projections.statistics.progress import (
    DiscardProgress,
    GroupPlay,
    RoundProgress,
    ScoredRound,
    SeatScore,
)
from projections.statistics.seats import SeatWriter


class FactWriter(SeatWriter):
    """Applies the events of one game: adds facts to the batch and updates the game's state."""

    def ended(self) -> None:
        """Finish the round in progress, and the counts, because the game is over."""
        if (round := self._progress.round) is not None and not round.over:
            self._count_moves(round)
            self._facts.round(self._progress.number, round)

    def deck_revealed(self, event: DeckRevealed, at: datetime) -> None:
        """Add the cards that were discarded and drawn from a shuffle, which is public now."""
        for made, cards, drawn in revealed(self._progress, event):
            key = self._progress.number, made.round, made.move
            self._facts.discards.append((*key, " ".join(cards), " ".join(drawn)))

    def _count_moves(self, round: RoundProgress) -> None:
        course = restored(round)
        round.legal_counts = legal_counts(self._progress, round, course)
        if round.discards:
            self._progress.discards += with_plays(round.discards, course)
        round.over, round.course, round.discards = True, [], []

    def round_dealt(self, event: RoundDealt, at: datetime) -> None:
        """Write the row of a new round."""
        evolve(self._game, event)
        if self._game.rounds == 1:
            self._progress.dealt = event.hands
        before = self._progress.round
        round = self._progress.round = RoundProgress(event.round, event.dealer, event.hands, at)
        if before is not None:
            round.first_move = before.first_move + before.moves
        if at is not self._at:
            self._reach(at)
        round.dealt_after = self._progress.turn_after = self._after
        self._facts.round(self._progress.number, round)

    def moved_by_clock(self, event: SeatMovedByClock, at: datetime) -> None:
        """Note that the machine makes the next move of a seat."""
        self._progress.by_clock.append(event.seat)

    def followed(self, event: Event, at: datetime) -> None:
        """Keep a public event of the table for the end of the round."""
        if (round := self._progress.round) is not None:
            round.follow(event)

    def bid_won(self, event: Any, at: datetime) -> None:
        """Write the bidder and the contract of the round."""
        if (round := self._progress.round) is not None:
            round.follow(event)
            round.bidder, round.contract = event.seat, event.amount
            self._facts.round(self._progress.number, round)

    def trump_selected(self, event: TrumpSelected, at: datetime) -> None:
        """Write the trump suit that a seat named."""
        evolve(self._game, event)
        self._moved(event.seat, at)
        if (round := self._progress.round) is not None:
            round.follow(event)
            round.trump = event.suit
            self._decided(round, TRUMP, event.seat, at, event.suit.value)
            self._facts.round(self._progress.number, round)

    def trump_turned(self, event: Any, at: datetime) -> None:
        """Write the trump suit of the turn-up."""
        if (round := self._progress.round) is not None:
            round.follow(event)
            round.trump = event.card.suit
            self._facts.round(self._progress.number, round)

    def discarded(self, event: CardsDiscarded, at: datetime) -> None:
        """Count the move, and note whether first-round hands may differ from those dealt."""
        self._moved(event.seat, at)
        progress = self._progress
        progress.changed = progress.changed or (self._game.rounds == 1 and bool(event.cards))
        if (round := progress.round) is not None:
            round.follow(hidden(event))
            made = DiscardProgress(round.number, round.moves, event.seat, len(event.cards), event.shuffle)
            round.discards.append(made)
            self._decided(round, DISCARD, event.seat, at, str(len(event.cards)))

    def passed_out(self, event: Any, at: datetime) -> None:
        """Write that all seats passed, which ends a round without a score."""
        if (round := self._progress.round) is not None:
            self._count_moves(round)
            self._facts.round(self._progress.number, round, passed_out_at=at)

    def card_played(self, event: CardPlayed, at: datetime) -> None:
        """Add a card played to a trick."""
        seat, card, progress = event.seat, event.card, self._progress
        self._moved(seat, at)
        if (round := progress.round) is not None:
            round.trick[seat] = round.moves
            round.follow(event)
            self._decided(round, PLAY, seat, at, str(card), round.plays)
            round.plays += 1
            if self._game.rounds == 1:
                progress.played.setdefault(seat, []).append(card)

    def cards_played(self, event: Any, at: datetime) -> None:
        """Add a play of equal cards."""
        seat, cards = event.seat, event.cards
        if not event.automatic:
            self._moved(seat, at)
        group = GroupPlay(seat, self._players[seat][1], cards[0].rank, len(cards))
        self._progress.groups.append(group)
        if (round := self._progress.round) is not None:
            round.follow(event)
            by_rule = event.automatic
            self._decided(round, GROUP, seat, at, " ".join(cards), round.plays, by_rule=by_rule)
            round.plays += 1
            if self._game.rounds == 1:
                self._progress.played.setdefault(seat, []).extend(cards)

    def trick_won(self, event: TrickWon, at: datetime) -> None:
        """Add a trick, with the seats that led and won it; the other plays follow where all seats played."""
        evolve(self._game, event)
        if (round := self._progress.round) is None:
            return
        round.follow(event)
        seat, plays, seats = event.seat, round.trick, len(self._players)
        leader, lead = next(iter(plays.items()))
        best: int | None = plays[seat]
        last: int | None = round.moves - 1
        if len(plays) == seats and last == lead + seats - 1 and best == lead + (seat - leader) % seats:
            best = last = None
        key = self._progress.number, round.number, event.trick
        self._facts.tricks.append((*key, lead, leader, seat, best, last))
        round.tricks[seat] = round.tricks.get(seat, 0) + 1
        round.trick = {}

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
        self._count_moves(round)
        self._facts.scored(self._progress.number, self._game, scored)
        self._facts.round(self._progress.number, round, scored.made, at)


Handler = Callable[[FactWriter, Any, datetime], None]
"""Applies an event of one class."""

_HANDLERS: Final[Mapping[type[Event], Handler]] = {
    **dict.fromkeys(SEATING, FactWriter.seats_changed),
    PlayerLeft: FactWriter.left,
    SeatAutomated: FactWriter.automated,
    SeatReclaimed: FactWriter.reclaimed,
    DeckRevealed: FactWriter.deck_revealed,
    GameStarted: FactWriter.started,
    RoundDealt: FactWriter.round_dealt,
    BidPlaced: FactWriter.bid_placed,
    TurnPassed: FactWriter.turn_passed,
    PassQueued: FactWriter.pass_queued,
    PassUnqueued: FactWriter.pass_unqueued,
    SeatMovedByClock: FactWriter.moved_by_clock,
    TrumpSelected: FactWriter.trump_selected,
    CardsDiscarded: FactWriter.discarded,
    CardPlayed: FactWriter.card_played,
    TrickWon: FactWriter.trick_won,
    RoundScored: FactWriter.round_scored,
}

_NAMED: Final[Mapping[str, Handler]] = {
    "BidCommitted": FactWriter.bid_committed,
    "BidWon": FactWriter.bid_won,
    "TrumpTurned": FactWriter.trump_turned,
    "CardsPlayed": FactWriter.cards_played,
    "RoundPassedOut": FactWriter.passed_out,
}


@cache
def handlers() -> Mapping[type[Event], Handler]:
    """Return the handler of each class of events; classes without a handler are ignored."""
    known = all_event_types()
    # What happens at the table and has no field that is not public.
    following = {event for rules in all_rules() for event in rules.evolvers if not marks(event)}
    followed = dict.fromkeys(following, FactWriter.followed)
    disclosing = {event: FactWriter.bids_disclosed for event in known if discloses_bids(event)}
    named = {event: _NAMED[topic_of(event)] for event in known if topic_of(event) in _NAMED}
    return {**followed, **disclosing, **named, **_HANDLERS}
