"""Ends connections of those whose token has expired, and of those who are erased."""

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
from api.graphql.faults import fault
from api.graphql.rates import TooManyRequests
from api.identity import Caller, KeysUnavailable, Unauthenticated
from api.identity.staying import EXPIRED, Stay
from application.ending import ended
from domain.events import PlayerId

logger = logging.getLogger(__name__)

FORBIDDEN: Final = 4403
"""What the protocol answers a token with that is no good. Clients may come back, with another one."""
TRY_AGAIN_LATER: Final = 1013
"""What says of a socket that it is neither the client's fault nor for long."""


class DismissingHandler(BaseGraphQLTransportWSHandler[Context, None]):
    """Closes a socket with 4403 when its token expires or its player is erased; onlookers may stay."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._staying = ExitStack()
        self._watching: asyncio.Task[None] | None = None
        self._dismissed = False
        self.player: PlayerId | None = None
        """The player who opened the socket; None for an onlooker."""

    async def handle_message(self, message: Any) -> None:
        """Handle a message of the protocol; what comes after the end is not heard."""
        if not self._dismissed:
            await super().handle_message(message)

    async def handle_connection_init(self, message: Any) -> None:
        """Let somebody in, until its time is over."""
        try:
            await super().handle_connection_init(message)
            caller = await self.context.authenticated() if self.connection_acknowledged else None
        except (KeysUnavailable, SQLAlchemyError) as error:
            logger.warning("who opened a socket cannot be told now: %s", type(error).__name__)
            await self._dismiss(TRY_AGAIN_LATER, "Who you are cannot be told now: try again.")
            return
        except Unauthenticated as error:
            await self._dismiss(FORBIDDEN, str(error))
            return
        if caller is not None and self._watching is None:
            self.player = caller.player
            stay = self._staying.enter_context(self.context.services.identity.stays.stay(caller))
            self._watching = asyncio.create_task(self._until_the_end_of(stay))

    async def shutdown(self) -> None:
        """End what goes on on the socket."""
        if self._watching is not None:
            await ended([self._watching])
        self._staying.close()
        await super().shutdown()

    async def _until_the_end_of(self, stay: Stay) -> None:
        await self._dismiss(FORBIDDEN, await stay.end())

    async def _dismiss(self, code: int, reason: str) -> None:
        # Nothing more is sent: whether the client answers the close, and when, is up to it.
        self._dismissed = True
        for operation in list(self.operations):
            await self.cleanup_operation(operation)
        await self.websocket.close(code=code, reason=reason)


async def while_welcome(context: Context, results: AsyncGenerator[Any, None]) -> AsyncGenerator[Any, None]:
    """Return a stream of results that ends when the token expires or the player is erased.

    The last result is then an error with the code UNAUTHENTICATED. Onlookers get the stream as it is, and so
    does whoever shows a token that is no good or calls too often: the stream itself answers that.
    """
    try:
        caller = await context.authenticated()
    except (Unauthenticated, KeysUnavailable, TooManyRequests):
        return results
    return results if caller is None else _until_dismissed(context, caller, results)


async def _until_dismissed(
    context: Context, caller: Caller, results: AsyncGenerator[Any, None]
) -> AsyncGenerator[Any, None]:
    with context.services.identity.stays.stay(caller) as stay:
        async with aclosing(results):
            while stay.over is None:
                waiting = asyncio.timeout_at(stay.deadline())
                try:
                    async with waiting:
                        with stay.cutting_short(waiting):
                            result = await anext(results)
                except StopAsyncIteration:
                    return
                except TimeoutError:
                    if waiting.expired():
                        break
                    raise
                yield result
        text = f"You are not signed in any more. {stay.over or EXPIRED}"
        yield ExecutionResult(data=None, errors=[fault("UNAUTHENTICATED", text)])
