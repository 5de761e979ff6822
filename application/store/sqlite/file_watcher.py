"""Watches the file of a log for writes of other processes, and for its replacement."""

from __future__ import annotations

import logging
import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path

from application.store.recent_events import RecentEvents
from application.store.sqlite.database import identity_of, open_for_reading
from application.store.sqlite.file_identity import identity_at
from application.store.sqlite.queries import HEAD
from application.store.sqlite.version_cache import event_key_at

logger = logging.getLogger(__name__)

POLL_INTERVAL = 0.1
"""Seconds between two checks for writes by another process."""


class FileWatcher:
    """Notifies when another process writes to the file, and when it is replaced.

    The file also changes with each commit of this process, after which its end is in `recent`.
    """

    def __init__(self, path: Path, recent: RecentEvents, notify: Callable[[], None]) -> None:
        """Start to watch; `notify` is called in the thread of the watcher."""
        self._path = path
        self._recent = recent
        self._file = identity_at(path)
        self._connection = open_for_reading(path)
        self._notify = notify
        self.replaced = False
        """True if the log's path now holds another file, or none."""
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="kibitz-watcher", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Tell the thread to end."""
        self._stopped.set()

    def close(self) -> None:
        """End the thread, and wait for its end."""
        self.stop()
        self._thread.join()
        self._connection.close()

    def _is_replaced(self) -> bool:
        try:
            return identity_at(self._path) != self._file
        except OSError:
            # If the error persists, reads and appends raise it.
            return False

    def _ends_with_recent(self) -> bool:
        """Return whether the log ends with what this process appended last.

        Followers read an event of another process before that end by themselves: it is missing in memory.
        """
        try:
            identity = identity_of(self._connection)
            (head,) = self._connection.execute(HEAD).fetchone()
            return self._recent.ends_with(identity, head, event_key_at(self._connection, head))
        except sqlite3.Error:
            # As in `_run`: followers read for themselves.
            return False

    def _run(self) -> None:
        seen = None
        while not self._stopped.wait(POLL_INTERVAL):
            try:
                (now,) = self._connection.execute("PRAGMA data_version").fetchone()
            except sqlite3.Error:
                # Followers are woken to read for themselves; if the error persists, they raise it.
                now = None
            replaced = self.replaced
            if not replaced and self._is_replaced():
                logger.critical("%s was moved or replaced: nothing is written or read any more", self._path)
                self.replaced = True
            is_written = now is None or now != seen
            if replaced != self.replaced or (is_written and not self._ends_with_recent()):
                self._notify()
            seen = now
