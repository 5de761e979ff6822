"""Notes which tokens are used, and writes the times of use and the replaced tokens now and then.

A request only adds its token to a set, once an hour. A token that replaces another one makes the other
invalid by its first use: then its answer has arrived.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from time import time
from typing import Final

from sqlalchemy import Engine, delete, select, update

from application.players.session_state import SessionState
from application.players.session_tables import (
    device_codes,
    next_session_change,
    replaced_tokens,
    session_changes,
    sessions,
)
from application.players.session_tokens import HOUR, SessionToken, session_row
from application.players.tables import players
from application.store.upserts import put_if_absent

_BATCH: Final = 500
"""Maximum number of tokens in one transaction, for which other writers wait."""


class SessionUses:
    """Uses of tokens in this process that are not stored yet."""

    def __init__(self, engine: Engine, state: SessionState) -> None:
        self._engine = engine
        self._state = state
        self._hour_end = 0.0
        self._noted: set[str] = set()
        self._pending: dict[str, SessionToken] = {}
        self._purged_for = 0.0
        self._flushing = asyncio.Lock()

    def note(self, token: SessionToken) -> None:
        """Note that a token is used."""
        if (now := time()) >= self._hour_end:
            self._hour_end = (now // HOUR + 1) * HOUR
            self._noted.clear()
        if token.id not in self._noted:
            self._noted.add(token.id)
            self._pending[token.id] = token

    async def flush(self) -> None:
        """Store the uses noted so far; uses that cannot be stored are kept for the next time."""
        # One at a time: after any flush, the uses that an earlier one has taken are stored, too.
        async with self._flushing:
            while self._pending:
                await self._flush_batch()
            if self._hour_end > self._purged_for:
                self._purged_for = self._hour_end
                await asyncio.to_thread(self._purge)

    async def _flush_batch(self) -> None:
        used = list(self._pending.values())[:_BATCH]
        for each in used:
            del self._pending[each.id]
        try:
            await asyncio.to_thread(self._store, used)
        except BaseException:
            self._pending = {each.id: each for each in used} | self._pending
            raise

    def _store(self, used: Sequence[SessionToken]) -> None:
        now = int(time())
        # Prepared before the transaction, for whose end other writers wait.
        rows = {each.session: session_row(each) for each in used}
        replaced = [
            {"id": each.replaces, "at": now, "expires": each.expires}
            for each in used
            if each.replaces is not None and not self._state.is_replaced(each.replaces)
        ]
        known = update(sessions).where(sessions.c.id.in_(rows)).values(used=now - now % HOUR)
        owners = select(players.c.id).where(players.c.id.in_({each.player for each in used}))
        with self._engine.begin() as connection:
            session_changes.lock(connection)
            if replaced:
                change = next_session_change(connection)
                put_if_absent(connection, replaced_tokens, *({**each, "change": change} for each in replaced))
            known_ids = set(connection.execute(known.returning(sessions.c.id)).scalars())
            if unknown := rows.keys() - known_ids:
                existing = set(connection.execute(owners).scalars())
                added = [rows[each] for each in unknown if rows[each]["player"] in existing]
                put_if_absent(connection, sessions, *added)

    def _purge(self) -> None:
        """Delete what has expired."""
        now = time()
        with self._engine.begin() as connection:
            session_changes.lock(connection)
            for table in (sessions, replaced_tokens, device_codes):
                connection.execute(delete(table).where(table.c.expires < now))
