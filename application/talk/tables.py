"""Tables of talk: phrases, the players whom players have muted, and counters of their changes."""

from __future__ import annotations

from functools import partial

from sqlalchemy import (
    BigInteger,
    Column,
    Connection,
    Engine,
    Index,
    LargeBinary,
    MetaData,
    String,
    Table,
    UniqueConstraint,
    delete,
    or_,
)

from application.store.change_counter import ChangeCounter
from application.store.table_creation import create_missing_tables

_metadata = MetaData()

phrases = Table(
    "talk",
    _metadata,
    # The number of the change that stored it.
    Column("position", BigInteger, primary_key=True, autoincrement=False),
    # Random: players could choose bits of anything else.
    Column("id", String, nullable=False, unique=True),
    Column("game", String, nullable=False),
    Column("player", String, nullable=False),
    # Seconds since 1970.
    Column("said", BigInteger, nullable=False, index=True),
    Column("audience", String, nullable=False),
    Column("phrase", String, nullable=False),
    # A digest of the client's id of the command; null without one.
    Column("command", LargeBinary),
    UniqueConstraint("player", "game", "command"),
    Index("talk_of_game", "game", "position"),
)

mutes = Table(
    "muted_players",
    _metadata,
    Column("player", String, primary_key=True),
    Column("muted", String, primary_key=True, index=True),
    # Seconds since 1970.
    Column("since", BigInteger, nullable=False),
)

talk_changes = ChangeCounter("talk_changes", _metadata)
"""Counts phrases."""
mute_changes = ChangeCounter("muted_changes", _metadata)
"""Counts changes of the muted players."""


def make_talk_tables(engine: Engine) -> None:
    """Create the missing tables."""
    create_missing_tables(partial(_make_tables, engine))


def _make_tables(engine: Engine) -> None:
    with engine.begin() as connection:
        _metadata.create_all(connection)
        talk_changes.prepare(connection)
        mute_changes.prepare(connection)


def forget_talk(connection: Connection, player: str) -> None:
    """Delete what a player has said and muted, and that it is muted, in the transaction that erases it."""
    connection.execute(delete(phrases).where(phrases.c.player == player))
    connection.execute(delete(mutes).where(or_(mutes.c.player == player, mutes.c.muted == player)))
