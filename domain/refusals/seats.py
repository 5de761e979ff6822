"""Refusals for the state of a seat or of the game."""

from __future__ import annotations

from domain.events import PlayerId
from domain.refusals.refusal import Refusal


class NotSeated(Refusal):
    """The player does not sit at this table."""

    text = "Player {player} does not sit at this table."

    player: PlayerId
    """The player's id."""


class NotYourSeat(Refusal):
    """Only the player of a seat can hand it to the machine."""

    text = "Only player {player} can hand this seat to the machine."

    player: PlayerId
    """The player of the seat."""


class SeatIsAutomated(Refusal):
    """The machine plays this seat."""

    text = "Seat {seat} was handed to the machine, which plays it to the end."

    seat: int
    """The seat."""


class AlreadyAutomated(Refusal):
    """The machine already plays this seat."""

    text = "The machine plays seat {seat} already."

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
