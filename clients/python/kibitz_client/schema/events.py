"""The events of games.

Made by `python -m kibitz_client.generate`: not to be changed by hand.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from types import MappingProxyType
from typing import Final

from kibitz_client.interfaces import Event
from kibitz_client.schema.enums import Access, AutomationReason, BidOutcome, CloseReason, EndReason, Suit
from kibitz_client.schema.types import Award
from kibitz_client.values import Options, Value


class BidCommitted(Value, Event, frozen=True, kw_only=True):
    """A seat made its bid in secret; that it did is public."""

    at: datetime
    by: str | None = None
    committed_amount: int | None = None
    """How many tricks were bid; None to the others, who are told when all bids are revealed."""
    seat: int
    """The seat, from 0 clockwise."""
    version: int


class BidPlaced(Value, Event, frozen=True, kw_only=True):
    """A seat bid."""

    amount: int
    """How much was bid."""
    at: datetime
    by: str | None = None
    seat: int
    """The seat, from 0 clockwise."""
    version: int


class BidWon(Value, Event, frozen=True, kw_only=True):
    """The bidding ended and a seat holds the highest bid."""

    amount: int
    """The bid."""
    at: datetime
    by: str | None = None
    seat: int
    """The seat, from 0 clockwise."""
    version: int


class BidsRevealed(Value, Event, frozen=True, kw_only=True):
    """All bids of the round became known."""

    at: datetime
    bids: tuple[int, ...]
    """The bid of each seat."""
    by: str | None = None
    forced: bool
    """Whether the rules prescribed the bids."""
    version: int


class BlindHandDealt(Value, Event, frozen=True, kw_only=True):
    """A seat was dealt a hand that the other players see and it does not."""

    at: datetime
    by: str | None = None
    cards: tuple[str, ...]
    """The cards in the order in which they were dealt."""
    seat: int
    """The seat, from 0 clockwise."""
    shuffle: int
    """The last shuffle that any of the cards comes from."""
    version: int


class CardPlayed(Value, Event, frozen=True, kw_only=True):
    """A seat played a card to the trick."""

    at: datetime
    by: str | None = None
    card: str
    """The card."""
    seat: int
    """The seat, from 0 clockwise."""
    version: int


class CardsDiscarded(Value, Event, frozen=True, kw_only=True):
    """A seat discarded cards from its hand; how many is public."""

    at: datetime
    by: str | None = None
    cards: tuple[str, ...]
    """The cards that were discarded."""
    seat: int
    """The seat, from 0 clockwise."""
    shuffle: int
    """The last shuffle that any of the cards comes from."""
    version: int


class CardsDrawn(Value, Event, frozen=True, kw_only=True):
    """A seat drew cards from the stock; how many is public."""

    at: datetime
    by: str | None = None
    cards: tuple[str, ...]
    """The cards in the order in which they were drawn."""
    seat: int
    """The seat, from 0 clockwise."""
    shuffle: int
    """The last shuffle that any of the cards comes from."""
    version: int


class CardsPlayed(Value, Event, frozen=True, kw_only=True):
    """A seat played cards of equal value."""

    again: bool
    """Whether the seat is to play again."""
    at: datetime
    automatic: bool
    """Whether it was the four of clubs, which opens the game by itself."""
    by: str | None = None
    cards: tuple[str, ...]
    """The cards."""
    seat: int
    """The seat, from 0 clockwise."""
    version: int


class DeckRanOut(Value, Event, frozen=True, kw_only=True):
    """The deck does not last for the next deal, and cards that were played are shuffled in."""

    at: datetime
    by: str | None = None
    dealt: int
    """How many cards the deal takes from the old deck before it goes on from the new one."""
    version: int


class DeckRevealed(Value, Event, frozen=True, kw_only=True):
    """A shuffle was opened: anyone can check it against its commitment."""

    at: datetime
    by: str | None = None
    order: tuple[str, ...]
    """The cards as they were shuffled, the top one first."""
    salt: str
    """The salt of the commitment, in hexadecimal."""
    shuffle: int
    """The number of the shuffle."""
    version: int


class DeckShuffled(Value, Event, frozen=True, kw_only=True):
    """A deck was shuffled, and its order committed to."""

    at: datetime
    by: str | None = None
    commitment: str
    """SHA-256, in hexadecimal, over the order and the salt."""
    order: tuple[str, ...]
    """The cards, the top one first; sealed until the shuffle is revealed."""
    sealed_salt: str | None = None
    """32 bytes in hexadecimal; None, since sealed, until the shuffle is revealed."""
    shuffle: int
    """The shuffle's number in this game, from 0."""
    version: int


class DirectionReversed(Value, Event, frozen=True, kw_only=True):
    """Threes were played, and from now on play goes the other way round."""

    at: datetime
    by: str | None = None
    clockwise: bool
    """Whether play goes to the left now."""
    version: int


class GameClosed(Value, Event, frozen=True, kw_only=True):
    """The game was closed without having been played to its end."""

    at: datetime
    by: str | None = None
    close_reason: CloseReason
    """Why it was closed."""
    version: int


class GameCreated(Value, Event, frozen=True, kw_only=True):
    """A game was set up; its variant, rules version and options never change."""

    access: Access
    """Who may find and join the game."""
    at: datetime
    by: str | None = None
    options: Options
    """Every option of the variant with its value."""
    organizer: str
    """The player who created the game."""
    rules_version: int
    """The version of the variant's rules that the game is played under to its end."""
    variant: str
    """Which game is played."""
    version: int


class GameStarted(Value, Event, frozen=True, kw_only=True):
    """The seats are taken for good and play begins."""

    at: datetime
    by: str | None = None
    players: tuple[str, ...]
    """The players in the order of their seats."""
    version: int
    vouched: tuple[int, ...]
    """The seats of the players for whom an identity provider vouches."""


class GameWon(Value, Event, frozen=True, kw_only=True):
    """The game ended."""

    at: datetime
    by: str | None = None
    ranking: tuple[tuple[int, ...], ...]
    """All seats from first place to last; seats that share a place stand together."""
    reason: EndReason
    """Why the game ended."""
    version: int
    winners: tuple[int, ...]
    """The seats that won; more than one when equal totals win together."""


class HandDealt(Value, Event, frozen=True, kw_only=True):
    """A seat was dealt its hand."""

    at: datetime
    by: str | None = None
    cards: tuple[str, ...]
    """The cards in the order in which they were dealt."""
    seat: int
    """The seat, from 0 clockwise."""
    shuffle: int
    """The last shuffle that any of the cards comes from."""
    version: int


class HandShown(Value, Event, frozen=True, kw_only=True):
    """A seat took up the hand that it had been dealt blind."""

    at: datetime
    by: str | None = None
    cards: tuple[str, ...]
    """The cards, which the other players have seen before."""
    seat: int
    """The seat, from 0 clockwise."""
    shuffle: int
    """The last shuffle that any of the cards comes from."""
    version: int


class InvitationDeclined(Value, Event, frozen=True, kw_only=True):
    """An invited player declined."""

    at: datetime
    by: str | None = None
    player: str
    """Who declined."""
    version: int


class InvitationWithdrawn(Value, Event, frozen=True, kw_only=True):
    """An invitation was taken back."""

    at: datetime
    by: str | None = None
    player: str
    """Who is no longer invited."""
    version: int


class PassQueued(Value, Event, frozen=True, kw_only=True):
    """A seat announced that it will pass when its turn comes."""

    at: datetime
    by: str | None = None
    seat: int
    """The seat, from 0 clockwise."""
    version: int


class PassUnqueued(Value, Event, frozen=True, kw_only=True):
    """A seat took back the pass that it had announced."""

    at: datetime
    by: str | None = None
    seat: int
    """The seat, from 0 clockwise."""
    version: int


class PlayerInvited(Value, Event, frozen=True, kw_only=True):
    """A player was invited to take a seat."""

    at: datetime
    by: str | None = None
    inviter: str
    """The seated player who invited."""
    player: str
    """Who was invited."""
    version: int


class PlayerJoined(Value, Event, frozen=True, kw_only=True):
    """A player took the next free seat; an invitation is used up by it."""

    at: datetime
    by: str | None = None
    machine: bool
    """Whether it is a machine player that fills the seat."""
    player: str
    """Who sits there."""
    seat: int
    """The seat, from 0 clockwise."""
    version: int


class PlayerLeft(Value, Event, frozen=True, kw_only=True):
    """A player gave up its seat before the start; later seats move up."""

    at: datetime
    by: str | None = None
    next_organizer: str | None = None
    """Who is the organizer from now on; None when nobody is left."""
    player: str
    """Who sat there."""
    removed: bool
    """Whether the organizer removed the player."""
    seat: int
    """The seat, from 0 clockwise."""
    version: int


class RoundDealt(Value, Event, frozen=True, kw_only=True):
    """The cards of a round were dealt."""

    at: datetime
    by: str | None = None
    dealer: int
    """The dealer's seat."""
    hands: tuple[int, ...]
    """How many cards each seat was dealt."""
    round: int
    """The round's number, from 0."""
    stock: int
    """How many cards are left undealt."""
    version: int


class RoundPassedOut(Value, Event, frozen=True, kw_only=True):
    """Everyone passed; the round ended without score."""

    at: datetime
    by: str | None = None
    round: int
    """The round's number, from 0."""
    version: int


class RoundScored(Value, Event, frozen=True, kw_only=True):
    """A round was played out and scored."""

    at: datetime
    awards: tuple[Award, ...]
    """What was scored, in the order in which it counts."""
    bids_made: tuple[BidOutcome, ...]
    """What became of each seat's bid; empty in a game without bids."""
    by: str | None = None
    round: int
    """The round's number, from 0."""
    scores: tuple[int, ...]
    """The running total of each seat after the round."""
    version: int


class SeatAutomated(Value, Event, frozen=True, kw_only=True):
    """A seat was handed to the machine, which plays it to the end of the game."""

    at: datetime
    automation_reason: AutomationReason | None = None
    """Why; None for a machine player's seat, and in games from before reasons were recorded."""
    by: str | None = None
    seat: int
    """The seat, from 0 clockwise."""
    version: int


class SeatSkipped(Value, Event, frozen=True, kw_only=True):
    """A seat lost its turn, because cards of the same value were played."""

    at: datetime
    by: str | None = None
    seat: int
    """The seat, from 0 clockwise."""
    version: int


class SeatWentOut(Value, Event, frozen=True, kw_only=True):
    """A seat has no cards left."""

    at: datetime
    by: str | None = None
    rank: int
    """The place that it has earned; 1 is the first."""
    seat: int
    """The seat, from 0 clockwise."""
    version: int


class TableCleared(Value, Event, frozen=True, kw_only=True):
    """Everyone has passed, and the cards on the table were put aside."""

    at: datetime
    by: str | None = None
    leader: int
    """The seat that leads next."""
    version: int


class TrickWon(Value, Event, frozen=True, kw_only=True):
    """A trick was complete and a seat won it."""

    at: datetime
    by: str | None = None
    card: str
    """The card that won it."""
    seat: int
    """The seat, from 0 clockwise."""
    trick: int
    """The trick's number in its round, from 0."""
    version: int


class TrumpSelected(Value, Event, frozen=True, kw_only=True):
    """A seat named the trump suit of the round."""

    at: datetime
    by: str | None = None
    seat: int
    """The seat, from 0 clockwise."""
    suit: Suit
    """The trump suit."""
    version: int


class TrumpTurned(Value, Event, frozen=True, kw_only=True):
    """A card was turned up after the deal; its suit is trump."""

    at: datetime
    by: str | None = None
    card: str
    """The card."""
    version: int


class TurnPassed(Value, Event, frozen=True, kw_only=True):
    """A seat passed."""

    at: datetime
    automatic: bool
    """Whether the pass had been queued and happened by itself."""
    by: str | None = None
    seat: int
    """The seat, from 0 clockwise."""
    version: int


EVENTS: Final[Mapping[str, type[Event]]] = MappingProxyType(
    {
        "BidCommitted": BidCommitted,
        "BidPlaced": BidPlaced,
        "BidWon": BidWon,
        "BidsRevealed": BidsRevealed,
        "BlindHandDealt": BlindHandDealt,
        "CardPlayed": CardPlayed,
        "CardsDiscarded": CardsDiscarded,
        "CardsDrawn": CardsDrawn,
        "CardsPlayed": CardsPlayed,
        "DeckRanOut": DeckRanOut,
        "DeckRevealed": DeckRevealed,
        "DeckShuffled": DeckShuffled,
        "DirectionReversed": DirectionReversed,
        "GameClosed": GameClosed,
        "GameCreated": GameCreated,
        "GameStarted": GameStarted,
        "GameWon": GameWon,
        "HandDealt": HandDealt,
        "HandShown": HandShown,
        "InvitationDeclined": InvitationDeclined,
        "InvitationWithdrawn": InvitationWithdrawn,
        "PassQueued": PassQueued,
        "PassUnqueued": PassUnqueued,
        "PlayerInvited": PlayerInvited,
        "PlayerJoined": PlayerJoined,
        "PlayerLeft": PlayerLeft,
        "RoundDealt": RoundDealt,
        "RoundPassedOut": RoundPassedOut,
        "RoundScored": RoundScored,
        "SeatAutomated": SeatAutomated,
        "SeatSkipped": SeatSkipped,
        "SeatWentOut": SeatWentOut,
        "TableCleared": TableCleared,
        "TrickWon": TrickWon,
        "TrumpSelected": TrumpSelected,
        "TrumpTurned": TrumpTurned,
        "TurnPassed": TurnPassed,
    }
)
"""All of them, by their names in the schema."""
