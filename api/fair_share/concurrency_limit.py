"""Limit on the concurrent requests and sockets of one client behind a reverse proxy."""

from __future__ import annotations

from collections import Counter
from typing import Final

from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from api.client_address import client_address

UNAVAILABLE: Final = 503


class ConcurrencyLimit:
    """Limits the concurrent requests and sockets of one address.

    A proxy's connections carry many clients, so connections cannot be counted instead.
    """

    def __init__(self, app: ASGIApp, limit: int) -> None:
        self._app = app
        self._limit = limit
        self._open: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on requests within the limit, and answer the others with 503."""
        if scope["type"] not in ("http", "websocket") or scope["path"].startswith("/health/"):
            await self._app(scope, receive, send)
            return
        address = client_address(scope)
        if self._open[address] >= self._limit:
            await PlainTextResponse("Too many requests at once.", UNAVAILABLE)(scope, receive, send)
            return
        self._open[address] += 1
        try:
            await self._app(scope, receive, send)
        finally:
            self._open[address] -= 1
            if not self._open[address]:
                del self._open[address]
