"""The tables of players: who they are, who was erased, their tokens, and how often any of that changed."""

from __future__ import annotations

from typing import Final

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Connection,
    Engine,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    UniqueConstraint,
    func,
    insert,
    select,
    update,
)

_MAKING: Final = 0x706C_6179
"""The key of the advisory lock under which the tables are made."""

_metadata = MetaData()

players = Table(
    "players",
    _metadata,
    Column("id", String, primary_key=True),
    Column("issuer", String, nullable=False),
    Column("subject", String, nullable=False),
    Column("name", String, nullable=False),
    UniqueConstraint("issuer", "subject"),
)

erased = Table(
    "erased_players",
    _metadata,
    Column("id", String, primary_key=True),
    # Null for a player whom no identity provider knows.
    Column("digest", LargeBinary, index=True),
    # Seconds since 1970, as tokens say when they were given out.
    Column("at", BigInteger, nullable=False),
)

tokens = Table(
    "tokens",
    _metadata,
    Column("id", String, primary_key=True),
    # Null for a token that was given out elsewhere, and is only known to be revoked.
    Column("player", String),
    Column("operator", Boolean, nullable=False),
    # Seconds since 1970, as in the token.
    Column("given", BigInteger),
    Column("expires", BigInteger, nullable=False),
    Column("revoked", Boolean, nullable=False),
)

revoked_players = Table(
    "revoked_players",
    _metadata,
    Column("player", String, primary_key=True),
    # Of tokens given out until then none is good; seconds since 1970.
    Column("until", BigInteger, nullable=False),
)

_changes = Table(
    "players_changes",
    _metadata,
    Column("one", Integer, primary_key=True, autoincrement=False),
    Column("count", BigInteger, nullable=False),
)


def make_tables(engine: Engine) -> None:
    """Make what is missing of the tables."""
    with engine.begin() as connection:
        if connection.dialect.name == "postgresql":
            # Two servers that start together would both find the tables missing.
            connection.execute(select(func.pg_advisory_xact_lock(_MAKING)))
        _metadata.create_all(connection)
        if connection.execute(select(_changes.c.count)).first() is None:
            connection.execute(insert(_changes).values(one=1, count=0))


def changes(engine: Engine) -> int:
    """Return how often a player was renamed or erased or a token revoked: while it stays, nothing was."""
    with engine.connect() as connection:
        return counted(connection)


def counted(connection: Connection) -> int:
    """Return the count of changes within a transaction."""
    return int(connection.execute(select(_changes.c.count)).scalar_one())


def changed(connection: Connection) -> None:
    """Count a change, in the transaction that makes it."""
    connection.execute(update(_changes).values(count=_changes.c.count + 1))
