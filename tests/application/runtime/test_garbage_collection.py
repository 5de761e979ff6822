"""Events and envelopes are invisible to the garbage collector, which would visit whole logs."""

from __future__ import annotations

import gc
from datetime import UTC, datetime
from uuid import UUID

from application.codec import RecordedEvent
from domain.cards import Card
from domain.events import HandDealt


def test_recorded_events_are_not_tracked() -> None:
    event = HandDealt(seat=0, cards=(Card("5H"), Card("KH")), shuffle=1)
    at = datetime(2026, 4, 1, tzinfo=UTC)
    recorded = RecordedEvent(game=UUID(int=1), version=1, position=1, at=at, by=None, command_id=None, event=event)
    assert not gc.is_tracked(event)
    assert not gc.is_tracked(recorded)
