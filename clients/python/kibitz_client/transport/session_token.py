"""The token of a connection, renewed while the connection is in use."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from datetime import datetime
from time import time
from typing import Any, Final

from kibitz_client.errors import ClientError, Unauthenticated

EXPIRY: Final = "{ session { expiresAt } }"
RENEW: Final = """mutation { renewToken(input: {}) {
    ... on RenewTokenAccepted { token expiresAt }
    ... on Refusal { code }
} }"""

FIRST_CHECK: Final = 60.0
"""Seconds of use after which a connection asks when its token expires; short ones send no further request."""
PAUSE: Final = 60.0
"""Seconds after a failed renewal before the next attempt."""
LONGEST_WAIT: Final = 3600.0
SHORTEST_WAIT: Final = 0.5

Send = Callable[[str, str], Awaitable[Mapping[str, Any]]]
"""Sends a document with a token and returns its data."""
OnRenewed = Callable[[str], None]
"""Receives each new token. The old one becomes invalid soon after."""


class SessionToken:
    """The token to send, renewed when half of the time has passed from its first use to its expiry."""

    def __init__(self, token: str | None, send: Send, on_renewed: OnRenewed | None) -> None:
        self.value = token
        """The current token; None for a spectator."""
        self._send = send
        self._on_renewed = on_renewed
        self._since = time()
        self._expires: float | None = None
        self._due = self._since + FIRST_CHECK
        self._lock = asyncio.Lock()

    def set(self, token: str, expires: datetime) -> None:
        """Replace the token by a new one whose expiry is known."""
        self.value, self._since = token, time()
        self._set_expiry(expires)

    async def current(self) -> str | None:
        """Return the token to send; renew it first if it is time."""
        if self.value is not None and time() >= self._due and not self._lock.locked():
            await self._renew()
        return self.value

    @asynccontextmanager
    async def kept_valid(self) -> AsyncGenerator[None, None]:
        """Renew the token in time, without requests too."""
        renewing = asyncio.create_task(self._keep_valid())
        try:
            yield
        finally:
            renewing.cancel()

    async def _keep_valid(self) -> None:
        while self.value is not None:
            await asyncio.sleep(min(max(self._due - time(), SHORTEST_WAIT), LONGEST_WAIT))
            await self.current()

    async def _renew(self) -> None:
        async with self._lock:
            try:
                await (self._learn_expiry() if self._expires is None else self._replace())
            except Unauthenticated:
                # The next request tells.
                self._due = float("inf")
            except ClientError:
                self._due = time() + PAUSE

    async def _learn_expiry(self) -> None:
        assert self.value is not None, "a spectator has no token"
        session = (await self._send(EXPIRY, self.value))["session"]
        self._set_expiry(datetime.fromisoformat(session["expiresAt"]))

    async def _replace(self) -> None:
        assert self.value is not None, "a spectator has no token"
        renewed = (await self._send(RENEW, self.value))["renewToken"]
        if "code" in renewed:
            # An operator's token, or one of an identity provider: it cannot be renewed here.
            self._due = float("inf")
            return
        self.set(renewed["token"], datetime.fromisoformat(renewed["expiresAt"]))
        if self._on_renewed is not None:
            self._on_renewed(renewed["token"])

    def _set_expiry(self, expires: datetime) -> None:
        self._expires = expires.timestamp()
        self._due = (self._since + self._expires) / 2
