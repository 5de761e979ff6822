"""What may be done: offers of moves.

Made by `python -m kibitz_client.generate`: not to be changed by hand.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from kibitz_client.interfaces import Offer
from kibitz_client.moves import Move
from kibitz_client.schema.enums import Rank, Suit
from kibitz_client.values import Value


class BidOffer(Value, Offer, frozen=True, kw_only=True):
    """Any of these bids may be placed."""

    amounts: tuple[int, ...]
    """The amounts in ascending order."""
    moves: tuple[Move, ...]
    mutation: str


class DiscardOffer(Value, Offer, frozen=True, kw_only=True):
    """Any subset of these cards may be discarded, including none and all of them."""

    any_subset_of: tuple[str, ...]
    """The cards."""
    moves: tuple[Move, ...]
    mutation: str


class GroupOffer(Value, Offer, frozen=True, kw_only=True):
    """Any selection of these equal cards may be played whose size is one of the counts."""

    cards: tuple[str, ...]
    """The cards, in the order of the hand."""
    counts: tuple[int, ...]
    """The numbers of cards that may be played."""
    moves: tuple[Move, ...]
    mutation: str
    value: Rank
    """The value of the cards."""


class PassOffer(Value, Offer, frozen=True, kw_only=True):
    """The turn may be passed."""

    moves: tuple[Move, ...]
    mutation: str


class PlayOffer(Value, Offer, frozen=True, kw_only=True):
    """Any of these cards may be played."""

    cards: tuple[str, ...]
    """The cards, in the order of the hand."""
    moves: tuple[Move, ...]
    mutation: str


class TrumpOffer(Value, Offer, frozen=True, kw_only=True):
    """Any of these suits may be named trump."""

    moves: tuple[Move, ...]
    mutation: str
    suits: tuple[Suit, ...]
    """The suits."""


OFFERS: Final[Mapping[str, type[Offer]]] = MappingProxyType(
    {
        "BidOffer": BidOffer,
        "DiscardOffer": DiscardOffer,
        "GroupOffer": GroupOffer,
        "PassOffer": PassOffer,
        "PlayOffer": PlayOffer,
        "TrumpOffer": TrumpOffer,
    }
)
"""All of them, by their names in the schema."""
