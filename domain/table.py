"""The table view: the common form in which every game presents its table.

Views are made from this form, not from a game's own table state. A field that does not apply to a game,
such as a trump or a stock, is None or empty.
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
    """The part of the table that belongs to one seat."""

    hand: Cards
    """The cards in hand, in order; `??` for each card that the viewer cannot see."""
    score: int
    """Points scored in the rounds so far."""
    bid: int | None = None
    """The seat's last bid in this round."""
    committed: bool = False
    """True if the seat has made a bid that is still secret."""
    passed: bool = False
    """True if the seat has passed."""
    pass_queued: bool = False
    """True if the seat has queued a pass."""
    discarded: int | None = None
    """The number of cards that the seat discarded in this round; None until it discards."""
    tricks: int = 0
    """The number of tricks that the seat has won in this round."""
    rank: int | None = None
    """The place in which the seat went out, from 1; None until it goes out."""


class TableView(Struct, frozen=True, kw_only=True):
    """The table as a viewer sees it."""

    phase: str
    """The phase of play."""
    round: int
    """The number of the round, from 0."""
    dealer: int
    """The dealer's seat."""
    to_move: tuple[int, ...]
    """The seats that are to move; empty when the game is over."""
    places: tuple[Place, ...]
    """The places, in seat order."""
    stock: int
    """The number of cards left undealt."""
    pile: int | None = None
    """The number of played cards that are put aside for the next shuffle; None without such a pile."""
    blind: bool = False
    """True if each player sees all hands but its own until the bids are revealed."""
    bidder: int | None = None
    """The seat with the highest bid."""
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
    """True if a trump was led, so that trumps must be played."""
    last_trick: tuple[PlayedCard, ...] = ()
    """The cards of the previous trick."""
    to_beat: Cards = ()
    """The equal cards on the table that a play has to beat; empty when the table is clear."""
    led_by: int | None = None
    """The seat that played the cards to beat."""
    clockwise: bool | None = None
    """True if play goes clockwise; None in games whose direction never changes."""
    passes: int | None = None
    """The number of passes in a row since the last play."""
