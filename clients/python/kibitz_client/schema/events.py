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
    """A seat made a secret bid; only the fact that it bid is public."""

    at: datetime
    by: str | None = None
    committed_amount: int | None = None
    """The number of tricks bid; None for other viewers, who learn it from `BidsRevealed`."""
    seat: int
    """The seat, from 0 clockwise."""
    version: int


class BidPlaced(Value, Event, frozen=True, kw_only=True):
    """A seat placed a bid."""

    amount: int
    """The amount of the bid."""
    at: datetime
    by: str | None = None
    seat: int
    """The seat, from 0 clockwise."""
    version: int


class BidWon(Value, Event, frozen=True, kw_only=True):
    """The bidding ended, and a seat won it with the highest bid."""

    amount: int
    """The winning bid."""
    at: datetime
    by: str | None = None
    seat: int
    """The seat, from 0 clockwise."""
    version: int


class BidsRevealed(Value, Event, frozen=True, kw_only=True):
    """All bids of the round were revealed."""

    at: datetime
    bids: tuple[int, ...]
    """The bid of each seat, in seat order."""
    by: str | None = None
    forced: bool
    """Whether the rules prescribed the bids."""
    version: int


class BlindHandDealt(Value, Event, frozen=True, kw_only=True):
    """A seat was dealt a hand that only the other players can see."""

    at: datetime
    by: str | None = None
    cards: tuple[str, ...]
    """The cards in the order in which they were dealt."""
    seat: int
    """The seat, from 0 clockwise."""
    shuffle: int
    """The number of the latest shuffle that any of the cards comes from."""
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
    """A seat discarded cards from its hand; the number of cards is public."""

    at: datetime
    by: str | None = None
    cards: tuple[str, ...]
    """The cards that were discarded."""
    seat: int
    """The seat, from 0 clockwise."""
    shuffle: int
    """The number of the latest shuffle that any of the cards comes from."""
    version: int


class CardsDrawn(Value, Event, frozen=True, kw_only=True):
    """A seat drew cards from the stock; the number of cards is public."""

    at: datetime
    by: str | None = None
    cards: tuple[str, ...]
    """The cards in the order in which they were drawn."""
    seat: int
    """The seat, from 0 clockwise."""
    shuffle: int
    """The number of the latest shuffle that any of the cards comes from."""
    version: int


class CardsPlayed(Value, Event, frozen=True, kw_only=True):
    """A seat played cards of equal value."""

    again: bool
    """Whether the seat plays again."""
    at: datetime
    automatic: bool
    """Whether this is the four of clubs that opens the game automatically."""
    by: str | None = None
    cards: tuple[str, ...]
    """The cards."""
    seat: int
    """The seat, from 0 clockwise."""
    version: int


class DeckRanOut(Value, Event, frozen=True, kw_only=True):
    """The deck is too small for the next deal, so played cards are reshuffled."""

    at: datetime
    by: str | None = None
    dealt: int
    """The number of cards that the deal takes from the old deck before it continues from the new one."""
    version: int


class DeckRevealed(Value, Event, frozen=True, kw_only=True):
    """A shuffle was revealed; anyone can check it against its commitment."""

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
    """A deck was shuffled, and a commitment to its order was published."""

    at: datetime
    by: str | None = None
    commitment: str
    """SHA-256, in hexadecimal, over the order and the salt."""
    order: tuple[str, ...]
    """The cards, the top one first; sealed until the shuffle is revealed."""
    sealed_salt: str | None = None
    """32 bytes in hexadecimal; sealed, and therefore None, until the shuffle is revealed."""
    shuffle: int
    """The shuffle's number in this game, from 0."""
    version: int


class DirectionReversed(Value, Event, frozen=True, kw_only=True):
    """Threes were played and reversed the direction of play."""

    at: datetime
    by: str | None = None
    clockwise: bool
    """Whether play now goes clockwise."""
    version: int


class GameClosed(Value, Event, frozen=True, kw_only=True):
    """The game was closed before its end."""

    at: datetime
    by: str | None = None
    close_reason: CloseReason
    """Why the game was closed."""
    version: int


class GameCreated(Value, Event, frozen=True, kw_only=True):
    """A game was created; its variant, rules version and options never change."""

    access: Access
    """Whether the game is public or by invitation only."""
    at: datetime
    by: str | None = None
    options: Options
    """Every option of the variant with its value."""
    organizer: str
    """The player who created the game."""
    rules_version: int
    """The version of the variant's rules that applies until the game ends."""
    variant: str
    """The name of the variant."""
    version: int


class GameStarted(Value, Event, frozen=True, kw_only=True):
    """The game started; its seats are final."""

    at: datetime
    by: str | None = None
    players: tuple[str, ...]
    """The players in seat order."""
    version: int
    vouched: tuple[int, ...]
    """The seats of the players for whom an identity provider vouches."""


class GameWon(Value, Event, frozen=True, kw_only=True):
    """The game was played to its end."""

    at: datetime
    by: str | None = None
    ranking: tuple[tuple[int, ...], ...]
    """All seats from first place to last; seats that share a place are grouped together."""
    reason: EndReason
    """Why the game ended."""
    version: int
    winners: tuple[int, ...]
    """The winning seats; more than one when seats with equal totals win together."""


class HandDealt(Value, Event, frozen=True, kw_only=True):
    """A seat was dealt its hand."""

    at: datetime
    by: str | None = None
    cards: tuple[str, ...]
    """The cards in the order in which they were dealt."""
    seat: int
    """The seat, from 0 clockwise."""
    shuffle: int
    """The number of the latest shuffle that any of the cards comes from."""
    version: int


class HandShown(Value, Event, frozen=True, kw_only=True):
    """A seat picked up the hand that it had been dealt blind."""

    at: datetime
    by: str | None = None
    cards: tuple[str, ...]
    """The cards, which the other players have already seen."""
    seat: int
    """The seat, from 0 clockwise."""
    shuffle: int
    """The number of the latest shuffle that any of the cards comes from."""
    version: int


class InvitationDeclined(Value, Event, frozen=True, kw_only=True):
    """An invited player declined the invitation."""

    at: datetime
    by: str | None = None
    player: str
    """The player who declined."""
    version: int


class InvitationWithdrawn(Value, Event, frozen=True, kw_only=True):
    """An invitation was withdrawn."""

    at: datetime
    by: str | None = None
    player: str
    """The player who is no longer invited."""
    version: int


class PassQueued(Value, Event, frozen=True, kw_only=True):
    """A seat queued a pass, which is made automatically when its turn comes."""

    at: datetime
    by: str | None = None
    seat: int
    """The seat, from 0 clockwise."""
    version: int


class PassUnqueued(Value, Event, frozen=True, kw_only=True):
    """A seat withdrew its queued pass."""

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
    """The seated player who sent the invitation."""
    player: str
    """The invited player."""
    version: int


class PlayerJoined(Value, Event, frozen=True, kw_only=True):
    """A player took the next free seat; joining uses up the player's invitation."""

    at: datetime
    by: str | None = None
    machine: bool
    """Whether the player is a machine player."""
    player: str
    """The player who joined."""
    seat: int
    """The seat, from 0 clockwise."""
    version: int


class PlayerLeft(Value, Event, frozen=True, kw_only=True):
    """A player left its seat before the game started; later seats move up."""

    at: datetime
    by: str | None = None
    next_organizer: str | None = None
    """The organizer from now on; None when no player other than machine players is left."""
    player: str
    """The player who left."""
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
    """The number of cards dealt to each seat."""
    round: int
    """The round's number, from 0."""
    stock: int
    """The number of cards left undealt."""
    version: int


class RoundPassedOut(Value, Event, frozen=True, kw_only=True):
    """Everyone passed; the round ended without a score."""

    at: datetime
    by: str | None = None
    round: int
    """The round's number, from 0."""
    version: int


class RoundScored(Value, Event, frozen=True, kw_only=True):
    """A round was played out and scored."""

    at: datetime
    awards: tuple[Award, ...]
    """The awards, in the order in which they count."""
    bids_made: tuple[BidOutcome, ...]
    """The outcome of each seat's bid; empty in a game without bids."""
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
    """The reason; None for a machine player's seat, and in games recorded before this field existed."""
    by: str | None = None
    seat: int
    """The seat, from 0 clockwise."""
    version: int


class SeatSkipped(Value, Event, frozen=True, kw_only=True):
    """A seat lost its turn because cards of the same value as those on the table were played."""

    at: datetime
    by: str | None = None
    seat: int
    """The seat, from 0 clockwise."""
    version: int


class SeatWentOut(Value, Event, frozen=True, kw_only=True):
    """A seat played its last card."""

    at: datetime
    by: str | None = None
    rank: int
    """The place that the seat has earned, from 1."""
    seat: int
    """The seat, from 0 clockwise."""
    version: int


class TableCleared(Value, Event, frozen=True, kw_only=True):
    """Enough players passed in a row, and the cards on the table were put aside."""

    at: datetime
    by: str | None = None
    leader: int
    """The seat that leads next."""
    version: int


class TrickWon(Value, Event, frozen=True, kw_only=True):
    """A seat won a complete trick."""

    at: datetime
    by: str | None = None
    card: str
    """The card that won the trick."""
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
    """Whether the pass was queued before the turn and made automatically."""
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
