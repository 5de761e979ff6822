"""In-memory copy of what makes a session's tokens invalid, kept up to date by reading the changes."""

from __future__ import annotations

import asyncio
from time import time
from typing import Final

from msgspec import Struct
from sqlalchemy import Engine, select

from application.players.session_tables import (
    ended_sessions,
    replaced_tokens,
    session_changes,
    sessions,
)
from domain.events import PlayerId

REPLACED_TOKEN_GRACE: Final = 600
"""Seconds for which a replaced token stays valid after the first use of its successor, for other tabs."""
_PRUNE_INTERVAL: Final = 3_600


class _Changes(Struct, frozen=True, kw_only=True):
    """Rows that have changed, each with its key first."""

    count: int
    ended: list[tuple[str, int]]
    replaced: list[tuple[str, int, int]]
    cut: list[tuple[str, int, str | None]]
    is_complete: bool
    """True if the rows are all that there are, so that earlier ones are forgotten."""


class SessionState:
    """Ended sessions, replaced tokens, and players whose other sessions were ended."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._count = -1
        self._ended: dict[str, int] = {}
        self._replaced: dict[str, tuple[int, int]] = {}
        self._cut: dict[PlayerId, tuple[int, str | None]] = {}
        self._pruned_at = time()
        self._lock = asyncio.Lock()

    def is_ended(self, player: PlayerId, session: str, token: str | None, given: float) -> bool:
        """Return whether a token of a session is refused, as far as is known without reading."""
        if session in self._ended:
            return True
        if self._cut and (cut := self._cut.get(player)) is not None:
            until, kept = cut
            if given <= until and session != kept:
                return True
        replaced = self._replaced.get(token) if token is not None and self._replaced else None
        return replaced is not None and time() >= replaced[0] + REPLACED_TOKEN_GRACE

    def is_replaced(self, token: str) -> bool:
        """Return whether a token is known to be replaced by one that was used."""
        return token in self._replaced

    async def refresh(self) -> None:
        """Read what has changed, in this process or another."""
        # One read at a time, so that the result of the last read is kept.
        async with self._lock:
            changes = await asyncio.to_thread(self._read, self._count)
            if changes is not None:
                self._apply(changes)

    def _read(self, known: int) -> _Changes | None:
        with self._engine.connect() as connection:
            # The count is read first: a change after that is read again next time.
            count = session_changes.count(connection)
            if count == known:
                return None
            # A lower count is that of a restored database.
            after = known if count > known else -1
            ended = select(sessions.c.id, sessions.c.expires).where(
                sessions.c.change > after, sessions.c.ended
            )
            replaced = select(replaced_tokens.c.id, replaced_tokens.c.at, replaced_tokens.c.expires)
            cut = select(ended_sessions.c.player, ended_sessions.c.until, ended_sessions.c.kept)
            return _Changes(
                count=count,
                ended=[(row.id, row.expires) for row in connection.execute(ended)],
                replaced=[
                    (row.id, row.at, row.expires)
                    for row in connection.execute(replaced.where(replaced_tokens.c.change > after))
                ],
                cut=[
                    (row.player, row.until, row.kept)
                    for row in connection.execute(cut.where(ended_sessions.c.change > after))
                ],
                is_complete=after < 0,
            )

    def _apply(self, changes: _Changes) -> None:
        if changes.is_complete:
            self._ended, self._replaced, self._cut = {}, {}, {}
        self._ended |= dict(changes.ended)
        self._replaced |= {id: (at, expires) for id, at, expires in changes.replaced}
        self._cut |= {player: (until, kept) for player, until, kept in changes.cut}
        self._count = changes.count
        now = time()
        if now >= self._pruned_at + _PRUNE_INTERVAL:
            self._pruned_at = now
            self._ended = {id: expires for id, expires in self._ended.items() if expires > now}
            self._replaced = {id: each for id, each in self._replaced.items() if each[1] > now}
