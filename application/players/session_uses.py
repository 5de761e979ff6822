"""Notes which tokens are used, and writes the times of use and the replaced tokens now and then.

A request only adds its token to a set, once an hour. A token that replaces another one makes the other
invalid by its first use: then its answer has arrived.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from time import time
from typing import Final

from sqlalchemy import Connection, Engine, delete, select, update

from application.players.session_state import SessionState
from application.players.session_tables import (
    device_codes,
    lock_session_changes,
    next_session_change,
    put_if_absent,
    replaced_tokens,
    sessions,
)
from application.players.session_tokens import HOUR, SessionToken, session_row
from application.players.tables import players

_BATCH: Final = 500
"""Maximum number of tokens in one transaction, for which other writers wait."""


class SessionUses:
    """Uses of tokens in this process that are not stored yet."""

    def __init__(self, engine: Engine, state: SessionState) -> None:
        self._engine = engine
        self._state = state
        self._hour = 0
        self._noted: set[str] = set()
        self._pending: dict[str, SessionToken] = {}
        self._purged_hour = 0

    def note(self, token: SessionToken) -> None:
        """Note that a token is used."""
        hour = int(time()) // HOUR
        if hour != self._hour:
            self._hour = hour
            self._noted.clear()
        if token.id not in self._noted:
            self._noted.add(token.id)
            self._pending[token.id] = token

    async def flush(self) -> None:
        """Store the uses noted so far; uses that cannot be stored are kept for the next time."""
        while self._pending:
            used = list(self._pending.values())[:_BATCH]
            for each in used:
                del self._pending[each.id]
            try:
                await asyncio.to_thread(self._store, used)
            except BaseException:
                self._pending = {each.id: each for each in used} | self._pending
                raise
        if self._hour > self._purged_hour:
            self._purged_hour = self._hour
            await asyncio.to_thread(self._purge)

    def _store(self, used: Sequence[SessionToken]) -> None:
        now = int(time())
        hour = now - now % HOUR
        with self._engine.begin() as connection:
            lock_session_changes(connection)
            self._store_replaced(connection, used, now)
            unknown = []
            for token in used:
                found = update(sessions).where(
                    sessions.c.id == token.session, sessions.c.player == token.player
                )
                if connection.execute(found.values(used=hour)).rowcount == 0:
                    unknown.append(token)
            known = select(players.c.id).where(players.c.id.in_([each.player for each in unknown]))
            existing = set(connection.execute(known).scalars()) if unknown else set()
            for token in unknown:
                if token.player in existing:
                    put_if_absent(connection, sessions, session_row(token))

    def _store_replaced(self, connection: Connection, used: Sequence[SessionToken], now: int) -> None:
        replaced = {
            each.replaces: each.expires
            for each in used
            if each.replaces is not None and not self._state.is_replaced(each.replaces)
        }
        if not replaced:
            return
        change = next_session_change(connection)
        for id, expires in replaced.items():
            row = {"id": id, "at": now, "expires": expires, "change": change}
            put_if_absent(connection, replaced_tokens, row)

    def _purge(self) -> None:
        """Delete what has expired."""
        now = time()
        with self._engine.begin() as connection:
            lock_session_changes(connection)
            for table in (sessions, replaced_tokens, device_codes):
                connection.execute(delete(table).where(table.c.expires < now))
