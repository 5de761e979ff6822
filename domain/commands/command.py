"""The base class of commands, and their names in the API."""

from __future__ import annotations

from msgspec import Struct

from domain.events import PlayerId


class Command(Struct, frozen=True, kw_only=True, tag=True):
    """A request to create or change a game."""

    by: PlayerId
    """The id of the player or operator who sends the command."""


def command_name(command: type[Command]) -> str:
    """Return the name of a command in the API, which is that of its mutation: `playCard`."""
    name = command.__name__
    return name[0].lower() + name[1:]
