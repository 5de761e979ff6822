"""Random deals that agree with all that a seat has seen of a round, and mostly with what it infers.

Cards seen, suits not followed, sizes of hands and the cards of an old deck bind every world. What bids and
plays tell of a hand binds the share of the worlds in which the seat takes its player for one like the
published player.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct

from domain.cards import Card
from domain.machine.thinking.oh_hell.cards import ALL_CARDS, CardBits, bits_of
from domain.machine.thinking.oh_hell.evidence import Evidence
from domain.machine.thinking.oh_hell.memory import Memory
from domain.machine.thinking.random_numbers import RandomNumbers
from domain.rules.oh_hell import SEATS, OhHellTable, hand_size
from domain.rules.seating import left_of

TRIES = 6
"""The number of hands of which the first is dealt that fits the bid and the leads, or else the last."""


class UnknownHand(Struct, frozen=True):
    """A hand that the seat does not see."""

    seat: int
    counts: tuple[int, ...]
    """The number of its cards that come from each part of the deck."""
    void: int
    """The cards that it cannot hold, because the seat did not follow their suits."""
    excluded: int = 0
    """The cards that it does not hold if the seat plays like the published player."""
    fits: Callable[[int], bool] | None = None
    """Tells whether the published player would have bid and led like the seat with certain cards."""
    doubt: float = 1.0
    """The share of the worlds in which the seat is not taken to play like the published player."""


class Worlds:
    """The deals that agree with the view and the memory of a seat, under the bits of a trump."""

    def __init__(
        self, table: OhHellTable, memory: Memory, bits: CardBits, seen: int, random: RandomNumbers
    ) -> None:
        """Begin; `seen` holds the cards that all seats have seen."""
        self._random = random.random
        self._known = [bits.of(hand) for hand in table.hands]
        hidden = ALL_CARDS & ~(seen | sum(self._known))
        old_deck = bits.of(memory.old_deck)
        self._parts = [bits_of(hidden & old_deck), bits_of(hidden & ~old_deck)]
        known = memory.evidence() if memory.bids else None
        unknown = [
            _unknown_hand(table, memory, seat, None if known is None else known[seat])
            for seat in range(SEATS)
            if Card.FACE_DOWN in table.hands[seat]
        ]
        unknown.sort(key=lambda hand: -(hidden & (hand.void | hand.excluded)).bit_count())
        self._unknown = unknown

    def draw(self) -> list[int]:
        """Return the hands of all seats in a random world."""
        hands, parts = self._known[:], self._parts
        for unknown in self._unknown:
            hand = self._draw_hand(unknown, parts)
            if hand is None:
                return self._deal_with_care()
            hands[unknown.seat] = hand
            parts = [[card for card in part if not card & hand] for part in parts]
        return hands

    def _draw_hand(self, unknown: UnknownHand, parts: Sequence[list[int]]) -> int | None:
        """Return a random hand, of the inferred kind unless the seat is in doubt; None if there is none."""
        void, fits = unknown.void, unknown.fits
        if fits is not None and self._random() >= unknown.doubt:
            excluded = void | unknown.excluded
            allowed = [[card for card in part if not card & excluded] for part in parts]
            if all(len(part) >= count for part, count in zip(allowed, unknown.counts, strict=True)):
                for _ in range(TRIES):
                    hand = self._draw(allowed, unknown.counts)
                    if fits(hand):
                        break
                return hand
        allowed = [[card for card in part if not card & void] for part in parts]
        if any(len(part) < count for part, count in zip(allowed, unknown.counts, strict=True)):
            return None
        return self._draw(allowed, unknown.counts)

    def _draw(self, parts: Sequence[list[int]], counts: Sequence[int]) -> int:
        """Return a hand of so many random cards of each part; the order of the parts changes."""
        random, hand = self._random, 0
        for cards, count in zip(parts, counts, strict=True):
            left = len(cards)
            for place in range(count):
                other = place + int(random() * left)
                card = cards[other]
                cards[other] = cards[place]
                cards[place] = card
                hand |= card
                left -= 1
        return hand

    def _deal_with_care(self) -> list[int]:
        """Deal card by card, and only such as leave enough to the seats that are still to get some."""
        hands = self._known[:]
        for number, part in enumerate(self._parts):
            cards, left = part[:], sum(part)
            self._draw([cards], [len(cards)])
            needs = [[unknown.counts[number], unknown.void] for unknown in self._unknown]
            for unknown, need in zip(self._unknown, needs, strict=True):
                while need[0]:
                    need[0] -= 1
                    card = next(
                        card
                        for card in cards
                        if card & left and not card & unknown.void and _is_enough(left ^ card, needs)
                    )
                    left ^= card
                    hands[unknown.seat] |= card
        return hands


def _unknown_hand(table: OhHellTable, memory: Memory, seat: int, known: Evidence | None) -> UnknownHand:
    size, old = len(table.hands[seat]), 0
    if memory.from_old_deck:
        place = (seat - left_of(table.dealer, SEATS)) % SEATS
        old = old_cards(memory, table.round, place)
        old -= sum(player == seat and card in memory.old_deck for player, card in memory.plays)
    counts = old, size - old
    if known is None:
        return UnknownHand(seat, counts, void=0)
    doubted = doubt(memory.choices[seat], memory.surprises[seat])
    return UnknownHand(seat, counts, known.void, known.excluded, known.fits, doubted)


def doubt(choices: int, surprises: int) -> float:
    """Return the share of worlds that do not take a seat for one that plays like the published player.

    It is a tenth at first, falls with each choice of the published player, and is 1 from about a fifth of
    other choices on.
    """
    return min(1.0, (surprises + 0.5) / (0.2 * choices + 5))


def old_cards(memory: Memory, number: int, place: int) -> int:
    """Return how many cards of a hand came from the old deck, by the hand's place from the leader on."""
    return min(hand_size(number), max(0, (memory.from_old_deck - place + SEATS - 1) // SEATS))


def _is_enough(cards: int, needs: Sequence[Sequence[int]]) -> bool:
    """Return whether the cards can be dealt so that every seat gets its number of cards that it can hold.

    Hall's theorem: any of the seats together can hold at least as many cards as they need.
    """
    for some in range(1, 1 << len(needs)):
        count, banned = 0, cards
        for place, (needed, cannot_hold) in enumerate(needs):
            if some >> place & 1:
                count += needed
                banned &= cannot_hold
        if (cards & ~banned).bit_count() < count:
            return False
    return True
