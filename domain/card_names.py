"""Names of cards, suits and ranks in the sentences that players read.

>>> card_text(Card("TS")), card_text(Card.JOKER)
('the ten of spades', 'the joker')
"""

from __future__ import annotations

from collections.abc import Sequence

from domain.cards import Card, Rank, Suit

_RANKS: dict[Rank, str] = {rank: rank.name.lower() for rank in Rank}


def suit_text(suit: Suit) -> str:
    """Return a suit's name: `hearts`."""
    return suit.lower()


def ranks_text(rank: Rank) -> str:
    """Return a rank's name in the plural: `sixes`."""
    return f"{_RANKS[rank]}{'es' if rank is Rank.SIX else 's'}"


def card_text(card: Card) -> str:
    """Return a card's name with its article; a face-down card has none of its own."""
    if card.rank is None or card.suit is None:
        return "the joker" if card is Card.JOKER else "a card face down"
    return f"the {_RANKS[card.rank]} of {suit_text(card.suit)}"


def listed(texts: Sequence[str], last: str = "and") -> str:
    """Return texts as a list in a sentence.

    >>> listed(["the joker", "the two of clubs", "the ace of hearts"], "or")
    'the joker, the two of clubs or the ace of hearts'
    """
    return f" {last} ".join(filter(None, (", ".join(texts[:-1]), *texts[-1:])))
