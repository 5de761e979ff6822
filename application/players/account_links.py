"""Links of guests to accounts of an identity provider, by which they sign in from then on."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

from sqlalchemy import Connection, Engine, select, update
from sqlalchemy.exc import IntegrityError

from application.identity_refusals import AccountHasPlayer, AlreadyLinked, InvalidProviderToken, NotAGuest
from application.moderation.bans import ban_of_identity
from application.players.session_tables import begin_ending
from application.players.session_tokens import SessionEnded, SessionToken, require_valid
from application.players.sessions import Sessions, end_sessions
from application.players.tables import GUEST, LOCAL, players, time_of_erasure

ERASED: Final = "it is from before its player was erased"
BANNED: Final = "its player was banned"


class AccountLinks:
    """Links guests to accounts."""

    def __init__(self, engine: Engine, sessions: Sessions, digest: Callable[[str, str], bytes]) -> None:
        self._engine = engine
        self._sessions = sessions
        self._digest = digest

    async def link(self, token: SessionToken, issuer: str, subject: str, since: int) -> None:
        """Make a guest the player of an account, and end all of its sessions of this server.

        `token` is the guest's; `since` is the time at which the provider's token was issued, in seconds since
        1970. Raises NotAGuest, AlreadyLinked, AccountHasPlayer, InvalidProviderToken and SessionEnded.
        """
        await asyncio.to_thread(self._link, token, issuer, subject, since)
        await self._sessions.state.refresh()

    def _link(self, token: SessionToken, issuer: str, subject: str, since: int) -> None:
        with self._engine.begin() as connection:
            self._check(connection, token, issuer, subject, since)
            mine = update(players).where(players.c.id == token.player)
            try:
                connection.execute(mine.values(issuer=issuer, subject=subject))
            except IntegrityError as error:
                raise AccountHasPlayer from error
            # Anyone may have the guest's tokens; from now on the provider alone says who the player is.
            end_sessions(connection, token.player)

    def _check(
        self, connection: Connection, token: SessionToken, issuer: str, subject: str, since: int
    ) -> None:
        if not begin_ending(connection, token.player):
            raise SessionEnded
        current = connection.execute(
            select(players.c.issuer).where(players.c.id == token.player)
        ).scalar_one()
        if current == LOCAL:
            raise NotAGuest
        if current != GUEST:
            raise AlreadyLinked
        require_valid(connection, token)
        digest = self._digest(issuer, subject)
        erased_at = time_of_erasure(connection, digest)
        if erased_at is not None and since <= erased_at:
            raise InvalidProviderToken(ERASED)
        if ban_of_identity(connection, digest) is not None:
            raise InvalidProviderToken(BANNED)
