"""Refusals for the state of a seat or of the game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from domain.events import MachineLevel, PlayerId
from domain.refusals.refusal import Refusal, SeatNumber, VariantName


class NotSeated(Refusal):
    """The player has no seat in this game."""

    text = "{player} has no seat in this game."
    text_to_player = "You have no seat in this game."
    blames = ("player",)

    player: PlayerId
    """The player."""

    def blamed(self, given: Mapping[str, Any]) -> str | None:
        """Return the player's field, unless another player is given: then the caller has no seat."""
        return super().blamed(given) if given.get("player") == self.player else None


class NotYourSeat(Refusal):
    """Only the organizer can hand over another player's seat, and only while that player is absent."""

    blames = ("player",)

    player: PlayerId
    """The player of the seat."""


class SeatIsAutomated(Refusal):
    """The machine plays your seat; take it back before you move."""

    seat: SeatNumber
    """The seat."""


class AlreadyAutomated(Refusal):
    """The machine already plays this seat."""

    seat: SeatNumber
    """The seat."""


class SeatNotAutomated(Refusal):
    """The machine does not play your seat, so you cannot take it back."""

    seat: SeatNumber
    """The seat."""


class SeatGivenUp(Refusal):
    """You gave up this seat or were removed from it, so you cannot take it back."""

    seat: SeatNumber
    """The seat."""


class AlreadyVoted(Refusal):
    """You have already voted to abandon the game."""

    seat: SeatNumber
    """The seat."""


class NotVoted(Refusal):
    """You have not voted to abandon the game."""

    seat: SeatNumber
    """The seat."""


class NoMachinePlayer(Refusal):
    """The game has no machine player."""

    text = "There is no machine player for {variant}."
    blames = ("machines_after", "variant")

    variant: VariantName
    """The variant."""


class LevelNotAvailable(Refusal):
    """The machine does not play the game at this level."""

    text = "The machine does not play {variant} at the level {level}; choose {possible:or}."
    blames = ("level",)

    variant: VariantName
    """The variant."""
    level: MachineLevel
    """The level that was asked for."""
    possible: tuple[MachineLevel, ...]
    """The levels at which the machine plays the variant."""


class GameNotStarted(Refusal):
    """The game has not started."""


class GameIsOver(Refusal):
    """The game is over."""


class GameNotOver(Refusal):
    """The game is not over yet: a rematch is possible after its end."""

    blames = ("game",)


class NoRematch(Refusal):
    """The game has no rematch, because it did not start, or because an operator closed it."""

    blames = ("game",)
