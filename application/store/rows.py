"""Between events with their envelopes and the rows that databases keep."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from application.recorded import Codec, CorruptEvent, GameId, Position, Recorded, Version
from application.store import Append, Kinds, Stretch
from application.store.group_commit import Entry
from domain.events import PlayerId

EventRow = tuple[Position, bytes, Version, str, bytes, int | None, PlayerId | None, str | None]
"""Position, game, version, topic, state, time, by, and command id, as both databases give them."""

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND: Final = timedelta(microseconds=1)


def microseconds(moment: datetime) -> int:
    """Return a moment as databases keep it: in microseconds since 1970."""
    return (moment - _EPOCH) // _MICROSECOND


def moment(kept: int) -> datetime:
    """Return a moment from how it is kept."""
    return _EPOCH + timedelta(microseconds=kept)


def entry_of(append: Append, codec: Codec) -> Entry:
    """Return one command's events as the tables take them."""
    return Entry(
        game=append.game.bytes,
        after=append.after,
        events=tuple(codec.encode(event) for event in append.events),
        at=microseconds(append.at),
        by=append.by,
        command=append.command,
    )


def appended(append: Append, after: Position) -> Sequence[Recorded]:
    """Return one command's events as they were recorded after a position."""
    at = append.at.astimezone(UTC)
    return [
        Recorded(
            game=append.game,
            version=append.after + place,
            position=after + place,
            at=at,
            by=append.by,
            command_id=append.command_id,
            event=event,
        )
        for place, event in enumerate(append.events, start=1)
    ]


def decoded(codec: Codec, rows: Iterable[EventRow]) -> list[Recorded]:
    """Return the events of rows; raises CorruptEvent."""
    # Many rows are of few games and moments, and making those anew took longer than all the rest.
    games: dict[bytes, GameId] = {}
    moments: dict[int, datetime] = {}
    events: list[Recorded] = []
    for position, kept, version, topic, state, at, by, command_id in rows:
        if (game := games.get(kept)) is None:
            game = games[kept] = GameId(bytes=kept)
        if at is None:
            raise CorruptEvent(game, version, topic, "it was stored without a time")
        if (when := moments.get(at)) is None:
            when = moments[at] = moment(at)
        events.append(
            Recorded(
                game=game,
                version=version,
                position=position,
                at=when,
                by=by,
                command_id=command_id,
                event=codec.decode(game, version, topic, state),
            )
        )
    return events


def stretch_of(
    codec: Codec, rows: Sequence[tuple[Any, ...]], after: Position, length: int, kinds: Kinds
) -> Stretch:
    """Return a stretch of the log from its rows, each with the position of the log's head in front.

    Where the stretch holds nothing there is one row, with nothing but the head. Raises CorruptEvent.
    """
    head = rows[0][0]
    events = decoded(codec, (row[1:] for row in rows if row[1] is not None))
    if kinds is not None:
        # Some may have been stored under topics of the past.
        events = [each for each in events if type(each.event) in kinds]
    return Stretch(after, max(after, min(after + length, head)), events)
