"""The luck model of Oh Hell: a hand with the turn-up, before the bids."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from domain.cards import FRENCH_DECK, Cards, Suit
from domain.events import OptionValue
from domain.luck.deals import Deal, DealtCards, deck_of
from domain.luck.features import Features
from domain.rules.oh_hell import MOST_CARDS, RANK_VALUES, SEATS

VERSIONS: Final = range(1, 2)

_RANKS: Final = tuple(rank for rank in RANK_VALUES if rank is not None)
"""The ranks, from the lowest."""
_MOST_OF_RANK: Final = {rank: 4 if rank in "JQKA" else 3 for rank in _RANKS}
"""The number of features for the plain cards of a rank."""
_STEPS: Final = 5
"""The number of bins of the estimate for each trick."""

FEATURES: Final = Features(
    (
        ("estimated tricks", 6 * _STEPS),
        ("number of trumps", 8),
        ("plain suits without a card", 4),
        *((f"trump {rank}", 2) for rank in _RANKS),
        *((f"plain {rank}", _MOST_OF_RANK[rank]) for rank in _RANKS),
    )
)

_ESTIMATE, _TRUMPS, _VOIDS, *_BY_RANK = FEATURES.blocks
_TRUMP: Final = dict(zip(_RANKS, _BY_RANK[: len(_RANKS)], strict=True))
_PLAIN: Final = dict(zip(_RANKS, _BY_RANK[len(_RANKS) :], strict=True))

_TRICK: Final = 1 << 12
"""The unit of the estimate: one trick."""
_LONG_TRUMPS: Final = 3
_GROWTH: Final = 8


def dealt(deal: Deal, orders: Mapping[int, Cards]) -> DealtCards | None:
    """Return the hands, a card to each seat in turn from the dealer's left on, and the turn-up after them."""
    deck = deck_of(deal, 1, orders)
    if deck is None:
        return None
    count = sum(deal.hands)
    hands = (deck[(deal.from_dealer(seat) - 1) % SEATS : count : SEATS] for seat in range(SEATS))
    return DealtCards(tuple(hands), deck[count])


def group_of(deal: Deal, seat: int, options: Mapping[str, OptionValue]) -> str:
    """Return the group: the number of cards, and the places from the dealer.

    The number of cards also decides whether the round is blind and whether the bids are prescribed. The
    option `reshuffle` changes only which cards have been seen before.
    """
    return f"{deal.hands[seat]} {deal.from_dealer(seat)}"


def features_of(cards: DealtCards, seat: int) -> list[int]:
    """Return the features of a hand: its estimated tricks, its trumps, and the ranks of its plain cards."""
    hand, turn_up = cards.hands[seat], cards.turn_up
    trump = None if turn_up is None else turn_up.suit
    lengths = dict.fromkeys(Suit, 0)
    plain = [0] * len(_RANKS)
    found = []
    for card in hand:
        rank, suit = card.rank, card.suit
        if rank is None or suit is None:
            continue
        lengths[suit] += 1
        if suit is trump:
            found.append(_TRUMP[rank].at(1))
        else:
            plain[RANK_VALUES[rank]] += 1
    found += [block.at(count) for block, count in zip(_PLAIN.values(), plain, strict=True) if count]
    trumps = lengths[trump] if trump is not None else 0
    return [
        _ESTIMATE.at((_estimate(hand, cards, trump) * _STEPS * 2 + _TRICK) // (2 * _TRICK)),
        _TRUMPS.at(trumps),
        _VOIDS.at(sum(not length for suit, length in lengths.items() if suit is not trump)),
        *found,
    ]


def _estimate(hand: Cards, cards: DealtCards, trump: Suit | None) -> int:
    """Return the tricks that the hand may win, if the unseen cards lie at random, in units of `_TRICK`."""
    size = len(hand)
    known = (*hand, cards.turn_up)
    unseen = {suit: set(_SUIT_RANKS) for suit in Suit}
    for card in known:
        if card is not None and card.suit is not None:
            unseen[card.suit].discard(RANK_VALUES[card.rank])
    nobody, safe = _CHANCES[size]
    own_trumps = sorted(RANK_VALUES[card.rank] for card in hand if card.suit is trump)
    long = max(len(own_trumps) - _LONG_TRUMPS, 0)
    higher_trumps = unseen[trump] if trump is not None else set()
    honours = sum(nobody[sum(other > value for other in higher_trumps)] for value in own_trumps[long:])
    for card in hand:
        if card.suit is not None and card.suit is not trump:
            left, value = unseen[card.suit], RANK_VALUES[card.rank]
            beaten = nobody[sum(other > value for other in left)]
            honours += beaten * safe[len(higher_trumps)][len(left)] // _TRICK
    return long * _TRICK + honours * (_GROWTH + size - 1) // _GROWTH


_SUIT_RANKS: Final = frozenset(range(len(_RANKS)))


def _chances(size: int) -> tuple[tuple[int, ...], tuple[tuple[int, ...], ...]]:
    """Return two tables for hands of a size, in units of `_TRICK`.

    The first has the chance that none of a number of cards is in another hand. The second has the chance that
    nobody ruffs a suit, by the unseen trumps and the unseen cards of the suit.
    """
    dealt = Fraction((SEATS - 1) * size, len(FRENCH_DECK) - 1 - size)
    one_lacks = [(1 - dealt / (SEATS - 1)) ** count for count in range(len(_RANKS) + 1)]
    nobody = tuple(round(_TRICK * (1 - dealt) ** count) for count in range(len(_RANKS) + 1))
    safe = tuple(
        tuple(round(_TRICK * (1 - (1 - no_trump) * no_card) ** (SEATS - 1)) for no_card in one_lacks)
        for no_trump in one_lacks
    )
    return nobody, safe


_CHANCES: Final = {size: _chances(size) for size in range(1, MOST_CARDS + 1)}
