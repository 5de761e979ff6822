"""Writer of a SQLite log: one thread that commits all queued appends in one transaction."""

from __future__ import annotations

import asyncio
import sqlite3
from collections import defaultdict
from collections.abc import Callable, Sequence
from contextlib import suppress
from threading import Condition, Thread
from typing import NamedTuple

from eventsourcing.persistence import PersistenceError

from application.store.encoded_append import RETRY_AFTER, EncodedAppend
from application.store.port import Append, Busy, StoreClosed
from application.store.recent_events import RecentEvents, RecordedAppend
from application.store.sqlite.batch_append import commit
from application.store.sqlite.version_cache import VersionCache, position_of_log
from application.store.write_queue import GATHER_STEPS, Appended


class _Waiting(NamedTuple):
    append: Append
    entry: EncodedAppend
    loop: asyncio.AbstractEventLoop
    future: Appended


class Writer:
    """Appends queued entries in its own thread."""

    def __init__(
        self,
        connection: sqlite3.Connection,
        recent: RecentEvents,
        appended: Callable[[], None],
        room: Callable[[], None],
        capacity: int,
    ) -> None:
        """Take over the connection.

        The thread adds what it has committed to `recent`, and calls `appended` after commits and `room` after
        it has emptied a full queue.
        """
        self._connection = connection
        self._versions = VersionCache(position_of_log(connection))
        self._recent = recent
        self._appended = appended
        self._room = room
        self._capacity = capacity
        self._changed = Condition()
        self._waiting: list[_Waiting] = []
        self._gathering: set[asyncio.AbstractEventLoop] = set()
        """The loops that will wake the thread."""
        self._gathered = False
        """True once the thread may take the queued entries."""
        self._open = True
        # A daemon, so that a program which forgot to close the store can still end.
        self._thread = Thread(target=self._run, name="kibitz-writer", daemon=True)
        self._thread.start()

    def append(self, append: Append, entry: EncodedAppend) -> Appended:
        """Queue an append, and its encoded form; the future of the running loop is done once it is durable.

        Raises Busy and StoreClosed.
        """
        loop = asyncio.get_running_loop()
        future: Appended = loop.create_future()
        with self._changed:
            if not self._open:
                raise StoreClosed
            if len(self._waiting) >= self._capacity:
                # The loop that was to wake the thread may have ended.
                self._wake()
                raise Busy(RETRY_AFTER)
            self._waiting.append(_Waiting(append, entry, loop, future))
            is_gathering = loop in self._gathering
            self._gathering.add(loop)
        if not is_gathering:
            self._gather(loop, GATHER_STEPS)
        return future

    @property
    def queued(self) -> int:
        """Number of queued entries."""
        return len(self._waiting)

    def stop(self) -> None:
        """Refuse further entries; queued entries are still committed."""
        with self._changed:
            self._open = False
            self._changed.notify()
        # Wakes the callers that wait for a place, so that they are refused.
        self._room()

    def close(self) -> None:
        """Block until all queued entries are committed, and close the connection."""
        self.stop()
        self._thread.join()
        self._connection.close()

    def _gather(self, loop: asyncio.AbstractEventLoop, steps: int) -> None:
        """Wake the thread after so many steps of a loop."""
        if steps:
            loop.call_soon(self._gather, loop, steps - 1)
            return
        with self._changed:
            self._gathering.discard(loop)
            self._wake()

    def _wake(self) -> None:
        """Let the thread take the entries that wait; the caller has the lock."""
        self._gathered = bool(self._waiting)
        self._changed.notify()

    def _run(self) -> None:
        while batch := self._take():
            committed = commit(self._connection, [waiting.entry for waiting in batch], self._versions)
            appends = [(each.append, each.entry) for each in batch]
            outcomes = self._recent.add_batch(self._versions.identity, appends, committed)
            _resolve_futures(batch, outcomes)
            if any(not isinstance(outcome, PersistenceError) for outcome in outcomes):
                self._appended()

    def _take(self) -> list[_Waiting]:
        """Wait for entries and for those of the next steps; return all, none once the writer has stopped."""
        with self._changed:
            self._changed.wait_for(lambda: self._gathered or not self._open)
            self._gathered = False
            batch, self._waiting = self._waiting, []
        if len(batch) >= self._capacity:
            self._room()
        return batch


def _resolve_futures(batch: Sequence[_Waiting], outcomes: Sequence[RecordedAppend]) -> None:
    settled = defaultdict(list)
    for waiting, outcome in zip(batch, outcomes, strict=True):
        settled[waiting.loop].append((waiting.future, outcome))
    for loop, pairs in settled.items():
        # One call per loop, since each costs a system call. A closed loop has no waiting callers.
        with suppress(RuntimeError):
            loop.call_soon_threadsafe(_settle, pairs)


def _settle(pairs: Sequence[tuple[Appended, RecordedAppend]]) -> None:
    for future, outcome in pairs:
        if future.done():
            # Its caller was cancelled; the other callers still get their outcomes.
            continue
        if isinstance(outcome, PersistenceError):
            future.set_exception(outcome)
        else:
            future.set_result(outcome)
