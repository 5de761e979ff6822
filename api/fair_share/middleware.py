"""Middleware that charges work to the caller of a request and makes heavy callers wait for turns."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from starlette.types import Receive, Scope, Send

from api.client_address import client_address
from api.fair_share.caller_account import DEFAULT_RESERVATION, CallerAccount
from api.fair_share.first_headers import first_headers
from api.fair_share.turns import CONNECTION
from api.graphql.limits.rates import RateLimits, TooManyRequests, TurnLost
from api.identity.authentication import Identity
from application.runtime.work_accounts import run_on_account

ACCOUNT = "kibitz.account"
"""Key of the account in the scope of a request."""
CoroutineApp = Callable[[Scope, Receive, Send], Coroutine[Any, Any, None]]
"""An application whose calls are coroutines, as those of all classes are."""


class FairShareMiddleware:
    """Shares the server's time between the callers of an application."""

    def __init__(self, app: CoroutineApp, rates: RateLimits, identity: Identity) -> None:
        self._app = app
        self._rates = rates
        self._identity = identity

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on once its turn has come; pass health checks on at once."""
        if scope["type"] not in ("http", "websocket") or scope["path"].startswith("/health/"):
            await self._app(scope, receive, send)
            return
        account = CallerAccount(self._rates, client_address(scope), scope.get(CONNECTION))
        scope[ACCOUNT] = account
        if (authorization := first_headers(scope).get(b"authorization")) is not None:
            account.has_token = True
            if (player := self._identity.seen(authorization.decode("latin-1"))) is not None:
                account.identify(player)
        # Each message on a socket waits for its own turn.
        if scope["type"] == "http" and (turn := account.asked_turn(DEFAULT_RESERVATION)) is not None:
            try:
                await account.wait_for(turn)
            except TurnLost:
                return
            except TooManyRequests as refused:
                account.refusal = refused
        if account.refusal is None:
            # A refused request does no work, but its answer is delayed.
            account.expected = DEFAULT_RESERVATION
        await run_on_account(self._app(scope, receive, send), account)
