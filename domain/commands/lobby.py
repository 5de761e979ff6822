"""Commands of the lobby, from the creation of a game to its start."""

from __future__ import annotations

from collections.abc import Mapping

from domain.commands.command import Command
from domain.events import Access, MachineLevel, OptionValue, PlayerId


class CreateGame(Command, frozen=True, kw_only=True):
    """Create a game; the creator becomes its organizer and takes seat 0."""

    variant: str
    """The name of the variant to play."""
    access: Access = Access.PUBLIC
    """The visibility of the game: public, or by invitation only."""
    options: Mapping[str, OptionValue] = {}
    """The variant's options by name; options left out take their defaults."""
    reserved: tuple[PlayerId, ...] = ()
    """The other players for whom seats are reserved; they are invited."""


class InvitePlayer(Command, frozen=True, kw_only=True):
    """Invite a player to take a seat; any seated player may do this."""

    player: PlayerId
    """The player to invite."""


class DeclineInvitation(Command, frozen=True, kw_only=True):
    """Decline your invitation to a game."""


class WithdrawInvitation(Command, frozen=True, kw_only=True):
    """Withdraw a player's invitation; any seated player may do this."""

    player: PlayerId
    """The player whose invitation to withdraw."""


class JoinGame(Command, frozen=True, kw_only=True):
    """Take the next free seat."""

    commitment: str | None = None
    """A commitment to your seed, as in `commitSeed`; none when omitted."""


# The tag is part of stored digests of commands.
class AcceptInvitationLink(Command, frozen=True, kw_only=True, tag="AcceptInvitation"):
    """Take the next free seat with an invitation link from a seated player, even in a private game."""

    # The game cannot verify that the inviter issued the link: the code that builds the command verifies it.
    inviter: PlayerId
    """The seated player who issued the invitation."""


class LeaveGame(Command, frozen=True, kw_only=True):
    """Give up your seat before the game starts."""


class RemovePlayer(Command, frozen=True, kw_only=True):
    """Remove another player from its seat before the game starts; only the organizer may do this."""

    player: PlayerId
    """The player to remove."""


class FillSeats(Command, frozen=True, kw_only=True):
    """Fill free seats with machine players; only the organizer may do this."""

    count: int | None = None
    """The number of seats to fill; all free seats when omitted."""
    level: MachineLevel = MachineLevel.PUBLISHED
    """The level at which the machine players play."""


class CommitSeed(Command, frozen=True, kw_only=True):
    """Commit to a seed of yours for all shuffles of the game, before the seats close."""

    commitment: str
    """SHA-256, in hexadecimal, over `deal/v1 seed`, foot, your id and the seed, joined by single blanks."""


class StartGame(Command, frozen=True, kw_only=True):
    """Close the lobby and start the game; only the organizer may do this.

    Where players have committed to seeds, this closes the seats, and the game starts with the last seed.
    If seeds are still missing when their time is over, any seated player may start the game without them.
    """


class RevealSeed(Command, frozen=True, kw_only=True):
    """Reveal the seed that you committed to, once the seats are closed; the last seed starts the game."""

    seed: str
    """32 random bytes in hexadecimal, in lower case."""
