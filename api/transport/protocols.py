"""The protocols of the server: HTTP and WebSockets, with bounds before a request reaches the application."""

from __future__ import annotations

import logging
from http import HTTPStatus
from typing import Any, Final, cast

import httptools
from uvicorn.config import Config
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState

from api.transport.census import Admission, Census, Phase
from api.transport.patience import Impatient

logger = logging.getLogger(__name__)
logger.setLevel(logging.WARNING)

PIPELINED: Final = 16
"""Requests that may wait on a connection for the answer to the first."""
DISCARDED: Final = 262_144
"""Bytes of a body that are taken after its request was answered, before the connection is closed."""
FRAGMENTS: Final = 1_024
"""Frames in which a message on a WebSocket may come."""
TOO_LARGE: Final = 1009
HEALTH: Final = b"/health/"

URI_TOO_LONG: Final = 414
FIELDS_TOO_LARGE: Final = 431


class State(ServerState):
    """State shared by the connections of a server."""

    def __init__(self, census: Census, longest_url: int) -> None:
        super().__init__()
        self.census = census
        self.longest_url = longest_url


class _Refused(Exception):
    """Ends the parsing of a request that is not taken."""

    def __init__(self, status: int, text: str) -> None:
        super().__init__(text)
        self.status = status
        self.text = text


class Http(Impatient, HttpToolsProtocol):
    """HTTP, server-sent events included."""

    server_state: State

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._census = self.server_state.census
        self._limits = self._census.limits
        self._health_only = False
        self._in_headers = True
        self._in_body = False
        self._begun = False
        """Whether headers began in the chunk that is being parsed."""
        self._unparsed = 0
        """Bytes received since headers began or a body went on, in chunks that held nothing else."""
        self._header_count = 0
        self._header_bytes = 0
        self._discarded = 0

    def connection_made(self, transport: Any) -> None:
        """Admit a connection, for all requests or for those about health, or close it."""
        super().connection_made(transport)
        admission = self._census.admit(self, self.client[0] if self.client else "")
        if admission is Admission.NONE:
            self._end(HTTPStatus.SERVICE_UNAVAILABLE, "Too many connections.")
            return
        self._health_only = admission is Admission.HEALTH
        self._census.waits(self, Phase.HEADERS)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self._census.leave(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Parse what has come; what breaks a bound is answered, and ends the connection."""
        self._unset_keepalive_if_required()
        if not self._in_body:
            self._in_headers = True
        self._begun = False
        self._unparsed += len(data)
        try:
            self.parser.feed_data(data)
            self._check_size(len(data))
        except httptools.HttpParserUpgrade:
            if self._should_upgrade():
                self.handle_websocket_upgrade()
                return
            # The request is answered as if it asked for nothing else; what follows it is not HTTP.
            if self._latest is not None:
                self._latest.keep_alive = False
        except _Refused as refused:
            self._refuse(refused.status, refused.text)
        except httptools.HttpParserError as error:
            cause = error.__context__
            if isinstance(cause, _Refused):
                self._refuse(cause.status, cause.text)
            elif cause is None or isinstance(cause, httptools.HttpParserError | UnicodeError):
                self._refuse(HTTPStatus.BAD_REQUEST, "Invalid HTTP request received.")
            else:
                raise
        self._note_phase()

    def handle_websocket_upgrade(self) -> None:
        """Hand the connection over to the WebSocket protocol."""
        super().handle_websocket_upgrade()
        self._census.replace(self, cast("WebSockets", self.transport.get_protocol()))

    def on_message_begin(self) -> None:
        """Begin to count the headers of a request."""
        super().on_message_begin()
        self._in_headers = self._begun = True
        self._header_count = self._header_bytes = 0

    def on_url(self, url: bytes) -> None:
        """Take a part of the address; raises _Refused."""
        super().on_url(url)
        if len(self.url) > self.server_state.longest_url:
            raise _Refused(URI_TOO_LONG, "The address is too long.")

    def on_header(self, name: bytes, value: bytes) -> None:
        """Take a header; what follows a body is counted, and dropped. Raises _Refused."""
        self._header_count += 1
        self._header_bytes += len(name) + len(value) + len(b": \r\n")
        limits = self._limits
        if self._header_count > limits.header_count or self._header_bytes > limits.header_bytes:
            raise _Refused(FIELDS_TOO_LARGE, "The headers are too large.")
        if not self._in_body:
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """Begin a request; raises _Refused."""
        if self._health_only and not self.url.startswith(HEALTH):
            raise _Refused(HTTPStatus.SERVICE_UNAVAILABLE, "Too many connections.")
        if len(self.pipeline) >= PIPELINED:
            raise _Refused(HTTPStatus.BAD_REQUEST, "Too many requests wait for their answers.")
        self._in_headers, self._in_body = False, True
        self._unparsed = self._discarded = 0
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        """Take a part of the body."""
        self._unparsed = 0
        super().on_body(body)

    def on_message_complete(self) -> None:
        """Note that a request has come whole."""
        self._in_body = False
        super().on_message_complete()

    def on_response_complete(self) -> None:
        """Go on with the next request, or wait for one."""
        super().on_response_complete()
        if not self.transport.is_closing():
            self._note_phase()

    def shutdown(self) -> None:
        """End now, unless a request that has come whole is being answered."""
        if self._in_body and not self._answering:
            self._refuse(HTTPStatus.SERVICE_UNAVAILABLE, "The server is stopping.")
        super().shutdown()

    def expire(self, phase: Phase) -> None:
        """End: what the connection waits for has not come in time."""
        if phase is Phase.IDLE or (phase is Phase.HEADERS and not self._unparsed):
            self.transport.close()
        else:
            self._refuse(HTTPStatus.REQUEST_TIMEOUT, f"The {phase.value} did not come in time.")

    def evict(self) -> None:
        """End: another connection needs the room."""
        self._refuse(HTTPStatus.SERVICE_UNAVAILABLE, "Too many connections.")
        if self.transport.get_write_buffer_size():
            self.transport.abort()

    @property
    def _answering(self) -> bool:
        """Whether an answer has begun, so that no other can be given."""
        cycle = self._latest
        return cycle is not None and cycle.response_started and not cycle.response_complete

    @property
    def _latest(self) -> RequestResponseCycle | None:
        """The request that came last, None before there was one."""
        return self.cycle

    def _check_size(self, size: int) -> None:
        """Refuse headers, extensions of chunks and trailers that do not end; raises _Refused."""
        if self._begun:
            # What came before them in this chunk is not told apart.
            self._unparsed = min(self._unparsed, 1)
        allowed = self._limits.header_bytes
        if self._in_headers:
            allowed += self.server_state.longest_url
        if self._unparsed > allowed:
            raise _Refused(FIELDS_TOO_LARGE, "The headers are too large.")
        if self._in_body and self._latest is not None and self._latest.response_complete:
            self._discarded += size
            if self._discarded > DISCARDED:
                self.transport.close()

    def _note_phase(self) -> None:
        if self.transport.is_closing():
            return
        if self._in_body:
            phase: Phase | None = Phase.BODY
        elif self._latest is None or self._latest.response_complete:
            phase = Phase.HEADERS if self._in_headers else Phase.IDLE
        else:
            phase = None
        self._census.waits(self, phase)

    def _refuse(self, status: int, text: str) -> None:
        """Answer instead of the application, where nothing else is being answered, and end."""
        self._census.ended[str(int(status))] += 1
        self._end(status, text)

    def _end(self, status: int, text: str) -> None:
        if self.transport.is_closing():
            return
        if not self._answering and not self.pipeline:
            self.transport.write(
                STATUS_LINE[status]
                + b"content-type: text/plain; charset=utf-8\r\nconnection: close\r\n"
                + b"content-length: %d\r\n\r\n%b" % (len(text), text.encode("ascii"))
            )
        cycle = self._latest
        if cycle is not None and not cycle.response_complete:
            # The application hears that its peer is gone, and writes nothing more.
            cycle.disconnected = True
            cycle.message_event.set()
        self.transport.close()


class WebSockets(Impatient, WebSocketsSansIOProtocol):
    """WebSockets."""

    def __init__(self, config: Config, server_state: State, *arguments: Any, **options: Any) -> None:
        super().__init__(config, server_state, *arguments, **options)
        self._census = server_state.census
        # Uvicorn's own logger has a line for every socket, and the protocol another one.
        self.logger = self.conn.logger = logger

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self._census.leave(self)
        super().connection_lost(exc)

    async def send(self, message: Any) -> None:
        """Send a message of the application."""
        await super().send(message)
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
        """Answer a ping; a peer that does not take the answers is not written more of them."""
        if self.writable.is_set():
            super().handle_ping()
        else:
            self.conn.data_to_send()

    def keepalive_timeout(self) -> None:
        """Tear down whose peer does not answer; clients take a 1011 for the end, and do not come back."""
        self._give_up()

    def expire(self, phase: Phase) -> None:
        """End: what the connection waits for has not come in time."""
        self.transport.close()

    def evict(self) -> None:
        """End: another connection needs the room."""
        self.transport.close()
