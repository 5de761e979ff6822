"""Highest Card: 2-6 players, three rounds; each plays one of three cards, the highest wins."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum, unique
from typing import Annotated, ClassVar

from msgspec import Meta
from msgspec.structs import replace

from domain import commands as c
from domain import events as e
from domain import refusals as r
from domain.cards import FRENCH_DECK, Card, Cards
from domain.rules import NOTHING, NeedsShuffle, Options, Rules, Table, register
from domain.rules.seating import Hands, left_of, with_place
from domain.rules.tricks import Trick, hands_after_play, rank_by_points, trick_view
from domain.table import Place, TableView

HAND_SIZE = 3
ROUNDS = 3


@unique
class Aces(StrEnum):
    """The rank of an ace."""

    HIGH = "high"
    """Above the king."""
    LOW = "low"
    """Below the two."""


class HighestCardOptions(Options, frozen=True, kw_only=True):
    """The options of Highest Card."""

    aces: Aces = Aces.HIGH
    """The rank of an ace."""
    limit: Annotated[int, Meta(ge=1, le=5)] = 3
    """The maximum stake of a round."""


@unique
class Phase(StrEnum):
    """The phases of a round of Highest Card."""

    DEALING = "DEALING"
    """The cards are being dealt; no game ever waits in this phase."""
    SHOWDOWN = "SHOWDOWN"
    """The players raise the stake or play a card."""


class RaiseStake(c.Move, frozen=True, kw_only=True):
    """Raise the stake of the round by one, before playing a card."""


class RaiseOffer(c.Offer, frozen=True, kw_only=True):
    """The stake may be raised."""

    move: ClassVar = RaiseStake

    stake: int
    """The stake after the raise."""

    def moves(self, by: e.PlayerId) -> Iterator[RaiseStake]:
        """Expand into the one raise."""
        yield RaiseStake(by=by)


class StakeRaised(e.SeatEvent, frozen=True, kw_only=True):
    """A seat raised the stake of the round."""

    stake: int
    """The stake after the raise."""


class StakeAtLimit(r.MoveRefusal):
    """The stake cannot be raised any more."""

    text = "The stake cannot be raised above {limit}."

    limit: int
    """The maximum stake."""


class HighestCardTable(Table, frozen=True, kw_only=True):
    """The table of Highest Card."""

    options: HighestCardOptions
    seats: int
    scores: tuple[int, ...]
    phase: Phase = Phase.DEALING
    round: int = -1
    dealer: int = -1
    shuffle: int = -1
    hands: Hands
    stock: Cards = ()
    turn: int = 0
    stake: int = 1
    raised_by: int | None = None
    trick: Trick = ()


class HighestCard(Rules[HighestCardTable]):
    """The rules of Highest Card."""

    variant: ClassVar = "highest-card"
    version: ClassVar = 1
    title: ClassVar = "Highest Card"
    seats: ClassVar = range(2, 7)
    options: ClassVar = HighestCardOptions
    table: ClassVar = HighestCardTable
    phases: ClassVar = Phase
    moves: ClassVar = {
        RaiseStake: (r.NotYourTurn, StakeAtLimit),
        c.PlayCard: (r.NotYourTurn, r.CardNotHeld),
    }
    events: ClassVar = (StakeRaised,)
    offers: ClassVar = (RaiseOffer,)

    def start(self, seats: int, options: HighestCardOptions) -> HighestCardTable:
        """Seat 0 deals the first round."""
        return HighestCardTable(options=options, seats=seats, scores=(0,) * seats, hands=((),) * seats)

    def decide(self, table: HighestCardTable, seat: int, move: c.Move) -> tuple[e.Event, ...]:
        """Judge a move; raises a MoveRefusal."""
        match move:
            case RaiseStake():
                if table.stake >= table.options.limit:
                    raise StakeAtLimit(table.options.limit)
                return (StakeRaised(seat=seat, stake=table.stake + 1),)
            case c.PlayCard(card=card):
                if card not in table.hands[seat]:
                    raise r.CardNotHeld(card)
                return (e.CardPlayed(seat=seat, card=card),)
        raise r.MoveNotInGame(c.command_name(type(move)), self.variant)

    def settle(self, table: HighestCardTable) -> tuple[e.Event, ...] | NeedsShuffle:
        """Deal and score; ask for a shuffle where one is due."""
        match table.phase:
            case Phase.DEALING:
                return _dealt(table) if table.stock else NeedsShuffle(FRENCH_DECK)
            case Phase.SHOWDOWN:
                return _scored(table) if len(table.trick) == table.seats else NOTHING

    def to_move(self, table: HighestCardTable) -> tuple[int, ...]:
        """Return the one seat whose turn it is."""
        return (table.turn,) if table.phase is Phase.SHOWDOWN else ()

    def candidates(self, table: HighestCardTable, seat: int) -> tuple[c.Offer, ...]:
        """Describe the raise and all plays of the hand."""
        return RaiseOffer(stake=table.stake + 1), c.PlayOffer(cards=table.hands[seat])

    def show(self, table: HighestCardTable) -> TableView:
        """Present the table; the stake is what was bid."""
        return TableView(
            phase=table.phase,
            round=table.round,
            dealer=max(table.dealer, 0),
            to_move=self.to_move(table),
            places=tuple(
                Place(hand=hand, score=score) for hand, score in zip(table.hands, table.scores, strict=True)
            ),
            stock=len(table.stock),
            bidder=table.raised_by,
            bid=table.stake,
            trick=trick_view(table.trick),
        )


# Rules for `decide` and machine players.


def height(card: Card, options: HighestCardOptions) -> int:
    """Return the rank of a card as a number, regardless of its suit."""
    order = "A23456789TJQK" if options.aces is Aces.LOW else "23456789TJQKA"
    return order.index(card[0])


# Automatic consequences.


def _dealt(table: HighestCardTable) -> tuple[e.Event, ...]:
    seats, deck = table.seats, table.stock
    dealt = e.RoundDealt(
        round=table.round + 1,
        dealer=left_of(table.dealer, seats),
        hands=(HAND_SIZE,) * seats,
        stock=len(deck) - HAND_SIZE * seats,
    )
    return dealt, *(
        e.HandDealt(seat=seat, cards=deck[HAND_SIZE * seat : HAND_SIZE * (seat + 1)], shuffle=table.shuffle)
        for seat in range(seats)
    )


def _scored(table: HighestCardTable) -> tuple[e.Event, ...]:
    heights = {played.seat: height(played.card, table.options) for played in table.trick}
    best = [seat for seat in heights if heights[seat] == max(heights.values())]
    scores = tuple(score + table.stake * (seat in best) for seat, score in enumerate(table.scores))
    awards = tuple(e.Award(seat=seat, points=table.stake) for seat in best)
    scored = e.RoundScored(round=table.round, awards=awards, scores=scores)
    if table.round + 1 < ROUNDS:
        return (scored,)
    places = rank_by_points(range(table.seats), scores)
    return scored, e.GameWon(winners=places[0], ranking=places, reason=e.EndReason.ROUNDS_PLAYED)


# `evolve` for each event.


def _deck_shuffled(table: HighestCardTable, event: e.DeckShuffled) -> HighestCardTable:
    return replace(table, stock=event.order, shuffle=event.shuffle, oldest_shuffle=event.shuffle)


def _round_dealt(table: HighestCardTable, event: e.RoundDealt) -> HighestCardTable:
    return replace(
        table,
        phase=Phase.SHOWDOWN,
        round=event.round,
        dealer=event.dealer,
        hands=((),) * table.seats,
        turn=left_of(event.dealer, table.seats),
        stake=1,
        raised_by=None,
        trick=(),
    )


def _hand_dealt(table: HighestCardTable, event: e.HandDealt) -> HighestCardTable:
    hands = with_place(table.hands, event.seat, event.cards)
    return replace(table, hands=hands, stock=table.stock[len(event.cards) :])


def _stake_raised(table: HighestCardTable, event: StakeRaised) -> HighestCardTable:
    return replace(table, stake=event.stake, raised_by=event.seat)


def _card_played(table: HighestCardTable, event: e.CardPlayed) -> HighestCardTable:
    hands = hands_after_play(table.hands, event.seat, event.card)
    turn = left_of(event.seat, table.seats)
    return replace(table, hands=hands, trick=(*table.trick, event), turn=turn)


def _scores_kept(table: HighestCardTable, event: e.RoundScored) -> HighestCardTable:
    oldest = table.shuffle + 1
    return replace(table, phase=Phase.DEALING, scores=event.scores, stock=(), oldest_shuffle=oldest)


HighestCard.evolvers = {
    e.DeckShuffled: _deck_shuffled,
    e.RoundDealt: _round_dealt,
    e.HandDealt: _hand_dealt,
    StakeRaised: _stake_raised,
    e.CardPlayed: _card_played,
    e.RoundScored: _scores_kept,
}

register(HighestCard())
