"""The luck model of President: a hand as it is dealt, before the opening four of clubs is played."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from domain.cards import Cards
from domain.events import OptionValue
from domain.luck.deals import Deal, DealtCards, deck_of
from domain.luck.features import Features
from domain.rules.president import ALWAYS_PLAYABLE, FIRST_DEALT, OPENING_CARD, RANK_VALUES, ClearAfter

VERSIONS: Final = range(1, 2)

_RANKS: Final = tuple(rank for rank in RANK_VALUES if rank is not None)
"""The ranks from two to ace."""
_SPECIAL: Final = len(ALWAYS_PLAYABLE)
"""The number of ranks that may always be played; they come first."""
_SUITS: Final = 4

FEATURES: Final = Features(
    (
        *((f"cards of rank {rank}", _SUITS + 1) for rank in _RANKS),
        ("number of ranks", len(_RANKS) - _SPECIAL + 1),
        ("ranks held once", 10),
        ("twos and threes", 2 * _SUITS + 1),
        ("opening card", 2),
    )
)

*_COUNTS, _GROUPS, _SINGLES, _FREE, _OPENS = FEATURES.blocks
_PLACE: Final = {rank: place for place, rank in enumerate(_RANKS)}


def dealt(deal: Deal, orders: Mapping[int, Cards]) -> DealtCards | None:
    """Return the hands: a card to each seat in turn, from seat 1 on."""
    deck = deck_of(deal, 0, orders)
    if deck is None:
        return None
    seats = len(deal.hands)
    return DealtCards(tuple(deck[(seat - FIRST_DEALT) % seats :: seats] for seat in range(seats)))


def group_of(deal: Deal, seat: int, options: Mapping[str, OptionValue]) -> str:
    """Return the group: the way in which the table is cleared, the number of seats, and the seat."""
    clear_after = options.get("clear_after", ClearAfter.FULL_CIRCLE.value)
    return f"{clear_after} {len(deal.hands)} {seat}"


def features_of(cards: DealtCards, seat: int) -> list[int]:
    """Return the features of a hand: its cards of each rank, and how few plays they take."""
    hand = cards.hands[seat]
    counts = [0] * len(_RANKS)
    for card in hand:
        if card.rank is not None:
            counts[_PLACE[card.rank]] += 1
    ordinary = counts[_SPECIAL:]
    return [
        *(block.at(count) for block, count in zip(_COUNTS, counts, strict=True)),
        _GROUPS.at(len(ordinary) - ordinary.count(0)),
        _SINGLES.at(ordinary.count(1)),
        _FREE.at(sum(counts[:_SPECIAL])),
        _OPENS.at(OPENING_CARD in hand),
    ]
