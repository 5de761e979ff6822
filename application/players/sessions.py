"""Sessions of players: each begins with a sign-in and lasts as long as its token is renewed.

A token names its session. Ending a session makes all of its tokens invalid, in every process within
seconds. Sessions of tokens that were issued before sessions were stored are stored when they are used.
"""

from __future__ import annotations

import asyncio
import unicodedata
from collections.abc import Collection
from time import time
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy import Connection, Engine, Row, delete, select, update

from application.players.session_state import SessionState
from application.players.session_tables import (
    begin_ending,
    device_codes,
    ended_sessions,
    lock_player,
    next_session_change,
    sessions,
)
from application.players.session_tokens import SessionEnded, SessionToken, require_valid, session_row
from application.players.session_uses import SessionUses
from application.players.tables import tokens as issued_tokens
from application.store.upserts import put, put_if_absent
from domain.events import PlayerId

MAX_LISTED: Final = 100
"""Maximum number of sessions in a list, the most recently used."""
MAX_CLIENT: Final = 60
"""Maximum characters of a client's label; the rest is cut off."""


class PlayerSession(Struct, frozen=True, kw_only=True):
    """A session that has not ended. Times are seconds since 1970."""

    id: str
    operator: bool
    client: str | None
    """The label that the client gave itself."""
    created: int
    renewed: int | None
    """Time of the last renewal."""
    used: int
    """Time of the last use, cut to the hour, but not before the session was created."""
    expires: int


class Sessions:
    """The sessions of the server's players."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self.state = SessionState(engine)
        """The ended sessions, as known in memory."""
        self.uses = SessionUses(engine, self.state)
        """The uses of tokens in this process."""

    async def start(self, token: SessionToken, client: str | None) -> None:
        """Store a session with its first token."""
        await asyncio.to_thread(self._start, token, client_label(client))

    async def renew(self, token: SessionToken, successor: SessionToken, client: str | None) -> None:
        """Store the renewal of a session, in which `successor` replaces a token.

        Raises SessionEnded.
        """
        await asyncio.to_thread(self._renew, token, successor, client_label(client))

    async def listed(self, player: PlayerId, among: Collection[str] | None = None) -> list[PlayerSession]:
        """Return a player's sessions that have not ended, or those among some ids, the last used first."""
        await self.uses.flush()
        return await asyncio.to_thread(self._listed, player, among)

    async def end(self, player: PlayerId, session: str, by: SessionToken | None = None) -> bool:
        """End a session of a player; return False if the player has no such session.

        `by` is the player's token that asks for it, whose session is stored if it was not. Raises
        SessionEnded if that is not valid any more.
        """
        if not _is_id(session):
            return False
        if by is None or by.session != session:
            await self.uses.flush()
        ended = await asyncio.to_thread(self._end, player, session, by)
        if ended:
            await self.state.refresh()
        return ended

    async def end_others(self, token: SessionToken) -> int:
        """End all sessions of a token's player except the token's own; return the number of stored ones.

        Raises SessionEnded.
        """
        ended = await asyncio.to_thread(self._end_others, token)
        await self.state.refresh()
        return ended

    def _start(self, token: SessionToken, client: str | None) -> None:
        with self._engine.begin() as connection:
            put_if_absent(connection, sessions, session_row(token, client))

    def _renew(self, token: SessionToken, successor: SessionToken, client: str | None) -> None:
        with self._engine.begin() as connection:
            if not lock_player(connection, token.player):
                raise SessionEnded
            expires = max(require_valid(connection, token), successor.expires)
            renewed: dict[str, Any] = {"renewed": successor.given, "expires": expires}
            if client is not None:
                renewed["client"] = client
            connection.execute(update(sessions).where(sessions.c.id == token.session).values(renewed))
            # Of a session that began with a token from the command line.
            listed = update(issued_tokens).where(issued_tokens.c.id == token.session)
            connection.execute(listed.values(expires=expires))

    def _listed(self, player: PlayerId, among: Collection[str] | None) -> list[PlayerSession]:
        query = (
            select(*(sessions.c[name] for name in PlayerSession.__struct_fields__))
            .where(*_is_open(player))
            .order_by(sessions.c.used.desc(), sessions.c.created.desc(), sessions.c.id)
            .limit(MAX_LISTED)
        )
        if among is not None:
            query = query.where(sessions.c.id.in_(filter(_is_id, among)))
        with self._engine.connect() as connection:
            cut = connection.execute(
                select(ended_sessions.c.until, ended_sessions.c.kept).where(ended_sessions.c.player == player)
            ).one_or_none()
            rows = [_listed_session(row) for row in connection.execute(query)]
        return [each for each in rows if cut is None or each.created > cut.until or each.id == cut.kept]

    def _end(self, player: PlayerId, session: str, by: SessionToken | None) -> bool:
        with self._engine.begin() as connection:
            if not begin_ending(connection, player):
                if by is not None:
                    raise SessionEnded
                return False
            if by is not None:
                require_valid(connection, by)
            change = next_session_change(connection)
            mine = update(sessions).where(sessions.c.id == session, *_is_open(player))
            ended = connection.execute(mine.values(ended=True, client=None, change=change)).rowcount > 0
            connection.execute(
                delete(device_codes).where(device_codes.c.player == player, device_codes.c.session == session)
            )
        return ended

    def _end_others(self, token: SessionToken) -> int:
        with self._engine.begin() as connection:
            if not begin_ending(connection, token.player):
                raise SessionEnded
            require_valid(connection, token)
            return end_sessions(connection, token.player, kept=token.session)


def end_sessions(connection: Connection, player: PlayerId, *, kept: str | None = None) -> int:
    """End a locked player's sessions, except one to keep, and return the number of those that were stored.

    All of the server's tokens issued to the player until now become invalid, also those never used.
    """
    change = next_session_change(connection)
    earlier = select(ended_sessions.c.until).where(ended_sessions.c.player == player)
    # The clock of another process may be ahead.
    until = max(int(time()), connection.execute(earlier).scalar() or 0)
    row = {"player": player, "until": until, "kept": kept, "change": change}
    put(connection, ended_sessions, row)
    others = () if kept is None else (sessions.c.id != kept,)
    ended = update(sessions).where(*_is_open(player), *others)
    connection.execute(delete(device_codes).where(device_codes.c.player == player))
    return connection.execute(ended.values(ended=True, client=None, change=change)).rowcount


def end_session_of_any(connection: Connection, session: str, until: int) -> None:
    """End a session by its id alone, for the operator; an unknown one stays ended until a time."""
    change = next_session_change(connection)
    known = update(sessions).where(sessions.c.id == session)
    unknown = {
        "id": session,
        "player": None,
        "operator": False,
        "client": None,
        "created": 0,
        "renewed": None,
        "used": 0,
        "expires": until,
        "ended": True,
        "change": change,
    }
    put_if_absent(connection, sessions, unknown)
    connection.execute(known.values(ended=True, client=None, change=change))
    connection.execute(delete(device_codes).where(device_codes.c.session == session))


def client_label(text: str | None) -> str | None:
    """Return a client's label without what cannot be printed, None if nothing is left."""
    if text is None:
        return None
    # Cut first, because a request may send a long text.
    normal = unicodedata.normalize("NFC", text[: 10 * MAX_CLIENT])
    printed = "".join(each if each.isprintable() else " " for each in normal)
    return " ".join(printed.split())[:MAX_CLIENT].strip() or None


def _listed_session(row: Row[Any]) -> PlayerSession:
    session = PlayerSession(**row._mapping)
    # Within the hour of the sign-in, the time of use is cut to one before it.
    return replace(session, used=max(session.used, session.created))


def _is_id(text: str) -> bool:
    """Return whether a text may be an id; some databases reject other characters."""
    return text.isascii() and text.isprintable()


def _is_open(player: PlayerId) -> tuple[Any, ...]:
    return sessions.c.player == player, ~sessions.c.ended, sessions.c.expires > int(time())
