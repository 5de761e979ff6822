"""Random deals that agree with all that a seat has seen of a round.

Own hand and discards, cards played, shown voids and the sizes of hands always hold. Most worlds also fit what
the published player would have bid, kept and played; for each opponent, a share of the worlds ignores this.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from domain.cards import DECK_WITH_JOKER
from domain.machine.thinking.hundred_and_ten.cards import PLACES, WORTHS, best_suit_of, ceiling_of
from domain.machine.thinking.hundred_and_ten.memory import Memory, fits_bids
from domain.machine.thinking.random_numbers import RandomNumbers
from domain.rules.hundred_and_ten import HAND_SIZE, HundredAndTenTable

DEVIATION: Final = 0.15
"""The share of worlds in which an opponent need not play like the published player."""
DEVIATION_FOR_SURPRISE: Final = 0.1
"""The addition to the share for each move of the opponent that the published player cannot have made."""
HANDS_TRIED: Final = 12
"""Hands that are drawn for an opponent until one fits its bids; else the last one stays."""
KEPT_TRIED: Final = 6
"""Sets of kept trumps that are drawn for an opponent until one fits its bids; else the last one stays."""

Deal = tuple[list[tuple[int, ...]], list[int], list[int]]
"""The hands, the sums of their worths, and the stock; cards are places in the deck."""
Hands = tuple[list[int], list[int]]
"""The hands, each a set of bits, and the bits of the stock, without cards known to be discarded."""


def deviations(memory: Memory) -> list[float]:
    """Return for each seat the share of worlds in which it need not play like the published player."""
    return [min(1.0, DEVIATION + DEVIATION_FOR_SURPRISE * surprises) for surprises in memory.surprises]


def deals(table: HundredAndTenTable, seat: int, memory: Memory, numbers: RandomNumbers) -> Callable[[], Deal]:
    """Return a function that draws deals before anybody has discarded."""
    random, seats = numbers.random, table.seats
    own = tuple(PLACES[card] for card in table.hands[seat])
    unseen = [place for place in range(len(DECK_WITH_JOKER)) if place not in own]
    size = len(unseen)
    drawn = HAND_SIZE * (seats - 1)
    others = [other for other in range(seats) if other != seat]
    at_least, below, deviation = memory.at_least, memory.below, deviations(memory)
    own_worths = sum(WORTHS[place] for place in own)

    def draw() -> Deal:
        hands, worths = [own] * seats, [own_worths] * seats
        start = 0
        for other in others:
            low, high = at_least[other], below[other]
            tries = HANDS_TRIED if random() >= deviation[other] else 1
            while True:
                for at in range(start, start + HAND_SIZE):
                    found = at + int(random() * (size - at))
                    unseen[at], unseen[found] = unseen[found], unseen[at]
                hand = tuple(unseen[start : start + HAND_SIZE])
                first, second, third, fourth, fifth = hand
                worth = WORTHS[first] + WORTHS[second] + WORTHS[third] + WORTHS[fourth] + WORTHS[fifth]
                tries -= 1
                if not tries or low <= ceiling_of(worth) < high:
                    break
            hands[other], worths[other] = hand, worth
            start += HAND_SIZE
        for at in range(drawn, drawn + HAND_SIZE * seats):
            found = at + int(random() * (size - at))
            unseen[at], unseen[found] = unseen[found], unseen[at]
        return hands, worths, unseen[drawn : drawn + HAND_SIZE * seats]

    return draw


class HiddenHands:
    """Draws the hands that a seat does not see once cards have been discarded."""

    def __init__(self, table: HundredAndTenTable, seat: int, memory: Memory, numbers: RandomNumbers) -> None:
        self._cards = cards = memory.cards
        self._memory, self._numbers = memory, numbers
        self._deviation = deviations(memory)
        self._own, self._seat = cards.set_of(table.hands[seat]), seat
        self._others = [other for other in range(table.seats) if other != seat]
        seen = self._own | cards.set_of(memory.discards[seat])
        for played in memory.played:
            seen |= played
        unseen = [bit for bit in cards.card_of if not bit & seen]
        self._trumps = [bit for bit in unseen if bit & cards.trumps]
        self._plain = [bit for bit in unseen if not bit & cards.trumps]
        self._hidden = [HAND_SIZE - played.bit_count() for played in memory.played]
        self._hidden[seat] = 0
        # The published player keeps all its trumps, so it holds at least those that it has not played yet.
        self._kept = [0] * table.seats
        self._is_known = [False] * table.seats
        self._is_dealt = [False] * table.seats
        for other in self._others:
            discarded = table.discarded[other]
            if discarded is None:
                self._is_dealt[other] = True
            elif other not in memory.without_trumps:
                played = memory.trumps_played(other).bit_count()
                left = HAND_SIZE - discarded - played
                self._kept[other] = max(0, min(self._hidden[other], left))
                self._is_known[other] = self._kept[other] == left
        self._discarded = [table.discarded[other] or 0 for other in range(table.seats)]

    def draw(self) -> Hands:
        """Return random hands and a random stock."""
        memory, numbers = self._memory, self._numbers
        random, not_held = numbers.random, memory.not_held
        missing, hands = self._hidden[:], [0] * len(self._hidden)
        hands[self._seat] = self._own
        trusted = [random() >= deviation for deviation in self._deviation]
        avoided = [cards if trust else 0 for cards, trust in zip(not_held, trusted, strict=True)]
        trumps, plain = self._trumps, self._plain
        # First the seats without trumps: there are enough plain cards for them, as they do hold such cards.
        for other in memory.without_trumps:
            if missing[other]:
                hands[other], plain = self._take(plain, missing[other], avoided[other])
                missing[other] = 0
        numbers.shuffle(self._others)
        thrown = 0
        for other in self._others:
            if trusted[other]:
                thrown += self._discarded[other]
                if self._kept[other]:
                    hands[other], trumps = self._kept_trumps(other, trumps, avoided[other])
                    missing[other] -= hands[other].bit_count()
        # The published player discards plain cards.
        spare = min(thrown, len(trumps) + len(plain) - sum(missing), len(plain))
        if spare:
            _, plain = self._take(plain, spare, 0)
        pool = trumps + plain
        for other in sorted(self._others, key=lambda other: -avoided[other].bit_count()):
            if missing[other]:
                if self._is_dealt[other] and trusted[other]:
                    hand, pool = self._dealt_hand(other, pool)
                else:
                    hand, pool = self._take(pool, missing[other], avoided[other])
                hands[other] |= hand
        return hands, pool

    def draw_with_stock(self) -> Hands:
        """Return random hands, and the cards left in random order."""
        hands, pool = self.draw()
        self._numbers.shuffle(pool)
        return hands, pool

    def _kept_trumps(self, other: int, trumps: list[int], avoided: int) -> tuple[int, list[int]]:
        memory, count = self._memory, min(self._kept[other], len(trumps))
        played = memory.trumps_played(other)
        tries = KEPT_TRIED if self._is_known[other] else 1
        while True:
            kept, left = self._take(trumps, count, avoided)
            tries -= 1
            if not tries or fits_bids(memory, other, played | kept):
                return kept, left

    def _dealt_hand(self, other: int, pool: list[int]) -> tuple[int, list[int]]:
        low, high = self._memory.at_least[other], self._memory.below[other]
        cards = self._cards
        tries = HANDS_TRIED
        while True:
            hand, left = self._take(pool, HAND_SIZE, 0)
            held = [bit for bit in pool if bit & hand]
            worths = sum([WORTHS[PLACES[cards.card_of[bit]]] for bit in held])
            tries -= 1
            fits = low <= ceiling_of(worths) < high
            if not tries or (fits and (other != self._memory.bidder or best_suit_of(worths) is cards.suit)):
                return hand, left

    def _take(self, pool: list[int], count: int, avoided: int) -> tuple[int, list[int]]:
        """Return random cards of a pool, none of the avoided ones if possible, and the other cards."""
        random = self._numbers.random
        allowed = [bit for bit in pool if not bit & avoided] if avoided else pool[:]
        taken, size = 0, len(allowed)
        if size < count:
            taken = sum(allowed)
            count -= size
            allowed = [bit for bit in pool if bit & avoided]
            size = len(allowed)
        for at in range(count):
            found = at + int(random() * (size - at))
            taken |= allowed[found]
            allowed[found] = allowed[at]
        return taken, [bit for bit in pool if not bit & taken]
