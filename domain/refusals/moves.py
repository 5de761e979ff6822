"""Refusals of moves by the rules of the game."""

from __future__ import annotations

from domain.cards import Card, Cards
from domain.refusals.refusal import PhaseName, Refusal, SeatNumber, VariantName


class MoveRefusal(Refusal):
    """The rules of the game do not allow the move."""


class MoveNotInGame(MoveRefusal):
    """The variant has no such move."""

    text = "{variant} has no such move."

    move: str
    """The name of the mutation for the move."""
    variant: VariantName
    """The variant."""


class NotYourTurn(MoveRefusal):
    """It is not your turn."""

    text = "It is not your turn: it is the turn of {to_move}."

    seat: SeatNumber
    """The seat."""
    to_move: tuple[SeatNumber, ...]
    """The seats that are to move."""


class WrongPhase(MoveRefusal):
    """The move belongs to another phase of the round."""

    text = "You cannot make this move now; the phase of the round is {phase}."

    move: str
    """The name of the mutation for the move."""
    phase: PhaseName
    """The current phase of the round."""


class CardNotHeld(MoveRefusal):
    """The card is not in your hand."""

    text = "You do not hold {card}."
    blames = ("card", "cards")
    blames_item = "card"

    card: Card
    """The card."""


class CardRepeated(MoveRefusal):
    """The same card was named more than once."""

    text = "You named {card} more than once."
    blames = ("cards",)
    blames_item = "card"

    card: Card
    """The card."""


class MustFollow(MoveRefusal):
    """You must play another card of your hand."""

    text = "{card} does not follow; you must play one of {playable}."
    blames = ("card",)

    card: Card
    """The card."""
    playable: Cards
    """The cards of the hand that may be played."""


class BidNotAvailable(MoveRefusal):
    """This bid cannot be placed now."""

    text = "You cannot bid {amount}; available bids: {available}."
    blames = ("amount",)

    amount: int
    """The amount that was bid."""
    available: tuple[int, ...]
    """The amounts that could be bid."""


class AlreadyPassed(MoveRefusal):
    """You have already passed in this round."""

    seat: SeatNumber
    """The seat."""


class PassAlreadyQueued(MoveRefusal):
    """You have already queued a pass."""

    seat: SeatNumber
    """The seat."""


class NoPassQueued(MoveRefusal):
    """You have not queued a pass."""

    seat: SeatNumber
    """The seat."""
