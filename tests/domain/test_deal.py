"""deal/v1: known answers, and what each part of it depends on."""

from __future__ import annotations

from hashlib import sha256
from itertools import pairwise

import pytest

from domain.cards import DECK_WITH_JOKER, FRENCH_DECK
from domain.shuffles import deal
from domain.shuffles.deal import LINKS, SeedOfSeat

SECRET = bytes(range(32)).hex()
ANN, BOB = "a" * 32, "b" * 32
FOOT = "403b9830e725b3b4818373430145566c2837d792bc6072ae3f9ae494db9eb1ad"
SEATS = (
    SeedOfSeat(ANN, deal.seed_commitment(FOOT, ANN, "11" * 32), "11" * 32),
    SeedOfSeat(BOB, deal.seed_commitment(FOOT, BOB, "22" * 32)),
    SeedOfSeat("machine-1"),
)
FINGERPRINT = "3ecea1767f9638f6da0fa98edc74f9ce4381e4862801227a205c2e4f46bf3cc9"


def test_known_answer() -> None:
    assert deal.link(SECRET, 0) == FOOT
    assert deal.fingerprint(FOOT, SEATS) == FINGERPRINT
    assert deal.link(SECRET, 1).startswith("969b87825478")
    order = deal.order(FINGERPRINT, deal.link(SECRET, 1), 0, DECK_WITH_JOKER)
    assert " ".join(order[:6]) == "JC QS 3D 6C 4D TD"
    last = deal.order(FINGERPRINT, deal.link(SECRET, 256), 255, DECK_WITH_JOKER)
    assert " ".join(last[:6]) == "KS 8C AH 3C 2C 3D"


def test_each_link_opens_the_link_before_it() -> None:
    links = [deal.link(SECRET, number) for number in range(LINKS + 1)]
    assert len(set(links)) == LINKS + 1
    for number, (opened, opening) in enumerate(pairwise(links)):
        assert sha256(f"deal/v1 link {number} {opening}".encode()).hexdigest() == opened


def test_an_order_has_the_given_cards_whatever_their_order() -> None:
    orders = {
        deal.order(FINGERPRINT, FOOT, 3, cards) for cards in (FRENCH_DECK, tuple(reversed(FRENCH_DECK)))
    }
    [order] = orders
    assert sorted(order) == sorted(FRENCH_DECK)


def test_an_order_depends_on_fingerprint_link_and_number() -> None:
    orders = {
        deal.order(fingerprint, link, number, FRENCH_DECK)
        for fingerprint in (FINGERPRINT, FOOT)
        for link in (deal.link(SECRET, 1), deal.link(SECRET, 2))
        for number in (0, 1)
    }
    assert len(orders) == 8


def test_a_fingerprint_depends_on_every_part_of_every_seat() -> None:
    first, second, machine = SEATS
    others = [
        (FOOT, (second, first, machine)),
        (FOOT, (first, second)),
        (FOOT, (SeedOfSeat(first.player, first.commitment), second, machine)),
        (FOOT, (SeedOfSeat(first.player, second.commitment, first.seed), second, machine)),
        (FOOT, (SeedOfSeat("c" * 32, first.commitment, first.seed), second, machine)),
        ("0" * 64, SEATS),
        (FOOT, SEATS),
    ]
    assert len({deal.fingerprint(foot, seats) for foot, seats in others}) == len(others)


def test_a_roll_is_the_fingerprint_without_seeds() -> None:
    hidden = [SeedOfSeat(seat.player, seat.commitment) for seat in SEATS]
    assert deal.roll(FOOT, SEATS) == deal.fingerprint(FOOT, hidden) != FINGERPRINT


@pytest.mark.parametrize("text", ["", "11" * 31, "1G" * 32, "AA" * 32, "11" * 32 + "\n", "\uff11" * 64])
def test_a_hash_is_32_bytes_in_lower_case_hexadecimal(text: str) -> None:
    assert not deal.is_hash(text)
    assert deal.is_hash("a1" * 32)
