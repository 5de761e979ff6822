"""Files of single games in the format kibitz/game/v1, which anyone can check without a server.

The first line names the format; each further line is the record of an event, for one reader. A last line
may have the proof that the game is in the log. `docs/log-v1.md` specifies records and
proofs, `docs/deal-v1.md` the file.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from application.codec import RecordedEvent, StoredForm
from application.records.canonical_json import canonical
from application.records.record import readable_fields, record_of
from application.redaction import redact_events
from domain.game import fold
from domain.view import View, reveals
from domain.visibility import SPECTATOR, Viewer

FORMAT: Final = "kibitz/game/v1"
HEADER: Final = b'{"format":"%b"}' % FORMAT.encode()
"""The first line, without its line break."""


class NoSuchSeat(LookupError):
    """The game has no such seat."""

    def __init__(self, seat: int, seats: int) -> None:
        super().__init__(f"the game has the seats 0 to {seats - 1}, not {seat}")


def game_file(recorded: Sequence[RecordedEvent], forms: Sequence[StoredForm], viewer: Viewer) -> bytes:
    """Return the file of a game as a viewer may read it now; raises NoSuchSeat.

    `forms` are the stored forms of the events.
    """
    events = [each.event for each in recorded]
    game = fold(events)
    if viewer is not SPECTATOR and not 0 <= viewer < len(game.seats):
        raise NoSuchSeat(viewer, len(game.seats))
    redacted = redact_events(recorded, View(viewer=viewer, revealed=reveals(events)))
    lines = (record_line(each, form) for each, form in zip(redacted, forms, strict=True))
    return b"".join(line + b"\n" for line in (HEADER, *lines))


def proof_line(text: str) -> bytes:
    """Return the last line of a file: the proof that the log has the game, without a line break."""
    return canonical({"proof": text})


def record_line(redacted: RecordedEvent, form: StoredForm) -> bytes:
    """Return the record of an event for the reader for whom the event is redacted, without a line break."""
    return record_of(redacted, form).line(readable_fields(redacted))
