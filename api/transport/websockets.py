"""WebSockets, with bounds before a message reaches the application."""

from __future__ import annotations

import logging
from typing import Any, Final

from uvicorn.config import Config
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from api.transport.census import Phase
from api.transport.metering import Metered
from api.transport.patience import Impatient
from api.transport.state import State

logger = logging.getLogger(__name__)
logger.setLevel(logging.WARNING)

FRAGMENTS: Final = 1_024
"""Frames in which a message on a WebSocket may come."""
TOO_LARGE: Final = 1009


class WebSockets(Metered, Impatient, WebSocketsSansIOProtocol):
    """WebSockets."""

    piece = 1_024

    def __init__(self, config: Config, server_state: State, *arguments: Any, **options: Any) -> None:
        super().__init__(config, server_state, *arguments, **options)
        self.meter = server_state.meter
        self._census = server_state.census
        # Uvicorn's own logger has a line for every socket, and the protocol another one.
        self.logger = self.conn.logger = logger

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection, and what it said that nobody has heard yet."""
        self._census.leave(self)
        self._forget_messages()
        super().connection_lost(exc)

    def shutdown(self) -> None:
        """Say goodbye; what nobody has heard yet is not waited for."""
        self._forget_messages()
        super().shutdown()

    def _forget_messages(self) -> None:
        queued = [self.queue.get_nowait() for _ in range(self.queue.qsize())]
        for each in queued:
            if each["type"] != "websocket.receive":
                self.queue.put_nowait(each)

    def take(self, data: bytes) -> None:
        """Take the messages in what has come."""
        WebSocketsSansIOProtocol.data_received(self, data)
        answers = self.conn.data_to_send()
        if answers and self.writable.is_set() and not self.transport.is_closing():
            self.transport.write(b"".join(answers))

    def is_full(self) -> bool:
        """Tell whether a message waits for the application."""
        return self.read_paused

    async def receive(self) -> Any:
        """Give the application the next message."""
        message = await super().receive()
        self.go_on()
        return message

    async def send(self, message: Any) -> None:
        """Send a message of the application."""
        await super().send(message)
        self.go_on()
        if self.close_sent and self.initial_response is not None:
            # It was answered by plain HTTP; Uvicorn takes the handshake for forgotten then, and says so.
            self.handshake_complete = True

    def handle_cont(self, event: Any) -> None:
        """Take a further frame of a message, unless there are too many, which may all be empty."""
        if len(self.frames) >= FRAGMENTS:
            self.frames = []
            self.conn.fail(TOO_LARGE, "too many fragments")
            self.handle_parser_exception()
            return
        super().handle_cont(event)

    def handle_ping(self) -> None:
        """Leave the answer to a ping for the end of what has come: there may be thousands of them.

        A peer that does not take the answers is not written more of them.
        """

    def keepalive_timeout(self) -> None:
        """Tear down whose peer does not answer; clients take a 1011 for the end, and do not come back."""
        self._give_up()

    def expire(self, phase: Phase) -> None:
        """End: what the connection waits for has not come in time."""
        self.transport.close()

    def evict(self) -> None:
        """End: another connection needs the room."""
        self.transport.close()
