"""Hands of President as sets of bits, in which cards of a rank are alike.

A set has four fields of 13 bits: field k - 1 has the ranks of which the hand holds at least k cards.
The ranks are numbered from 0 for fours to 10 for aces; 11 is for twos and 12 for threes, which can always be
played.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from domain.cards import Cards, Rank
from domain.rules.president import ALWAYS_PLAYABLE, RANK_VALUES

RANKS: Final = (
    *(rank for rank in sorted(Rank, key=RANK_VALUES.__getitem__) if rank not in ALWAYS_PLAYABLE),
    *ALWAYS_PLAYABLE,
)
"""The ranks by number."""
NUMBERS: Final[dict[Rank | None, int]] = {rank: number for number, rank in enumerate(RANKS)}
"""The number of each rank."""
ORDINARY: Final = len(RANKS) - len(ALWAYS_PLAYABLE)
"""The number of ranks that cannot always be played; these come first."""
COPIES: Final = 4
"""The number of cards of each rank."""

FIELD: Final = len(RANKS)
"""The number of bits in a field."""
TWO: Final = 1 << NUMBERS[Rank.TWO]
"""The bit of the twos; lower bits are those of the ordinary ranks."""
THREE: Final = 1 << NUMBERS[Rank.THREE]
"""The bit of the threes."""
ORDINARY_RANKS: Final = TWO - 1
"""The bits of the ordinary ranks."""
EACH_FIELD: Final = sum(1 << FIELD * copy for copy in range(COPIES))
"""The lowest bit of each field; times the bit of a rank, it selects the cards of the rank."""
TWOS: Final = TWO * EACH_FIELD
"""All cards of rank two."""
THREES: Final = THREE * EACH_FIELD
"""All cards of rank three."""

HELD: Final = tuple(
    tuple(sum(1 << FIELD * copy + rank for copy in range(count)) for count in range(COPIES + 1))
    for rank in range(FIELD)
)
"""By rank and number of cards: the set of so many cards of the rank."""


def counts_of(cards: Cards) -> list[int]:
    """Return the number of cards of each rank; face-down cards are not counted."""
    counts = [0] * len(RANKS)
    for card in cards:
        if card.rank is not None:
            counts[NUMBERS[card.rank]] += 1
    return counts


def hand_of(counts: Iterable[int]) -> int:
    """Return the set of bits of a hand, from its number of cards of each rank."""
    return sum(HELD[rank][count] for rank, count in enumerate(counts))


def plays(hand: int, lying: int, value: int) -> Iterator[tuple[int, int]]:
    """Yield each play as the bit of its rank and its number of cards; the lowest and most cards first.

    On the table are `lying` cards of the rank with the bit `value`, or none.
    """
    left = hand & (1 << FIELD) - 1
    while left:
        bit = left & -left
        left ^= bit
        held = (hand & bit * EACH_FIELD).bit_count()
        is_free = not lying or bit >= TWO
        least = 1 if is_free else lying if value >= TWO or bit >= value else lying + 1
        for count in range(held, least - 1, -1):
            yield bit, count


def whole_plays(hand: int, lying: int, value: int) -> Iterator[tuple[int, int]]:
    """Yield the plays of all cards of an ordinary rank, and those of one two or one three."""
    if not lying:
        playable = hand
    elif value < TWO:
        playable = hand >> FIELD * lying | hand >> FIELD * (lying - 1) & -value
    else:
        playable = hand >> FIELD * (lying - 1)
    playable = playable & ORDINARY_RANKS | hand & (TWO | THREE)
    while playable:
        bit = playable & -playable
        playable ^= bit
        yield bit, 1 if bit >= TWO else (hand & bit * EACH_FIELD).bit_count()
