"""Outcomes of commands, redacted for the player who sent them."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from application.codec import GameId, RecordedEvent, Version
from application.redaction import redact_events
from domain.view import View


class CommandOutcome(Struct, frozen=True, kw_only=True):
    """The outcome of a command, redacted for its caller."""

    game: GameId
    version: Version
    view: View
    """The game after the command."""
    events: tuple[RecordedEvent, ...]
    """The events of the command, redacted for the caller."""


def command_outcome(
    game: GameId, version: Version, view: View, recorded: Iterable[RecordedEvent]
) -> CommandOutcome:
    """Return the outcome of a command, redacted for the view's owner."""
    return CommandOutcome(game=game, version=version, view=view, events=redact_events(recorded, view))
