"""The authorization that one request or socket shows; its signature is verified once."""

from __future__ import annotations

import asyncio
from time import monotonic
from typing import Final

from api.identity import Identity
from api.identity.caller import Caller, Unauthenticated

VERIFIED_FOR: Final = 60.0
"""Seconds after which a signature is verified again, so that a withdrawn key ends an open socket, too."""


class Credentials:
    """Remembers what the verification of an authorization said; who its player is, is asked each time."""

    def __init__(self, identity: Identity) -> None:
        self._identity = identity
        self._authorization: str | None = None
        self._said: Caller | str = ""
        self._good_until = 0.0
        self._verifying = asyncio.Lock()

    async def caller(self, authorization: str | None) -> Caller | None:
        """Return who is calling now, None for an onlooker; raises Unauthenticated and KeysUnavailable.

        Whoever has been erased since the last call, or whose token was revoked, is nobody from there on.
        """
        if not authorization:
            return None
        # Fields are asked for side by side: one verifies and the others wait for it.
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
