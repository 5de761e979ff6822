"""What commands end with: a success, or one of the refusals.

Made by `python -m kibitz_client.generate`: not to be changed by hand.
"""

from __future__ import annotations

from datetime import datetime
from typing import TypeAlias

from kibitz_client.interfaces import Event, Refusal
from kibitz_client.schema.types import Person
from kibitz_client.values import Value
from kibitz_client.views import Seen


class CommandAccepted(Value, frozen=True, kw_only=True):
    """The command was carried out and will not be lost."""

    events: tuple[Event, ...]
    """What happened, as you may read it."""
    game: Seen
    """The game after the command, as you see it."""
    version: int
    """The version of the game after the command."""


class InvitationLink(Value, frozen=True, kw_only=True):
    """An invitation by link."""

    expires_at: datetime
    """When it is good no more."""
    token: str
    """Lets in whoever sends it with `acceptInvitation`, as often as there are seats, as long as you sit at
    the table and the game has not started. The page is at `/join/TOKEN`.
    """


class Renamed(Value, frozen=True, kw_only=True):
    """You are called otherwise, in all games, lists and replays."""

    player: Person
    """You, by your new name."""


class SignedIn(Value, frozen=True, kw_only=True):
    """You are signed in."""

    player: Person
    """Who you are."""
    token: str
    """Send it with every request: `Authorization: Bearer TOKEN`."""


CommandResult: TypeAlias = CommandAccepted | Refusal
"""What became of a command: carried out, or refused with the reason."""


InvitationLinkResult: TypeAlias = InvitationLink | Refusal
"""What became of the wish for an invitation by link."""


RenameResult: TypeAlias = Renamed | Refusal
"""What became of the wish for another name."""


SignInResult: TypeAlias = SignedIn | Refusal
"""What became of signing in."""
