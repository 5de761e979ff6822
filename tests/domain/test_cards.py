"""Cards, decks, and the removal of cards."""

from __future__ import annotations

import pytest

from domain.cards import DECK_WITH_JOKER, FRENCH_DECK, Card, Rank, Suit, face_down, without
from tests.domain.tables import cards


def test_a_french_deck_has_every_rank_of_every_suit_once() -> None:
    assert len(FRENCH_DECK) == 52
    assert {(card.rank, card.suit) for card in FRENCH_DECK} == {
        (rank, suit) for rank in Rank for suit in Suit
    }


def test_deck_of_hundred_and_ten_also_has_a_joker() -> None:
    assert len(set(DECK_WITH_JOKER)) == 53
    assert set(DECK_WITH_JOKER) - set(FRENCH_DECK) == {Card.JOKER}


def test_every_deck_is_face_up() -> None:
    assert Card.FACE_DOWN not in DECK_WITH_JOKER


@pytest.mark.parametrize("card", FRENCH_DECK)
def test_a_cards_value_is_its_rank_and_the_letter_of_its_suit(card: Card) -> None:
    assert card.rank is not None
    assert card.suit is not None
    assert card == card.value == f"{card.rank}{card.suit.name[0]}"
    assert Card(card.value) is card


@pytest.mark.parametrize("notation", ["10H", "1H", "5h", "H5", "", "5X", "joker", "?"])
def test_invalid_notation_is_no_card(notation: str) -> None:
    with pytest.raises(ValueError, match="is not a valid Card"):
        Card(notation)


@pytest.mark.parametrize("card", [Card.JOKER, Card.FACE_DOWN])
def test_the_joker_and_a_card_face_down_have_neither_rank_nor_suit(card: Card) -> None:
    assert (card.rank, card.suit) == (None, None)


def test_hearts_and_diamonds_are_red() -> None:
    assert [suit for suit in Suit if suit.red] == [Suit.HEARTS, Suit.DIAMONDS]


def test_face_down_cards_show_only_their_number() -> None:
    assert face_down(3) == cards("?? ?? ??")
    assert face_down(0) == ()


@pytest.mark.parametrize(
    ("held", "taken", "kept"),
    [
        ("5H KS 2D", "KS", "5H 2D"),
        ("5H KS 2D", "2D 5H", "KS"),
        ("5H KS 2D", "", "5H KS 2D"),
        ("?? ?? ??", "?? ??", "??"),
        ("5H ?? ??", "KS", "5H ??"),
        ("?? 5H ??", "5H", "?? ??"),
        ("5H KS", "2D", "5H KS"),
    ],
)
def test_removing_cards_keeps_the_order_of_the_others(held: str, taken: str, kept: str) -> None:
    assert without(cards(held), cards(taken)) == cards(kept)
