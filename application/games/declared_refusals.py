"""Declares the refusals of commands: those of the domain and those of command handling."""

from __future__ import annotations

from typing import Final

from application.refusals import CommandIdReused, TooBusy, UnknownGame, VersionConflict
from domain import game
from domain.commands import Command, CreateGame
from domain.refusals import Refusal, UnknownRules

Refusals = tuple[type[Refusal], ...]

_CREATION: Final[Refusals] = (CommandIdReused, TooBusy)
"""The refusals of `CommandHandler.create`, in addition to those of the domain."""
_HANDLING: Final[Refusals] = (UnknownGame, UnknownRules, VersionConflict, CommandIdReused, TooBusy)
"""The refusals of `CommandHandler.carry_out`, in addition to those of the domain."""


def refusals_of(command: type[Command]) -> Refusals:
    """Return the refusals that `CommandHandler` may raise for a command."""
    own = _CREATION if command is CreateGame else _HANDLING
    return (*own, *game.refusals_of(command))
