"""Random deals of the unseen cards that agree with what a seat of President has seen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from domain.machine.thinking.president.cards import COPIES, RANKS, hand_of
from domain.machine.thinking.president.memory import PresidentMemory
from domain.machine.thinking.random_numbers import RandomNumbers

DOUBT: Final = 0.1
"""The share of worlds in which a seat is not taken for the published player, before its first move.

Each move of the seat that the published player may have made reduces it.
"""
DOUBT_OF_DEVIATION: Final = 0.45
"""The addition to that share for each move that the published player would not have made."""

_ROUNDS_OF_BALANCING: Final = 6
_ANYTHING: Final = (COPIES,) * len(RANKS)


class _Plan(Struct, frozen=True):
    """A way to deal, in which some of the seats are taken to have played as the published player does."""

    limits: tuple[tuple[int, ...], ...]
    """By seat: the largest number of cards of each rank."""
    takers: tuple[tuple[int, ...], ...]
    """By rank: the seats that can hold a card of it."""
    pulls: tuple[float, ...]
    """By seat: how much more than others it draws the cards that it can hold, for each card that it lacks."""


class Worlds:
    """Deals the unseen cards to the other seats, to each as many as it holds.

    In most worlds, a seat holds what the published player can hold after the same moves. If these limits
    contradict each other, the cards that nobody can take go to a seat that lacks cards.
    """

    def __init__(
        self,
        memory: PresidentMemory,
        seat: int,
        own: Sequence[int],
        sizes: Sequence[int],
        numbers: RandomNumbers,
    ) -> None:
        self._numbers = numbers
        self._sizes = sizes
        self._seat = seat
        self._own = hand_of(own)
        self._others = [other for other, size in enumerate(sizes) if size and other != seat]
        self._left = [COPIES - memory.gone[rank] - own[rank] for rank in range(len(RANKS))]
        self._unseen = [rank for rank, left in enumerate(self._left) for _ in range(left)]
        self._limits = memory.limits
        self._doubts = [
            min(1.0, DOUBT / (1 + agreements) + DOUBT_OF_DEVIATION * deviations)
            for agreements, deviations in zip(memory.agreements, memory.deviations, strict=True)
        ]
        self._plans: dict[int, _Plan] = {}

    def draw(self) -> list[int]:
        """Return the hands of all seats in a random world, as sets of bits."""
        random = self._numbers.random
        doubted = 0
        for seat in self._others:
            if random() < self._doubts[seat]:
                doubted |= 1 << seat
        plan = self._plans.get(doubted)
        if plan is None:
            plan = self._plans[doubted] = self._plan(doubted)
        counts = self._dealt(plan)
        hands = [0] * len(counts)
        for seat in self._others:
            hands[seat] = hand_of(counts[seat])
        hands[self._seat] = self._own
        return hands

    def _dealt(self, plan: _Plan) -> list[list[int]]:
        random = self._numbers.random
        limits, takers, pulls = plan.limits, plan.takers, plan.pulls
        lacking = [pull * size for pull, size in zip(pulls, self._sizes, strict=True)]
        lacks = list(self._sizes)
        counts = [[0] * len(RANKS) for _ in lacks]
        unplaced = []
        cards = self._unseen
        self._numbers.shuffle(cards)
        for rank in cards:
            total = 0.0
            fitting = []
            for seat in takers[rank]:
                if lacks[seat] and counts[seat][rank] < limits[seat][rank]:
                    total += lacking[seat]
                    fitting.append(seat)
            if not fitting:
                unplaced.append(rank)
                continue
            point = random() * total
            for seat in fitting:
                point -= lacking[seat]
                if point < 0:
                    break
            counts[seat][rank] += 1
            lacks[seat] -= 1
            lacking[seat] -= pulls[seat]
        for rank in unplaced:
            # There is none if not all cards have been dealt.
            for seat in [other for other in self._others if lacks[other]][:1]:
                self._place(counts, limits, seat, rank)
                lacks[seat] -= 1
        return counts

    def _place(self, counts: list[list[int]], limits: Sequence[Sequence[int]], seat: int, rank: int) -> None:
        """Give a card to a seat, or to another one that passes on a card which the seat can hold."""
        own, own_limits = counts[seat], limits[seat]
        for other in self._others:
            held = counts[other]
            if other == seat or held[rank] >= limits[other][rank]:
                continue
            for given, count in enumerate(held):
                if count and given != rank and own[given] < own_limits[given]:
                    held[given] -= 1
                    held[rank] += 1
                    own[given] += 1
                    return
        own[rank] += 1

    def _plan(self, doubted: int) -> _Plan:
        limits = tuple(
            _ANYTHING if doubted >> seat & 1 else limits for seat, limits in enumerate(self._limits)
        )
        takers = tuple(
            tuple(seat for seat in self._others if limits[seat][rank]) for rank in range(len(RANKS))
        )
        return _Plan(limits, takers, self._pulls(limits, takers))

    def _pulls(self, limits: Sequence[Sequence[int]], takers: Sequence[Sequence[int]]) -> tuple[float, ...]:
        """Balance the seats so that each is expected to get as many cards as it holds.

        Source: Deming, Stephan: On a Least Squares Adjustment of a Sampled Frequency Table (1940).
        """
        sizes, left = self._sizes, self._left
        pulls = [1.0] * len(sizes)
        for _ in range(_ROUNDS_OF_BALANCING):
            expected = [0.0] * len(sizes)
            for rank, count in enumerate(left):
                if not count:
                    continue
                weights = [
                    (seat, pulls[seat] * sizes[seat] * min(1.0, limits[seat][rank] / count))
                    for seat in takers[rank]
                ]
                total = sum(weight for _, weight in weights)
                for seat, weight in weights:
                    expected[seat] += count * weight / total
            for seat in self._others:
                if expected[seat]:
                    pulls[seat] *= sizes[seat] / expected[seat]
        return tuple(pulls)
