"""Redaction of recorded events for a viewer: of command outcomes, streams and past games."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from application.codec import RecordedEvent
from domain.view import View
from domain.visibility import redact


def redact_events(recorded: Iterable[RecordedEvent], view: View) -> tuple[RecordedEvent, ...]:
    """Return recorded events, redacted for the view's owner."""
    return tuple(replace(each, event=redact(each.event, view.viewer, view.revealed)) for each in recorded)
