"""Creates and finds the short codes of invitations by link.

A code belongs to a game, an inviter and the time for which the inviter sits there: it is void for ever once
the inviter has left, even if it comes back. Whether the game still waits for players is not known here.
"""

from __future__ import annotations

import asyncio
import hmac
import secrets
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from time import time
from typing import Any, Final
from uuid import UUID, uuid4

from msgspec import Struct
from sqlalchemy import ColumnElement, Delete, Engine, Row, and_, delete, select, update

from application.codec import GameId, Version
from application.invitations.code_text import code_of, normalized
from application.invitations.tables import invitation_codes
from application.players.session_tables import lock_player
from application.players.session_tokens import SessionEnded
from application.store.port import Store
from application.store.upserts import put
from domain.events import PlayerId, PlayerLeft

VALIDITY: Final = timedelta(days=7)
"""The time for which a code is valid after its inviter last asked for it."""
MAX_UNREAD: Final = 50
"""Maximum number of events that are read again each time a code is found."""
MAX_DELETED: Final = 1_000
"""Maximum number of expired codes that are deleted at once."""


class InvitationCode(Struct, frozen=True, kw_only=True):
    """A code and its expiry."""

    text: str
    expires_at: datetime


class FoundInvitation(Struct, frozen=True, kw_only=True):
    """The game and the inviter of a code, which may be void."""

    game: GameId
    inviter: PlayerId
    expires_at: datetime
    has_left: bool
    """True if the inviter has left the table since the code was made."""


class InvitationCodes:
    """The codes of all games; `secret` is that from which codes follow."""

    def __init__(self, engine: Engine, secret: str, store: Store) -> None:
        self._engine = engine
        self._store = store
        self._code_key = sha256(b"invitation codes " + secret.encode()).digest()
        self._digest_key = sha256(b"digests of invitation codes " + secret.encode()).digest()

    async def create(self, game: GameId, version: Version, inviter: PlayerId) -> InvitationCode:
        """Return the code of a player who has a seat in a game at a version; the same one while it is valid.

        Raises SessionEnded for an erased player.
        """
        void: bytes | None = None
        known = await asyncio.to_thread(self._row, _of(game, inviter))
        if known is not None and await self._has_left(game, inviter, known.version, version):
            void = known.digest
        return await asyncio.to_thread(self._create, game, version, inviter, void)

    async def find(self, text: str) -> FoundInvitation | None:
        """Return what a code is for, None for any text that is no code of an invitation.

        Both take a query by a digest and a read of the log, so that the time tells little about a code.
        """
        digest = self._digest(normalized(text))
        row = await asyncio.to_thread(self._row, invitation_codes.c.digest == digest)
        if row is None:
            await self._store.read(uuid4())
            return None
        game = UUID(row.game)
        return FoundInvitation(
            game=game,
            inviter=row.inviter,
            expires_at=datetime.fromtimestamp(row.expires, UTC),
            has_left=await self._has_left(game, row.inviter, row.version),
        )

    async def _has_left(
        self, game: GameId, inviter: PlayerId, after: Version, upto: Version | None = None
    ) -> bool:
        events = await self._store.read(game, after, upto)
        if any(isinstance(each.event, PlayerLeft) and each.event.player == inviter for each in events):
            return True
        if len(events) > MAX_UNREAD:
            await asyncio.to_thread(self._note_version, game, inviter, after, events[-1].version)
        return False

    def _row(self, condition: ColumnElement[bool]) -> Row[Any] | None:
        valid = select(invitation_codes).where(condition, invitation_codes.c.expires > int(time()))
        with self._engine.connect() as connection:
            return connection.execute(valid).one_or_none()

    def _create(
        self, game: GameId, version: Version, inviter: PlayerId, void: bytes | None
    ) -> InvitationCode:
        now = int(time())
        expires = now + int(VALIDITY.total_seconds())
        with self._engine.begin() as connection:
            # The player first: an erased player invites nobody.
            if not lock_player(connection, inviter):
                raise SessionEnded
            connection.execute(_deleting_expired(now))
            row = connection.execute(select(invitation_codes).where(_of(game, inviter))).one_or_none()
            if row is None or row.digest == void or self._digest(self._code(row.salt)) != row.digest:
                salt = secrets.token_bytes(16)
                new = self._new_row(game, version, inviter, salt)
            else:
                salt, new = row.salt, dict(row._mapping)
            put(connection, invitation_codes, {**new, "expires": expires})
        return InvitationCode(text=self._code(salt), expires_at=datetime.fromtimestamp(expires, UTC))

    def _new_row(self, game: GameId, version: Version, inviter: PlayerId, salt: bytes) -> Mapping[str, Any]:
        digest = self._digest(self._code(salt))
        return {"game": str(game), "inviter": inviter, "salt": salt, "digest": digest, "version": version}

    def _note_version(self, game: GameId, inviter: PlayerId, before: Version, version: Version) -> None:
        same = and_(_of(game, inviter), invitation_codes.c.version == before)
        with self._engine.begin() as connection:
            connection.execute(update(invitation_codes).where(same).values(version=version))

    def _code(self, salt: bytes) -> str:
        return code_of(hmac.digest(self._code_key, salt, "sha256"))

    def _digest(self, code: str) -> bytes:
        return hmac.digest(self._digest_key, code.encode(), "sha256")


def _deleting_expired(now: int) -> Delete:
    # Rows that another transaction deletes are left to it, so that none waits for another.
    expired = (
        select(invitation_codes.c.digest)
        .where(invitation_codes.c.expires <= now)
        .limit(MAX_DELETED)
        .with_for_update(skip_locked=True)
    )
    return delete(invitation_codes).where(invitation_codes.c.digest.in_(expired))


def _of(game: GameId, inviter: PlayerId) -> ColumnElement[bool]:
    return and_(invitation_codes.c.game == str(game), invitation_codes.c.inviter == inviter)
