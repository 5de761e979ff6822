"""Reads the next slice of the log while the one before it is written.

It pays where a database server writes. SQLite writes in this process, row by row, and takes turns at the
interpreter with whatever decodes events: both together take longer than one after the other.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing

from application.runtime.cancellation import cancel_and_wait
from application.store.port import LogSlice


async def read_ahead(slices: AsyncGenerator[LogSlice, None]) -> AsyncGenerator[LogSlice, None]:
    """Yield the slices of an endless generator, which works on the next one while the consumer has one.

    An error of the generator is raised where its slice would follow. Closes the generator.
    """
    async with aclosing(slices):
        upcoming = asyncio.ensure_future(anext(slices))
        try:
            while True:
                found = await upcoming
                upcoming = asyncio.ensure_future(anext(slices))
                yield found
        finally:
            await cancel_and_wait([upcoming])
