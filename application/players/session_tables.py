"""Tables of sessions: the player's sign-ins, renewed tokens, device codes, and a counter of their changes.

They are beside the tables that earlier versions created, and none of those has changed.
"""

from __future__ import annotations

from functools import partial

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Connection,
    Engine,
    LargeBinary,
    MetaData,
    String,
    Table,
    delete,
    update,
)

from application.players.tables import players
from application.store.change_counter import ChangeCounter
from application.store.table_creation import create_missing_tables

_metadata = MetaData()

sessions = Table(
    "sessions",
    _metadata,
    # The id of the session's first token.
    Column("id", String, primary_key=True),
    # Null for a session that is known only because it was revoked.
    Column("player", String, index=True),
    Column("operator", Boolean, nullable=False),
    # The client's label; null if it gave none.
    Column("client", String),
    # All times are seconds since 1970, as in tokens; `used` is cut to hours.
    Column("created", BigInteger, nullable=False),
    Column("renewed", BigInteger),
    Column("used", BigInteger, nullable=False),
    # The expiry of the token that expires last.
    Column("expires", BigInteger, nullable=False),
    Column("ended", Boolean, nullable=False),
    Column("change", BigInteger, nullable=False, index=True),
)

replaced_tokens = Table(
    "replaced_tokens",
    _metadata,
    Column("id", String, primary_key=True),
    # The time of the first use of a token that replaces it.
    Column("at", BigInteger, nullable=False),
    Column("expires", BigInteger, nullable=False),
    Column("change", BigInteger, nullable=False, index=True),
)

ended_sessions = Table(
    "ended_sessions",
    _metadata,
    # Tokens of the server that were issued to the player up to a time are refused, except one session's.
    Column("player", String, primary_key=True),
    Column("until", BigInteger, nullable=False),
    Column("kept", String),
    Column("change", BigInteger, nullable=False, index=True),
)

device_codes = Table(
    "device_codes",
    _metadata,
    # A player has one code at a time.
    Column("player", String, primary_key=True),
    Column("digest", LargeBinary, nullable=False, unique=True),
    Column("session", String, nullable=False),
    Column("expires", BigInteger, nullable=False),
)

session_changes = ChangeCounter("session_changes", _metadata)


def make_session_tables(engine: Engine) -> None:
    """Create the missing tables."""
    create_missing_tables(partial(_make_tables, engine))


def _make_tables(engine: Engine) -> None:
    with engine.begin() as connection:
        _metadata.create_all(connection)
        session_changes.prepare(connection)


def next_session_change(connection: Connection) -> int:
    """Count a change and return its number, before several sessions are locked."""
    session_changes.increment(connection)
    return session_changes.count(connection)


def lock_player(connection: Connection, player: str) -> bool:
    """Begin to change a player's sessions, one transaction at a time; return False for no such player.

    An update, because it also makes SQLite begin a transaction that writes.
    """
    same = update(players).where(players.c.id == player).values(id=players.c.id)
    return connection.execute(same).rowcount > 0


def begin_ending(connection: Connection, player: str) -> bool:
    """Begin to end sessions of a player; return False for no such player.

    The counter of changes is locked before any session, as it is where times of use are stored.
    """
    if not lock_player(connection, player):
        return False
    session_changes.lock(connection)
    return True


def forget_sessions(connection: Connection, player: str) -> None:
    """Delete what is stored of a player's sessions, in the transaction that erases the player."""
    # A session that is being stored would stay behind otherwise.
    session_changes.lock(connection)
    for table in (sessions, ended_sessions, device_codes):
        connection.execute(delete(table).where(table.c.player == player))
