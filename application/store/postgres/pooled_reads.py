"""Reads of a PostgreSQL log through a pool of connections."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, LiteralString
from uuid import UUID

import psycopg
from psycopg import AsyncConnection
from psycopg_pool import AsyncConnectionPool, PoolClosed, PoolTimeout

from application.codec import Codec, RecordedEvent, StoredForm
from application.runtime.time_slices import TIME_SLICER
from application.store.port import StoreClosed
from application.store.postgres.database import translate_errors
from application.store.postgres.queries import FIRST_EVENTS
from application.store.rows import decode_rows, stored_forms

DECODED_AT_ONCE: Final = 200
"""Events decoded at once before the event loop may do other work."""

Row = tuple[Any, ...]


class PooledReads:
    """Reads rows and decodes them; other tasks run meanwhile."""

    def __init__(self, pool: AsyncConnectionPool[AsyncConnection[Row]], codec: Codec) -> None:
        self._pool = pool
        self._codec = codec
        self.closed = False
        """True if further reads raise StoreClosed."""

    async def close(self) -> None:
        """Close the connections."""
        self.closed = True
        await self._pool.close()

    async def events(self, query: LiteralString, *values: Any) -> list[RecordedEvent]:
        """Return the events of a query with the columns of `EventRow`; raises CorruptEvent."""
        rows = await self.rows(query, *values)
        parts = (rows[begin : begin + DECODED_AT_ONCE] for begin in range(0, len(rows), DECODED_AT_ONCE))
        return [each async for part in TIME_SLICER.iterate(parts) for each in decode_rows(self._codec, part)]

    async def forms(self, query: LiteralString, *values: Any) -> list[StoredForm]:
        """Return the stored forms of a query with the columns of `FormRow`; raises CorruptEvent."""
        rows = await self.rows(query, *values)
        games = list({UUID(bytes=game) for game, _, _ in rows})
        return stored_forms(rows, [(game, state) for game, state in await self.rows(FIRST_EVENTS, games)])

    async def rows(self, query: LiteralString, *values: Any) -> list[Row]:
        """Return the rows of a query; raises the errors of the store."""
        with translate_errors():
            try:
                return await self._fetched(query, values)
            except PoolTimeout:
                raise
            except psycopg.OperationalError:
                # A restart of the server breaks all idle connections at once.
                await self._pool.check()
                return await self._fetched(query, values)

    async def _fetched(self, query: LiteralString, values: Sequence[Any]) -> list[Row]:
        if self.closed:
            raise StoreClosed
        try:
            async with self._pool.connection() as connection, connection.cursor(binary=True) as cursor:
                await cursor.execute(query, values, prepare=True)
                return await cursor.fetchall()
        except PoolClosed:
            raise StoreClosed from None
