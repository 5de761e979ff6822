"""Conversion between events with their envelopes and database rows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, Final
from uuid import UUID

import msgspec

from application.codec import Codec, CorruptEvent, GameId, Position, RecordedEvent, StoredForm, Version
from application.store.port import Append, EventKey, EventTypes, LogIdentity, LogSlice
from domain.events import PlayerId

EventRow = tuple[
    Position, bytes, Version, str, bytes, int | None, PlayerId | None, str | None, Version | None
]
"""Position, game, version, topic, state, time, by, command id and last, as both databases give them."""

FormRow = tuple[bytes, str, bytes]
"""Game, topic and state of an event."""
FirstRow = tuple[bytes, bytes]
"""A game and the state of its first event."""

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND: Final = timedelta(microseconds=1)


def microseconds(moment: datetime) -> int:
    """Return a moment in microseconds since 1970, the form in which databases store it."""
    return (moment - _EPOCH) // _MICROSECOND


def moment(kept: int) -> datetime:
    """Return the moment of a stored number of microseconds since 1970."""
    return _EPOCH + timedelta(microseconds=kept)


def recorded_events(append: Append, after: Position) -> Sequence[RecordedEvent]:
    """Return the events of an append as recorded after a position of the log."""
    at, last = append.at.astimezone(UTC), append.after + len(append.events)
    return [
        RecordedEvent(
            game=append.game,
            version=append.after + place,
            position=after + place,
            at=at,
            by=append.by,
            command_id=append.command_id,
            event=event,
            last=last,
        )
        for place, event in enumerate(append.events, start=1)
    ]


def decode_rows(codec: Codec, rows: Iterable[EventRow]) -> list[RecordedEvent]:
    """Decode the events of rows; raises CorruptEvent."""
    # Many rows share few games and moments; creating these anew took longer than all the rest.
    games: dict[bytes, GameId] = {}
    moments: dict[int, datetime] = {}
    events: list[RecordedEvent] = []
    for position, kept, version, topic, state, at, by, command_id, last in rows:
        if (game := games.get(kept)) is None:
            game = games[kept] = GameId(bytes=kept)
        if at is None:
            raise CorruptEvent(game, version, topic, "it was stored without a time")
        if (when := moments.get(at)) is None:
            try:
                when = moments[at] = moment(at)
            except OverflowError:
                reason = "it was stored with a time beyond all dates"
                raise CorruptEvent(game, version, topic, reason) from None
        events.append(
            RecordedEvent(
                game=game,
                version=version,
                position=position,
                at=when,
                by=by,
                command_id=command_id,
                event=codec.decode(game, version, topic, state),
                last=last,
            )
        )
    return events


def stored_forms(rows: Iterable[FormRow], first: Iterable[FirstRow]) -> list[StoredForm]:
    """Return the stored forms of rows, given the first events of all their games; raises CorruptEvent."""
    secrets = {game: _secret(game, state) for game, state in first}
    forms: list[StoredForm] = []
    for game, topic, state in rows:
        if (secret := secrets.get(game)) is None:
            raise CorruptEvent(GameId(bytes=game), 1, topic, "the game's first event is missing")
        forms.append(StoredForm(topic, state, secret))
    return forms


class _Creation(msgspec.Struct):
    secret: str | None


_creation: Final = msgspec.json.Decoder(_Creation)


def _secret(game: bytes, state: bytes) -> str:
    try:
        # A game without a secret cannot be dealt, so it has nothing to hide.
        return _creation.decode(state).secret or ""
    except msgspec.MsgspecError as error:
        raise CorruptEvent(GameId(bytes=game), 1, "GameCreated", str(error)) from error


def slice_from_rows(
    codec: Codec, rows: Sequence[tuple[Any, ...]], after: Position, length: int, event_types: EventTypes
) -> LogSlice:
    """Return a slice of the log from its rows; raises CorruptEvent.

    The first row describes the log itself: its id, epoch and head are in the columns game, version and time.
    The next row is that of the event at `after`, if there is one.
    """
    (_, log, epoch, _, _, head, *_), found = rows[0], rows[1:]
    upto = max(after, min(after + length, head))
    start, end = (_event_key(found, where, position) for where, position in ((0, after), (-1, upto)))
    if start is not None:
        found = found[1:]
    if event_types is None:
        events = decode_rows(codec, found)
    else:
        topics = set(codec.topics(event_types))
        # The last row may have been read only for its event key, and an upcast may lead to another class.
        events = decode_rows(codec, (row for row in found if row[3] in topics))
        events = [each for each in events if type(each.event) in event_types]
    return LogSlice(after, upto, events, LogIdentity(UUID(bytes=log), epoch), head, start, end)


def _event_key(rows: Sequence[EventRow], where: int, position: Position) -> EventKey | None:
    if not rows or rows[where][0] != position:
        return None
    return EventKey(GameId(bytes=rows[where][1]), rows[where][2])
