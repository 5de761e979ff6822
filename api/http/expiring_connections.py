"""Closes connections when their token expires or is revoked, or their player is erased or banned."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator
from contextlib import ExitStack, aclosing
from typing import Any, Final

from sqlalchemy.exc import SQLAlchemyError
from strawberry.subscriptions.protocols.graphql_transport_ws.handlers import (
    BaseGraphQLTransportWSHandler,
)
from strawberry.types import ExecutionResult

from api.graphql.context import Context
from api.graphql.errors.bans import banned
from api.graphql.errors.faults import fault
from api.graphql.limits.rates import TooManyRequests
from api.identity.authentication import Caller, KeysUnavailable, Unauthenticated
from api.identity.open_connections import EXPIRED, OpenConnection
from application.runtime.cancellation import cancel_and_wait
from application.runtime.timer_wheel import TimeLimit
from domain.events import PlayerId

logger = logging.getLogger(__name__)

FORBIDDEN: Final = 4403
"""The protocol's close code for an invalid token. Clients may reconnect with another token."""
TRY_AGAIN_LATER: Final = 1013
"""The close code for a temporary failure of the server."""


class ExpiringSocketHandler(BaseGraphQLTransportWSHandler[Context, None]):
    """Closes a socket with 4403 when its player loses access, or its address is banned."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._entered = ExitStack()
        self._watching: asyncio.Task[None] | None = None
        self._dismissed = False
        self.player: PlayerId | None = None
        """The player who opened the socket; None for a spectator."""

    async def handle_message(self, message: Any) -> None:
        """Handle a message of the protocol; messages after the dismissal are ignored."""
        if not self._dismissed:
            await super().handle_message(message)

    async def handle_connection_init(self, message: Any) -> None:
        """Admit a caller until it loses access."""
        try:
            await super().handle_connection_init(message)
            caller = await self.context.authenticated() if self.connection_acknowledged else None
        except (KeysUnavailable, SQLAlchemyError) as error:
            logger.warning("the caller of a socket cannot be authenticated now: %s", type(error).__name__)
            await self._dismiss(TRY_AGAIN_LATER, "You cannot be authenticated now: try again.")
            return
        except Unauthenticated as error:
            await self._dismiss(FORBIDDEN, str(error))
            return
        if self.connection_acknowledged and self._watching is None:
            self.player = None if caller is None else caller.player
            connections = self.context.services.identity.connections
            connection = self._entered.enter_context(connections.open(caller, self.context.account.address))
            self._watching = asyncio.create_task(self._dismiss_at_end(connection))

    async def shutdown(self) -> None:
        """End the operations on the socket."""
        if self._watching is not None:
            await cancel_and_wait([self._watching])
        self._entered.close()
        await super().shutdown()

    async def _dismiss_at_end(self, connection: OpenConnection) -> None:
        await self._dismiss(FORBIDDEN, await connection.wait_ended())

    async def _dismiss(self, code: int, reason: str) -> None:
        # Operations end first, because the client may answer the close late or never.
        self._dismissed = True
        for operation in list(self.operations):
            await self.cleanup_operation(operation)
        await self.websocket.close(code=code, reason=reason)


async def until_access_ends(
    context: Context, results: AsyncGenerator[Any, None]
) -> AsyncGenerator[Any, None]:
    """Return a stream of results that ends when its caller loses access.

    The last result is then an error with the code UNAUTHENTICATED or BANNED. Callers with an invalid token or
    above their rate limit get the stream unchanged, which reports it itself.
    """
    try:
        caller = await context.authenticated()
    except (Unauthenticated, KeysUnavailable, TooManyRequests):
        return results
    return _until_ended(context, caller, results)


async def _until_ended(
    context: Context, caller: Caller | None, results: AsyncGenerator[Any, None]
) -> AsyncGenerator[Any, None]:
    connections, address = context.services.identity.connections, context.account.address
    with connections.open(caller, address) as connection:
        async with aclosing(results):
            while connection.end_reason is None:
                waiting = TimeLimit(connection.deadline())
                try:
                    async with waiting:
                        with connection.rescheduling(waiting):
                            result = await anext(results)
                except StopAsyncIteration:
                    return
                except TimeoutError:
                    if waiting.expired():
                        break
                    raise
                yield result
        if connection.ban is not None:
            yield ExecutionResult(data=None, errors=[banned(connection.ban)])
            return
        text = f"You are not signed in any more. {connection.end_reason or EXPIRED}"
        yield ExecutionResult(data=None, errors=[fault("UNAUTHENTICATED", text)])
