"""Orders of deal/v1 are as even as chance makes them, and the tests notice shuffles that are not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from hashlib import sha256
from math import erfc, sqrt
from random import Random

import pytest

from domain.cards import FRENCH_DECK, Cards
from domain.shuffles import deal
from tests.long_form import usually

N = len(FRENCH_DECK)
LEAST_P = 1e-6
BROKEN_ORDERS = 20_000

Shuffle = Callable[[int], Cards]
"""Returns an order by its number."""


def dealt(number: int) -> Cards:
    """Return the order of one shuffle in one of many games."""
    fingerprint, link = (sha256(f"{what} {number}".encode()).hexdigest() for what in ("seeds", "link"))
    return deal.order(fingerprint, link, number % deal.LINKS, FRENCH_DECK)


def swapped_with_any(number: int) -> Cards:
    """Swap each card with any card of the deck, not only with those that are left."""
    random, order = Random(number), list(FRENCH_DECK)
    for place in range(N):
        other = random.randrange(N)
        order[place], order[other] = order[other], order[place]
    return tuple(order)


def never_in_its_place(number: int) -> Cards:
    """Swap each card with one of those before it, and never with itself."""
    random, order = Random(number), list(FRENCH_DECK)
    for last in range(N - 1, 0, -1):
        other = random.randrange(last)
        order[last], order[other] = order[other], order[last]
    return tuple(order)


def riffled(number: int) -> Cards:
    """Riffle the deck five times."""
    random, order = Random(number), list(FRENCH_DECK)
    for _ in range(5):
        cut = sum(random.random() < 0.5 for _ in order)
        halves = [order[cut:], order[:cut]]
        order = [halves[random.random() * sum(map(len, halves)) < len(halves[1])].pop() for _ in range(N)]
    return tuple(order)


def p_value(statistic: float, freedom: int) -> float:
    """Return the chance of at least this chi-squared, by the approximation of Wilson and Hilferty (1931)."""
    spread = 2 / (9 * freedom)
    return erfc(((statistic / freedom) ** (1 / 3) - (1 - spread)) / sqrt(2 * spread)) / 2


def p_of_places(orders: list[Cards]) -> float:
    """Return the p-value of the counts of each card in each place.

    Within one order the counts depend on each other, as in a permutation matrix: hence N - 1 in place of N.
    """
    counts = Counter(pair for order in orders for pair in enumerate(order))
    expected = len(orders) / N
    squares = sum((counts[place, card] - expected) ** 2 for place in range(N) for card in FRENCH_DECK)
    return p_value(squares * (N - 1) / len(orders), (N - 1) ** 2)


def p_of_neighbours(orders: list[Cards]) -> float:
    """Return the p-value of the counts of each pair of neighbours, one pair from each order."""
    places = (number % (N - 1) for number in range(len(orders)))
    counts = Counter(order[place : place + 2] for place, order in zip(places, orders, strict=True))
    pairs = N * (N - 1)
    expected = len(orders) / pairs
    missing = (pairs - len(counts)) * expected**2
    squares = sum((count - expected) ** 2 for count in counts.values()) + missing
    return p_value(squares / expected, pairs - 1)


def p_values(shuffle: Shuffle, count: int) -> tuple[float, float]:
    orders = [shuffle(number) for number in range(count)]
    assert all(len(set(order)) == N for order in orders)
    return p_of_places(orders), p_of_neighbours(orders)


@pytest.mark.parametrize("count", [6_000, pytest.param(100_000, marks=pytest.mark.slow)])
def test_places_and_neighbours_of_orders_are_even(count: int) -> None:
    assert min(p_values(dealt, count)) >= LEAST_P


@pytest.mark.parametrize(
    "shuffle", usually([swapped_with_any, never_in_its_place, riffled], never_in_its_place)
)
def test_a_broken_shuffle_is_noticed(shuffle: Shuffle) -> None:
    assert min(p_values(shuffle, BROKEN_ORDERS)) < LEAST_P
