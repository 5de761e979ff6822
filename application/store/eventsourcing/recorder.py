"""Synchronous `eventsourcing` recorder over the tables that the event stores write.

Implementations: `recorder_sqlite` and `recorder_postgres`. Both pass the suites that the library publishes
for application recorders. A recorder treats an event's state as opaque bytes.

    PersistenceError (eventsourcing)
    ├── IntegrityError (eventsourcing): the events do not follow what is recorded; nothing was written
    ├── DataError (eventsourcing): the id is not the id of a game
    └── NotSupportedError (eventsourcing)
        └── LogIsReadOnly
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import UTC, datetime
from threading import Event as ThreadEvent
from typing import Any, Final
from uuid import UUID

from eventsourcing.persistence import (
    ApplicationRecorder,
    DataError,
    IntegrityError,
    Notification,
    NotSupportedError,
    StoredEvent,
    Subscription,
)

from application.codec import GameId, Position, Version
from application.store.rows import microseconds, moment
from domain.events import PlayerId

POLL_INTERVAL: Final = 0.1
"""Seconds between two checks of a subscription for new events."""
SUBSCRIPTION_BATCH: Final = 500
"""Maximum number of events that a subscription reads at once."""

_COLUMNS: Final = 'position, game, version, topic, state, at, "by"'
_HEAD: Final = "SELECT position FROM counter"
_COUNT: Final = "UPDATE counter SET position = position + ? RETURNING position"
_VERSION: Final = "SELECT max(version) FROM events WHERE game = ?"
_INSERT: Final = """
    INSERT INTO events (position, game, version, topic, state, at) VALUES (?, ?, ?, ?, ?, ?)
"""
_FIRST: Final = (0, 1)
"""Versions at which a game may begin: 1 in Kibitz itself, 0 in the library's own suites."""


class LogIsReadOnly(NotSupportedError):
    """The log was opened read-only; nothing was written."""

    def __init__(self) -> None:
        super().__init__(
            "a Kibitz log grows by commands alone (application.games), which judge what may happen; "
            "through eventsourcing it is read, not written"
        )


@dataclass(frozen=True, eq=False)
class LoggedEvent(StoredEvent):
    """Stored event with the time and the player that the log records for it."""

    at: datetime | None
    """Time of the append."""
    by: PlayerId | None
    """Player whose command led to the event."""


@dataclass(frozen=True, eq=False)
class LoggedNotification(Notification):
    """Notification with the time and the player that the log records for its event."""

    at: datetime | None
    """Time of the append."""
    by: PlayerId | None
    """Player whose command led to the event."""


class LogRecorder(ApplicationRecorder, ABC):
    """Reads a log, and appends to it if opened as writable; many threads may use it at once."""

    def __init__(self, *, writable: bool) -> None:
        self._writable = writable

    @abstractmethod
    def close(self) -> None:
        """Release the database; later calls raise StoreClosed."""

    @abstractmethod
    def _reading(self) -> AbstractContextManager[Any]:
        """Return a context with a DB-API cursor."""

    @abstractmethod
    def _writing(self) -> AbstractContextManager[Any]:
        """Return a context with a DB-API cursor in a transaction, which commits unless it raises."""

    @staticmethod
    def _sql(text: str) -> str:
        """Return a statement with the database's own placeholders."""
        return text

    @staticmethod
    def _key(game: GameId) -> Any:
        """Return a game's id as a database value."""
        return game

    @staticmethod
    def _game(key: Any) -> GameId:
        """Return a game's id from a database value."""
        found: GameId = key
        return found

    def insert_events(self, stored_events: Sequence[StoredEvent], **kwargs: Any) -> list[Position]:
        """Append events of one or several games, all or none; return their positions.

        Raises LogIsReadOnly, IntegrityError for events that do not continue their game's stream without a
        gap, and DataError.
        """
        if not stored_events:
            return []
        if not self._writable:
            raise LogIsReadOnly
        if kwargs.get("tracking") is not None:
            raise NotSupportedError("a log tracks nothing; what a projection writes has its own database")
        keys = [self._key(_game_id(event.originator_id)) for event in stored_events]
        at = microseconds(datetime.now(UTC))
        with self._writing() as cursor:
            # First, because the counter orders the writers: its holder sees everything that is committed.
            [(last,)] = self._rows(cursor, _COUNT, len(stored_events))
            positions = list(range(last - len(stored_events) + 1, last + 1))
            self._check(cursor, keys, stored_events)
            rows = [
                (position, key, event.originator_version, event.topic, event.state, at)
                for position, key, event in zip(positions, keys, stored_events, strict=True)
            ]
            cursor.executemany(self._sql(_INSERT), rows)
        return positions

    def select_events(
        self,
        originator_id: UUID | str,
        *,
        gt: Version | None = None,
        lte: Version | None = None,
        desc: bool = False,
        limit: int | None = None,
    ) -> list[StoredEvent]:
        """Return a game's events after version `gt` and up to version `lte`."""
        where = _Conditions()
        where.add("game = ?", self._key(_game_id(originator_id)))
        where.add("version > ?", gt)
        where.add("version <= ?", lte)
        return [
            LoggedEvent(self._game(game), version, topic, state, _time(at), by)
            for _, game, version, topic, state, at, by in self._selected(
                where, "version DESC" if desc else "version", limit
            )
        ]

    def select_notifications(
        self,
        start: Position | None,
        limit: int,
        stop: Position | None = None,
        topics: Sequence[str] = (),
        *,
        inclusive_of_start: bool = True,
    ) -> list[Notification]:
        """Return up to `limit` events of the whole log from one position to another, in order."""
        where = _Conditions()
        where.add("position >= ?" if inclusive_of_start else "position > ?", start)
        where.add("position <= ?", stop)
        if topics:
            where.add(f"topic IN ({', '.join('?' * len(topics))})", *topics)
        return [
            LoggedNotification(self._game(game), version, topic, state, position, _time(at), by)
            for position, game, version, topic, state, at, by in self._selected(where, "position", limit)
        ]

    def max_notification_id(self) -> Position | None:
        """Return the position of the log's last event, None for an empty log."""
        with self._reading() as cursor:
            [(head,)] = self._rows(cursor, _HEAD)
        return int(head) or None

    def subscribe(self, gt: Position | None = None, topics: Sequence[str] = ()) -> LogSubscription:
        """Return an iterator over the log after a position that continues as the log grows."""
        return LogSubscription(self, gt, topics)

    def _selected(self, where: _Conditions, order: str, limit: int | None) -> list[tuple[Any, ...]]:
        text = f"SELECT {_COLUMNS} FROM events {where} ORDER BY {order}"  # noqa: S608 - of literals alone
        values = where.values
        if limit is not None:
            text, values = f"{text} LIMIT ?", [*values, limit]
        with self._reading() as cursor:
            return self._rows(cursor, text, *values)

    def _check(self, cursor: Any, keys: Sequence[Any], events: Sequence[StoredEvent]) -> None:
        """Refuse events that do not continue their game's stream; the unique key alone accepts gaps."""
        lasts: dict[Any, Version | None] = {}
        for key, event in zip(keys, events, strict=True):
            if key not in lasts:
                [(lasts[key],)] = self._rows(cursor, _VERSION, key)
            last, version = lasts[key], event.originator_version
            if version not in (_FIRST if last is None else (last + 1,)):
                raise IntegrityError(
                    f"game {event.originator_id} stands at version {last or 0}: version {version} "
                    "was recorded already or leaves a gap"
                )
            lasts[key] = version

    def _rows(self, cursor: Any, text: str, *values: Any) -> list[tuple[Any, ...]]:
        cursor.execute(self._sql(text), values)
        rows: list[tuple[Any, ...]] = cursor.fetchall()
        return rows


class LogSubscription(Subscription[LogRecorder]):
    """Polls the log, in the thread of the caller that iterates."""

    def __init__(self, recorder: LogRecorder, gt: Position | None, topics: Sequence[str]) -> None:
        super().__init__(recorder, gt, topics)
        self._seen: Position = gt or 0
        self._found: deque[Notification] = deque()
        self._stopped = ThreadEvent()

    def stop(self) -> None:
        """End the iteration, even while it waits; may be called from any thread."""
        super().stop()
        self._stopped.set()

    def __next__(self) -> Notification:
        # After `stop`, notifications that were already read are not delivered either.
        while not self._stopped.is_set():
            if not self._found:
                self._look()
            if self._found:
                return self._found.popleft()
            self._stopped.wait(POLL_INTERVAL)
        raise StopIteration

    def _look(self) -> None:
        head = self._recorder.max_notification_id() or 0
        if head <= self._seen:
            return
        self._found.extend(
            self._recorder.select_notifications(
                self._seen, SUBSCRIPTION_BATCH, head, self._topics, inclusive_of_start=False
            )
        )
        # Positions that other topics fill are not searched a second time.
        self._seen = self._found[-1].id if len(self._found) == SUBSCRIPTION_BATCH else head


class _Conditions:
    """Conditions of a WHERE clause."""

    def __init__(self) -> None:
        self._texts: list[str] = []
        self.values: list[Any] = []

    def add(self, text: str, *values: Any) -> None:
        """Add a condition, unless the value to compare with is None."""
        if values != (None,):
            self._texts.append(text)
            self.values += values

    def __str__(self) -> str:
        return f"WHERE {' AND '.join(self._texts)}" if self._texts else ""


def _game_id(originator_id: UUID | str) -> GameId:
    try:
        return originator_id if isinstance(originator_id, UUID) else UUID(originator_id)
    except ValueError as error:
        raise DataError(f"{originator_id!r} is no id of a game: {error}") from error


def _time(at: int | None) -> datetime | None:
    return None if at is None else moment(at)
