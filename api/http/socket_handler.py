"""The handler of graphql-transport-ws sockets: validates messages and limits operations."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Final

import orjson
from starlette.websockets import WebSocketDisconnected as Closed
from strawberry.http.exceptions import WebSocketDisconnected
from strawberry.subscriptions.protocols.graphql_transport_ws.handlers import Operation

from api.graphql.context import Context
from api.graphql.limits.cost_report import EXTENSION, reporting, wants_report
from api.graphql.limits.rates import CallKind, TooManyRequests
from api.graphql.limits.request_limits import limit_exceeded
from api.graphql.subscriptions.direct_delivery import socket_of_task
from api.http.expiring_connections import ExpiringSocketHandler
from api.http.negotiation import RequestRefused, query_of
from api.http.refusal_delay import delayed
from api.monitoring.counters import count_error
from api.transport.websockets import CONNECTION_KEY, WebSockets, encoded_texts
from application.watching.pending_writes import Writer

MAX_OPERATIONS: Final = 100
"""Maximum number of concurrent operations on a socket."""
MAX_RUNNING: Final = 4
"""Maximum number of concurrent queries and commands among these; others wait."""
MAX_SHORT_ID: Final = 64
"""Maximum characters of an id with which messages are written to the socket at once: each repeats it."""


class SocketHandler(ExpiringSocketHandler):
    """Handles a socket; a message that violates the protocol closes it with 4400."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._sockets: dict[str, _OperationSocket] = {}
        """The sockets of the operations by id, those to which messages may be written at once."""

    async def handle_message(self, message: Any) -> None:
        """Handle a message; messages of a client above its rate limit are read more slowly."""
        try:
            await self._handle(message)
        finally:
            # The account lives as long as the socket, so each message must free its reservation.
            self.context.account.free()

    async def _handle(self, message: Any) -> None:
        if message.get("type") != "subscribe":
            with suppress(RequestRefused):
                await self._count()
        if message.get("type") == "subscribe" and not _is_operation(message):
            await self.handle_invalid_message("The message names no operation")
        elif not isinstance(message.get("id", ""), str):
            await self.handle_invalid_message("The id of a message must be a string")
        else:
            await super().handle_message(message)

    async def handle_subscribe(self, message: Any) -> None:
        """Begin an operation, unless the client has reached its operation or rate limit."""
        if self.connection_acknowledged and message["id"] not in self.operations:
            try:
                await self._count()
                self._check_room()
                message["payload"]["query"] = await self._text(message["payload"])
            except RequestRefused as refused:
                errors = [refused.error.formatted]
                count_error(refused.error)
                await self.send_message({"id": message["id"], "type": "error", "payload": errors})
                return
        extensions = message["payload"].get("extensions")
        wanted = isinstance(extensions, dict) and wants_report(extensions.get(EXTENSION))
        # The task of the operation begins meanwhile.
        with reporting(wanted):
            await super().handle_subscribe(message)

    async def run_operation(self, operation: Operation[Context, None]) -> None:
        """Run an operation; messages may be written to the socket at once if it is the server's own."""
        connection = self.websocket.ws.scope.get(CONNECTION_KEY)  # type: ignore[attr-defined]
        if connection is None or len(operation.id) > MAX_SHORT_ID:
            await super().run_operation(operation)
            return
        socket = self._sockets[operation.id] = _OperationSocket(operation.id, connection)
        socket_of_task.set(socket)
        try:
            await super().run_operation(operation)
        finally:
            socket.is_open = False
            if self._sockets.get(operation.id) is socket:
                del self._sockets[operation.id]

    async def cleanup_operation(self, operation_id: str) -> None:
        """End an operation, of which nothing more is written from now on."""
        self._close(operation_id)
        await super().cleanup_operation(operation_id)

    async def _count(self) -> None:
        """Count a message against its sender's rate limit; raises RequestRefused, after a delay."""
        rates, context = self.context.services.rates, self.context
        try:
            if self.player is not None:
                rates.charge_player(CallKind.OPERATIONS, self.player)
            rates.charge_operation(context.account.address, named=self.player is not None)
            await context.account.turn()
        except TooManyRequests as refused:
            raise await delayed(refused) from refused

    def _check_room(self) -> None:
        if len(self.operations) >= MAX_OPERATIONS:
            raise RequestRefused(limit_exceeded("TOO_MANY_OPERATIONS", MAX_OPERATIONS))

    async def _text(self, payload: dict[str, Any]) -> object:
        view: Any = self.view
        return await query_of(payload, view.admitted)

    async def send_message(self, message: Any) -> None:
        """Send a message, unless the client has left; the reader of the socket ends its operations."""
        with suppress(WebSocketDisconnected, Closed):
            await super().send_message(message)

    def forget_id(self, id: str) -> None:
        """Remove an ended operation; it may be gone already when the socket closes."""
        self._close(id)
        self.operations.pop(id, None)

    def _close(self, id: str) -> None:
        if (socket := self._sockets.get(id)) is not None:
            socket.is_open = False


class _OperationSocket:
    """Writes messages of one operation, as long as it goes on; implements `MessageSocket`."""

    __slots__ = ("_begin", "_connection", "is_open", "operation_id")

    def __init__(self, operation_id: str, connection: WebSockets) -> None:
        self.operation_id = operation_id
        self.is_open = True
        """False once the operation has ended."""
        self._connection = connection
        self._begin = b'{"id":%b,"type":"next","payload":' % orjson.dumps(operation_id)

    def writer(self) -> Writer | None:
        room = self._connection.room if self.is_open else None
        return None if room is None or room.is_closing() else room.write

    def encode(self, payloads: Sequence[bytes]) -> bytes:
        begin = self._begin
        return encoded_texts([b"%b%b}" % (begin, each) for each in payloads])


def _is_operation(message: dict[str, Any]) -> bool:
    payload = message.get("payload")
    if not (isinstance(message.get("id"), str) and isinstance(payload, dict)):
        return False
    query, known, variables, name = (
        payload.get(key) for key in ("query", "documentId", "variables", "operationName")
    )
    # Exactly one of the text and the id.
    given = query if known is None else known if query is None else None
    return (
        isinstance(given, str)
        and bool(given)
        and isinstance(variables, dict | None)
        and isinstance(name, str | None)
    )
