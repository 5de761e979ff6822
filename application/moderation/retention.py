"""Deletes bans and addresses that are no longer needed."""

from __future__ import annotations

from time import time
from typing import Final

from sqlalchemy import Engine, and_, delete, select, update

from application.moderation.tables import ban_changes, bans, trail
from application.players.secure_deletion import begin_overwriting

ADDRESS_RETENTION: Final = 30 * 24 * 60 * 60
"""Seconds for which an address is kept after its ban has ended."""


def delete_expired(engine: Engine) -> None:
    """Delete bans that ended long ago, and their addresses in the audit trail."""
    ended = bans.c.until < int(time()) - ADDRESS_RETENTION
    kept = select(bans.c.network).where(bans.c.network.is_not(None))
    unneeded = and_(trail.c.network.is_not(None), trail.c.network.not_in(kept))
    with engine.connect() as connection:
        has_ended = connection.execute(select(bans.c.number).where(ended)).first() is not None
        is_unneeded = connection.execute(select(trail.c.number).where(unneeded)).first() is not None
    if has_ended or is_unneeded:
        with begin_overwriting(engine) as connection:
            ban_changes.lock(connection)
            connection.execute(delete(bans).where(ended))
            connection.execute(update(trail).where(unneeded).values(network=None))
