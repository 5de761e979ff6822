"""What a table shows: the one form in which every game presents itself.

A game's own state is its own affair; this form is what views are made from. Where a game has no such
thing as a trump or a stock, the field is None or empty.
"""

from __future__ import annotations

from msgspec import Struct

from domain.cards import Card, Cards, Suit


class PlayedCard(Struct, frozen=True, kw_only=True):
    """A card that a seat has played."""

    seat: int
    """The seat that played it."""
    card: Card
    """The card."""


class Place(Struct, frozen=True, kw_only=True):
    """One place at the table."""

    hand: Cards
    """The cards in hand, in their order; `??` for each that the viewer cannot see."""
    score: int
    """Points scored in the rounds so far."""
    bid: int | None = None
    """The seat's last bid in this round."""
    committed: bool = False
    """Whether the seat has made a bid that is still secret."""
    passed: bool = False
    """Whether the seat has passed."""
    pass_queued: bool = False
    """Whether the seat has announced that it will pass."""
    discarded: int | None = None
    """How many cards the seat discarded in this round, once it has."""
    tricks: int = 0
    """How many tricks of this round the seat has won."""
    rank: int | None = None
    """The place in which the seat got rid of its cards, once it has; 1 is the first."""


class TableView(Struct, frozen=True, kw_only=True):
    """The table as a viewer sees it."""

    phase: str
    """What the table waits for."""
    round: int
    """The number of the round, from 0."""
    dealer: int
    """The dealer's seat."""
    to_move: tuple[int, ...]
    """The seats that are to move; empty when the game is over."""
    places: tuple[Place, ...]
    """What lies at each seat."""
    stock: int
    """How many cards are left undealt."""
    pile: int | None = None
    """How many cards lie on the discard pile."""
    blind: bool = False
    """Whether each player sees all hands but its own until the bids are known."""
    bidder: int | None = None
    """Who holds the highest bid."""
    bid: int | None = None
    """The highest bid of the round."""
    trump: Suit | None = None
    """The trump suit of the round."""
    turn_up: Card | None = None
    """The card that was turned up for trump."""
    trick: tuple[PlayedCard, ...] = ()
    """The cards of the trick being played."""
    winning: int | None = None
    """The seat whose card is winning the trick."""
    bleeding: bool = False
    """Whether a trump was led, so that trumps must be played."""
    last_trick: tuple[PlayedCard, ...] = ()
    """The cards of the trick before."""
    to_beat: Cards = ()
    """The equal cards on the table that a play has to beat; none when the table is clear."""
    led_by: int | None = None
    """The seat that played the cards to beat."""
    clockwise: bool | None = None
    """Whether play goes to the left; null where it never turns."""
    passes: int | None = None
    """How many have passed in a row since the last play."""
