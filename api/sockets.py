"""Sockets: graphql-transport-ws, with messages that are none turned away before anything trips over them."""

from __future__ import annotations

from typing import Any

from strawberry.subscriptions.protocols.graphql_transport_ws.handlers import (
    BaseGraphQLTransportWSHandler,
)

from api.graphql.context import Context


class SocketHandler(BaseGraphQLTransportWSHandler[Context, None]):
    """Follows the protocol; a message that does not is answered by closing the socket with 4400."""

    async def handle_message(self, message: Any) -> None:
        """Handle a message of the protocol."""
        if message.get("type") == "subscribe" and not _is_operation(message):
            await self.handle_invalid_message("The message names no operation")
        else:
            await super().handle_message(message)


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
