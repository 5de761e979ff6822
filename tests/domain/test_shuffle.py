"""Shuffles: every order is possible, all are equally likely, and commitments are binding."""

from __future__ import annotations

import hmac
from collections import Counter
from hashlib import sha256
from itertools import pairwise
from math import factorial
from typing import Any

import pytest
from msgspec.structs import replace

from application.games.croupier import seeded_entropy
from domain.cards import DECK_WITH_JOKER, FRENCH_DECK, Card, Cards
from domain.events import DeckRevealed, DeckShuffled
from domain.game import NEW, shuffle
from domain.rules import NeedsShuffle
from domain.shuffles.shuffle import (
    ENTROPY_BYTES,
    SECRET_BYTES,
    commitment,
    make_shuffle,
    matches_commitment,
    nth_permutation,
)

SECRET = bytes(range(32)).hex()


def a_shuffle(seed: int = 0, number: int = 0, cards: Cards = DECK_WITH_JOKER) -> DeckShuffled:
    return make_shuffle(number, cards, SECRET, seeded_entropy(seed)(ENTROPY_BYTES))


def opening(made: DeckShuffled) -> DeckRevealed:
    assert made.salt is not None
    return DeckRevealed(shuffle=made.shuffle, order=made.order, salt=made.salt)


# The order.


@pytest.mark.parametrize("size", range(7))
def test_every_order_of_a_small_deck_comes_from_exactly_one_index(size: int) -> None:
    deck = FRENCH_DECK[:size]
    orders = [nth_permutation(deck, index) for index in range(factorial(size))]
    assert len(set(orders)) == factorial(size)
    assert all(sorted(order) == sorted(deck) for order in orders)


def test_index_beyond_the_last_order_wraps_around() -> None:
    deck = FRENCH_DECK[:4]
    assert nth_permutation(deck, 24 + 7) == nth_permutation(deck, 7)


def test_entropy_is_read_as_one_big_endian_number() -> None:
    made = make_shuffle(0, FRENCH_DECK, SECRET, bytes(62) + b"\x01\x02")
    assert made.order == nth_permutation(FRENCH_DECK, 0x0102)


def test_entropy_outweighs_the_number_of_orders_by_far() -> None:
    assert factorial(54) < 2**238
    assert 8 * ENTROPY_BYTES - 238 >= 256
    assert SECRET_BYTES == 32


def test_no_order_is_favoured() -> None:
    deck, rounds = FRENCH_DECK[:4], 4800
    entropy = seeded_entropy("orders")
    orders = Counter(make_shuffle(0, deck, SECRET, entropy(ENTROPY_BYTES)).order for _ in range(rounds))
    assert len(orders) == 24
    # Chi-square with 23 degrees of freedom exceeds 49.7 once in a thousand times.
    assert chi_square(orders, 24) < 49.7


def test_no_place_in_the_deck_is_favoured() -> None:
    entropy = seeded_entropy("places")
    decks = [make_shuffle(0, DECK_WITH_JOKER, SECRET, entropy(ENTROPY_BYTES)).order for _ in range(1060)]
    for card in Card.JOKER, DECK_WITH_JOKER[0]:
        places = Counter(order.index(card) for order in decks)
        # As above, with 52 degrees of freedom.
        assert chi_square(places, 53) < 89.3
    numbered = [[DECK_WITH_JOKER.index(card) for card in order] for order in decks]
    neighbours = Counter((after - card) % 53 for order in numbered for card, after in pairwise(order))
    # As above, with 51 degrees of freedom; no card is its own neighbour.
    assert chi_square(neighbours, 52) < 88.0


def chi_square(counts: Counter[Any], outcomes: int) -> float:
    expected = counts.total() / outcomes
    never = outcomes - len(counts)
    return sum((count - expected) ** 2 / expected for count in counts.values()) + never * expected


def test_a_shuffle_keeps_every_card() -> None:
    for deck in FRENCH_DECK, DECK_WITH_JOKER, FRENCH_DECK[:1], ():
        assert sorted(a_shuffle(cards=deck).order) == sorted(deck)


def test_shuffle_is_determined_by_its_entropy() -> None:
    assert a_shuffle(1) == a_shuffle(1)
    assert a_shuffle(1).order != a_shuffle(2).order


# Inputs.


@pytest.mark.parametrize("length", [0, 1, 32, 63, 65])
def test_entropy_of_another_length_is_refused(length: int) -> None:
    with pytest.raises(ValueError, match=f"64 bytes of entropy, not {length}"):
        make_shuffle(0, FRENCH_DECK, SECRET, bytes(length))


@pytest.mark.parametrize("length", [0, 31, 33])
def test_secret_of_another_length_is_refused(length: int) -> None:
    with pytest.raises(ValueError, match=f"32 bytes, not {length}"):
        make_shuffle(0, FRENCH_DECK, bytes(length).hex(), bytes(ENTROPY_BYTES))


def test_a_view_without_the_secret_cannot_be_dealt_from() -> None:
    with pytest.raises(ValueError, match="without its secret"):
        shuffle(NEW, NeedsShuffle(FRENCH_DECK), bytes(ENTROPY_BYTES))


# The commitment.


def test_commitment_is_sha256_of_the_cards_and_the_salt_separated_by_spaces() -> None:
    assert (
        commitment((Card("5H"), Card("JOKER"), Card("TS")), "c0ffee")
        == sha256(b"5H JOKER TS c0ffee").hexdigest()
        == "4a93541c7037db64f64ca991374657f5fd4979148a6b28d713c0a59e72dd0507"
    )


def test_anyone_can_check_a_reveal_with_any_sha256() -> None:
    made = a_shuffle()
    shown = opening(made)
    assert sha256(f"{' '.join(shown.order)} {shown.salt}".encode()).hexdigest() == made.commitment


def test_the_salt_has_256_bits_derived_from_the_secret_and_the_shuffles_number() -> None:
    salts = [a_shuffle(number=number).salt or "" for number in range(20)]
    assert len(set(salts)) == 20
    assert all(len(bytes.fromhex(salt)) == 32 for salt in salts)
    key = bytes.fromhex(SECRET)
    assert salts[12] == hmac.new(key, b"salt of shuffle 12", "sha256").hexdigest()


def test_the_salt_differs_with_the_secret() -> None:
    other = make_shuffle(0, DECK_WITH_JOKER, "00" * 32, seeded_entropy(0)(ENTROPY_BYTES))
    assert other.order == a_shuffle().order
    assert other.salt != a_shuffle().salt
    assert other.commitment != a_shuffle().commitment


def test_commitment_is_opened_by_its_reveal() -> None:
    assert matches_commitment(opening(a_shuffle()), a_shuffle())


def test_any_other_reveal_fails_to_open_a_commitment() -> None:
    made = a_shuffle()
    first, second, *rest = made.order
    swapped = replace(opening(made), order=(second, first, *rest))
    assert not matches_commitment(swapped, made)
    assert not matches_commitment(replace(opening(made), order=made.order[:-1]), made)
    assert not matches_commitment(replace(opening(made), salt="00" * 32), made)
    assert not matches_commitment(replace(opening(made), shuffle=1), made)
    assert not matches_commitment(opening(a_shuffle(1)), made)
