"""Outcomes of commands, redacted for the player who sent them."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from application.codec import GameId, Recorded, Version
from domain.view import View
from domain.visibility import redact


class Outcome(Struct, frozen=True, kw_only=True):
    """The outcome of a command, redacted for its caller."""

    game: GameId
    version: Version
    view: View
    """The game after the command."""
    events: tuple[Recorded, ...]
    """The events of the command, redacted for the caller."""


def outcome(game: GameId, version: Version, view: View, recorded: Iterable[Recorded]) -> Outcome:
    """Return the outcome of a command, redacted for the view's owner."""
    return Outcome(game=game, version=version, view=view, events=redacted(recorded, view))


def redacted(recorded: Iterable[Recorded], view: View) -> tuple[Recorded, ...]:
    """Return recorded events, redacted for the view's owner."""
    return tuple(replace(each, event=redact(each.event, view.viewer, view.revealed)) for each in recorded)
