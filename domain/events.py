"""Every fact of the table, one frozen class each, with who may read what.

Class and field names are the stored format: stored for ever, so version with care. A changed meaning
is a new class with a new tag, and an upcast in `application/recorded.py`. The docstrings are the
public schema's descriptions. Facts that only one game knows live in that game's file.
"""

from __future__ import annotations

from enum import StrEnum, unique
from typing import Annotated

from msgspec import Meta, Struct

from domain.cards import Card, Cards, Suit
from domain.visibility import Private, Sealed, marks

PlayerId = Annotated[
    str, Meta(description="A player's id: minted by the server, and telling nothing of the player.")
]
OptionValue = str | int | bool


@unique
class Access(StrEnum):
    """Who may find and join a game."""

    PUBLIC = "PUBLIC"
    """Anyone may watch it, and join while a seat is free."""
    PRIVATE = "PRIVATE"
    """Only who is invited may join or watch it; to all others it does not exist."""


@unique
class EndReason(StrEnum):
    """Why a game ended."""

    TARGET_REACHED = "TARGET_REACHED"
    """A player reached the score that the game is played to."""
    ROUNDS_PLAYED = "ROUNDS_PLAYED"
    """All the rounds of the game were played."""
    ONE_LEFT = "ONE_LEFT"
    """One player was left holding cards."""


@unique
class CloseReason(StrEnum):
    """Why a game was closed without having been played to its end."""

    EVERYONE_LEFT = "EVERYONE_LEFT"
    """The last player left before the start."""
    CLOSED_BY_OPERATOR = "CLOSED_BY_OPERATOR"
    """An operator of the server closed the game."""
    PLAYER_ERASED = "PLAYER_ERASED"
    """A player was erased, and the game has no machine player to take over the seat."""


@unique
class AutomationReason(StrEnum):
    """Why a seat was handed to the machine."""

    OWN_CHOICE = "OWN_CHOICE"
    """Its player handed it over."""
    ERASED = "ERASED"
    """Its player was erased."""


class Event(Struct, frozen=True, kw_only=True, tag=True, gc=False):
    """A fact in the life of a game."""


class SeatEvent(Event, frozen=True, kw_only=True, tag=True):
    """A fact about one seat."""

    seat: int
    """The seat, from 0 clockwise."""


class GameCreated(Event, frozen=True, kw_only=True):
    """A game was set up; its variant, rules version and options never change."""

    variant: str
    """Which game is played."""
    rules_version: int
    """The version of the variant's rules that the game is played under to its end."""
    options: dict[str, OptionValue]
    """Every option of the variant with its value."""
    access: Access
    """Who may find and join the game."""
    organizer: PlayerId
    """The player who created the game."""
    secret: Annotated[str | None, Sealed()]
    """Sealed for ever: 32 bytes in hexadecimal from which the salts of the shuffles are derived."""


class PlayerInvited(Event, frozen=True, kw_only=True):
    """A player was invited to take a seat."""

    player: PlayerId
    """Who was invited."""
    inviter: PlayerId
    """The seated player who invited."""


class InvitationDeclined(Event, frozen=True, kw_only=True):
    """An invited player declined."""

    player: PlayerId
    """Who declined."""


class InvitationWithdrawn(Event, frozen=True, kw_only=True):
    """An invitation was taken back."""

    player: PlayerId
    """Who is no longer invited."""


class PlayerJoined(SeatEvent, frozen=True, kw_only=True):
    """A player took the next free seat; an invitation is used up by it."""

    player: PlayerId
    """Who sits there."""
    machine: bool = False
    """Whether it is a machine player that fills the seat."""


class PlayerLeft(SeatEvent, frozen=True, kw_only=True):
    """A player gave up its seat before the start; later seats move up."""

    player: PlayerId
    """Who sat there."""
    removed: bool
    """Whether the organizer removed the player."""
    organizer: PlayerId | None
    """Who is the organizer from now on; null when nobody is left."""


class SeatAutomated(SeatEvent, frozen=True, kw_only=True, omit_defaults=True):
    """A seat was handed to the machine, which plays it to the end of the game."""

    reason: AutomationReason | None = None
    """Why; null for a machine player's seat, and in games from before reasons were recorded."""


class GameStarted(Event, frozen=True, kw_only=True, omit_defaults=True):
    """The seats are taken for good and play begins."""

    players: tuple[PlayerId, ...]
    """The players in the order of their seats."""
    vouched: tuple[int, ...] = ()
    """The seats of the players for whom an identity provider vouches."""


class DeckShuffled(Event, frozen=True, kw_only=True):
    """A deck was shuffled, and its order committed to."""

    shuffle: int
    """The shuffle's number in this game, from 0."""
    commitment: str
    """SHA-256, in hexadecimal, over the order and the salt."""
    order: Annotated[Cards, Sealed(until="shuffle")]
    """The cards, the top one first; sealed until the shuffle is revealed."""
    salt: Annotated[str | None, Sealed(until="shuffle")]
    """32 bytes in hexadecimal; null, since sealed, until the shuffle is revealed."""


class DeckRevealed(Event, frozen=True, kw_only=True):
    """A shuffle was opened: anyone can check it against its commitment."""

    shuffle: int
    """The number of the shuffle."""
    order: Cards
    """The cards as they were shuffled, the top one first."""
    salt: str
    """The salt of the commitment, in hexadecimal."""


class RoundDealt(Event, frozen=True, kw_only=True):
    """The cards of a round were dealt."""

    round: int
    """The round's number, from 0."""
    dealer: int
    """The dealer's seat."""
    hands: tuple[int, ...]
    """How many cards each seat was dealt."""
    stock: int
    """How many cards are left undealt."""


class HandDealt(SeatEvent, frozen=True, kw_only=True):
    """A seat was dealt its hand."""

    cards: Annotated[Cards, Private(until="shuffle")]
    """The cards in the order in which they were dealt."""
    shuffle: int
    """The last shuffle that any of the cards comes from."""


class BidPlaced(SeatEvent, frozen=True, kw_only=True):
    """A seat bid."""

    amount: int
    """How much was bid."""


class TurnPassed(SeatEvent, frozen=True, kw_only=True):
    """A seat passed."""

    automatic: bool = False
    """Whether the pass had been queued and happened by itself."""


class PassQueued(SeatEvent, frozen=True, kw_only=True):
    """A seat announced that it will pass when its turn comes."""


class PassUnqueued(SeatEvent, frozen=True, kw_only=True):
    """A seat took back the pass that it had announced."""


class TrumpSelected(SeatEvent, frozen=True, kw_only=True):
    """A seat named the trump suit of the round."""

    suit: Suit
    """The trump suit."""


class CardsDiscarded(SeatEvent, frozen=True, kw_only=True):
    """A seat discarded cards from its hand; how many is public."""

    cards: Annotated[Cards, Private(until="shuffle")]
    """The cards that were discarded."""
    shuffle: int
    """The last shuffle that any of the cards comes from."""


class CardsDrawn(SeatEvent, frozen=True, kw_only=True):
    """A seat drew cards from the stock; how many is public."""

    cards: Annotated[Cards, Private(until="shuffle")]
    """The cards in the order in which they were drawn."""
    shuffle: int
    """The last shuffle that any of the cards comes from."""


class CardPlayed(SeatEvent, frozen=True, kw_only=True):
    """A seat played a card to the trick."""

    card: Card
    """The card."""


class TrickWon(SeatEvent, frozen=True, kw_only=True):
    """A trick was complete and a seat won it."""

    trick: int
    """The trick's number in its round, from 0."""
    card: Card
    """The card that won it."""


class Award(Struct, frozen=True, kw_only=True, gc=False):
    """Points that counted for a seat."""

    seat: int
    """The seat."""
    points: int
    """The points; negative for a bid that was not made."""
    trick: int | None = None
    """The trick that earned them; null where none did."""


class RoundScored(Event, frozen=True, kw_only=True, omit_defaults=True):
    """A round was played out and scored."""

    round: int
    """The round's number, from 0."""
    awards: tuple[Award, ...]
    """What was scored, in the order in which it counts."""
    scores: tuple[int, ...]
    """The running total of each seat after the round."""
    bids_made: tuple[bool | None, ...] = ()
    """For each seat whether it made its bid, null where it had none that counted; empty without bids."""


class GameWon(Event, frozen=True, kw_only=True):
    """The game ended."""

    winners: tuple[int, ...]
    """The seats that won; more than one when equal totals win together."""
    ranking: tuple[tuple[int, ...], ...]
    """All seats from first place to last; seats that share a place stand together."""
    reason: EndReason
    """Why the game ended."""


class GameClosed(Event, frozen=True, kw_only=True):
    """The game was closed without having been played to its end."""

    reason: CloseReason
    """Why it was closed."""


COMMON_EVENTS: tuple[type[Event], ...] = (
    GameCreated,
    PlayerInvited,
    InvitationDeclined,
    InvitationWithdrawn,
    PlayerJoined,
    PlayerLeft,
    SeatAutomated,
    GameStarted,
    DeckShuffled,
    DeckRevealed,
    RoundDealt,
    HandDealt,
    BidPlaced,
    TurnPassed,
    PassQueued,
    PassUnqueued,
    TrumpSelected,
    CardsDiscarded,
    CardsDrawn,
    CardPlayed,
    TrickWon,
    RoundScored,
    GameWon,
    GameClosed,
)
"""The facts that any game may use, in the order in which a game meets them."""

for _event in COMMON_EVENTS:
    # A mark that would hide nothing must not get as far as a game.
    marks(_event)
