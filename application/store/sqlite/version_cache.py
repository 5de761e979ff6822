"""Game versions that the writer of a SQLite log caches between transactions."""

from __future__ import annotations

import sqlite3
from typing import Final

from application.codec import GameId, Position, Version
from application.store.port import LogPosition, EventKey
from application.store.sqlite.database import identity_of

MAX_CACHED_GAMES: Final = 100_000
"""Number of cached games beyond which the cache is cleared."""

_VERSION: Final = "SELECT coalesce(max(version), 0) FROM events WHERE game = ?"
_STAMP: Final = "SELECT game, version FROM events WHERE position = ?"
_COUNTED: Final = "SELECT position FROM counter"


class VersionCache:
    """Cached versions of games, valid while no other connection writes to the file.

    With a mark, it also notices that the log was restored since the mark was made.
    """

    def __init__(self, mark: LogPosition | None = None) -> None:
        self._versions: dict[bytes, Version] = {}
        self._written: int | None = None
        self._mark = mark
        self._end: tuple[Position, bytes, Version] | None = None

    def refresh(self, connection: sqlite3.Connection) -> bool:
        """Forget versions that may be out of date; call this only where no other connection can write.

        Returns whether the log was restored; if so, the mark moves to the end of the restored log.
        """
        (written,) = connection.execute("PRAGMA data_version").fetchone()
        changed, self._written = written != self._written, written
        if changed or len(self._versions) > MAX_CACHED_GAMES:
            self._versions.clear()
        if not changed or self._mark is None or is_at(connection, self._moved(self._mark)):
            return False
        self._mark, self._end = position_of_log(connection), None
        return True

    def of(self, connection: sqlite3.Connection, game: bytes) -> Version:
        """Return the version of the game's last event, 0 for an unknown game."""
        version = self._versions.get(game)
        if version is None:
            (version,) = connection.execute(_VERSION, (game,)).fetchone()
        return version

    def saw(self, game: bytes, version: Version) -> None:
        """Stage a game's new version; `forget` discards it unless the transaction is committed."""
        self._versions[game] = version

    def committed(self, position: Position, game: bytes, version: Version) -> None:
        """Move the mark to the last committed event."""
        self._end = position, game, version

    def forget(self) -> None:
        """Forget the versions of all games."""
        self._versions.clear()

    def _moved(self, mark: LogPosition) -> LogPosition:
        if self._end is None:
            return mark
        position, game, version = self._end
        return LogPosition(identity=mark.identity, position=position, event_key=EventKey(GameId(bytes=game), version))


def position_of_log(connection: sqlite3.Connection) -> LogPosition:
    """Return a mark at the current end of the log."""
    (position,) = connection.execute(_COUNTED).fetchone()
    return LogPosition(identity=identity_of(connection), position=position, event_key=event_key_at(connection, position))


def is_at(connection: sqlite3.Connection, mark: LogPosition) -> bool:
    """Return whether the log is still the one that was marked."""
    return (identity_of(connection), event_key_at(connection, mark.position)) == (mark.identity, mark.event_key)


def event_key_at(connection: sqlite3.Connection, position: Position) -> EventKey | None:
    """Return the game and version of the event at a position, None if there is none."""
    found = connection.execute(_STAMP, (position,)).fetchone()
    return None if found is None else EventKey(GameId(bytes=found[0]), found[1])
