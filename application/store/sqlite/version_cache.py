"""Game versions that the writer of a SQLite log caches between transactions."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from typing import Final

from application.codec import GameId, Position, Version
from application.store.port import EventKey, LogIdentity, LogPosition
from application.store.sqlite.database import identity_of
from application.store.sqlite.queries import EVENT_KEY, HEAD, VERSION

MAX_CACHED_GAMES: Final = 100_000
"""Number of cached games beyond which the cache is cleared."""
_ADVANCE: Final = """
    UPDATE counter SET position = ?
    WHERE position = ?
    AND EXISTS (SELECT 1 FROM log WHERE log = ? AND epoch = ?)
    AND EXISTS (SELECT 1 FROM events WHERE position = counter.position AND game = ? AND version = ?)
"""


class VersionCache:
    """Cached versions of games, valid while no other connection writes to the file.

    With a log position, it also notices that the log was restored since the log position was made.
    """

    def __init__(self, log_position: LogPosition | None = None) -> None:
        self._versions: dict[bytes, Version] = {}
        self._written: int | None = None
        self._log_position = log_position
        self._end: tuple[Position, bytes, Version] | None = None

    @property
    def identity(self) -> LogIdentity:
        """The log that the last appends went to."""
        assert self._log_position is not None, "a writer's cache has a log position"
        return self._log_position.identity

    def refresh(self, connection: sqlite3.Connection) -> bool:
        """Forget versions that may be out of date; call this only where no other connection can write.

        Returns whether the log was restored; if so, the log position moves to the end of the restored log.
        """
        (written,) = connection.execute("PRAGMA data_version").fetchone()
        changed, self._written = written != self._written, written
        if changed or len(self._versions) > MAX_CACHED_GAMES:
            self._versions.clear()
        if not changed or self._log_position is None or is_at(connection, self._moved(self._log_position)):
            return False
        self._log_position, self._end = position_of_log(connection), None
        return True

    @property
    def position(self) -> Position | None:
        """Position of the last event, if the log is as this process left it; None if that is not known."""
        known = None if self._log_position is None else self._moved(self._log_position)
        return None if known is None or known.event_key is None else known.position

    def chained(self, appends: Iterable[tuple[bytes, Version, Version]]) -> bool:
        """Return whether appends, each with its game and the versions before and after, follow one another.

        The first one to each game must follow its cached version, or create the game: the versions of a
        game's events are unique.
        """
        versions: dict[bytes, Version] = {}
        for game, after, last in appends:
            if versions.get(game, self._versions.get(game, 0)) != after:
                return False
            versions[game] = last
        return len(self._versions) <= MAX_CACHED_GAMES

    def advance(self, connection: sqlite3.Connection, position: Position) -> bool:
        """Move the counter from `self.position` to a position; return False if the log is not as expected.

        Another process may have appended events, or the log may have been restored, since the last commit.
        """
        assert self._log_position is not None, "there is a position to start from"
        known = self._moved(self._log_position)
        assert known.event_key is not None, "there is a last event"
        identity, key = known.identity, known.event_key
        values = (position, known.position, identity.log.bytes, identity.epoch, key.game.bytes, key.version)
        return connection.execute(_ADVANCE, values).rowcount == 1

    def of(self, connection: sqlite3.Connection, game: bytes) -> Version:
        """Return the version of the game's last event, 0 for an unknown game."""
        version = self._versions.get(game)
        if version is None:
            (version,) = connection.execute(VERSION, (game,)).fetchone()
        return version

    def saw(self, game: bytes, version: Version) -> None:
        """Stage a game's new version; `forget` discards it unless the transaction is committed."""
        self._versions[game] = version

    def committed(self, position: Position, game: bytes, version: Version) -> None:
        """Move the log position to the last committed event."""
        self._end = position, game, version

    def forget(self) -> None:
        """Forget the versions of all games."""
        self._versions.clear()

    def _moved(self, log_position: LogPosition) -> LogPosition:
        if self._end is None:
            return log_position
        position, game, version = self._end
        return LogPosition(
            identity=log_position.identity, position=position, event_key=EventKey(GameId(bytes=game), version)
        )


def position_of_log(connection: sqlite3.Connection) -> LogPosition:
    """Return the log position at the current end of the log."""
    (position,) = connection.execute(HEAD).fetchone()
    return LogPosition(
        identity=identity_of(connection), position=position, event_key=event_key_at(connection, position)
    )


def is_at(connection: sqlite3.Connection, log_position: LogPosition) -> bool:
    """Return whether the log is still the one of the given position."""
    return (identity_of(connection), event_key_at(connection, log_position.position)) == (
        log_position.identity,
        log_position.event_key,
    )


def event_key_at(connection: sqlite3.Connection, position: Position) -> EventKey | None:
    """Return the game and version of the event at a position, None if there is none."""
    found = connection.execute(EVENT_KEY, (position,)).fetchone()
    return None if found is None else EventKey(GameId(bytes=found[0]), found[1])
