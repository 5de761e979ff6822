"""A commit as its viewers may read it: redacted once for each, and shared where this shows the same."""

from __future__ import annotations

from collections.abc import Sequence
from operator import is_

from application.codec import RecordedEvent
from application.redaction import redact_events
from application.watching.subscriber_buffer import SharedItems
from domain.view import View
from domain.visibility import SPECTATOR, Viewer, has_secrets


class ReadableCommit:
    """The events of a commit by viewer.

    Viewers whose redacted events are equal get the same objects, so that their messages can be shared.
    """

    def __init__(self, commit: Sequence[RecordedEvent], revealed: frozenset[int]) -> None:
        """Begin with the events, unredacted; `revealed` holds the shuffles that are revealed by then."""
        self._commit = commit
        self._revealed = revealed
        self._readable: dict[Viewer, SharedItems[RecordedEvent]] = {}
        self._has_secrets = any(has_secrets(type(each.event)) for each in commit)
        """False if all viewers may read all fields."""

    def events_for(self, viewer: Viewer) -> SharedItems[RecordedEvent]:
        """Return the events, redacted for a viewer."""
        reader = viewer if self._has_secrets else SPECTATOR
        found = self._readable.get(reader)
        if found is None:
            found = self._readable[reader] = self._redacted(reader)
        return found

    def _redacted(self, viewer: Viewer) -> SharedItems[RecordedEvent]:
        redacted = redact_events(self._commit, View(viewer=viewer, revealed=self._revealed))
        events = list(redacted)
        for place, (each, whole) in enumerate(zip(redacted, self._commit, strict=True)):
            if each is not whole:
                # The same fields of the same event are hidden from all viewers to whom it is equal.
                others = (other[place] for other in self._readable.values())
                events[place] = next((one for one in others if one.event == each.event), each)
        same = (other for other in self._readable.values() if all(map(is_, other, events)))
        return next(same, None) or SharedItems(events)
