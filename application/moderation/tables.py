"""Tables of moderation beside the log: bans, the audit trail, and names that operators gave.

A ban is of a player or of a network of addresses. All times are seconds since 1970.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ColumnElement,
    Connection,
    Engine,
    Integer,
    MetaData,
    String,
    Table,
    delete,
    or_,
    update,
)

from application.store.change_counter import ChangeCounter
from application.store.table_creation import create_missing_tables

_metadata = MetaData()

_Key = BigInteger().with_variant(Integer, "sqlite")

bans = Table(
    "bans",
    _metadata,
    Column("number", _Key, primary_key=True, autoincrement=True),
    Column("id", String, nullable=False, unique=True),
    Column("player", String, unique=True),
    Column("network", String, unique=True),
    # Null once the player is erased.
    Column("reason", String),
    Column("at", BigInteger, nullable=False),
    # Null for a ban without an end; the time at which it was lifted for one that was.
    Column("until", BigInteger),
    Column("operator", String, nullable=False),
)

departures = Table(
    "ban_departures",
    _metadata,
    # Banned players who may still be in games, from which they are to be removed.
    Column("player", String, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("operator", String, nullable=False),
)

trail = Table(
    "moderation_log",
    _metadata,
    Column("number", _Key, primary_key=True, autoincrement=True),
    Column("at", BigInteger, nullable=False),
    Column("operator", String, nullable=False),
    # The operator's name at the time; null once the operator is erased.
    Column("operator_name", String),
    Column("action", String, nullable=False),
    Column("player", String, index=True),
    Column("game", String, index=True),
    # Null once the ban has ended for `ADDRESS_RETENTION`.
    Column("network", String),
    # Null if none was given, and once the player is erased.
    Column("reason", String),
    Column("until", BigInteger),
    # The name that a rename replaced; null once the player is erased.
    Column("old_name", String),
    # A digest of the operator and its command id, by which a repeated command leaves no second entry.
    Column("command", String, unique=True),
    # False until the action in a game is known to be carried out.
    Column("confirmed", Boolean, nullable=False),
)

withdrawn_names = Table(
    "withdrawn_names",
    _metadata,
    # Names that the player may not choose again.
    Column("player", String, primary_key=True),
    Column("name", String, primary_key=True),
)

fixed_names = Table(
    "fixed_names",
    _metadata,
    # Players who may not rename themselves until a time.
    Column("player", String, primary_key=True),
    Column("until", BigInteger, nullable=False),
)

ban_changes = ChangeCounter("ban_changes", _metadata)
"""Counts changes of bans. Locked after the player, and before the other tables here."""


def make_moderation_tables(engine: Engine) -> None:
    """Create the missing tables."""
    create_missing_tables(partial(_make_tables, engine))


def _make_tables(engine: Engine) -> None:
    with engine.begin() as connection:
        _metadata.create_all(connection)
        ban_changes.prepare(connection)


def is_in_force(now: float) -> ColumnElement[bool]:
    """Return the condition of bans that have not ended."""
    return or_(bans.c.until.is_(None), bans.c.until > int(now))


def forget_moderation(connection: Connection, player: str) -> None:
    """Delete what names or describes a player, in the transaction that erases the player.

    Entries of the audit trail keep the player's id, and a ban stays in force.
    """
    ban_changes.increment(connection)
    mine: dict[str, Any] = {"reason": None, "old_name": None}
    connection.execute(update(trail).where(trail.c.player == player).values(mine))
    connection.execute(update(trail).where(trail.c.operator == player).values(operator_name=None))
    for table in (withdrawn_names, fixed_names):
        connection.execute(delete(table).where(table.c.player == player))
    connection.execute(update(bans).where(bans.c.player == player).values(reason=None))
