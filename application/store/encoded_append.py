"""Encoded appends: the form in which the database stores pass an append to their writers."""

from __future__ import annotations

from datetime import UTC
from typing import Final, TypeAlias

from eventsourcing.persistence import PersistenceError
from msgspec import Struct

from application.codec import Codec, Position, Version
from application.store.port import Append, CommandRow
from application.store.rows import microseconds
from domain.events import PlayerId

RETRY_AFTER: Final = 1.0
"""Seconds after which a refused caller retries; a writer takes a full queue in less time."""

AppendResult: TypeAlias = Position | PersistenceError
"""Position after which a command's events were appended, or the error that prevented it."""


class EncodedAppend(Struct, frozen=True, kw_only=True):
    """One command's events, encoded for the tables."""

    game: bytes
    after: Version
    events: tuple[tuple[str, bytes], ...]
    """Topic and state of each event."""
    at: int | None
    """Microseconds since 1970."""
    by: PlayerId | None
    command: CommandRow | None

    @property
    def command_id(self) -> str | None:
        """Id that the client gave to the command, None if it gave none."""
        return self.command.command_id if self.command is not None else None

    @property
    def last(self) -> Version:
        """Version of the last event."""
        return self.after + len(self.events)


def encode_append(append: Append, codec: Codec) -> EncodedAppend:
    """Encode the events of an append for the tables; raises OverflowError for a time out of range."""
    return EncodedAppend(
        game=append.game.bytes,
        after=append.after,
        events=tuple(codec.encode(event) for event in append.events),
        at=microseconds(append.at.astimezone(UTC)),
        by=append.by,
        command=append.command,
    )
