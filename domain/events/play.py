"""Events of play at the table: deals, bids, cards, tricks and scores."""

from __future__ import annotations

from enum import StrEnum, unique
from typing import Annotated

from msgspec import Struct

from domain.cards import Card, Cards, Suit
from domain.events.event import Event, SeatEvent
from domain.visibility import Private


@unique
class EndReason(StrEnum):
    """The reason why a game ended."""

    TARGET_REACHED = "TARGET_REACHED"
    """A player reached the target score."""
    ROUNDS_PLAYED = "ROUNDS_PLAYED"
    """All rounds of the game were played."""
    ONE_LEFT = "ONE_LEFT"
    """Only one player still held cards."""


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
    """True if the pass was queued before the turn and made automatically."""


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
