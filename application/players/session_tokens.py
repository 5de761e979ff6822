"""Tokens of sessions as their claims describe them, and the check of a token within a transaction."""

from __future__ import annotations

from time import time
from typing import Any, Final

from msgspec import Struct
from sqlalchemy import Connection, or_, select

from application.players.session_state import REPLACED_TOKEN_GRACE
from application.players.session_tables import ended_sessions, replaced_tokens, sessions
from application.players.tables import revoked_players
from application.players.tables import tokens as issued_tokens
from application.store.upserts import put_if_absent
from domain.events import PlayerId

HOUR: Final = 3_600
"""The grain in seconds of the times of last use."""


class SessionEnded(Exception):
    """The session has ended, or its player is erased."""


class SessionToken(Struct, frozen=True, kw_only=True):
    """A token of the server, and the session to which it belongs."""

    id: str
    session: str
    """The id of the session: that of its first token."""
    player: PlayerId
    given: int
    """Time of issue, in seconds since 1970."""
    expires: int
    operator: bool = False
    replaces: str | None = None
    """The token by which this one was requested; it becomes invalid after this one was used."""


def session_row(token: SessionToken, client: str | None = None) -> dict[str, Any]:
    """Return the row of a session that is not stored yet, of which only this token is known."""
    used = max(token.given, int(time()))
    return {
        "id": token.session,
        "player": token.player,
        "operator": token.operator,
        "client": client,
        "created": token.given,
        "renewed": None,
        "used": used - used % HOUR,
        "expires": token.expires,
        "ended": False,
        "change": 0,
    }


def require_valid(connection: Connection, token: SessionToken) -> int:
    """Return the expiry of a token's session; raises SessionEnded for a token that is not valid any more.

    The player is locked. The session is stored if it was not, and stays locked, so that it cannot be revoked
    meanwhile.
    """
    put_if_absent(connection, sessions, session_row(token))
    locked = select(sessions.c.ended, sessions.c.player, sessions.c.expires).where(
        sessions.c.id == token.session
    )
    row = connection.execute(locked.with_for_update()).one()
    ids = (token.id, token.session)
    revoked = select(issued_tokens.c.id).where(issued_tokens.c.id.in_(ids), issued_tokens.c.revoked)
    of_player = select(revoked_players.c.player).where(
        revoked_players.c.player == token.player, revoked_players.c.until >= token.given
    )
    cut = select(ended_sessions.c.player).where(
        ended_sessions.c.player == token.player,
        ended_sessions.c.until >= token.given,
        or_(ended_sessions.c.kept.is_(None), ended_sessions.c.kept != token.session),
    )
    replaced = select(replaced_tokens.c.id).where(
        replaced_tokens.c.id == token.id, replaced_tokens.c.at <= time() - REPLACED_TOKEN_GRACE
    )
    if row.ended or row.player != token.player:
        raise SessionEnded
    for refusing in (revoked, of_player, cut, replaced):
        if connection.execute(refusing).first() is not None:
            raise SessionEnded
    return int(row.expires)
