"""Events of a game: one frozen class each, with marks on the fields that are not public.

Class and field names are the stored format and are stored for ever, so version with care: a changed
meaning takes a new class with a new tag, and an upcast in `application/codec.py`. The docstrings are
the descriptions in the public schema. Events that only one game uses are defined in that game's file.
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
    """The visibility of a game: public or by invitation only."""

    PUBLIC = "PUBLIC"
    """Anyone may watch the game, and join while a seat is free."""
    PRIVATE = "PRIVATE"
    """Only invited players may join or watch the game; for all others it does not exist."""


@unique
class EndReason(StrEnum):
    """The reason why a game ended."""

    TARGET_REACHED = "TARGET_REACHED"
    """A player reached the target score."""
    ROUNDS_PLAYED = "ROUNDS_PLAYED"
    """All rounds of the game were played."""
    ONE_LEFT = "ONE_LEFT"
    """Only one player still held cards."""


@unique
class CloseReason(StrEnum):
    """The reason why a game was closed before its end."""

    EVERYONE_LEFT = "EVERYONE_LEFT"
    """The last player left before the start."""
    CLOSED_BY_OPERATOR = "CLOSED_BY_OPERATOR"
    """An operator of the server closed the game."""
    PLAYER_ERASED = "PLAYER_ERASED"
    """A player was erased, and the game has no machine player to take over the seat."""


@unique
class AutomationReason(StrEnum):
    """The reason why a seat was handed to the machine."""

    OWN_CHOICE = "OWN_CHOICE"
    """The seat's player handed it over."""
    ERASED = "ERASED"
    """The seat's player was erased."""


class Event(Struct, frozen=True, kw_only=True, tag=True, gc=False):
    """A recorded fact of a game."""


class SeatEvent(Event, frozen=True, kw_only=True, tag=True):
    """A recorded fact about one seat."""

    seat: int
    """The seat, from 0 clockwise."""


class GameCreated(Event, frozen=True, kw_only=True):
    """A game was created; its variant, rules version and options never change."""

    variant: str
    """The name of the variant."""
    rules_version: int
    """The version of the variant's rules that applies until the game ends."""
    options: dict[str, OptionValue]
    """Every option of the variant with its value."""
    access: Access
    """Whether the game is public or by invitation only."""
    organizer: PlayerId
    """The player who created the game."""
    secret: Annotated[str | None, Sealed()]
    """Sealed for ever: 32 bytes in hexadecimal from which the salts of the shuffles are derived."""


class PlayerInvited(Event, frozen=True, kw_only=True):
    """A player was invited to take a seat."""

    player: PlayerId
    """The invited player."""
    inviter: PlayerId
    """The seated player who sent the invitation."""


class InvitationDeclined(Event, frozen=True, kw_only=True):
    """An invited player declined the invitation."""

    player: PlayerId
    """The player who declined."""


class InvitationWithdrawn(Event, frozen=True, kw_only=True):
    """An invitation was withdrawn."""

    player: PlayerId
    """The player who is no longer invited."""


class PlayerJoined(SeatEvent, frozen=True, kw_only=True):
    """A player took the next free seat; joining uses up the player's invitation."""

    player: PlayerId
    """The player who joined."""
    machine: bool = False
    """Whether the player is a machine player."""


class PlayerLeft(SeatEvent, frozen=True, kw_only=True):
    """A player left its seat before the game started; later seats move up."""

    player: PlayerId
    """The player who left."""
    removed: bool
    """Whether the organizer removed the player."""
    organizer: PlayerId | None
    """The organizer from now on; null when no player other than machine players is left."""


class SeatAutomated(SeatEvent, frozen=True, kw_only=True, omit_defaults=True):
    """A seat was handed to the machine, which plays it to the end of the game."""

    reason: AutomationReason | None = None
    """The reason; null for a machine player's seat, and in games recorded before this field existed."""


class GameStarted(Event, frozen=True, kw_only=True, omit_defaults=True):
    """The game started; its seats are final."""

    players: tuple[PlayerId, ...]
    """The players in seat order."""
    vouched: tuple[int, ...] = ()
    """The seats of the players for whom an identity provider vouches."""


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


class DeckRevealed(Event, frozen=True, kw_only=True):
    """A shuffle was revealed; anyone can check it against its commitment."""

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
    """The number of cards dealt to each seat."""
    stock: int
    """The number of cards left undealt."""


class HandDealt(SeatEvent, frozen=True, kw_only=True):
    """A seat was dealt its hand."""

    cards: Annotated[Cards, Private(until="shuffle")]
    """The cards in the order in which they were dealt."""
    shuffle: int
    """The number of the latest shuffle that any of the cards comes from."""


class BidPlaced(SeatEvent, frozen=True, kw_only=True):
    """A seat placed a bid."""

    amount: int
    """The amount of the bid."""


class TurnPassed(SeatEvent, frozen=True, kw_only=True):
    """A seat passed."""

    automatic: bool = False
    """Whether the pass was queued before the turn and made automatically."""


class PassQueued(SeatEvent, frozen=True, kw_only=True):
    """A seat queued a pass, which is made automatically when its turn comes."""


class PassUnqueued(SeatEvent, frozen=True, kw_only=True):
    """A seat withdrew its queued pass."""


class TrumpSelected(SeatEvent, frozen=True, kw_only=True):
    """A seat named the trump suit of the round."""

    suit: Suit
    """The trump suit."""


class CardsDiscarded(SeatEvent, frozen=True, kw_only=True):
    """A seat discarded cards from its hand; the number of cards is public."""

    cards: Annotated[Cards, Private(until="shuffle")]
    """The cards that were discarded."""
    shuffle: int
    """The number of the latest shuffle that any of the cards comes from."""


class CardsDrawn(SeatEvent, frozen=True, kw_only=True):
    """A seat drew cards from the stock; the number of cards is public."""

    cards: Annotated[Cards, Private(until="shuffle")]
    """The cards in the order in which they were drawn."""
    shuffle: int
    """The number of the latest shuffle that any of the cards comes from."""


class CardPlayed(SeatEvent, frozen=True, kw_only=True):
    """A seat played a card to the trick."""

    card: Card
    """The card."""


class TrickWon(SeatEvent, frozen=True, kw_only=True):
    """A seat won a complete trick."""

    trick: int
    """The trick's number in its round, from 0."""
    card: Card
    """The card that won the trick."""


class Award(Struct, frozen=True, kw_only=True, gc=False):
    """Points that a seat scored."""

    seat: int
    """The seat."""
    points: int
    """The points; negative for a bid that was not made."""
    trick: int | None = None
    """The trick that earned the points; null when no single trick did."""


class RoundScored(Event, frozen=True, kw_only=True, omit_defaults=True):
    """A round was played out and scored."""

    round: int
    """The round's number, from 0."""
    awards: tuple[Award, ...]
    """The awards, in the order in which they count."""
    scores: tuple[int, ...]
    """The running total of each seat after the round."""
    bids_made: tuple[bool | None, ...] = ()
    """For each seat, whether it made its bid; null for a seat without a bid that counted.

    Empty in games without bids.
    """


class GameWon(Event, frozen=True, kw_only=True):
    """The game was played to its end."""

    winners: tuple[int, ...]
    """The winning seats; more than one when seats with equal totals win together."""
    ranking: tuple[tuple[int, ...], ...]
    """All seats from first place to last; seats that share a place are grouped together."""
    reason: EndReason
    """Why the game ended."""


class GameClosed(Event, frozen=True, kw_only=True):
    """The game was closed before its end."""

    reason: CloseReason
    """Why the game was closed."""


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
"""The events that any game may use, in the order of a game's course."""

for _event in COMMON_EVENTS:
    # Refuse a mark that would hide nothing at import, before any game can use the event.
    marks(_event)
