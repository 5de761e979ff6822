"""Reads the next slice of the log while the one before it is written.

Used only with PostgreSQL, which writes in its own process. SQLite writes in this process, so reading and
writing would compete for the interpreter lock and take longer.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator

from application.runtime.cancellation import cancel_and_wait
from application.store.port import LogSlice


async def read_ahead(slices: AsyncGenerator[LogSlice, None]) -> AsyncGenerator[LogSlice, None]:
    """Yield the slices of an endless generator, which works on the next one while the consumer has one.

    Past the end of the log it reads only when the consumer asks for a slice. An error of the generator is
    raised where its slice would follow. Closes the generator.
    """
    upcoming: asyncio.Task[LogSlice] | None = None
    try:
        while True:
            found = await (anext(slices) if upcoming is None else upcoming)
            has_more = found.head is not None and found.upto < found.head
            upcoming = asyncio.create_task(_next_of(slices)) if has_more else None
            yield found
    finally:
        if upcoming is not None:
            await cancel_and_wait([upcoming])
        # A second cancellation ends the wait and skips this: a running generator cannot be closed.
        await slices.aclose()


async def _next_of(slices: AsyncGenerator[LogSlice, None]) -> LogSlice:
    return await anext(slices)
