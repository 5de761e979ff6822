"""Between events with their envelopes and the rows that databases keep."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Final

from application.recorded import Codec, CorruptEvent, GameId, Position, Recorded, Version
from application.store import Append
from application.store.group_commit import Entry
from domain.events import PlayerId

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


def recorded_of(
    codec: Codec,
    position: Position,
    game: GameId,
    version: Version,
    topic: str,
    state: bytes,
    at: int | None,
    by: PlayerId | None,
    command_id: str | None,
) -> Recorded:
    """Return the event of a row; raises CorruptEvent."""
    if at is None:
        raise CorruptEvent(game, version, topic, "it was stored without a time")
    return Recorded(
        game=game,
        version=version,
        position=position,
        at=moment(at),
        by=by,
        command_id=command_id,
        event=codec.decode(game, version, topic, state),
    )
