"""Tables of presence: connections to games, heartbeats of processes, and when games were last seen.

Times are milliseconds since 1970 by the clock that all processes on the database share. Processes exchange
only durations that are computed from them, so that the clocks of servers may differ.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, Final

from msgspec import Struct
from sqlalchemy import (
    BigInteger,
    Column,
    Connection,
    Engine,
    MetaData,
    Select,
    String,
    Table,
    bindparam,
    delete,
    func,
    or_,
    select,
)

from application.store.change_counter import ChangeCounter
from application.store.database_clock import database_time
from application.store.relaxed_writes import begin_relaxed
from application.store.table_creation import create_missing_tables
from application.store.upserts import put

KEPT: Final = 120_000
"""Milliseconds for which an ended connection, and a process without heartbeats, keep their rows."""
SEEN_KEPT: Final = 35 * 24 * 3_600_000
"""Milliseconds for which it is known when a game was last seen."""
BATCH: Final = 2_000
"""Maximum number of connections in one transaction, for which other writers wait."""

_metadata = MetaData()

_processes = Table(
    "presence_processes",
    _metadata,
    Column("id", String, primary_key=True),
    Column("heartbeat", BigInteger, nullable=False),
)

_connections = Table(
    "presence_connections",
    _metadata,
    Column("process", String, primary_key=True),
    Column("game", String, primary_key=True, index=True),
    Column("player", String, primary_key=True),
    # Null while the player is connected.
    Column("ended", BigInteger),
    Column("change", BigInteger, nullable=False, index=True),
)

_seen = Table(
    "presence_last_seen",
    _metadata,
    Column("game", String, primary_key=True),
    Column("at", BigInteger, nullable=False, index=True),
)

_changes = ChangeCounter("presence_changes", _metadata)

Key = tuple[str, str]
"""A game and a player of it."""


class StoredConnection(Struct, frozen=True, kw_only=True):
    """The connection of a player to a game at one process."""

    process: str
    game: str
    player: str
    ended_for: int | None
    """Milliseconds since it ended; None while it lasts."""


class PresenceChanges(Struct, frozen=True, kw_only=True):
    """What has changed in the tables."""

    count: int
    heartbeats: Mapping[str, int]
    """Milliseconds since the last heartbeat of each process."""
    connections: Sequence[StoredConnection]
    is_complete: bool
    """True if these are all connections, so that others are forgotten."""


class PresenceTables:
    """Reads and writes the tables; its methods block."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        create_missing_tables(partial(_make_tables, engine))

    def write(self, process: str, connections: Mapping[Key, int | None]) -> bool:
        """Store a process's heartbeat and changed connections, each with the milliseconds since its end.

        Returns False if earlier rows of the process may be gone, because it gave no sign for long.
        """
        with begin_relaxed(self._engine) as connection:
            # Locked first, so that changes become visible in the order of their numbers.
            _changes.increment(connection) if connections else _changes.lock(connection)
            change, now = _changes.count(connection), _clock(connection)
            known = select(_processes.c.heartbeat).where(_processes.c.id == process)
            before = connection.execute(known).scalar()
            put(connection, _processes, {"id": process, "heartbeat": now})
            put(
                connection,
                _connections,
                *(
                    {
                        "process": process,
                        "game": game,
                        "player": player,
                        "ended": None if ended_for is None else now - ended_for,
                        "change": change,
                    }
                    for (game, player), ended_for in connections.items()
                ),
            )
        return before is not None and now - before < KEPT

    def read(self, known: int) -> PresenceChanges:
        """Return what has changed since a count of changes; all connections for a count of -1."""
        with self._engine.connect() as connection:
            # The count is read first: a change after that is read again next time.
            count, now = _changes.count(connection), _clock(connection)
            # A lower count is that of a restored database.
            after = known if count >= known else -1
            rows: Iterable[Any] = ()
            if count != after:
                rows = connection.execute(select(_connections).where(_connections.c.change > after)).all()
            beats = connection.execute(select(_processes)).all()
        return PresenceChanges(
            count=count,
            heartbeats={row.id: max(0, now - row.heartbeat) for row in beats},
            connections=[
                StoredConnection(
                    process=row.process,
                    game=row.game,
                    player=row.player,
                    # A clock that was set back must not make a player present for longer.
                    ended_for=None if row.ended is None else max(0, now - row.ended),
                )
                for row in rows
            ],
            is_complete=after < 0,
        )

    def last_seen(self, games: Collection[str]) -> dict[str, int]:
        """Return the milliseconds since the last connection to each game, for those that had one."""
        end = func.coalesce(_connections.c.ended, _processes.c.heartbeat)
        kept = (
            select(_connections.c.game, func.max(end).label("at"))
            .join(_processes, _processes.c.id == _connections.c.process)
            .where(_connections.c.game.in_(games))
            .group_by(_connections.c.game)
        )
        with self._engine.connect() as connection:
            earlier = connection.execute(select(_seen).where(_seen.c.game.in_(games))).all()
            found: dict[str, int] = {}
            for row in (*earlier, *connection.execute(kept)):
                found[row.game] = max(row.at, found.get(row.game, 0))
            now = _clock(connection)
        return {game: max(0, now - at) for game, at in found.items()}

    def purge(self) -> None:
        """Delete rows of connections that ended a while ago; when their games were last seen remains."""
        with self._engine.connect() as connection:
            if not connection.execute(_past(_clock(connection))).first():
                return
        with begin_relaxed(self._engine) as connection:
            # Waits for other processes that purge, and for those that write their connections.
            _changes.lock(connection)
            now = _clock(connection)
            rows = connection.execute(_past(now)).all()
            self._note_seen(connection, {row.game: row.at for row in sorted(rows, key=lambda row: row.at)})
            if rows:
                gone = delete(_connections).where(
                    _connections.c.process == bindparam("of_process"),
                    _connections.c.game == bindparam("of_game"),
                    _connections.c.player == bindparam("of_player"),
                )
                keys = [
                    {"of_process": row.process, "of_game": row.game, "of_player": row.player} for row in rows
                ]
                connection.execute(gone, keys)
            used = select(_connections.c.process)
            silent = (_processes.c.heartbeat < now - KEPT, _processes.c.id.not_in(used))
            connection.execute(delete(_processes).where(*silent))
            connection.execute(delete(_seen).where(_seen.c.at < now - SEEN_KEPT))

    def _note_seen(self, connection: Connection, last: Mapping[str, int]) -> None:
        known = select(_seen).where(_seen.c.game.in_(last))
        before = {row.game: row.at for row in connection.execute(known)}
        rows = [{"game": game, "at": max(at, before.get(game, 0))} for game, at in last.items()]
        put(connection, _seen, *rows)


def _make_tables(engine: Engine) -> None:
    with engine.begin() as connection:
        _metadata.create_all(connection)
        _changes.prepare(connection)


def _past(now: int) -> Select[Any]:
    """Return the query for connections that ended a while ago."""
    end = func.coalesce(_connections.c.ended, _processes.c.heartbeat)
    return (
        select(_connections.c.process, _connections.c.game, _connections.c.player, end.label("at"))
        .join(_processes, _processes.c.id == _connections.c.process)
        .where(or_(_connections.c.ended < now - KEPT, _processes.c.heartbeat < now - KEPT))
        .limit(BATCH)
    )


def _clock(connection: Connection) -> int:
    """Return the database's time in milliseconds since 1970."""
    return database_time(connection) // 1_000
