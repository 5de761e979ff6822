"""Authorization of one request or socket, with a cached verification of its signature."""

from __future__ import annotations

import asyncio
from time import monotonic
from typing import Final

from api.identity.authentication import Identity
from api.identity.caller import Banned, Caller, Unauthenticated
from application.moderation.bans import Ban

VERIFICATION_PERIOD: Final = 60.0
"""Seconds after which a signature is verified again, so that a withdrawn key also ends open sockets."""


class Credentials:
    """Caches the verification of an authorization, but checks the player and the token each time."""

    _authorization: str | None = None
    _result: Caller | Ban | str = ""
    _valid_until = 0.0
    _verifying: asyncio.Lock | None = None

    def __init__(self, identity: Identity) -> None:
        self._identity = identity

    def at_once(self, authorization: str) -> Caller | None:
        """Return the current caller if that takes no wait and nothing speaks against it, None otherwise."""
        if not self._is_verified(authorization):
            known = self._identity.remembered(authorization)
            if known is None:
                return None
            self._keep(authorization, known)
        result = self._result
        return result if isinstance(result, Caller) and self._identity.is_admitted(result) else None

    async def caller(self, authorization: str | None) -> Caller | None:
        """Return the current caller, None for a spectator; raises Unauthenticated and KeysUnavailable.

        A player who was erased or banned, or whose token was revoked, since the last call is refused.
        """
        if not authorization:
            return None
        if not self._is_verified(authorization):
            # Fields are resolved concurrently: one of them verifies and the others wait for it.
            if self._verifying is None:
                self._verifying = asyncio.Lock()
            async with self._verifying:
                if not self._is_verified(authorization):
                    await self._verify(authorization)
        if isinstance(self._result, str):
            raise Unauthenticated(self._result)
        if isinstance(self._result, Ban):
            raise Banned(self._result)
        try:
            await self._identity.check(self._result)
        except Unauthenticated:
            self._identity.forget(authorization)
            raise
        return self._result

    def _is_verified(self, authorization: str) -> bool:
        return authorization == self._authorization and monotonic() < self._valid_until

    async def _verify(self, authorization: str) -> None:
        try:
            result: Caller | Ban | str = await self._identity.verified(authorization)
        except Banned as error:
            result = error.ban
        except Unauthenticated as error:
            result = str(error)
        self._keep(authorization, result)

    def _keep(self, authorization: str, result: Caller | Ban | str) -> None:
        self._result, self._authorization = result, authorization
        self._valid_until = monotonic() + VERIFICATION_PERIOD
