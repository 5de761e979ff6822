"""The command for a rematch, which the game before and then the rematch itself judge."""

from __future__ import annotations

from domain.commands import Command
from domain.events import MissingPlayers


class Rematch(Command, frozen=True, kw_only=True):
    """Play again after the end of a game: create its one rematch, or take your seat in it.

    The rematch has the same variant, options, access and machine players. Each player moves on by one seat.
    The other players are invited, and their seats are reserved for 60 seconds. Then the game starts, unless
    players are missing and their seats are to be open to others. The organizer can start it earlier.
    """

    missing: MissingPlayers | None = None
    """What happens to the seats of missing players: the choice of the organizer, who can change it.

    When omitted, machine players take them if the game has machine players, and else they are open.
    """
    commitment: str | None = None
    """A commitment to your seed, as in `commitSeed`; without effect if you create the rematch."""
