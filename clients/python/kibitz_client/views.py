"""What is seen of a game: typed values, the same over the API and in the server's own process."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec
from msgspec import Struct

from kibitz_client.moves import Move

FACE_DOWN: Final = "??"
"""A card whose face the viewer cannot see."""

Cards = tuple[str, ...]
"""Cards by their notation: `5H`, `TS`, `JOKER`; `??` for those that cannot be seen."""


class Person(Struct, frozen=True, kw_only=True, rename="camel"):
    """Somebody who sits at the table."""

    id: str
    name: str


class Seat(Struct, frozen=True, kw_only=True, rename="camel"):
    """A seat and what lies there."""

    index: int
    """The seat's number, from 0 clockwise."""
    player: Person
    machine: bool
    """Whether a machine player fills the seat."""
    automated: bool
    """Whether the machine plays the seat."""
    hand: Cards
    score: int
    """Points scored in the rounds so far."""
    bid: int | None = None
    """The seat's last bid in this round."""
    committed: bool = False
    """Whether the seat has made a bid that is still secret."""
    passed: bool = False
    pass_queued: bool = False
    discarded: int | None = None
    """How many cards the seat discarded in this round, once it has."""
    tricks: int = 0
    """How many tricks of this round the seat has won."""
    rank: int | None = None
    """The place in which the seat got rid of its cards, once it has."""


class PlayedCard(Struct, frozen=True, kw_only=True, rename="camel"):
    """A card and who played it."""

    seat: int
    card: str


class Table(Struct, frozen=True, kw_only=True, rename="camel"):
    """What lies in the middle of the table; what a game does not have is None or empty."""

    round: int
    """The number of the round, from 0."""
    dealer: int
    to_move: tuple[int, ...]
    """The seats that are to move; empty when the game is over."""
    stock: int
    """How many cards are left undealt."""
    pile: int | None = None
    """How many cards lie on the discard pile, where there is one."""
    blind: bool = False
    """Whether players see all hands but their own until the bids are known."""
    bidder: int | None = None
    """Who holds the highest bid."""
    bid: int | None = None
    """The highest bid of the round."""
    trump: str | None = None
    """The trump suit: `HEARTS`, `CLUBS`, `SPADES` or `DIAMONDS`."""
    turn_up: str | None = None
    """The card that was turned up for trump."""
    trick: tuple[PlayedCard, ...] = ()
    winning: int | None = None
    """The seat whose card is winning the trick."""
    bleeding: bool = False
    """Whether a trump was led, so that trumps must be played."""
    last_trick: tuple[PlayedCard, ...] = ()
    to_beat: Cards = ()
    """The equal cards on the table that a play has to beat; none when the table is clear."""
    led_by: int | None = None
    """The seat that played the cards to beat."""
    clockwise: bool | None = None
    """Whether play goes to the left; None where it never turns."""
    passes: int | None = None
    """How many have passed in a row since the last play."""


class Result(Struct, frozen=True, kw_only=True, rename="camel"):
    """How a game ended."""

    winners: tuple[Person, ...]
    ranking: tuple[tuple[int, ...], ...]
    """All seats from first place to last; equals stand together."""
    reason: str

    def place(self, seat: int) -> int:
        """Return the place in which a seat came, from 1."""
        return next(place for place, seats in enumerate(self.ranking, 1) if seat in seats)


class Game(Struct, frozen=True, kw_only=True, rename="camel"):
    """A game at one version, as its viewer sees it."""

    id: str
    version: int
    """How many events the game has had."""
    variant: str
    """Which game is played: `hundred-and-ten`, …"""
    options: Mapping[str, str]
    access: str
    status: str
    """How far the game has come; while it is played, the phase of the round."""
    seats: tuple[Seat, ...]
    table: Table | None = None
    """The table, once the game has started."""
    result: Result | None = None
    """How the game ended, once it has."""

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.result is not None or self.status == "CLOSED"


class View(Game, frozen=True, kw_only=True, rename="camel"):
    """A game as the player of a seat sees it: what a player is given, and all that it is given."""

    seat: int
    """The player's own seat."""

    @property
    def own(self) -> Seat:
        """The player's own seat and what lies there."""
        return self.seats[self.seat]

    @property
    def hand(self) -> Cards:
        """The cards in the player's own hand."""
        return self.own.hand


class Seen(Struct, frozen=True, kw_only=True):
    """A look at a game: as a View from a seat, as a Game without one, and what may be done now."""

    game: Game
    legal: tuple[Move, ...] = ()

    @property
    def view(self) -> View | None:
        """The view from the viewer's own seat, None for an onlooker."""
        return self.game if isinstance(self.game, View) else None


FIELDS: Final = """
fragment Shown on Game {
  id version variant options { name value } access status you
  seats {
    index player { id name } machine automated
    hand score bid committed passed passQueued discarded tricks rank
  }
  table {
    round dealer toMove stock pile blind bidder bid trump turnUp trick { seat card } winning bleeding
    lastTrick { seat card } toBeat ledBy clockwise passes
  }
  result { winners { id name } ranking reason }
}
"""
"""The selection that a Game is read from."""


def read(shown: Mapping[str, Any]) -> Game:
    """Return a game from the API's answer: a View for who has a seat."""
    values = {**shown, "options": {each["name"]: each["value"] for each in shown["options"]}}
    seat = values.pop("you")
    if seat is None:
        return msgspec.convert(values, Game)
    return msgspec.convert({**values, "seat": seat}, View)
