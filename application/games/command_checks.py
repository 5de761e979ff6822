"""Checks that run before a command is decided."""

from __future__ import annotations

from datetime import datetime
from functools import reduce

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


def is_left_to_machines(game: Game, command: Command, at: datetime) -> bool:
    """Return whether machines play the rest of the game once the command, received then, is carried out."""
    if not isinstance(command, StartGame | RevealSeed | AutomateSeat | Resign | VoteToAbandon | KickPlayer):
        return False
    try:
        events = decide(game, command, at)
    except Refusal:
        return False
    return reduce(evolve, events, game).is_left_to_machines
