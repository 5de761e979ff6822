"""Tokens issued from the command line, and revoked tokens.

A token is revoked by its id, or together with all earlier tokens of its player. The tables are beside those
of the players; other processes notice a change within seconds, as they notice a rename.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from time import time
from typing import Final

from msgspec import Struct
from sqlalchemy import Connection, Engine, delete, insert, select, update

from application.players.session_state import SessionState
from application.players.session_tables import lock_player, sessions
from application.players.sessions import end_session_of_any, end_sessions
from application.players.tables import player_changes, revoked_players
from application.players.tables import tokens as _tokens
from application.runtime.coalesced_refresh import CoalescedRefresh
from domain.events import PlayerId

MAX_TOKEN_LIFE: Final = 3650 * 24 * 60 * 60
"""Seconds for which a token known only by its id stays revoked: no token is valid for longer."""


class IssuedToken(Struct, frozen=True, kw_only=True):
    """Record of a token issued from the command line, without the token itself."""

    id: str
    player: PlayerId | None
    operator: bool
    given: int | None
    """Time of issue in seconds since 1970; None for a token that was issued elsewhere."""
    expires: int
    revoked: bool = False


class _Revocations(Struct, frozen=True, kw_only=True):
    count: int
    tokens: frozenset[str]
    players: Mapping[PlayerId, int]


class Tokens:
    """Issued and revoked tokens; revocations are cached in memory and read again after a change."""

    def __init__(self, engine: Engine, noticed_within: float, sessions: SessionState) -> None:
        self._engine = engine
        self._sessions = sessions
        self._revoked = _Revocations(count=-1, tokens=frozenset(), players={})
        self._lock = asyncio.Lock()
        self._refresh = CoalescedRefresh(self._read_if_changed, noticed_within)

    async def is_revoked(self, player: PlayerId, token: str | None, given: float) -> bool:
        """Return whether a player's token is revoked, by its id or by its time of issue."""
        await self._refresh.refresh_if_stale()
        return self.known_revoked(player, token, given)

    @property
    def is_fresh(self) -> bool:
        """True if `known_revoked` needs no check for changes."""
        return self._refresh.is_fresh

    def known_revoked(self, player: PlayerId, token: str | None, given: float) -> bool:
        """Return the same from the cache, without checking for changes."""
        return token in self._revoked.tokens or given < self._revoked.players.get(player, -1) + 1

    async def check_for_changes(self) -> None:
        """Check now for tokens revoked by this process or another."""
        await self._refresh.refresh()

    async def _read_if_changed(self) -> None:
        await asyncio.gather(self._read_revocations(), self._sessions.refresh())

    async def _read_revocations(self) -> None:
        # One read at a time, so that the result of the last read is kept.
        async with self._lock:
            self._revoked = await asyncio.to_thread(self._read, self._revoked)

    async def record(self, token: IssuedToken) -> None:
        """Record an issued token."""
        await asyncio.to_thread(self._record, token)

    async def list_unexpired(self) -> list[IssuedToken]:
        """Return the tokens that were issued from the command line or revoked, and have not expired."""
        return await asyncio.to_thread(self._list_unexpired)

    async def is_known(self, id: str) -> bool:
        """Return whether the server has stored a token or a session with an id."""
        return await asyncio.to_thread(self._is_known, id)

    async def revoke(self, token: str, expires: int | None = None) -> None:
        """Revoke a token by its id, or end a session by its id, which is that of its first token.

        `expires` is the time at which the token expires, if it is known.
        """
        until = int(time()) + MAX_TOKEN_LIFE if expires is None else expires
        await asyncio.to_thread(self._revoke, token, until)
        await self.check_for_changes()

    async def revoke_all(self, player: PlayerId) -> None:
        """Revoke all tokens issued to a player until now.

        Tokens state times in whole seconds, so the call returns in the next second: a token issued afterwards
        is valid.
        """
        until = int(time())
        await asyncio.to_thread(self._revoke_all, player, until)
        await self.check_for_changes()
        await asyncio.sleep(max(0.0, until + 1 - time()))

    def _read(self, known: _Revocations) -> _Revocations:
        with self._engine.connect() as connection:
            # The count is read first: a change after that is read again next time.
            count = player_changes.count(connection)
            if count == known.count:
                return known
            revoked = select(_tokens.c.id).where(_tokens.c.revoked)
            players = select(revoked_players.c.player, revoked_players.c.until)
            return _Revocations(
                count=count,
                tokens=frozenset(connection.execute(revoked).scalars()),
                players={row.player: row.until for row in connection.execute(players)},
            )

    def _list_unexpired(self) -> list[IssuedToken]:
        query = select(_tokens).where(_tokens.c.expires > time()).order_by(_tokens.c.given, _tokens.c.id)
        with self._engine.connect() as connection:
            return [IssuedToken(**row._mapping) for row in connection.execute(query)]

    def _is_known(self, id: str) -> bool:
        with self._engine.connect() as connection:
            return any(
                connection.execute(select(table.c.id).where(table.c.id == id)).first() is not None
                for table in (_tokens, sessions)
            )

    def _record(self, token: IssuedToken) -> None:
        with self._engine.begin() as connection:
            _forget_expired(connection)
            connection.execute(insert(_tokens).values({name: getattr(token, name) for name in _COLUMNS}))

    def _revoke(self, token: str, until: int) -> None:
        with self._engine.begin() as connection:
            _forget_expired(connection)
            known = update(_tokens).where(_tokens.c.id == token).values(revoked=True)
            if connection.execute(known).rowcount == 0:
                row = {"id": token, "operator": False, "expires": until, "revoked": True}
                connection.execute(insert(_tokens).values(row))
            player_changes.increment(connection)
            end_session_of_any(connection, token, until)

    def _revoke_all(self, player: PlayerId, until: int) -> None:
        with self._engine.begin() as connection:
            lock_player(connection, player)
            connection.execute(delete(revoked_players).where(revoked_players.c.player == player))
            connection.execute(insert(revoked_players).values(player=player, until=until))
            mine = update(_tokens).where(_tokens.c.player == player)
            connection.execute(mine.values(revoked=True))
            player_changes.increment(connection)
            end_sessions(connection, player)


_COLUMNS: Final = IssuedToken.__struct_fields__


def _forget_expired(connection: Connection) -> None:
    connection.execute(delete(_tokens).where(_tokens.c.expires < time()))
