"""Oh Hell: 4 players, 19 phases of 1 up to 10 and down to 1 cards, secret bids to be met exactly.

Rules: the project's RULES, "Oh Hell". A phase in RULES is a round in this module, numbered from 0; the deck
carries over from one round to the next.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum, unique
from functools import cache
from typing import Annotated, ClassVar

from msgspec import Meta
from msgspec.structs import replace

from domain import commands as c
from domain import events as e
from domain import refusals as r
from domain.card_order import CardOrder
from domain.cards import FRENCH_DECK, Card, Cards, Rank, Suit
from domain.rules import NOTHING, NeedsShuffle, Options, Rules, register
from domain.rules.seating import Hands, left_of, with_place
from domain.rules.tricks import (
    TrickTable,
    counts_of_plays,
    known_count,
    play_to_trick,
    rank_by_points,
    suits_after,
    take_trick,
    trick_order,
    trick_view,
    trick_won,
    winning_card,
    without_gone,
)
from domain.table import Place, TableView
from domain.visibility import OtherSeats, Private

SEATS = 4
ROUNDS = 19
MOST_CARDS = 10
EXACT_BID_POINTS = 10
BLIND_ROUNDS = (0, ROUNDS - 1)

_ASCENDING = (*(rank for rank in Rank if rank is not Rank.ACE), Rank.ACE)
RANK_VALUES: dict[Rank | None, int] = {rank: value for value, rank in enumerate(_ASCENDING)}
"""The value of each rank: two 0 … ace 12."""


def hand_size(number: int) -> int:
    """Return the number of cards dealt to each seat in a round: 1 up to 10, and down to 1 again."""
    return min(number + 1, ROUNDS - number)


def forced_bid(number: int) -> int | None:
    """Return the bid that the rules prescribe to all seats in a round, or None when bids are free.

    The prescribed bid is a fair share of the tricks in phases 4, 8, 12 and 16, and 0 in phase 10.
    """
    phase = number + 1
    if phase == MOST_CARDS:
        return 0
    return hand_size(number) // SEATS if phase % 4 == 0 else None


@unique
class Reshuffle(StrEnum):
    """The treatment of a deck that is too small for a deal."""

    MID_DEAL = "mid_deal"
    """The deck is dealt out; then the discard pile is shuffled and the deal continues from it."""
    BEFORE_DEAL = "before_deal"
    """All 52 cards are shuffled before the deal."""


class OhHellOptions(Options, frozen=True, kw_only=True):
    """The options of Oh Hell."""

    first_dealer: Annotated[int, Meta(ge=0, le=SEATS - 1)] = SEATS - 1
    """The seat that deals the first round."""
    reshuffle: Reshuffle = Reshuffle.MID_DEAL
    """The treatment of a deck that is too small for a deal."""


@unique
class Phase(StrEnum):
    """The phases of a round of Oh Hell."""

    DEALING = "DEALING"
    """The cards are being dealt; no game ever waits in this phase."""
    BIDDING = "BIDDING"
    """The players bid in secret, all at the same time."""
    TRICKS = "TRICKS"
    """The tricks are played."""
    ROUND_SCORED = "ROUND_SCORED"
    """The round was played and scored."""


class DeckRanOut(e.Event, frozen=True, kw_only=True):
    """The deck is too small for the next deal, so played cards are reshuffled."""

    dealt: int
    """The number of cards that the deal takes from the old deck before it continues from the new one."""


class BlindHandDealt(e.SeatEvent, frozen=True, kw_only=True):
    """A seat was dealt a hand that only the other players can see."""

    cards: Annotated[Cards, OtherSeats(until="shuffle")]
    """The cards in the order in which they were dealt."""
    shuffle: int
    """The number of the latest shuffle that any of the cards comes from."""


class TrumpTurned(e.Event, frozen=True, kw_only=True):
    """A card was turned up after the deal; its suit is trump."""

    card: Card
    """The card."""


class BidCommitted(e.SeatEvent, frozen=True, kw_only=True):
    """A seat made a secret bid; only the fact that it bid is public."""

    amount: Annotated[int | None, Private()]
    """The number of tricks bid; null for other viewers, who learn it from `BidsRevealed`."""


class BidsRevealed(e.Event, frozen=True, kw_only=True):
    """All bids of the round were revealed."""

    bids: tuple[int, ...]
    """The bid of each seat, in seat order."""
    forced: bool
    """True if the rules prescribed the bids."""


class HandShown(e.SeatEvent, frozen=True, kw_only=True):
    """A seat picked up the hand that it had been dealt blind."""

    cards: Annotated[Cards, Private(until="shuffle")]
    """The cards, which the other players have already seen."""
    shuffle: int
    """The number of the latest shuffle that any of the cards comes from."""


class BidAlreadyCommitted(r.MoveRefusal):
    """You have already bid, and cannot change your bid."""

    seat: r.SeatNumber
    """The seat."""


class OhHellTable(TrickTable, frozen=True, kw_only=True):
    """The state of a table of Oh Hell."""

    options: OhHellOptions
    scores: tuple[int, ...] = (0,) * SEATS
    phase: Phase = Phase.DEALING
    round: int = -1
    dealer: int
    shuffle: int = -1
    ran_out: int | None = None
    """The number of cards that the coming deal takes from the old deck; None unless that ran out."""
    hands: Hands = ((),) * SEATS
    stock: Cards = ()
    pile: Cards = ()
    turn_up: Card | None = None
    bids: tuple[int | None, ...] = (None,) * SEATS
    committed: frozenset[int] = frozenset()

    @property
    def trump(self) -> Suit | None:
        """The suit of the turn-up."""
        return None if self.turn_up is None else self.turn_up.suit


class OhHell(Rules[OhHellTable]):
    """The rules of Oh Hell."""

    variant: ClassVar = "oh-hell"
    version: ClassVar = 1
    title: ClassVar = "Oh Hell"
    seats: ClassVar = range(SEATS, SEATS + 1)
    rounds: ClassVar = ROUNDS
    options: ClassVar = OhHellOptions
    table: ClassVar = OhHellTable
    phases: ClassVar = Phase
    moves: ClassVar = {
        c.PlaceBid: (r.NotYourTurn, r.WrongPhase, r.BidNotAvailable, BidAlreadyCommitted),
        c.PlayCard: (r.NotYourTurn, r.WrongPhase, r.CardNotHeld, r.MustFollow),
    }
    events: ClassVar = (DeckRanOut, BlindHandDealt, TrumpTurned, BidCommitted, BidsRevealed, HandShown)

    def start(self, seats: int, options: OhHellOptions) -> OhHellTable:
        """Return the table before the first deal, which moves the deal left to the first dealer."""
        return OhHellTable(options=options, dealer=(options.first_dealer - 1) % SEATS)

    def decide(self, table: OhHellTable, seat: int, move: c.Move) -> tuple[e.Event, ...]:
        """Return the events of a move; raises a MoveRefusal."""
        if not self.allows(table, type(move)):
            raise r.WrongPhase(c.command_name(type(move)), table.phase)
        match move:
            case c.PlayCard(card=card):
                _refuse_play(table, seat, card)
                return (e.CardPlayed(seat=seat, card=card),)
            case c.PlaceBid(amount=amount):
                available = available_bids(table, seat)
                if amount not in available:
                    raise r.BidNotAvailable(amount, available)
                return (BidCommitted(seat=seat, amount=amount),)
        raise r.MoveNotInGame(c.command_name(type(move)), self.variant)

    def settle(self, table: OhHellTable) -> tuple[e.Event, ...] | NeedsShuffle:
        """Deal, reveal the bids, award tricks and score, or request a shuffle."""
        match table.phase:
            case Phase.TRICKS:
                if len(table.trick) == SEATS:
                    return (trick_won(table, winning(table)),)
                return NOTHING if any(table.hands) else _round_scored(table)
            case Phase.BIDDING:
                return _bids_revealed(table)
            case Phase.DEALING | Phase.ROUND_SCORED:
                return _dealt(table)

    def to_move(self, table: OhHellTable) -> tuple[int, ...]:
        """Return the seats that have not bid yet, or the one seat whose turn it is to play.

        There is none during the deal, between the last card of a trick and the next lead, and after the
        last trick.
        """
        match table.phase:
            case Phase.BIDDING:
                if table.turn_up is None or forced_bid(table.round) is not None:
                    return ()
                return tuple(seat for seat in range(SEATS) if seat not in table.committed)
            case Phase.TRICKS:
                waits = len(table.trick) < SEATS and any(table.hands)
                return (table.turn,) if waits else ()
            case Phase.DEALING | Phase.ROUND_SCORED:
                return ()

    def not_to_move(self, table: OhHellTable, seat: int, move: c.Move) -> r.MoveRefusal:
        """Return BidAlreadyCommitted for a second bid."""
        if isinstance(move, c.PlaceBid) and seat in table.committed:
            return BidAlreadyCommitted(seat)
        return super().not_to_move(table, seat, move)

    def allows(self, table: OhHellTable, move: type[c.Move]) -> bool:
        """Return whether the phase allows moves of a class."""
        return table.phase is _PHASE_OF[move]

    def candidates(self, table: OhHellTable, seat: int) -> tuple[c.Offer, ...]:
        """Return offers of all bids and of all plays of the hand."""
        hand = table.hands[seat]
        return c.BidOffer(amounts=available_bids(table, seat)), c.PlayOffer(cards=hand)

    def show(self, table: OhHellTable) -> TableView:
        """Return the view of the table."""
        tricks = table.tricks
        return TableView(
            phase=table.phase,
            round=table.round,
            dealer=table.dealer,
            to_move=self.to_move(table),
            places=tuple(
                Place(
                    hand=table.hands[seat],
                    score=table.scores[seat],
                    bid=table.bids[seat],
                    committed=seat in table.committed,
                    tricks=tricks[seat],
                )
                for seat in range(SEATS)
            ),
            stock=len(table.stock),
            pile=len(table.pile),
            blind=_blind(table),
            trump=table.trump,
            turn_up=table.turn_up,
            trick=trick_view(table.trick),
            winning=winning(table).seat if table.trick else None,
            last_trick=trick_view(table.last_trick),
        )

    def published(self, event: e.Event, later: e.Event) -> e.Event | None:
        """Return a secret bid with the amount that the reveal of the bids tells."""
        if (
            isinstance(event, BidCommitted)
            and isinstance(later, BidsRevealed)
            and event.seat < len(later.bids)
        ):
            return replace(event, amount=later.bids[event.seat])
        return None

    def card_order(self, table: OhHellTable) -> CardOrder:
        """Return the order of the cards; the pile and the turn-up have been seen by everyone."""
        turned = () if table.turn_up is None else (table.turn_up,)
        return without_gone(
            order_of(table.trump), (*table.pile, *turned, *(each.card for each in table.trick))
        )

    def move_count(self, table: OhHellTable, seat: int) -> int | None:
        """Count the bids, or the cards to play."""
        if table.phase is Phase.BIDDING:
            return len(available_bids(table, seat))
        return known_count(table.hands[seat], playable(table, seat))

    def play_counts(self, table: OhHellTable, plays: Sequence[e.CardPlayed]) -> Iterator[int | None]:
        """Count the cards to play by the hands and the cards that were led."""
        return counts_of_plays(table.hands, plays, following)

    def available_bids(self, table: OhHellTable, seat: int) -> tuple[int, ...]:
        """Return the bids from no tricks to all tricks."""
        return available_bids(table, seat) if table.phase is Phase.BIDDING else ()


_PHASE_OF: dict[type[c.Move], Phase] = {c.PlaceBid: Phase.BIDDING, c.PlayCard: Phase.TRICKS}


# Queries of the rules, shared with the machine players.


def available_bids(table: OhHellTable, seat: int) -> tuple[int, ...]:
    """Return the bids that the seat can make, from no tricks to all tricks."""
    return tuple(range(len(table.hands[seat]) + 1))


def playable(table: OhHellTable, seat: int) -> Cards:
    """Return the cards of the hand that may be played to the trick, in hand order."""
    return following(table.hands[seat], table.trick[0].card if table.trick else None)


def following(hand: Cards, led: Card | None) -> Cards:
    """Return the cards of a hand that may be played after a card, or as the lead."""
    if led is None:
        return hand
    suit = led.suit
    return tuple(card for card in hand if card.suit is suit) or hand


def _refuse_play(table: OhHellTable, seat: int, card: Card) -> None:
    if card not in table.hands[seat]:
        raise r.CardNotHeld(card)
    allowed = playable(table, seat)
    if card not in allowed:
        raise r.MustFollow(card, allowed, led=table.trick[0].card)


@cache
def strengths(trump: Suit | None, led: Suit | None) -> dict[Card, int]:
    """Return each card's standing in a trick: trumps, then the led suit; a negative one cannot win."""
    above = {suit: 0 if suit is led else -len(RANK_VALUES) for suit in Suit}
    if trump is not None:
        above[trump] = len(RANK_VALUES)
    return {card: above[card.suit] + RANK_VALUES[card.rank] for card in FRENCH_DECK if card.suit is not None}


def winning(table: OhHellTable) -> e.CardPlayed:
    """Return the card that is winning the current trick."""
    return winning_card(table.trick, strengths(table.trump, table.trick[0].card.suit))


@cache
def order_of(trump: Suit | None) -> CardOrder:
    """Return the order of the cards with a trump suit, or without one."""
    return trick_order(strengths(trump, led) for led in suits_after(trump))


def _blind(table: OhHellTable) -> bool:
    return table.round in BLIND_ROUNDS and table.phase is Phase.BIDDING


# Automatic consequences.


def _dealt(table: OhHellTable) -> tuple[e.Event, ...] | NeedsShuffle:
    number = table.round + 1
    size, deck = hand_size(number), table.stock
    count = SEATS * size
    if len(deck) <= count:
        mid_deal = table.options.reshuffle is Reshuffle.MID_DEAL
        if table.ran_out is None and table.shuffle >= 0:
            return (DeckRanOut(dealt=len(deck) if mid_deal else 0),)
        pile = frozenset(table.pile)
        keeps_deck = mid_deal and table.shuffle >= 0
        return NeedsShuffle(tuple(card for card in FRENCH_DECK if not keeps_deck or card in pile))
    dealer = left_of(table.dealer, SEATS)
    leader = left_of(dealer, SEATS)
    deal = BlindHandDealt if number in BLIND_ROUNDS else e.HandDealt
    hands = (
        deal(seat=seat, cards=deck[place:count:SEATS], shuffle=_last_shuffle(table, count - SEATS + place))
        for seat, place in ((seat, (seat - leader) % SEATS) for seat in range(SEATS))
    )
    return (
        e.RoundDealt(round=number, dealer=dealer, hands=(size,) * SEATS, stock=len(deck) - count - 1),
        *hands,
        TrumpTurned(card=deck[count]),
    )


def _last_shuffle(table: OhHellTable, place: int) -> int:
    """Return the shuffle that the card at a place in the deck comes from."""
    from_old_deck = table.ran_out is not None and place < table.ran_out
    return table.shuffle - 1 if from_old_deck else table.shuffle


def _bids_revealed(table: OhHellTable) -> tuple[e.Event, ...]:
    forced = forced_bid(table.round)
    if forced is not None:
        return (BidsRevealed(bids=(forced,) * SEATS, forced=True),)
    bids = tuple(bid for bid in table.bids if bid is not None)
    if len(bids) < SEATS:
        return NOTHING
    revealed = BidsRevealed(bids=bids, forced=False)
    if table.round not in BLIND_ROUNDS:
        return (revealed,)
    trick_view = (
        HandShown(seat=seat, cards=table.hands[seat], shuffle=table.shuffle) for seat in range(SEATS)
    )
    return revealed, *trick_view


def _round_scored(table: OhHellTable) -> tuple[e.Event, ...]:
    tricks = table.tricks
    made = tuple(bid == won for bid, won in zip(table.bids, tricks, strict=True))
    awards = tuple(
        e.Award(seat=seat, points=tricks[seat] + EXACT_BID_POINTS * made[seat]) for seat in range(SEATS)
    )
    scores = tuple(table.scores[award.seat] + award.points for award in awards)
    scored = e.RoundScored(round=table.round, awards=awards, scores=scores, bids_made=made)
    if table.round < ROUNDS - 1:
        return (scored,)
    ranking = rank_by_points(range(SEATS), scores)
    return scored, e.GameWon(winners=ranking[0], ranking=ranking, reason=e.EndReason.ROUNDS_PLAYED)


# Application of events.


def _deck_shuffled(table: OhHellTable, event: e.DeckShuffled) -> OhHellTable:
    keeps_deck = table.options.reshuffle is Reshuffle.MID_DEAL and table.shuffle >= 0
    return replace(
        table,
        stock=table.stock + event.order if keeps_deck else event.order,
        pile=(),
        shuffle=event.shuffle,
        # The cards of the old deck are dealt first, so its shuffle stays sealed until the round has ended.
        oldest_shuffle=table.oldest_shuffle if keeps_deck else event.shuffle,
    )


def _deck_ran_out(table: OhHellTable, event: DeckRanOut) -> OhHellTable:
    return replace(table, ran_out=event.dealt)


def _round_dealt(table: OhHellTable, event: e.RoundDealt) -> OhHellTable:
    return OhHellTable(
        options=table.options,
        scores=table.scores,
        phase=Phase.BIDDING,
        round=event.round,
        dealer=event.dealer,
        shuffle=table.shuffle,
        oldest_shuffle=table.oldest_shuffle,
        stock=table.stock[max(len(table.stock) - event.stock, 0) :],
        pile=table.pile,
    )


def _hand_dealt(table: OhHellTable, event: e.HandDealt | BlindHandDealt) -> OhHellTable:
    return replace(table, hands=with_place(table.hands, event.seat, event.cards))


def _trump_turned(table: OhHellTable, event: TrumpTurned) -> OhHellTable:
    return replace(table, turn_up=event.card)


def _bid_committed(table: OhHellTable, event: BidCommitted) -> OhHellTable:
    bids = with_place(table.bids, event.seat, event.amount)
    return replace(table, bids=bids, committed=table.committed | {event.seat})


def _bids_known(table: OhHellTable, event: BidsRevealed) -> OhHellTable:
    leader = left_of(table.dealer, SEATS)
    return replace(table, phase=Phase.TRICKS, bids=event.bids, committed=frozenset(), turn=leader)


def _hand_shown(table: OhHellTable, event: HandShown) -> OhHellTable:
    # The cards are redacted for all other viewers, who keep the cards that they have already seen.
    if Card.FACE_DOWN in event.cards:
        return table
    return replace(table, hands=with_place(table.hands, event.seat, event.cards))


def _trick_piled(table: OhHellTable, event: e.TrickWon) -> OhHellTable:
    played = tuple(played.card for played in table.trick)
    return replace(take_trick(table, event), pile=table.pile + played)


def _scores_kept(table: OhHellTable, event: e.RoundScored) -> OhHellTable:
    turned = () if table.turn_up is None else (table.turn_up,)
    return replace(
        table,
        phase=Phase.ROUND_SCORED,
        scores=event.scores,
        pile=table.pile + turned,
        oldest_shuffle=table.shuffle,
    )


OhHell.evolvers = {
    e.DeckShuffled: _deck_shuffled,
    DeckRanOut: _deck_ran_out,
    e.RoundDealt: _round_dealt,
    e.HandDealt: _hand_dealt,
    BlindHandDealt: _hand_dealt,
    TrumpTurned: _trump_turned,
    BidCommitted: _bid_committed,
    BidsRevealed: _bids_known,
    HandShown: _hand_shown,
    e.CardPlayed: play_to_trick,
    e.TrickWon: _trick_piled,
    e.RoundScored: _scores_kept,
}

register(OhHell())
