"""Tokens issued from the command line, and revoked tokens.

A token is revoked by its id, or with all others of its player that were given out before. The table stands
beside the players; other processes notice a change within seconds, as they notice another name.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from time import time
from typing import Final

from msgspec import Struct
from sqlalchemy import Connection, Engine, delete, insert, select, update

from application.players_tables import changed, counted, revoked_players
from application.players_tables import tokens as _tokens
from application.renewal import Renewal
from domain.events import PlayerId

LONGEST_LIFE: Final = 3650 * 24 * 60 * 60
"""Seconds for which a token that only its id is known of stays revoked: none is good for longer."""


class GivenToken(Struct, frozen=True, kw_only=True):
    """A token that was given out by hand, without what it is shown by."""

    id: str
    player: PlayerId | None
    operator: bool
    given: int | None
    """When it was given out, in seconds since 1970; not known of one that was given out otherwise."""
    expires: int
    revoked: bool = False


class _Revoked(Struct, frozen=True, kw_only=True):
    count: int
    tokens: frozenset[str]
    players: Mapping[PlayerId, int]


class Tokens:
    """Revoked tokens; looked up in memory, and read again when something was changed."""

    def __init__(self, engine: Engine, noticed_within: float) -> None:
        self._engine = engine
        self._revoked = _Revoked(count=-1, tokens=frozenset(), players={})
        self._looking = asyncio.Lock()
        self._renewal = Renewal(self._look, noticed_within)

    async def is_revoked(self, player: PlayerId, token: str | None, given: float) -> bool:
        """Tell whether a player's token, by its id and when it was given out, is good no more."""
        await self._renewal.due()
        return self.known_revoked(player, token, given)

    def known_revoked(self, player: PlayerId, token: str | None, given: float) -> bool:
        """Tell the same by what was there when it was last looked."""
        return token in self._revoked.tokens or given < self._revoked.players.get(player, -1) + 1

    async def look(self) -> None:
        """Look now whether a token was revoked, by this process or another."""
        await self._renewal.now()

    async def _look(self) -> None:
        # One after the other, so that what is read last is what is known.
        async with self._looking:
            self._revoked = await asyncio.to_thread(self._read, self._revoked)

    async def record(self, token: GivenToken) -> None:
        """Keep that a token was given out."""
        await asyncio.to_thread(self._record, token)

    async def listed(self) -> list[GivenToken]:
        """Return the tokens that were given out by hand or revoked, and have not expired."""
        return await asyncio.to_thread(self._listed)

    async def revoke(self, token: str) -> None:
        """Let a token be good no more, by its id."""
        await asyncio.to_thread(self._revoke, token)
        await self.look()

    async def revoke_all(self, player: PlayerId) -> None:
        """Let all tokens be good no more that a player was given until now.

        Tokens tell the time in whole seconds: it returns in the next one, so that a token given out
        afterwards is good.
        """
        until = int(time())
        await asyncio.to_thread(self._revoke_all, player, until)
        await self.look()
        await asyncio.sleep(max(0.0, until + 1 - time()))

    def _read(self, known: _Revoked) -> _Revoked:
        with self._engine.connect() as connection:
            # First: what is changed after it is read once more the next time.
            count = counted(connection)
            if count == known.count:
                return known
            revoked = select(_tokens.c.id).where(_tokens.c.revoked)
            players = select(revoked_players.c.player, revoked_players.c.until)
            return _Revoked(
                count=count,
                tokens=frozenset(connection.execute(revoked).scalars()),
                players={row.player: row.until for row in connection.execute(players)},
            )

    def _listed(self) -> list[GivenToken]:
        query = select(_tokens).where(_tokens.c.expires > time()).order_by(_tokens.c.given, _tokens.c.id)
        with self._engine.connect() as connection:
            return [GivenToken(**row._mapping) for row in connection.execute(query)]

    def _record(self, token: GivenToken) -> None:
        with self._engine.begin() as connection:
            _forget_expired(connection)
            connection.execute(insert(_tokens).values({name: getattr(token, name) for name in _COLUMNS}))

    def _revoke(self, token: str) -> None:
        with self._engine.begin() as connection:
            _forget_expired(connection)
            known = update(_tokens).where(_tokens.c.id == token).values(revoked=True)
            if connection.execute(known).rowcount == 0:
                until = int(time()) + LONGEST_LIFE
                row = {"id": token, "operator": False, "expires": until, "revoked": True}
                connection.execute(insert(_tokens).values(row))
            changed(connection)

    def _revoke_all(self, player: PlayerId, until: int) -> None:
        with self._engine.begin() as connection:
            connection.execute(delete(revoked_players).where(revoked_players.c.player == player))
            connection.execute(insert(revoked_players).values(player=player, until=until))
            mine = update(_tokens).where(_tokens.c.player == player)
            connection.execute(mine.values(revoked=True))
            changed(connection)


_COLUMNS: Final = GivenToken.__struct_fields__


def _forget_expired(connection: Connection) -> None:
    connection.execute(delete(_tokens).where(_tokens.c.expires < time()))
