"""WebSockets, with limits that apply before a message reaches the application."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable
from typing import Any, Final

from uvicorn.config import Config
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from api.transport.connection_registry import Phase
from api.transport.metering import MeteredParsing
from api.transport.shared_state import ConnectionState
from api.transport.stalled_peers import StalledPeerTimeout

logger = logging.getLogger(__name__)
logger.setLevel(logging.WARNING)

CONNECTION_KEY: Final = "kibitz.websocket"
"""Key of the connection in the scope of a socket."""
MAX_FRAGMENTS: Final = 1_024
"""Maximum number of frames of a message on a WebSocket."""
TOO_LARGE: Final = 1009


class WebSockets(MeteredParsing, StalledPeerTimeout, WebSocketsSansIOProtocol):
    """WebSocket protocol."""

    chunk_size = 1_024
    # A commit goes to many sockets, whose dictionaries are large.
    __slots__ = ("room",)
    room: asyncio.Transport | None
    """The transport of an accepted socket while it takes what `encoded_texts` returns without waiting.

    It may be closing. None while the socket has no room.
    """

    def __init__(
        self, config: Config, server_state: ConnectionState, *arguments: Any, **options: Any
    ) -> None:
        super().__init__(config, server_state, *arguments, **options)
        self.room = None
        self.meter = server_state.meter
        self._registry = server_state.registry
        # Uvicorn's own logger writes a line for every socket, and the protocol another one.
        self.logger = self.conn.logger = logger

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection and its unprocessed messages."""
        self._registry.leave(self)
        self._forget_messages()
        super().connection_lost(exc)

    def shutdown(self) -> None:
        """Close the socket without waiting for unprocessed messages."""
        self._forget_messages()
        super().shutdown()

    def handle_connect(self, event: Any) -> None:
        """Begin a connection; the application finds it in the scope."""
        super().handle_connect(event)
        if not self.close_sent:
            self._note_room()
            self.scope[CONNECTION_KEY] = self  # type: ignore[typeddict-unknown-key]

    def pause_writing(self) -> None:
        """Have no room until the peer reads."""
        super().pause_writing()
        self._note_room()

    def resume_writing(self) -> None:
        """Have room again."""
        super().resume_writing()
        self._note_room()

    def _note_room(self) -> None:
        # With extensions, what is written has another form than frames of plain text.
        has_room = self.writable.is_set() and not self.close_sent and not self.conn.extensions
        self.room = self.transport if has_room else None

    def _forget_messages(self) -> None:
        queued = [self.queue.get_nowait() for _ in range(self.queue.qsize())]
        for each in queued:
            if each["type"] != "websocket.receive":
                self.queue.put_nowait(each)

    def parse(self, data: bytes) -> None:
        """Parse the messages in received data."""
        WebSocketsSansIOProtocol.data_received(self, data)
        answers = self.conn.data_to_send()
        if self.conn.handshake_exc is not None and not self.handshake_initiated:
            # The library reads shorter headers than the HTTP protocol does, and does not close by itself.
            self.close_sent = True
            self.transport.write(b"".join(answers))
            self.transport.close()
        elif answers and self.writable.is_set() and not self.transport.is_closing():
            self.transport.write(b"".join(answers))

    def is_full(self) -> bool:
        """Return whether a message waits for the application."""
        return self.read_paused

    async def receive(self) -> Any:
        """Return the next message for the application."""
        message = await super().receive()
        self.resume_parsing()
        return message

    async def send(self, message: Any) -> None:
        """Send a message from the application."""
        await super().send(message)
        self._note_room()
        self.resume_parsing()
        if self.close_sent and self.initial_response is not None:
            # The request was answered by plain HTTP; Uvicorn would log that the handshake was forgotten.
            self.handshake_complete = True

    def handle_cont(self, event: Any) -> None:
        """Add a frame to a message; fails the connection for too many frames, which may all be empty."""
        if len(self.frames) >= MAX_FRAGMENTS:
            self.frames = []
            self.conn.fail(TOO_LARGE, "too many fragments")
            self.handle_parser_exception()
            return
        super().handle_cont(event)

    def handle_ping(self) -> None:
        """Defer the pong until all received data is parsed, which may contain thousands of pings.

        A peer that does not read its pongs gets no more of them.
        """

    def keepalive_timeout(self) -> None:
        """Abort a connection whose peer does not answer; clients do not reconnect after a 1011."""
        self._abort()

    def expire(self, phase: Phase) -> None:
        """Close the connection, whose phase has exceeded its deadline."""
        self.transport.close()

    def evict(self) -> None:
        """Close the connection to make room for another one."""
        self.transport.close()


def encoded_texts(texts: Iterable[bytes]) -> bytes:
    """Return the bytes of text messages from a server; each is a single frame, as `send` would write it."""
    return b"".join(map(_text_frame, texts))


def _text_frame(text: bytes) -> bytes:
    """Return the frame of a whole text message from a server, which is not masked."""
    length = len(text)
    if length < 126:
        return b"\x81%c%b" % (length, text)
    if length < 65_536:
        return b"\x81\x7e%b%b" % (length.to_bytes(2), text)
    return b"\x81\x7f%b%b" % (length.to_bytes(8), text)
