"""Redaction of recorded events for a viewer: of command outcomes, streams and past games."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from application.codec import RecordedEvent
from domain.view import View
from domain.visibility import redact


def redact_events(recorded: Iterable[RecordedEvent], view: View) -> tuple[RecordedEvent, ...]:
    """Return recorded events, redacted for the view's owner.

    An event of which nothing is hidden is returned itself, so that all its viewers share one object.
    """
    return tuple(_redacted(each, view) for each in recorded)


def _redacted(recorded: RecordedEvent, view: View) -> RecordedEvent:
    event = redact(recorded.event, view.viewer, view.revealed)
    if event is recorded.event and recorded.stored is None:
        return recorded
    return replace(recorded, event=event, stored=None)
