"""Commands of people who leave a game, return to it, or agree to end it."""

from __future__ import annotations

from domain.commands.command import Command
from domain.events import MachineLevel, PlayerId


class AutomateSeat(Command, frozen=True, kw_only=True):
    """Hand your seat to the machine; the game counts as lost for you unless you take the seat back.

    The organizer may also hand over the seat of an absent player.
    """

    player: PlayerId | None = None
    """The player whose seat to hand over; the default is you."""
    level: MachineLevel = MachineLevel.PUBLISHED
    """The level at which the machine plays the seat while a person is left in the game."""


class ReclaimSeat(Command, frozen=True, kw_only=True):
    """Take your seat back from the machine; what it has played for you stays played."""


class Resign(Command, frozen=True, kw_only=True):
    """Give up the game: the machine plays your seat to the end, and you are rated last."""


class VoteToAbandon(Command, frozen=True, kw_only=True):
    """Vote to close the game without a result, which happens when all people who play have voted.

    If you are the only one, you resign.
    """


class WithdrawVote(Command, frozen=True, kw_only=True):
    """Withdraw your vote to abandon the game."""
