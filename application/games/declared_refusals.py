"""Declares the refusals of commands: those of the domain and those of command handling."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from application.refusals import CommandIdReused, PlayerIsPresent, TooBusy, UnknownGame, VersionConflict
from domain import game
from domain.commands import AutomateSeat, Command, CreateGame
from domain.refusals import AlreadySeated, Refusal, UnknownRules
from domain.rematch.command import Rematch

Refusals = tuple[type[Refusal], ...]

_CREATION: Final[Refusals] = (CommandIdReused, TooBusy)
"""The refusals of `CommandHandler.create`, in addition to those of the domain."""
_HANDLING: Final[Refusals] = (UnknownGame, UnknownRules, VersionConflict, CommandIdReused, TooBusy)
"""The refusals of `CommandHandler.carry_out`, in addition to those of the domain."""
_ADDED: Final[Mapping[type[Command], Refusals]] = {
    AutomateSeat: (PlayerIsPresent,),
}
"""Refusals of the application for single commands."""
_PREVENTED: Final[Mapping[type[Command], Refusals]] = {
    # `Rematches` returns the game to a player who is seated in it.
    Rematch: (AlreadySeated,),
}
"""Refusals of the domain that no caller gets."""


def refusals_of(command: type[Command]) -> Refusals:
    """Return the refusals that `CommandHandler` may raise for a command."""
    own = (*(_CREATION if command is CreateGame else _HANDLING), *_ADDED.get(command, ()))
    prevented = _PREVENTED.get(command, ())
    return (*own, *(each for each in game.refusals_of(command) if each not in prevented))
