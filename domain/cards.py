"""Suits, ranks, cards and decks; a card's value is its notation."""

from __future__ import annotations

from enum import StrEnum, unique


@unique
class Suit(StrEnum):
    """One of the four suits of a French deck."""

    HEARTS = "HEARTS"
    """♥, red."""
    CLUBS = "CLUBS"
    """♣, black."""
    SPADES = "SPADES"
    """♠, black."""
    DIAMONDS = "DIAMONDS"
    """♦, red."""

    @property
    def red(self) -> bool:
        """True if the suit is hearts or diamonds."""
        return self in (Suit.HEARTS, Suit.DIAMONDS)


@unique
class Rank(StrEnum):
    """The rank printed in a card's corner; each game defines its own order of the ranks."""

    ACE = "A"
    """Written `A`."""
    TWO = "2"
    """Written `2`."""
    THREE = "3"
    """Written `3`."""
    FOUR = "4"
    """Written `4`."""
    FIVE = "5"
    """Written `5`."""
    SIX = "6"
    """Written `6`."""
    SEVEN = "7"
    """Written `7`."""
    EIGHT = "8"
    """Written `8`."""
    NINE = "9"
    """Written `9`."""
    TEN = "T"
    """Written `T`."""
    JACK = "J"
    """Written `J`."""
    QUEEN = "Q"
    """Written `Q`."""
    KING = "K"
    """Written `K`."""


_SUIT_LETTERS = {suit[0]: suit for suit in Suit}


@unique
class Card(StrEnum):
    """A playing card; its value is its notation: rank and suit, `JOKER`, or `??` face down.

    >>> Card("TS").rank, Card("TS").suit
    (<Rank.TEN: 'T'>, <Suit.SPADES: 'SPADES'>)
    """

    ACE_OF_HEARTS = "AH"
    TWO_OF_HEARTS = "2H"
    THREE_OF_HEARTS = "3H"
    FOUR_OF_HEARTS = "4H"
    FIVE_OF_HEARTS = "5H"
    SIX_OF_HEARTS = "6H"
    SEVEN_OF_HEARTS = "7H"
    EIGHT_OF_HEARTS = "8H"
    NINE_OF_HEARTS = "9H"
    TEN_OF_HEARTS = "TH"
    JACK_OF_HEARTS = "JH"
    QUEEN_OF_HEARTS = "QH"
    KING_OF_HEARTS = "KH"
    ACE_OF_CLUBS = "AC"
    TWO_OF_CLUBS = "2C"
    THREE_OF_CLUBS = "3C"
    FOUR_OF_CLUBS = "4C"
    FIVE_OF_CLUBS = "5C"
    SIX_OF_CLUBS = "6C"
    SEVEN_OF_CLUBS = "7C"
    EIGHT_OF_CLUBS = "8C"
    NINE_OF_CLUBS = "9C"
    TEN_OF_CLUBS = "TC"
    JACK_OF_CLUBS = "JC"
    QUEEN_OF_CLUBS = "QC"
    KING_OF_CLUBS = "KC"
    ACE_OF_SPADES = "AS"
    TWO_OF_SPADES = "2S"
    THREE_OF_SPADES = "3S"
    FOUR_OF_SPADES = "4S"
    FIVE_OF_SPADES = "5S"
    SIX_OF_SPADES = "6S"
    SEVEN_OF_SPADES = "7S"
    EIGHT_OF_SPADES = "8S"
    NINE_OF_SPADES = "9S"
    TEN_OF_SPADES = "TS"
    JACK_OF_SPADES = "JS"
    QUEEN_OF_SPADES = "QS"
    KING_OF_SPADES = "KS"
    ACE_OF_DIAMONDS = "AD"
    TWO_OF_DIAMONDS = "2D"
    THREE_OF_DIAMONDS = "3D"
    FOUR_OF_DIAMONDS = "4D"
    FIVE_OF_DIAMONDS = "5D"
    SIX_OF_DIAMONDS = "6D"
    SEVEN_OF_DIAMONDS = "7D"
    EIGHT_OF_DIAMONDS = "8D"
    NINE_OF_DIAMONDS = "9D"
    TEN_OF_DIAMONDS = "TD"
    JACK_OF_DIAMONDS = "JD"
    QUEEN_OF_DIAMONDS = "QD"
    KING_OF_DIAMONDS = "KD"
    JOKER = "JOKER"
    FACE_DOWN = "??"

    rank: Rank | None
    """The card's rank; None for the joker and for a face-down card."""
    suit: Suit | None
    """The card's suit; None for the joker and for a face-down card."""

    def __init__(self, notation: str) -> None:
        suited = len(notation) == 2 and notation != "??"
        self.rank = Rank(notation[0]) if suited else None
        self.suit = _SUIT_LETTERS[notation[1]] if suited else None


Cards = tuple[Card, ...]

FRENCH_DECK: Cards = tuple(card for card in Card if card.suit is not None)
"""The 52 cards of the French deck, by suit and rank."""

DECK_WITH_JOKER: Cards = (*FRENCH_DECK, Card.JOKER)
"""The 52 cards and one joker."""


_FACE_DOWN = Card.FACE_DOWN
_ONE_FACE_DOWN: Cards = (_FACE_DOWN,)


def face_down(count: int) -> Cards:
    """Return the given number of face-down cards."""
    return _ONE_FACE_DOWN * count


def without(cards: Cards, taken: Cards) -> Cards:
    """Return the cards that are left, in their order, after some are taken.

    A taken card that is not among the visible cards removes a face-down card instead. If there is none,
    nothing is removed: `evolve` uses this function, and `evolve` does not judge.

    >>> without((Card("5H"), Card("??"), Card("??")), (Card("KS"),))
    (<Card.FIVE_OF_HEARTS: '5H'>, <Card.FACE_DOWN: '??'>)
    """
    kept = list(cards)
    for card in taken:
        if card in kept:
            kept.remove(card)
        elif _FACE_DOWN in kept:
            kept.remove(_FACE_DOWN)
    return tuple(kept)
