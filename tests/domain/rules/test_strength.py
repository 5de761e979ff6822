"""The strength of a starting hand, in games that have a measure of it."""

from __future__ import annotations

import pytest

from domain.cards import FRENCH_DECK, Card, Rank
from domain.rules import Rules, rules_of, variants
from domain.rules.president import ALWAYS_PLAYABLE, RANK_VALUES
from tests.domain.tables import cards

PRESIDENT = rules_of("president")


@pytest.mark.parametrize(
    ("hand", "strength"),
    [
        ("4C", 0),
        ("AC", 10),
        ("3C", 11),
        ("2C", 12),
        ("4C 4D 5H KS", (0 + 0 + 1 + 9) / 4),
        ("TC JC QC KC AC 2C 3C", (6 + 7 + 8 + 9 + 10 + 12 + 11) / 7),
    ],
)
def test_strength_in_president_is_the_average_of_the_cards(hand: str, strength: float) -> None:
    assert PRESIDENT.strength(cards(hand)) == strength


def test_always_playable_cards_are_worth_more_than_the_highest_card() -> None:
    worth = {card.rank: PRESIDENT.strength((card,)) for card in FRENCH_DECK}
    ascending = sorted(set(Rank) - set(ALWAYS_PLAYABLE), key=RANK_VALUES.__getitem__)
    assert [worth[rank] for rank in ascending] == [*range(11)]
    assert (worth[Rank.THREE], worth[Rank.TWO]) == (11, 12)


def test_empty_hand_has_no_strength() -> None:
    assert PRESIDENT.strength(()) is None


def test_measure_of_strength_is_optional() -> None:
    without = {name for name, rules in variants().items() if rules.strength((Card.ACE_OF_CLUBS,)) is None}
    assert {"hundred-and-ten", "oh-hell"} <= without
    assert all(type(variants()[name]).strength is Rules.strength for name in without)
