"""Refusals of moves by the rules of the game."""

from __future__ import annotations

from domain.card_names import suit_text
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

    text = "It is not your turn: it is the turn of {to_move:and}."

    seat: SeatNumber
    """The seat."""
    to_move: tuple[SeatNumber, ...]
    """The seats that are to move."""


class WrongPhase(MoveRefusal):
    """The move belongs to another phase of the round."""

    text = "You cannot do this now: the round is in its {phase} phase."

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

    text = "You cannot play {card}: play {playable:or}."
    blames = ("card",)

    card: Card
    """The card."""
    playable: Cards
    """The cards of the hand that may be played."""
    led: Card | None = None
    """The card that was led; null in games that do not tell."""
    trump_led: bool = False
    """True if a trump was led, so that a trump must be played."""

    @property
    def template(self) -> str:
        """The message: the reason is the card that was led."""
        if self.led is None or not self.playable:
            return self.text
        play = "play it" if len(self.playable) == 1 else "play one of them"
        if self.trump_led:
            held = "{playable:and}, a trump" if len(self.playable) == 1 else "trumps, {playable:and}"
            return f"A trump was led, {{led}}, and you hold {held}: {play}."
        if self.led.suit is None:
            return self.text
        return f"{suit_text(self.led.suit).capitalize()} were led and you hold {{playable:and}}: {play}."


class BidNotAvailable(MoveRefusal):
    """This bid cannot be placed now."""

    text = "You cannot bid {amount}: you can bid {available:or}."
    blames = ("amount",)

    amount: int
    """The amount that was bid."""
    available: tuple[int, ...]
    """The amounts that could be bid."""

    @property
    def template(self) -> str:
        """The message, without a list where nothing can be bid."""
        return self.text if self.available else "You cannot bid {amount}."


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
