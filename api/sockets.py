"""Sockets: graphql-transport-ws, with messages that are none turned away before anything trips over them."""

from __future__ import annotations

from contextlib import suppress
from typing import Any, Final

from starlette.websockets import WebSocketDisconnected as Closed
from strawberry.http.exceptions import WebSocketDisconnected

from api.dismissal import DismissingHandler
from api.graphql.limits import passed
from api.negotiation import Unacceptable, query_of

MOST_OPERATIONS: Final = 100
"""Operations that may go on at once on a socket."""


class SocketHandler(DismissingHandler):
    """Follows the protocol; a message that does not is answered by closing the socket with 4400."""

    async def handle_message(self, message: Any) -> None:
        """Handle a message of the protocol."""
        if message.get("type") == "subscribe" and not await self._documented(message):
            return
        if message.get("type") == "subscribe" and not _is_operation(message):
            await self.handle_invalid_message("The message names no operation")
        elif not isinstance(message.get("id", ""), str):
            await self.handle_invalid_message("The id of a message is a text")
        else:
            await super().handle_message(message)

    async def _documented(self, message: dict[str, Any]) -> bool:
        """Put the text of a trusted document into a message that names it by its id, if there is one."""
        payload = message.get("payload")
        if not (isinstance(message.get("id"), str) and isinstance(payload, dict)):
            return True
        view: Any = self.view
        try:
            query = query_of(payload, view.trusted.find)
        except Unacceptable as refused:
            error = [refused.error.formatted]
            await self.send_message({"id": message["id"], "type": "error", "payload": error})
            return False
        message["payload"] = payload | {"query": query}
        return True

    async def handle_subscribe(self, message: Any) -> None:
        """Begin an operation, unless as many as are taken go on already."""
        if len(self.operations) < MOST_OPERATIONS or message["id"] in self.operations:
            await super().handle_subscribe(message)
            return
        error = passed("TOO_MANY_OPERATIONS", MOST_OPERATIONS)
        await self.send_message({"id": message["id"], "type": "error", "payload": [error.formatted]})

    async def send_message(self, message: Any) -> None:
        """Send a message; who has gone is not sent any, and what went on for it is ended by who reads."""
        with suppress(WebSocketDisconnected, Closed):
            await super().send_message(message)

    def forget_id(self, id: str) -> None:
        """Forget an operation that ends, even as the socket does, which forgets all of them."""
        self.operations.pop(id, None)


def _is_operation(message: dict[str, Any]) -> bool:
    payload = message.get("payload")
    if not (isinstance(message.get("id"), str) and isinstance(payload, dict)):
        return False
    query, variables, name = (payload.get(key) for key in ("query", "variables", "operationName"))
    return (
        isinstance(query, str)
        and bool(query)
        and isinstance(variables, dict | None)
        and isinstance(name, str | None)
    )
