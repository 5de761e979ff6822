"""The table of invitation codes.

A code follows from the row's salt and the server's secret. The table has only its digest, so that a copy of
the database does not disclose codes.
"""

from __future__ import annotations

from functools import partial

from sqlalchemy import BigInteger, Column, Connection, Engine, LargeBinary, MetaData, String, Table, delete

from application.store.table_creation import create_missing_tables

_metadata = MetaData()

invitation_codes = Table(
    "invitation_codes",
    _metadata,
    # A player has one code for each game.
    Column("game", String, primary_key=True),
    Column("inviter", String, primary_key=True, index=True),
    Column("salt", LargeBinary, nullable=False),
    Column("digest", LargeBinary, nullable=False, unique=True),
    # A version of the game at which the inviter had the seat for which the code was made.
    Column("version", BigInteger, nullable=False),
    # Seconds since 1970.
    Column("expires", BigInteger, nullable=False, index=True),
)


def make_invitation_tables(engine: Engine) -> None:
    """Create the missing table."""
    create_missing_tables(partial(_metadata.create_all, engine))


def forget_invitations(connection: Connection, player: str) -> None:
    """Delete the codes of a player, in the transaction that erases it."""
    connection.execute(delete(invitation_codes).where(invitation_codes.c.inviter == player))
