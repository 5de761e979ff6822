"""The table of signed checkpoints beside the log: no log can show two roots for one size of an epoch."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import partial
from typing import Any, Final

from eventsourcing.persistence import PersistenceError
from msgspec import Struct
from sqlalchemy import BigInteger, Column, Engine, LargeBinary, MetaData, Row, Select, String, Table, select

from application.store.rows import microseconds, moment
from application.store.table_creation import create_missing_tables
from application.store.upserts import put_if_absent

_metadata = MetaData()

_checkpoints = Table(
    "log_checkpoints",
    _metadata,
    Column("origin", String, primary_key=True),
    Column("size", BigInteger, primary_key=True, autoincrement=False),
    Column("root", LargeBinary, nullable=False),
    Column("verifier_key", String, nullable=False),
    Column("note", String, nullable=False),
    # Microseconds since 1970 at which it was signed first.
    Column("at", BigInteger, nullable=False, index=True),
)

_LATEST_FIRST: Final = _checkpoints.c.size.desc()


class CorruptCheckpoint(PersistenceError):
    """A checkpoint cannot be read from its table."""

    def __init__(self, origin: str, size: int) -> None:
        super().__init__(
            f"the checkpoint of {size} events, signed as {origin}, was stored with a time that is no date"
        )


class SignedCheckpoint(Struct, frozen=True, kw_only=True):
    """A checkpoint as it was signed."""

    origin: str
    size: int
    root: bytes
    verifier_key: str
    note: str
    at: datetime
    """When it was signed, in UTC."""


class CheckpointTable:
    """The checkpoints that were signed; none is ever changed or removed.

    What reads them raises CorruptCheckpoint for one that cannot be read.
    """

    def __init__(self, engine: Engine) -> None:
        """Create the table if it is missing."""
        self._engine = engine
        create_missing_tables(partial(_metadata.create_all, engine))

    def latest(self, origin: str) -> SignedCheckpoint | None:
        """Return the largest checkpoint of an origin, None if there is none."""
        return self._first(_of(origin).order_by(_LATEST_FIRST))

    def at_size(self, origin: str, size: int) -> SignedCheckpoint | None:
        """Return the checkpoint of an origin at a size, None if there is none."""
        return self._first(_of(origin).where(_checkpoints.c.size == size))

    def all(self) -> list[SignedCheckpoint]:
        """Return all checkpoints, by origin and size."""
        query = select(_checkpoints).order_by(_checkpoints.c.origin, _checkpoints.c.size)
        with self._engine.connect() as connection:
            return [_checkpoint(row) for row in connection.execute(query)]

    def add(self, signed: SignedCheckpoint) -> SignedCheckpoint:
        """Add a checkpoint; return the one that the table has at its size, which may be another process's."""
        row = {
            "origin": signed.origin,
            "size": signed.size,
            "root": signed.root,
            "verifier_key": signed.verifier_key,
            "note": signed.note,
            "at": microseconds(signed.at.astimezone(UTC)),
        }
        with self._engine.begin() as connection:
            put_if_absent(connection, _checkpoints, row)
        found = self.at_size(signed.origin, signed.size)
        assert found is not None, "it was added, and none is ever removed"
        return found

    def _first(self, query: Select[Any]) -> SignedCheckpoint | None:
        with self._engine.connect() as connection:
            row = connection.execute(query.limit(1)).one_or_none()
        return None if row is None else _checkpoint(row)


def _of(origin: str) -> Select[Any]:
    return select(_checkpoints).where(_checkpoints.c.origin == origin)


def _checkpoint(row: Row[Any]) -> SignedCheckpoint:
    try:
        at = moment(row.at)
    except (OverflowError, TypeError):
        # SQLite keeps any value in any column.
        raise CorruptCheckpoint(row.origin, row.size) from None
    return SignedCheckpoint(
        origin=row.origin,
        size=row.size,
        root=row.root,
        verifier_key=row.verifier_key,
        note=row.note,
        at=at,
    )
