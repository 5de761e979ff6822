"""Hundred and Ten: 2-4 players, 53 cards, bids from 15 to 60, five tricks a round, game to 110.

Rules: the project's RULES, "Hundred and Ten"; where the published text and the published package
(PyPI `hundredandten`) differ, the text is the default and the package's behaviour is an option.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum, unique
from functools import cache, partial
from typing import ClassVar

from msgspec.structs import replace

from domain import commands as c
from domain import events as e
from domain import refusals as r
from domain.card_order import CardOrder
from domain.cards import DECK_WITH_JOKER, Card, Cards, Suit, without
from domain.rules import NOTHING, NeedsShuffle, Options, Rules, register
from domain.rules.seating import left_of, next_in_play, with_place
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

HAND_SIZE = 5
TARGET = 110
MOON = 60
BIDS = (15, 20, 25, 30, MOON)
TRICK_POINTS = 5
MAX_DEALS_IN_A_ROW = 3

_RED_SPOTS = "T98765432"
_BLACK_SPOTS = "23456789T"


def _plain_order(suit: Suit) -> Cards:
    ranks = "AKQJ" + (_RED_SPOTS if suit.red else _BLACK_SPOTS)
    order = (Card(rank + suit[0]) for rank in ranks)
    return tuple(card for card in order if card is not Card.ACE_OF_HEARTS)


def _trump_order(suit: Suit) -> Cards:
    spots = (_RED_SPOTS if suit.red else _BLACK_SPOTS).replace("5", "")
    below = tuple(Card(rank + suit[0]) for rank in "AKQ" + spots)
    high = (Card("5" + suit[0]), Card("J" + suit[0]), Card.JOKER, Card.ACE_OF_HEARTS)
    return (*high, *(card for card in below if card is not Card.ACE_OF_HEARTS))


PLAIN_VALUES: dict[Card, int] = {
    card: 12 - place - (suit is Suit.HEARTS) for suit in Suit for place, card in enumerate(_plain_order(suit))
}
"""The value of each card when it is not a trump: ace 12, king 11 … the lowest 0."""

TRUMP_VALUES: dict[Suit, dict[Card, int]] = {
    suit: {card: 14 - place - (suit is Suit.HEARTS and place > 3) for place, card in enumerate(order)}
    for suit, order in ((suit, _trump_order(suit)) for suit in Suit)
}
"""The value of each trump, by trump suit: five 14, jack 13, joker 12, ace of hearts 11 …"""


@unique
class Discards(StrEnum):
    """The player who discards first."""

    DEALER_FIRST = "dealer_first"
    """The dealer, as in the published text."""
    LEFT_OF_DEALER = "left_of_dealer"
    """The player to the dealer's left, as in the published package."""


class HundredAndTenOptions(Options, frozen=True, kw_only=True):
    """The options of Hundred and Ten."""

    discards: Discards = Discards.DEALER_FIRST
    """The player who discards first."""


@unique
class Phase(StrEnum):
    """The phases of a round of Hundred and Ten."""

    DEALING = "DEALING"
    """The cards are being dealt; no game ever waits in this phase."""
    BIDDING = "BIDDING"
    """The players bid or pass."""
    TRUMP_SELECTION = "TRUMP_SELECTION"
    """The bidder names the trump suit."""
    DISCARD = "DISCARD"
    """The players discard and draw in turn."""
    TRICKS = "TRICKS"
    """The tricks are played."""
    ROUND_SCORED = "ROUND_SCORED"
    """The round was played and scored."""
    ROUND_PASSED_OUT = "ROUND_PASSED_OUT"
    """Everyone passed; the round ended without a score."""


class BidWon(e.SeatEvent, frozen=True, kw_only=True):
    """The bidding ended, and a seat won it with the highest bid."""

    amount: int
    """The winning bid."""


class RoundPassedOut(e.Event, frozen=True, kw_only=True):
    """Everyone passed; the round ended without a score."""

    round: int
    """The round's number, from 0."""


class HundredAndTenTable(TrickTable, frozen=True, kw_only=True):
    """The state of a table of Hundred and Ten."""

    options: HundredAndTenOptions
    seats: int
    scores: tuple[int, ...]
    phase: Phase = Phase.DEALING
    round: int = -1
    dealer: int = 0
    deals_in_a_row: int = 0
    shuffle: int = -1
    stock: Cards = ()
    bids: tuple[int | None, ...]
    passed: frozenset[int] = frozenset()
    queued: frozenset[int] = frozenset()
    bidder: int | None = None
    bid: int = 0
    trump: Suit | None = None
    discarded: tuple[int | None, ...]
    played: Cards = ()
    """The cards of the tricks that were won in the round."""


class HundredAndTen(Rules[HundredAndTenTable]):
    """The rules of Hundred and Ten."""

    variant: ClassVar = "hundred-and-ten"
    version: ClassVar = 1
    title: ClassVar = "Hundred and Ten"
    seats: ClassVar = range(2, 5)
    target: ClassVar = TARGET
    options: ClassVar = HundredAndTenOptions
    table: ClassVar = HundredAndTenTable
    phases: ClassVar = Phase
    moves: ClassVar = {
        c.PlaceBid: (r.NotYourTurn, r.WrongPhase, r.BidNotAvailable),
        c.PassTurn: (r.NotYourTurn, r.WrongPhase),
        c.QueuePass: (r.WrongPhase, r.AlreadyPassed, r.PassAlreadyQueued),
        c.UnqueuePass: (r.WrongPhase, r.NoPassQueued),
        c.SelectTrump: (r.NotYourTurn, r.WrongPhase),
        c.DiscardCards: (r.NotYourTurn, r.WrongPhase, r.CardNotHeld, r.CardRepeated),
        c.PlayCard: (r.NotYourTurn, r.WrongPhase, r.CardNotHeld, r.MustFollow),
    }
    out_of_turn: ClassVar = (c.QueuePass, c.UnqueuePass)
    events: ClassVar = (BidWon, RoundPassedOut)

    def start(self, seats: int, options: HundredAndTenOptions) -> HundredAndTenTable:
        """Return the table before the first deal; seat 0 deals the first round."""
        return HundredAndTenTable(
            options=options,
            seats=seats,
            scores=(0,) * seats,
            hands=((),) * seats,
            bids=(None,) * seats,
            discarded=(None,) * seats,
        )

    def decide(self, table: HundredAndTenTable, seat: int, move: c.Move) -> tuple[e.Event, ...]:
        """Return the events of a move; raises a MoveRefusal."""
        if not self.allows(table, type(move)):
            raise r.WrongPhase(c.command_name(type(move)), table.phase)
        match move:
            case c.PlayCard(card=card):
                refuse_play(table, seat, card)
                return (e.CardPlayed(seat=seat, card=card),)
            case c.PlaceBid(amount=amount):
                available = available_bids(table, seat)
                if amount not in available:
                    raise r.BidNotAvailable(amount, available)
                return (e.BidPlaced(seat=seat, amount=amount),)
            case c.PassTurn():
                return (e.TurnPassed(seat=seat),)
            case c.DiscardCards(cards=cards):
                return _discarded(table, seat, cards)
            case c.SelectTrump(suit=suit):
                return (e.TrumpSelected(seat=seat, suit=suit),)
            case c.QueuePass():
                if seat in table.passed:
                    raise r.AlreadyPassed(seat)
                if seat in table.queued:
                    raise r.PassAlreadyQueued(seat)
                return (e.PassQueued(seat=seat),)
            case c.UnqueuePass():
                if seat not in table.queued:
                    raise r.NoPassQueued(seat)
                return (e.PassUnqueued(seat=seat),)
        raise r.MoveNotInGame(c.command_name(type(move)), self.variant)

    def settle(self, table: HundredAndTenTable) -> tuple[e.Event, ...] | NeedsShuffle:
        """Deal, make queued passes, end the bidding, award tricks and score, or request a shuffle."""
        match table.phase:
            case Phase.TRICKS:
                if len(table.trick) == table.seats:
                    return (trick_won(table, winning(table)),)
                return _round_scored(table) if len(table.won) == HAND_SIZE else NOTHING
            case Phase.BIDDING:
                return _bidding_settled(table)
            case Phase.TRUMP_SELECTION | Phase.DISCARD:
                return NOTHING
            case Phase.DEALING | Phase.ROUND_SCORED | Phase.ROUND_PASSED_OUT:
                return _dealt(table) if table.stock else NeedsShuffle(DECK_WITH_JOKER)

    def to_move(self, table: HundredAndTenTable) -> tuple[int, ...]:
        """Return the one seat whose turn it is; none during the deal and after a trick."""
        match table.phase:
            case Phase.BIDDING:
                waits = all(table.hands) and not _is_bidding_over(table)
            case Phase.TRICKS:
                is_trick_over = len(table.trick) == table.seats or len(table.won) == HAND_SIZE
                waits = not is_trick_over and _has_drawn(table)
            case Phase.DISCARD:
                waits = _has_drawn(table)
            case phase:
                waits = phase is Phase.TRUMP_SELECTION
        return (table.turn,) if waits else ()

    def allows(self, table: HundredAndTenTable, move: type[c.Move]) -> bool:
        """Return whether the phase allows moves of a class."""
        return table.phase is _PHASE_OF[move]

    def candidates(self, table: HundredAndTenTable, seat: int) -> tuple[c.Offer, ...]:
        """Return offers of all bids, the pass, all suits, and all discards and plays of the hand."""
        hand = table.hands[seat]
        return (
            c.PassOffer(),
            c.BidOffer(amounts=BIDS),
            c.TrumpOffer(suits=tuple(Suit)),
            c.DiscardOffer(any_subset_of=hand),
            c.PlayOffer(cards=hand),
        )

    def show(self, table: HundredAndTenTable) -> TableView:
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
                    passed=seat in table.passed,
                    pass_queued=seat in table.queued,
                    discarded=table.discarded[seat],
                    tricks=tricks[seat],
                )
                for seat in range(table.seats)
            ),
            stock=len(table.stock),
            bidder=table.bidder,
            bid=table.bid or None,
            trump=table.trump,
            trick=trick_view(table.trick),
            winning=winning(table).seat if table.trick else None,
            bleeding=bleeding(table),
            last_trick=trick_view(table.last_trick),
        )

    def card_order(self, table: HundredAndTenTable) -> CardOrder:
        """Return the order of the cards; before trump is named, only joker and ace of hearts are trumps."""
        return without_gone(order_of(table.trump), (*table.played, *(each.card for each in table.trick)))

    def move_count(self, table: HundredAndTenTable, seat: int) -> int | None:
        """Count the bids and the pass, the suits, all selections of the hand, or the cards to play."""
        match table.phase:
            case Phase.BIDDING:
                return len(available_bids(table, seat)) + 1
            case Phase.TRUMP_SELECTION:
                return len(Suit)
            case Phase.DISCARD:
                return 1 << len(table.hands[seat])
            case _:
                return known_count(table.hands[seat], playable(table, seat))

    def play_counts(self, table: HundredAndTenTable, plays: Sequence[e.CardPlayed]) -> Iterator[int | None]:
        """Count the cards to play by the hands, the trump suit and the cards that were led."""
        return counts_of_plays(table.hands, plays, partial(following, table.trump))

    def available_bids(self, table: HundredAndTenTable, seat: int) -> tuple[int, ...]:
        """Return the amounts that the seat could bid if it were its turn."""
        return available_bids(table, seat) if table.phase is Phase.BIDDING else ()


_PHASE_OF: dict[type[c.Move], Phase] = {
    c.PlaceBid: Phase.BIDDING,
    c.PassTurn: Phase.BIDDING,
    c.QueuePass: Phase.BIDDING,
    c.UnqueuePass: Phase.BIDDING,
    c.SelectTrump: Phase.TRUMP_SELECTION,
    c.DiscardCards: Phase.DISCARD,
    c.PlayCard: Phase.TRICKS,
}


# Queries of the rules, shared with the machine players.


def available_bids(table: HundredAndTenTable, seat: int) -> tuple[int, ...]:
    """Return the amounts that the seat could bid if it were its turn.

    The dealer may steal: its bid may equal the highest.
    """
    if seat in table.passed:
        return ()
    least = table.bid if seat == table.dealer else table.bid + 1
    return tuple(amount for amount in BIDS if amount >= least)


def bleeding(table: HundredAndTenTable) -> bool:
    """Return whether a trump was led, so that a seat with a trump must play one."""
    return bool(table.trick) and _bleeds(table.trump, table.trick[0].card)


def _bleeds(trump: Suit | None, led: Card) -> bool:
    return trump is not None and led in TRUMP_VALUES[trump]


def playable(table: HundredAndTenTable, seat: int) -> Cards:
    """Return the cards of the hand that may be played to the trick, in hand order."""
    return following(table.trump, table.hands[seat], table.trick[0].card if table.trick else None)


def following(trump: Suit | None, hand: Cards, led: Card | None) -> Cards:
    """Return the cards of a hand that may be played after a card, or as the lead."""
    if trump is None or led is None or not _bleeds(trump, led):
        return hand
    trumps = TRUMP_VALUES[trump]
    return tuple(card for card in hand if card in trumps) or hand


def refuse_play(table: HundredAndTenTable, seat: int, card: Card) -> None:
    """Raise CardNotHeld or MustFollow when the card may not be played."""
    if card not in table.hands[seat]:
        raise r.CardNotHeld(card)
    allowed = playable(table, seat)
    if card not in allowed:
        raise r.MustFollow(card, allowed, led=table.trick[0].card, trump_led=True)


@cache
def strengths(trump: Suit, led: Suit | None) -> dict[Card, int]:
    """Return each card's standing in a trick: trumps, then the led suit; a negative one cannot win."""
    trumps = {card: 20 + value for card, value in TRUMP_VALUES[trump].items()}
    plain = {card: PLAIN_VALUES[card] if card.suit is led else -1 for card in PLAIN_VALUES}
    return plain | trumps


def winning(table: HundredAndTenTable) -> e.CardPlayed:
    """Return the card that is winning the current trick."""
    assert table.trump is not None, "tricks are played after trump was named"
    return winning_card(table.trick, strengths(table.trump, table.trick[0].card.suit))


@cache
def order_of(trump: Suit | None) -> CardOrder:
    """Return the order of the cards with a trump suit, or while it is not named."""
    if trump is not None:
        return trick_order(strengths(trump, led) for led in suits_after(trump))
    orders = [order_of(suit) for suit in suits_after(None)]
    always = (card for card in orders[0].trumps if all(card in other.trumps for other in orders))
    plain = {cards[0].suit: cards for order in orders for cards in order.suits}
    return CardOrder(trumps=tuple(always), suits=tuple(plain[suit] for suit in suits_after(None)))


# Automatic consequences.


def _dealt(table: HundredAndTenTable) -> tuple[e.Event, ...]:
    seats, deck = table.seats, table.stock
    dealer = _next_dealer(table)
    dealt = e.RoundDealt(
        round=table.round + 1,
        dealer=dealer,
        hands=(HAND_SIZE,) * seats,
        stock=len(deck) - HAND_SIZE * seats,
    )
    return dealt, *(
        e.HandDealt(seat=seat, cards=deck[HAND_SIZE * seat : HAND_SIZE * (seat + 1)], shuffle=table.shuffle)
        for seat in range(seats)
    )


def _next_dealer(table: HundredAndTenTable) -> int:
    if table.round < 0:
        return 0
    deals_again = table.phase is Phase.ROUND_PASSED_OUT and table.deals_in_a_row < MAX_DEALS_IN_A_ROW
    return table.dealer if deals_again else left_of(table.dealer, table.seats)


def _has_drawn(table: HundredAndTenTable) -> bool:
    """Return whether the seats hold all cards that they have not played: a discard is followed by a draw."""
    held = sum(map(len, table.hands))
    return held + len(table.trick) + len(table.won) * table.seats == HAND_SIZE * table.seats


def _is_bidding_over(table: HundredAndTenTable) -> bool:
    bidding = table.seats - len(table.passed)
    return bidding == 0 or (bidding == 1 and table.bidder is not None)


def _bidding_settled(table: HundredAndTenTable) -> tuple[e.Event, ...]:
    if _is_bidding_over(table):
        if table.bidder is None:
            return (RoundPassedOut(round=table.round),)
        return (BidWon(seat=table.bidder, amount=table.bid),)
    if table.turn in table.queued:
        return (e.TurnPassed(seat=table.turn, automatic=True),)
    return NOTHING


def _round_scored(table: HundredAndTenTable) -> tuple[e.Event, ...]:
    awards = _awards(table)
    scores = list(table.scores)
    first_there: int | None = None
    for award in awards:
        scores[award.seat] += award.points
        if first_there is None and scores[award.seat] >= TARGET:
            first_there = award.seat
    made = not any(award.points < 0 for award in awards)
    bids_made = tuple(made if seat == table.bidder else None for seat in range(table.seats))
    scored = e.RoundScored(round=table.round, awards=awards, scores=tuple(scores), bids_made=bids_made)
    if max(scores) < TARGET:
        return (scored,)
    assert table.bidder is not None, "a played round has a bidder"
    winner = table.bidder if scores[table.bidder] >= TARGET else first_there
    assert winner is not None, "a player has reached the target"
    others = (seat for seat in range(table.seats) if seat != winner)
    return scored, e.GameWon(
        winners=(winner,),
        ranking=((winner,), *rank_by_points(others, scores)),
        reason=e.EndReason.TARGET_REACHED,
    )


def _awards(table: HundredAndTenTable) -> tuple[e.Award, ...]:
    bidder, tricks = table.bidder, table.won
    bonus = _trick_with_highest_trump(table)
    awards = tuple(
        e.Award(
            seat=won.seat,
            points=2 * TRICK_POINTS if won.trick == bonus else TRICK_POINTS,
            trick=won.trick,
        )
        for won in tricks
    )
    assert bidder is not None, "a played round has a bidder"
    if table.bid == MOON:
        if all(won.seat == bidder for won in tricks):
            return (e.Award(seat=bidder, points=MOON),)
    elif sum(award.points for award in awards if award.seat == bidder) >= table.bid:
        return awards
    lost = e.Award(seat=bidder, points=-table.bid)
    return lost, *(award for award in awards if award.seat != bidder)


def _trick_with_highest_trump(table: HundredAndTenTable) -> int | None:
    assert table.trump is not None, "tricks are played after trump was named"
    trumps = TRUMP_VALUES[table.trump]
    by_trump = [won for won in table.won if won.card in trumps]
    return max(by_trump, key=lambda won: trumps[won.card]).trick if by_trump else None


def _discarded(table: HundredAndTenTable, seat: int, cards: Cards) -> tuple[e.Event, ...]:
    for place, card in enumerate(cards):
        if card not in table.hands[seat]:
            raise r.CardNotHeld(card)
        if card in cards[:place]:
            raise r.CardRepeated(card)
    discarded = e.CardsDiscarded(seat=seat, cards=cards, shuffle=table.shuffle)
    if not cards:
        return (discarded,)
    return discarded, e.CardsDrawn(seat=seat, cards=table.stock[: len(cards)], shuffle=table.shuffle)


# Application of events.


def _deck_shuffled(table: HundredAndTenTable, event: e.DeckShuffled) -> HundredAndTenTable:
    return replace(table, stock=event.order, shuffle=event.shuffle, oldest_shuffle=event.shuffle)


def _round_dealt(table: HundredAndTenTable, event: e.RoundDealt) -> HundredAndTenTable:
    again = event.dealer == table.dealer
    return HundredAndTenTable(
        options=table.options,
        seats=table.seats,
        scores=table.scores,
        phase=Phase.BIDDING,
        round=event.round,
        dealer=event.dealer,
        deals_in_a_row=table.deals_in_a_row + 1 if again else 1,
        shuffle=table.shuffle,
        oldest_shuffle=table.shuffle,
        hands=((),) * table.seats,
        stock=table.stock,
        turn=left_of(event.dealer, table.seats),
        bids=(None,) * table.seats,
        discarded=(None,) * table.seats,
    )


def _hand_dealt(table: HundredAndTenTable, event: e.HandDealt) -> HundredAndTenTable:
    return replace(
        table,
        hands=with_place(table.hands, event.seat, event.cards),
        stock=table.stock[len(event.cards) :],
    )


def _bid_placed(table: HundredAndTenTable, event: e.BidPlaced) -> HundredAndTenTable:
    bids = with_place(table.bids, event.seat, event.amount)
    turn = next_in_play(event.seat, table.seats, table.passed)
    return replace(table, bids=bids, bidder=event.seat, bid=event.amount, turn=turn)


def _turn_passed(table: HundredAndTenTable, event: e.TurnPassed) -> HundredAndTenTable:
    passed = table.passed | {event.seat}
    turn = next_in_play(event.seat, table.seats, passed)
    return replace(table, passed=passed, queued=table.queued - {event.seat}, turn=turn)


def _pass_queued(table: HundredAndTenTable, event: e.PassQueued) -> HundredAndTenTable:
    return replace(table, queued=table.queued | {event.seat})


def _pass_unqueued(table: HundredAndTenTable, event: e.PassUnqueued) -> HundredAndTenTable:
    return replace(table, queued=table.queued - {event.seat})


def _bid_won(table: HundredAndTenTable, event: BidWon) -> HundredAndTenTable:
    return replace(table, phase=Phase.TRUMP_SELECTION, turn=event.seat, queued=frozenset())


def _round_passed_out(table: HundredAndTenTable, event: RoundPassedOut) -> HundredAndTenTable:
    return replace(table, phase=Phase.ROUND_PASSED_OUT, stock=(), oldest_shuffle=table.shuffle + 1)


def _trump_selected(table: HundredAndTenTable, event: e.TrumpSelected) -> HundredAndTenTable:
    dealer_first = table.options.discards is Discards.DEALER_FIRST
    turn = table.dealer if dealer_first else left_of(table.dealer, table.seats)
    return replace(table, phase=Phase.DISCARD, trump=event.suit, turn=turn)


def _cards_discarded(table: HundredAndTenTable, event: e.CardsDiscarded) -> HundredAndTenTable:
    seat, last = event.seat, table.discarded.count(None) == 1
    kept = without(table.hands[seat], event.cards)
    return replace(
        table,
        phase=Phase.TRICKS if last else Phase.DISCARD,
        hands=with_place(table.hands, seat, kept),
        discarded=with_place(table.discarded, seat, len(event.cards)),
        turn=left_of(seat if table.bidder is None or not last else table.bidder, table.seats),
    )


def _cards_drawn(table: HundredAndTenTable, event: e.CardsDrawn) -> HundredAndTenTable:
    hand = table.hands[event.seat] + event.cards
    stock = table.stock[len(event.cards) :]
    return replace(table, hands=with_place(table.hands, event.seat, hand), stock=stock)


def _trick_taken(table: HundredAndTenTable, event: e.TrickWon) -> HundredAndTenTable:
    played = tuple(each.card for each in table.trick)
    return replace(take_trick(table, event), played=table.played + played)


def _scores_kept(table: HundredAndTenTable, event: e.RoundScored) -> HundredAndTenTable:
    return replace(
        table, phase=Phase.ROUND_SCORED, scores=event.scores, stock=(), oldest_shuffle=table.shuffle + 1
    )


HundredAndTen.evolvers = {
    e.DeckShuffled: _deck_shuffled,
    e.RoundDealt: _round_dealt,
    e.HandDealt: _hand_dealt,
    e.BidPlaced: _bid_placed,
    e.TurnPassed: _turn_passed,
    e.PassQueued: _pass_queued,
    e.PassUnqueued: _pass_unqueued,
    BidWon: _bid_won,
    RoundPassedOut: _round_passed_out,
    e.TrumpSelected: _trump_selected,
    e.CardsDiscarded: _cards_discarded,
    e.CardsDrawn: _cards_drawn,
    e.CardPlayed: play_to_trick,
    e.TrickWon: _trick_taken,
    e.RoundScored: _scores_kept,
}

register(HundredAndTen())
