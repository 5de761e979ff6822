"""Files of single games in the format kibitz/game/v1, which anyone can check without a server.

The first line names the format; each further line is an event for one reader. `docs/deal-v1.md` specifies it.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, Final

import msgspec

from application.codec import RecordedEvent
from application.redaction import redact_events
from domain.cards import Card
from domain.game import fold
from domain.view import View, reveals
from domain.visibility import SPECTATOR, Viewer, marks

FORMAT: Final = "kibitz/game/v1"
_HEADER: Final = b'{"format":"%b"}' % FORMAT.encode()
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND: Final = timedelta(microseconds=1)
_encode: Final = msgspec.json.Encoder(order="sorted").encode


class NoSuchSeat(LookupError):
    """The game has no such seat."""

    def __init__(self, seat: int, seats: int) -> None:
        super().__init__(f"the game has the seats 0 to {seats - 1}, not {seat}")


def game_file(recorded: Sequence[RecordedEvent], viewer: Viewer) -> bytes:
    """Return the file of a game as a viewer may read it now; raises NoSuchSeat."""
    events = [each.event for each in recorded]
    game = fold(events)
    if viewer is not SPECTATOR and not 0 <= viewer < len(game.seats):
        raise NoSuchSeat(viewer, len(game.seats))
    view = View(viewer=viewer, revealed=reveals(events))
    return b"".join(line + b"\n" for line in (_HEADER, *map(record, redact_events(recorded, view))))


def record(redacted: RecordedEvent) -> bytes:
    """Return an event as a line of the file, without its line break; the event is redacted for its reader."""
    event = redacted.event
    public: dict[str, Any] = msgspec.to_builtins(event)
    opened = {
        field: (None, value)
        for field, _ in marks(type(event))
        if not _is_hidden(value := public.pop(field, None))
    }
    line = {
        "at": (redacted.at - _EPOCH) // _MICROSECOND,
        "by": redacted.by,
        "event": public,
        "game": str(redacted.game),
        "version": redacted.version,
    }
    return _encode(line | {"open": opened} if opened else line)


def _is_hidden(value: Any) -> bool:
    """Return whether a value of a marked field stands for one that the reader may not read."""
    return value is None or value == Card.FACE_DOWN or (isinstance(value, tuple) and Card.FACE_DOWN in value)
