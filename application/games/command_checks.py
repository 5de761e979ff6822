"""Checks that run before a command is decided."""

from __future__ import annotations

from datetime import datetime
from functools import reduce
from typing import Final

from application.codec import GameId, Version
from application.refusals import UnknownGame, VersionConflict
from domain.commands import (
    OPERATOR_COMMANDS,
    AcceptInvitationLink,
    AutomateSeat,
    Command,
    KickPlayer,
    Resign,
    RevealSeed,
    StartGame,
    SystemCommand,
    VoteToAbandon,
)
from domain.game import decide, evolve
from domain.refusals import Refusal
from domain.state import Game

_LEAVING: Final = (StartGame, RevealSeed, AutomateSeat, Resign, VoteToAbandon, KickPlayer)


def check(
    id: GameId, game: Game, version: Version, command: Command | SystemCommand, expected: Version | None
) -> None:
    """Check that the caller may see the game and that it stands at the expected version.

    Raises UnknownGame and VersionConflict.
    """
    if not (game.admits(command.by) or sees_every_game(command)):
        raise UnknownGame(str(id))
    if expected is not None and expected != version:
        raise VersionConflict(expected, version)


def sees_every_game(command: Command | SystemCommand) -> bool:
    """Return whether the caller may see any game: invitation links reveal theirs, operators see all."""
    return isinstance(command, (AcceptInvitationLink, SystemCommand, *OPERATOR_COMMANDS))


def may_leave_to_machines(command: Command) -> bool:
    """Return whether a command is of a class after which machines may play the rest of the game."""
    return isinstance(command, _LEAVING)


def is_left_to_machines(game: Game, command: Command, at: datetime) -> bool:
    """Return whether machines play the rest of the game once the command, received then, is carried out.

    The command is one of those that `may_leave_to_machines`.
    """
    try:
        events = decide(game, command, at)
    except Refusal:
        return False
    return reduce(evolve, events, game).is_left_to_machines
