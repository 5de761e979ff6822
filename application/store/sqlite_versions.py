"""Versions of games that the writer of a SQLite log remembers between transactions."""

from __future__ import annotations

import sqlite3
from typing import Final

from application.recorded import GameId, Position, Version
from application.store import Mark, Stamp
from application.store.sqlite_file import identity_of

REMEMBERED: Final = 100_000
"""Games of which is kept in memory what they stand at."""

_VERSION: Final = "SELECT coalesce(max(version), 0) FROM events WHERE game = ?"
_STAMP: Final = "SELECT game, version FROM events WHERE position = ?"
_COUNTED: Final = "SELECT position FROM counter"


class Versions:
    """The versions of games, known for as long as nobody else writes to the file.

    With a mark it notices, too, when the log is not the one any more that was marked.
    """

    def __init__(self, mark: Mark | None = None) -> None:
        self._versions: dict[bytes, Version] = {}
        self._written: int | None = None
        self._mark = mark
        self._end: tuple[Position, bytes, Version] | None = None

    def refresh(self, connection: sqlite3.Connection) -> bool:
        """Forget what may be out of date; to be called where nobody else can write.

        Returns whether the log was restored; the mark is then on what it is now.
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
        """Return the version of the game's last event, 0 for a game that is not there."""
        version = self._versions.get(game)
        if version is None:
            (version,) = connection.execute(_VERSION, (game,)).fetchone()
        return version

    def saw(self, game: bytes, version: Version) -> None:
        """Stage what a game stands at; discarded by `forget` unless the transaction is committed."""
        self._versions[game] = version

    def committed(self, position: Position, game: bytes, version: Version) -> None:
        """Move the mark to the last event that was committed."""
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
    """Return where the log ends now."""
    (position,) = connection.execute(_COUNTED).fetchone()
    return Mark(identity=identity_of(connection), position=position, stamp=stamp_of(connection, position))


def holds(connection: sqlite3.Connection, mark: Mark) -> bool:
    """Tell whether the log is still the one that was marked."""
    return (identity_of(connection), stamp_of(connection, mark.position)) == (mark.identity, mark.stamp)


def stamp_of(connection: sqlite3.Connection, position: Position) -> Stamp | None:
    """Return the game and version of the event at a position, None where there is none."""
    found = connection.execute(_STAMP, (position,)).fetchone()
    return None if found is None else Stamp(GameId(bytes=found[0]), found[1])
