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
    """The command was carried out and its events are stored permanently."""

    events: tuple[Event, ...]
    """The events of the command, as you may see them."""
    game: Seen
    """The game after the command, as you may see it."""
    version: int
    """The version of the game after the command."""


class InvitationLink(Value, frozen=True, kw_only=True):
    """An invitation by link."""

    expires_at: datetime
    """The time at which the invitation expires."""
    token: str
    """A secret that lets anyone join with `acceptInvitation` while there are free seats, you sit at the table
    and the game has not started. The page of the invitation is `/join/TOKEN`.
    """


class Renamed(Value, frozen=True, kw_only=True):
    """Your name has changed, in all games, lists and replays."""

    player: Person
    """You, with your new name."""


class SignedIn(Value, frozen=True, kw_only=True):
    """You are signed in."""

    player: Person
    """You."""
    token: str
    """Your token; send it with every request: `Authorization: Bearer TOKEN`."""


CommandResult: TypeAlias = CommandAccepted | Refusal
"""The result of a command: accepted, or refused with a reason."""


InvitationLinkResult: TypeAlias = InvitationLink | Refusal
"""The result of creating an invitation by link."""


RenameResult: TypeAlias = Renamed | Refusal
"""The result of changing your name."""


SignInResult: TypeAlias = SignedIn | Refusal
"""The result of signing in."""
