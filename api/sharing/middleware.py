"""Counts the server's work for each request as its caller's, and has heavy callers wait for their turn."""

from __future__ import annotations

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from api.client_address import client_address
from api.graphql.rates import RateLimits, TooManyRequests, TurnLost
from api.identity import Identity
from api.sharing.account import IN_ADVANCE, CallerAccount
from api.sharing.turns import CONNECTION
from application.work import charged

ACCOUNT = "kibitz.account"
"""Where the scope of a request has its account."""


class Sharing:
    """Shares the server's time between the callers of an application."""

    def __init__(self, app: ASGIApp, rates: RateLimits, identity: Identity) -> None:
        self._app = app
        self._rates = rates
        self._identity = identity

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on once its turn has come; one about health at once."""
        if scope["type"] not in ("http", "websocket") or scope["path"].startswith("/health/"):
            await self._app(scope, receive, send)
            return
        account = CallerAccount(self._rates, client_address(scope), scope.get(CONNECTION))
        scope[ACCOUNT] = account
        if (player := self._identity.seen(Headers(scope=scope).get("authorization"))) is not None:
            account.identify(player)
        if scope["type"] == "websocket":
            # Each message on it waits for a turn of its own.
            account.reserve(IN_ADVANCE)
        else:
            try:
                await account.turn()
            except TurnLost:
                return
            except TooManyRequests as refused:
                account.overdue = refused
        await charged(self._pass_on(scope, receive, send), account)

    async def _pass_on(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self._app(scope, receive, send)
