"""Game versions that the writer of a SQLite log caches between transactions."""

from __future__ import annotations

import sqlite3
from typing import Final

from application.codec import GameId, Position, Version
from application.store.port import Mark, Stamp
from application.store.sqlite.database import identity_of

REMEMBERED: Final = 100_000
"""Number of cached games beyond which the cache is cleared."""

_VERSION: Final = "SELECT coalesce(max(version), 0) FROM events WHERE game = ?"
_STAMP: Final = "SELECT game, version FROM events WHERE position = ?"
_COUNTED: Final = "SELECT position FROM counter"


class Versions:
    """Cached versions of games, valid while no other connection writes to the file.

    With a mark, it also notices that the log was restored since the mark was made.
    """

    def __init__(self, mark: Mark | None = None) -> None:
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
        if changed or len(self._versions) > REMEMBERED:
            self._versions.clear()
        if not changed or self._mark is None or holds(connection, self._moved(self._mark)):
            return False
        self._mark, self._end = mark_of(connection), None
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

    def _moved(self, mark: Mark) -> Mark:
        if self._end is None:
            return mark
        position, game, version = self._end
        return Mark(identity=mark.identity, position=position, stamp=Stamp(GameId(bytes=game), version))


def mark_of(connection: sqlite3.Connection) -> Mark:
    """Return a mark at the current end of the log."""
    (position,) = connection.execute(_COUNTED).fetchone()
    return Mark(identity=identity_of(connection), position=position, stamp=stamp_of(connection, position))


def holds(connection: sqlite3.Connection, mark: Mark) -> bool:
    """Return whether the log is still the one that was marked."""
    return (identity_of(connection), stamp_of(connection, mark.position)) == (mark.identity, mark.stamp)


def stamp_of(connection: sqlite3.Connection, position: Position) -> Stamp | None:
    """Return the game and version of the event at a position, None if there is none."""
    found = connection.execute(_STAMP, (position,)).fetchone()
    return None if found is None else Stamp(GameId(bytes=found[0]), found[1])
