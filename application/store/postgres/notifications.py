"""Notifications of appends between the processes that share one PostgreSQL log.

`NOTIFY` is sent after the commit, by another connection: inside the transaction it would serialise all
commits. Its payload is the log's head, so that a process that has seen this position, such as the sender,
does not query the log. Missed notifications are found by reading the counter at least every POLL seconds.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from time import monotonic
from typing import Final

from psycopg import sql
from psycopg_pool import AsyncConnectionPool

from application.codec import Position
from application.runtime.cancellation import cancel_and_wait
from application.store.port import LogPosition
from application.store.postgres.database import KEY_LOOKUP_SETTINGS, Connection, Database, read_log_position

logger = logging.getLogger(__name__)

POLL_INTERVAL: Final = 0.1
"""Maximum seconds between two checks for writes by another process."""
NOTIFY_INTERVAL: Final = 0.01
"""Minimum seconds between two notifications of one process."""
MIN_RECONNECT_DELAY: Final = 0.05
MAX_RECONNECT_DELAY: Final = 1.0
"""Shortest and longest time between two attempts to connect, in seconds."""

# A notification need not survive a crash, so it does not wait for the disk while it blocks other notifiers.
_NOTIFY: Final = sql.SQL("BEGIN; SET LOCAL synchronous_commit TO off; NOTIFY kibitz, {}; COMMIT")


class AppendNotifier:
    """Notifies when another process has appended, and announces the appends of this process."""

    def __init__(
        self,
        database: Database,
        pool: AsyncConnectionPool[Connection],
        log_position: LogPosition,
        notify: Callable[[], None],
        notify_recent: Callable[[], None],
        restored: Callable[[], None],
    ) -> None:
        """Start from a log position.

        `notify` is called for appends of other processes, `notify_recent` for those of this process, and
        `restored` when the log no longer matches the position.
        """
        self._database = database
        self._pool = pool
        self._notify = notify
        self._notify_recent = notify_recent
        self._restored = restored
        self._log_position = log_position
        self._seen: Position = -1
        self._grown = asyncio.Event()
        self._tasks = [
            asyncio.create_task(self._listen(), name="kibitz-listener"),
            asyncio.create_task(self._announce(), name="kibitz-announcer"),
        ]

    def appended(self, position: Position) -> None:
        """Notify of an append of this process up to a position, and announce it."""
        # The listener need not notify: followers woken here find all earlier events, too.
        self._seen = max(self._seen, position)
        self._notify_recent()
        self._grown.set()

    async def close(self) -> None:
        """Stop listening and announcing."""
        await cancel_and_wait(self._tasks)

    async def _listen(self) -> None:
        delay = MIN_RECONNECT_DELAY
        while True:
            try:
                async with await self._database.connect("listener", **KEY_LOOKUP_SETTINGS) as connection:
                    await connection.execute("LISTEN kibitz")
                    delay = MIN_RECONNECT_DELAY
                    await self._watch_position(connection)
            except Exception as error:  # noqa: BLE001 - whatever it is: without a listener followers sleep for ever
                logger.warning("lost the connection that listens for appends: %s", error)
            await asyncio.sleep(delay)
            delay = min(2 * delay, MAX_RECONNECT_DELAY)

    async def _watch_position(self, connection: Connection) -> None:
        while True:
            seen = self._seen
            log_position, before = await read_log_position(connection, self._log_position.position)
            past = log_position.identity, before
            if log_position.position < seen or past != (
                self._log_position.identity,
                self._log_position.event_key,
            ):
                logger.warning("the log was restored or replaced since it was last read")
                self._seen = log_position.position
                self._restored()
            elif log_position.position > self._seen:
                self._seen = log_position.position
                self._notify()
            self._log_position = log_position
            until, news = monotonic() + POLL_INTERVAL, False
            while not news and (left := until - monotonic()) > 0:
                async for told in connection.notifies(timeout=left, stop_after=1):
                    news = not self._has_seen(told.payload)

    def _has_seen(self, position: str) -> bool:
        # Any role that may connect may notify, so a payload is no more than a reason to query the log.
        plain = position.isascii() and position.isdecimal() and len(position) < 20
        return plain and int(position) <= self._seen

    async def _announce(self) -> None:
        while True:
            await self._grown.wait()
            self._grown.clear()
            try:
                async with self._pool.connection() as connection:
                    await connection.execute(_NOTIFY.format(sql.Literal(str(self._seen))))
            except Exception as error:  # noqa: BLE001 - whatever it is: the next announcement may succeed
                # Other processes find the append when they next read the counter.
                logger.warning("could not announce an append: %s", error)
            await asyncio.sleep(NOTIFY_INTERVAL)
