"""Device codes: a signed-in player creates one to sign in on another device.

A code is a secret of one use that is valid for a minute. Only its digest is stored, keyed with the server's
secret, so that a copy of the database does not disclose it.
"""

from __future__ import annotations

import asyncio
import hmac
import secrets
from hashlib import sha256
from time import time
from typing import Final

from msgspec import Struct
from sqlalchemy import Engine, delete, select

from application.identity_refusals import InvalidDeviceCode
from application.players.session_tables import device_codes, ended_sessions, lock_player, sessions
from application.players.session_tokens import SessionEnded, SessionToken, require_valid, session_row
from application.players.sessions import client_label
from application.store.upserts import put
from domain.events import PlayerId

ALPHABET: Final = "BCDFGHJKLMNPQRSTVWXZ"
"""The letters that RFC 8628 recommends (section 6.1): no vowels, so no words, and no digits."""
LENGTH: Final = 10
"""Letters of a code, of which there are 20 to the power of 10, 10 million million."""
VALIDITY: Final = 60
"""Seconds for which a code is valid."""


class DeviceCode(Struct, frozen=True, kw_only=True):
    """A new code, in the form in which people read it."""

    text: str
    expires: int
    """The time at which it expires, in seconds since 1970."""


class DeviceCodes:
    """The codes that have been created and not used; `secret` keys their digests."""

    def __init__(self, engine: Engine, secret: str) -> None:
        self._engine = engine
        self._key = sha256(b"device codes " + secret.encode()).digest()

    async def create(self, token: SessionToken) -> DeviceCode:
        """Create a code for a token's player, in place of an earlier one; raises SessionEnded."""
        letters = "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))
        expires = int(time()) + VALIDITY
        await asyncio.to_thread(self._create, token, self._digest(letters), expires)
        return DeviceCode(text=f"{letters[: LENGTH // 2]}-{letters[LENGTH // 2 :]}", expires=expires)

    async def redeem(self, code: str, id: str, valid_for: int, client: str | None) -> SessionToken:
        """Use a code, and return the first token of a new session of its player, which has the given id.

        Raises InvalidDeviceCode, the same for a wrong, a used and an expired code.
        """
        return await asyncio.to_thread(self._redeem, self._digest(code), id, valid_for, client_label(client))

    def _create(self, token: SessionToken, digest: bytes, expires: int) -> None:
        with self._engine.begin() as connection:
            if not lock_player(connection, token.player):
                raise SessionEnded
            require_valid(connection, token)
            row = {"player": token.player, "digest": digest, "session": token.session, "expires": expires}
            put(connection, device_codes, row)

    def _redeem(self, digest: bytes, id: str, valid_for: int, client: str | None) -> SessionToken:
        # Every invalid code ends with this one query, which takes no lock: nothing distinguishes them.
        valid = device_codes.c.digest == digest, device_codes.c.expires > int(time())
        with self._engine.connect() as connection:
            player: PlayerId | None = connection.execute(
                select(device_codes.c.player).where(*valid)
            ).scalar_one_or_none()
        if player is None:
            raise InvalidDeviceCode
        with self._engine.begin() as connection:
            # Of several callers with one code, the first deletes it, and the others find none.
            if (
                not lock_player(connection, player)
                or not connection.execute(delete(device_codes).where(*valid)).rowcount
            ):
                raise InvalidDeviceCode
            until = connection.execute(
                select(ended_sessions.c.until).where(ended_sessions.c.player == player)
            ).scalar_one_or_none()
            # Tokens have times in whole seconds: one of this second must not count as one before the end.
            given = max(int(time()), -1 if until is None else until + 1)
            token = SessionToken(id=id, session=id, player=player, given=given, expires=given + valid_for)
            connection.execute(sessions.insert().values(session_row(token, client)))
        return token

    def _digest(self, code: str) -> bytes:
        letters = "".join(each for each in code.upper() if each.isalnum())
        return hmac.digest(self._key, letters.encode(errors="surrogatepass"), "sha256")
