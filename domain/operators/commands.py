"""Commands of operators of the server."""

from __future__ import annotations

from domain.commands import CloseGame, Command
from domain.events import PlayerId


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
