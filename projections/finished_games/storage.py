"""Stored states of public games in progress: the table `under_way`, of which each read model has its own.

A read model is rebuilt alone, so it cannot rely on the table of another one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, TypeVar

import msgspec
from msgspec import Struct
from sqlalchemy import Column, Connection, LargeBinary, MetaData, Table, Uuid

from application.codec import GameId, RecordedEvent
from projections.engine.projection import Change, Naming, Put, Remove, Row, Rows, Tables, rows_of_games

UNDER_WAY = "under_way"

P = TypeVar("P", bound=Struct)


def under_way_table(metadata: MetaData, called: Naming) -> Table:
    """Define the table of games in progress."""
    return Table(
        called(UNDER_WAY),
        metadata,
        Column("game", Uuid, primary_key=True),
        Column("progress", LargeBinary, nullable=False),
        sqlite_with_rowid=False,
    )


def load_under_way(connection: Connection, tables: Tables, batch: Sequence[RecordedEvent]) -> list[Row]:
    """Return the stored states of a batch's games."""
    return rows_of_games(connection, tables[UNDER_WAY], {each.game for each in batch})


class ProgressCodec(Generic[P]):
    """Encodes and decodes the states of one class."""

    def __init__(self, kind: type[P]) -> None:
        self._decoder = msgspec.json.Decoder(kind)
        self._encoder = msgspec.json.Encoder()

    def decode(self, progress: bytes) -> P:
        """Return a state from its stored form."""
        return self._decoder.decode(progress)

    def encode(self, progress: P) -> bytes:
        """Return the stored form of a state."""
        return self._encoder.encode(progress)


class ProgressStates(Generic[P]):
    """The states of a batch's games, and their changes while the batch is folded."""

    def __init__(self, codec: ProgressCodec[P], rows: Rows) -> None:
        self._codec = codec
        self._stored: dict[GameId, bytes] = {row["game"]: row["progress"] for row in rows[UNDER_WAY]}
        self._changed: list[Row] = []
        self._ended: list[Row] = []

    def get(self, game: GameId) -> P | None:
        """Return the stored state of a game; None for a new, a private or an ended one."""
        stored = self._stored.get(game)
        return None if stored is None else self._codec.decode(stored)

    def set(self, game: GameId, progress: P | None) -> None:
        """Store the state of a game after the batch; None for a private or an ended one."""
        stored = self._stored.get(game)
        if progress is not None:
            encoded = self._codec.encode(progress)
            if encoded != stored:
                self._changed.append({"game": game, "progress": encoded})
        elif stored is not None:
            self._ended.append({"game": game})

    def changes(self) -> list[Change]:
        """Return the row changes of the table."""
        return [Put(UNDER_WAY, self._changed), Remove(UNDER_WAY, self._ended)]
