"""The machine player of Hundred and Ten: the published package's, which sees its hand and the table.

Source: RULES, "Hundred and Ten", "The suggested move" (PyPI `hundredandten` 1.11.55).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from domain import commands as c
from domain.cards import Card, Cards, Suit
from domain.rules.hundred_and_ten import (
    PLAIN_VALUES,
    TRUMP_VALUES,
    HundredAndTenTable,
    Phase,
    available_bids,
    playable,
    strengths,
    winning,
)
from domain.state import Game

_WORTH_OF_BIDS = ((50, 60), (40, 30), (30, 25), (25, 20), (20, 15))
_MISSING_FIVE = 10
_COSTS: dict[Suit, dict[Card, int]] = {
    suit: PLAIN_VALUES | {card: 20 + value for card, value in values.items()}
    for suit, values in TRUMP_VALUES.items()
}
"""The cost of giving up a card, by trump suit: plain cards by value, then trumps by value."""
_FIVES = {suit: Card("5" + suit[0]) for suit in Suit}


def suggest(view: Game, seat: int) -> c.Move:
    """Choose the move that the published player would make."""
    table = cast(HundredAndTenTable, view.table)
    by = view.seats[seat].player
    hand = table.hands[seat]
    match table.phase:
        case Phase.TRICKS:
            return c.PlayCard(by=by, card=_card_to_play(table, seat))
        case Phase.BIDDING:
            amount = _bid(hand, available_bids(table, seat))
            return c.PassTurn(by=by) if amount is None else c.PlaceBid(by=by, amount=amount)
        case Phase.TRUMP_SELECTION:
            return c.SelectTrump(by=by, suit=_best_suit(hand))
        case Phase.DISCARD:
            trumps = TRUMP_VALUES[_trump(table)]
            return c.DiscardCards(by=by, cards=tuple(card for card in hand if card not in trumps))
        case Phase.DEALING | Phase.ROUND_SCORED | Phase.ROUND_PASSED_OUT:
            raise ValueError(f"nothing is to be chosen in the phase {table.phase}")


def _worth(hand: Cards, suit: Suit) -> int:
    values = TRUMP_VALUES[suit]
    worth = sum([values[card] for card in hand if card in values])
    return worth if _FIVES[suit] in hand else worth - _MISSING_FIVE


def _best_suit(hand: Cards) -> Suit:
    # max keeps the first of equals, and Suit is declared in the order that breaks ties.
    return max(Suit, key=lambda suit: _worth(hand, suit))


def _bid(hand: Cards, available: tuple[int, ...]) -> int | None:
    worth = max(_worth(hand, suit) for suit in Suit)
    ceiling = next((bid for above, bid in _WORTH_OF_BIDS if worth > above), 0)
    return next((amount for amount in available if amount <= ceiling), None)


def _trump(table: HundredAndTenTable) -> Suit:
    if table.trump is None:
        raise ValueError("trump is named before cards are discarded or played")
    return table.trump


def _card_to_play(table: HundredAndTenTable, seat: int) -> Card:
    trump = _trump(table)
    values = TRUMP_VALUES[trump]
    cards = playable(table, seat)
    if not table.trick and seat == table.bidder:
        trumps = [card for card in cards if card in values]
        return max(trumps, key=values.__getitem__) if trumps else cards[0]
    if not table.trick:
        return _lowest(cards, trump)
    standing = strengths(trump, table.trick[0].card)
    to_beat = standing[winning(table).card]
    beaters = [card for card in cards if standing[card] > to_beat]
    return _lowest(beaters or cards, trump)


def _lowest(cards: Sequence[Card], trump: Suit) -> Card:
    """Return the lowest plain card, else the lowest trump; of equal cards the first in hand."""
    return min(cards, key=_COSTS[trump].__getitem__)
