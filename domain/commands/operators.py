"""Commands of operators of the server, and for erased players."""

from __future__ import annotations

from domain.commands.command import Command
from domain.events import PlayerId


class CloseGame(Command, frozen=True, kw_only=True):
    """Close a game before its end, without a result; only operators of the server may do this."""


class VacateSeat(Command, frozen=True, kw_only=True):
    """Take an erased player out of the lobby, or hand its seat in a running game to the machine.

    A running game that has no machine player is closed.
    """


class KickPlayer(Command, frozen=True, kw_only=True):
    """Remove a player from a game; only operators of the server may do this.

    Before the start the player loses its seat or invitation, and needs a new invitation to come back. Later
    the machine plays the seat to the end. A game that has no machine player, or nobody else to start it, is
    closed.
    """

    player: PlayerId
    """The player to remove."""


OPERATOR_COMMANDS: tuple[type[Command], ...] = (CloseGame, KickPlayer)
"""Commands that only operators of the server may send; `by` needs no seat."""
