"""Refusals for the state of a seat or of the game."""

from __future__ import annotations

from domain.events import PlayerId
from domain.refusals.refusal import Refusal


class NotSeated(Refusal):
    """The player has no seat in this game."""

    player: PlayerId
    """The player."""


class NotYourSeat(Refusal):
    """You can hand only your own seat to the machine."""

    player: PlayerId
    """The player of the seat."""


class SeatIsAutomated(Refusal):
    """The machine plays your seat to the end of the game."""

    seat: int
    """The seat."""


class AlreadyAutomated(Refusal):
    """The machine already plays this seat."""

    seat: int
    """The seat."""


class NoMachinePlayer(Refusal):
    """The game has no machine player."""

    text = "There is no machine player for {variant}."

    variant: str
    """The variant."""


class GameNotStarted(Refusal):
    """The game has not started."""


class GameIsOver(Refusal):
    """The game is over."""
