"""Events of sealed shuffles and of their reveals."""

from __future__ import annotations

from typing import Annotated

from domain.cards import Cards
from domain.events.event import Event
from domain.visibility import Sealed


class DeckShuffled(Event, frozen=True, kw_only=True):
    """A deck was shuffled, and a commitment to its order was published."""

    shuffle: int
    """The shuffle's number in this game, from 0."""
    commitment: str
    """SHA-256, in hexadecimal, over the order and the salt."""
    order: Annotated[Cards, Sealed(until="shuffle")]
    """The cards, the top one first; sealed until the shuffle is revealed."""
    salt: Annotated[str | None, Sealed(until="shuffle")]
    """32 bytes in hexadecimal; sealed, and therefore null, until the shuffle is revealed."""


class DeckRevealed(Event, frozen=True, kw_only=True, omit_defaults=True):
    """A shuffle was revealed; anyone can check it against its commitment."""

    shuffle: int
    """The number of the shuffle."""
    order: Cards
    """The cards as they were shuffled, the top one first."""
    salt: str
    """The salt of the commitment, in hexadecimal."""
    link: str | None = None
    """The link of the server's chain from which the order follows, by deal/v1; null where none was used."""
