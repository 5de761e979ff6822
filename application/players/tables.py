"""Tables of players: identities, erasures, tokens, and a counter of changes to them."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial
from typing import Final

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
    UniqueConstraint,
    delete,
    func,
    insert,
    inspect,
    select,
)

from application.store.change_counter import ChangeCounter
from application.store.table_creation import create_missing_tables

GUEST: Final = "guest"
"""The issuer of players who signed in with a name alone."""
LOCAL: Final = "kibitz"
"""The issuer of players whom the operator of the server created."""

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
    # Null for a player without an identity provider.
    Column("digest", LargeBinary, index=True),
    # Seconds since 1970, like the time of issue in a token.
    Column("at", BigInteger, nullable=False),
)

tokens = Table(
    "tokens",
    _metadata,
    Column("id", String, primary_key=True),
    # Null for a token that was issued elsewhere and is known only because it is revoked.
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
    # Tokens issued up to this time are revoked; seconds since 1970.
    Column("until", BigInteger, nullable=False),
)

erasures = Table(
    "erasures",
    _metadata,
    # Players who were erased but may still be in games.
    Column("player", String, primary_key=True),
    Column("at", BigInteger, nullable=False),
)

player_changes = ChangeCounter("players_changes", _metadata)
"""Counts renames, erasures and revocations."""


def make_tables(engine: Engine) -> None:
    """Create the missing tables."""
    create_missing_tables(partial(_make_tables, engine))


def _make_tables(engine: Engine) -> None:
    with engine.begin() as connection:
        new = not inspect(connection).has_table(erasures.name)
        _metadata.create_all(connection)
        if new:
            # Players erased by a version that did not complete erasures may still have their seats.
            known = select(erased.c.id, erased.c.at)
            connection.execute(insert(erasures).from_select(["player", "at"], known))
        player_changes.prepare(connection)


def count_of_changes(engine: Engine) -> int:
    """Return the number of changes to players, in a transaction of its own."""
    with engine.connect() as connection:
        return player_changes.count(connection)


def insert_pending_erasure(connection: Connection, player: str, at: int) -> None:
    """Record a pending erasure, in the transaction that erases: the player may still be in games."""
    connection.execute(insert(erasures).values(player=player, at=at))


def erased_among(engine: Engine, among: Collection[str]) -> set[str]:
    """Return the erased players among the given ones."""
    with engine.connect() as connection:
        return set(connection.execute(select(erased.c.id).where(erased.c.id.in_(among))).scalars())


def time_of_erasure(connection: Connection, digest: bytes) -> int | None:
    """Return the time at which the last player with an identity was erased, None if none was."""
    last = select(func.max(erased.c.at)).where(erased.c.digest == digest)
    at: int | None = connection.execute(last).scalar()
    return at


def pending_erasures(engine: Engine) -> dict[str, int]:
    """Return the players whose erasure is pending, each with its time."""
    with engine.connect() as connection:
        return {row.player: row.at for row in connection.execute(select(erasures))}


def delete_pending_erasures(engine: Engine, out: Collection[str]) -> None:
    """Record that erased players are out of all their games."""
    if out:
        with engine.begin() as connection:
            connection.execute(delete(erasures).where(erasures.c.player.in_(out)))


def players_not_issued_by(engine: Engine, among: Collection[str], issuers: Collection[str]) -> frozenset[str]:
    """Return the players, among the given ones, whose issuer is not one of `issuers`."""
    wanted = select(players.c.id).where(players.c.id.in_(among), players.c.issuer.not_in(issuers))
    with engine.connect() as connection:
        return frozenset(connection.execute(wanted).scalars())
