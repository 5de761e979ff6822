"""Format of Oh Hell's traces, and their notation of cards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated, Any, Literal, TypeVar

from msgspec import Meta, Struct

from domain.cards import FRENCH_DECK, Card, Cards
from domain.rules.oh_hell import SEATS
from tests.conformance.traces import TraceError

Seat = Annotated[int, Meta(ge=0, lt=SEATS)]
PerSeat = Annotated[list[int], Meta(min_length=SEATS, max_length=SEATS)]
Hands = Annotated[list[list[str]], Meta(min_length=SEATS, max_length=SEATS)]

_TEN_OF_TRACES, _TEN = "0", "T"


class Play(Struct, forbid_unknown_fields=True):
    """A played card with the seat's hand and legal cards."""

    seat: int
    hand: list[str]
    legal: list[str]
    card: str


class Trick(Struct, forbid_unknown_fields=True):
    """A trick from the lead to its winner."""

    leader: int
    plays: list[Play]
    winner: int


class PlayingOrder(Struct):
    """The phase once more, notation in replayed order: place 0 is the leader's."""

    bids: list[int]
    tricks: list[list[str]]
    deck_top: str
    scores: list[int]


class PhaseTrace(Struct, kw_only=True):
    """Common fields of single deals and of phases."""

    n: Annotated[int, Meta(ge=1, le=(len(FRENCH_DECK) - 1) // SEATS)]
    dealer: int
    leader: int
    deck_top: str
    trump: str
    hands: Hands
    bids: PerSeat
    tricks: list[Trick]
    tricks_won: list[int]
    scores: list[int]
    course: PlayingOrder | None = None


class DealTrace(PhaseTrace, kw_only=True):
    """A single deal."""

    dealer: Seat
    deal_order: list[str]


class Reshuffled(Struct, forbid_unknown_fields=True):
    """The position in a deal at which the deck was reshuffled, and the new order."""

    after_cards: int
    new_deck: list[str]


class GamePhase(PhaseTrace, kw_only=True):
    """A phase of a game."""

    phase: int
    forced: bool
    dealt_in_order: list[str]
    deck_before: int
    reshuffle: Reshuffled | None
    deck_after: int
    totals: list[int]


class GameTrace(Struct):
    """A whole game."""

    deck_mode: Literal["mid_deal", "before_deal"]
    first_dealer: Seat
    initial_deck: list[str]
    phases: list[GamePhase]
    totals: list[int]
    winners: list[int]


def notation(card: Card | None) -> Any:
    """Return a card in the notation of the traces."""
    return None if card is None else card.replace(_TEN, _TEN_OF_TRACES)


def notations(cards: Iterable[Card]) -> list[str]:
    """Return cards in the notation of the traces."""
    return [notation(card) for card in cards]


def card_of(text: str, of: str) -> Card:
    """Parse a card of a trace; raises TraceError for an unknown card."""
    found = _CARDS.get(text)
    if found is None:
        raise TraceError(f"{of} is not well-formed: {text!r} is not a card")
    return found


def cards_of(texts: Iterable[str], of: str) -> Cards:
    """Parse cards of a trace; raises TraceError for an unknown or repeated card."""
    found = tuple(card_of(text, of) for text in texts)
    repeated = next((card for place, card in enumerate(found) if card in found[:place]), None)
    if repeated is not None:
        raise TraceError(f"{of} is not well-formed: {notation(repeated)} comes more than once")
    return found


_CARDS = {notation(card): card for card in FRENCH_DECK}

T = TypeVar("T")


def in_playing_order(values: Sequence[T], first: int) -> list[T]:
    """Return the values of all seats in clockwise order, starting at a seat."""
    return [*values[first:], *values[:first]]
