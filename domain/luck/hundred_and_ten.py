"""The luck model of Hundred and Ten: five cards, before the bidding and the discards."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping
from typing import Final

from domain.cards import DECK_WITH_JOKER, Card, Cards, Suit
from domain.events import OptionValue
from domain.luck.deals import Deal, DealtCards, deck_of
from domain.luck.features import Features
from domain.rules.hundred_and_ten import HAND_SIZE, TRUMP_VALUES, Discards

VERSIONS: Final = range(1, 2)

_SUITS: Final = tuple(Suit)
_MISSING_FIVE: Final = 10
"""The deduction of the rules' suggested player for a trump suit without its five."""
_WORTHS: Final = (0, 4, 8, 12, 16, 20, 22, 25, 28, 30, 33, 36, 40, 45, 50)
"""The highest worth of each bin; the suggested player's bids change at 20, 25, 30, 40 and 50."""
_SECOND_WORTHS: Final = (0, 5, 10, 15, 20, 25, 30)
_HONOURS: Final = ("five", "jack", "joker", "ace of hearts", "ace", "king", "queen")

FEATURES: Final = Features(
    (
        ("worth of the best suit", len(_WORTHS) + 1),
        ("number of trumps in the best suit", HAND_SIZE + 1),
        ("worth of the second suit", len(_SECOND_WORTHS) + 1),
        *((f"{honour} of the best suit", 2) for honour in _HONOURS),
        ("fives of other suits", 3),
        ("jacks of other suits", 3),
        ("kings of other suits", 3),
    )
)

_WORTH, _TRUMPS, _SECOND, *_HELD, _FIVES, _JACKS, _KINGS = FEATURES.blocks


def _worths(card: Card) -> tuple[int, ...]:
    five = card.value[0] == "5"
    return tuple(
        TRUMP_VALUES[suit].get(card, 0) + _MISSING_FIVE * (five and card.suit is suit) for suit in Suit
    )


_WORTHS_OF: Final[Mapping[Card, tuple[int, ...]]] = {card: _worths(card) for card in DECK_WITH_JOKER}


def _honours(suit: Suit) -> tuple[Card, ...]:
    five, jack, joker, ace_of_hearts, *rest = TRUMP_VALUES[suit]
    ace, king, queen = rest[:3] if suit is not Suit.HEARTS else (None, *rest[:2])
    cards = (five, jack, joker, ace_of_hearts, ace, king, queen)
    return tuple(card if card is not None else Card.FACE_DOWN for card in cards)


_HONOURS_OF: Final = {suit: _honours(suit) for suit in Suit}
"""The honours of each trump suit; hearts have no ace beside the ace of hearts."""


def dealt(deal: Deal, orders: Mapping[int, Cards]) -> DealtCards | None:
    """Return the hands: each seat gets five cards in a row, seat 0 first."""
    deck = deck_of(deal, 0, orders)
    if deck is None:
        return None
    starts = range(0, HAND_SIZE * len(deal.hands), HAND_SIZE)
    return DealtCards(tuple(deck[start : start + HAND_SIZE] for start in starts))


def group_of(deal: Deal, seat: int, options: Mapping[str, OptionValue]) -> str:
    """Return the group: the first to discard, the number of seats, and the places from the dealer."""
    discards = options.get("discards", Discards.DEALER_FIRST.value)
    return f"{discards} {len(deal.hands)} {deal.from_dealer(seat)}"


def features_of(cards: DealtCards, seat: int) -> list[int]:
    """Return the features of a hand: those of its best trump suit, its second suit, and other high cards."""
    hand = cards.hands[seat]
    sums = [0] * len(_SUITS)
    for card in hand:
        for place, worth in enumerate(_WORTHS_OF[card]):
            sums[place] += worth
    best = max(range(len(_SUITS)), key=sums.__getitem__)
    # Of equal suits the first is the best, and the next one the second.
    worth = sums[best] - _MISSING_FIVE
    second = max(sums[:best] + sums[best + 1 :]) - _MISSING_FIVE
    suit = _SUITS[best]
    trumps, others = TRUMP_VALUES[suit], {"5": 0, "J": 0, "K": 0}
    count = 0
    for card in hand:
        if card in trumps:
            count += 1
        elif card.value[0] in others:
            others[card.value[0]] += 1
    return [
        _WORTH.at(bisect_left(_WORTHS, worth)),
        _TRUMPS.at(count),
        _SECOND.at(bisect_left(_SECOND_WORTHS, second)),
        *(block.at(card in hand) for block, card in zip(_HELD, _HONOURS_OF[suit], strict=True)),
        _FIVES.at(others["5"]),
        _JACKS.at(others["J"]),
        _KINGS.at(others["K"]),
    ]
