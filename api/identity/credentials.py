"""Authorization of one request or socket, with a cached verification of its signature."""

from __future__ import annotations

import asyncio
from time import monotonic
from typing import Final

from api.identity.authentication import Identity
from api.identity.caller import Caller, Unauthenticated

VERIFIED_FOR: Final = 60.0
"""Seconds after which a signature is verified again, so that a withdrawn key also ends open sockets."""


class Credentials:
    """Caches the verification of an authorization, but checks the player and the token each time."""

    def __init__(self, identity: Identity) -> None:
        self._identity = identity
        self._authorization: str | None = None
        self._said: Caller | str = ""
        self._good_until = 0.0
        self._verifying = asyncio.Lock()

    async def caller(self, authorization: str | None) -> Caller | None:
        """Return the current caller, None for a spectator; raises Unauthenticated and KeysUnavailable.

        A player who was erased, or whose token was revoked, since the last call is refused.
        """
        if not authorization:
            return None
        # Fields are resolved concurrently: one of them verifies and the others wait for it.
        async with self._verifying:
            if authorization != self._authorization or monotonic() >= self._good_until:
                await self._verify(authorization)
        if isinstance(self._said, str):
            raise Unauthenticated(self._said)
        try:
            await self._identity.check(self._said)
        except Unauthenticated:
            self._identity.forget(authorization)
            raise
        return self._said

    async def _verify(self, authorization: str) -> None:
        try:
            said: Caller | str = await self._identity.verified(authorization)
        except Unauthenticated as error:
            said = str(error)
        self._said, self._authorization = said, authorization
        self._good_until = monotonic() + VERIFIED_FOR
