"""HTTP, with limits that apply before a request reaches the application."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http import HTTPStatus
from typing import Any, Final, cast

import httptools
from uvicorn.protocols.http.flow_control import FlowControl
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from api.fair_share.turns import CONNECTION, Turn
from api.transport.connection_registry import Admission, Phase
from api.transport.header_fields import HeaderFields
from api.transport.metering import MeteredParsing
from api.transport.shared_state import ConnectionState
from api.transport.stalled_peers import StalledPeerTimeout
from api.transport.upgrades import Upgrades
from api.transport.websockets import WebSockets
from api.transport.whole_answers import WholeAnswers

logger = logging.getLogger(__name__)
logger.setLevel(logging.WARNING)

MAX_PIPELINED: Final = 16
"""Maximum number of requests that wait on a connection for the answer to the first."""
MAX_DISCARDED: Final = 262_144
"""Bytes of a body accepted after its request was answered; the connection is closed beyond them."""
HEALTH: Final = b"/health/"
URI_TOO_LONG: Final = 414
FIELDS_TOO_LARGE: Final = 431


class _Refused(Exception):
    """Ends the parsing of a refused request."""

    def __init__(self, status: int, text: str) -> None:
        super().__init__(text)
        self.status = status
        self.text = text


class _Flow(FlowControl):
    """Flow control that reports when the application takes more data."""

    def __init__(self, transport: Any, on_resume: Callable[[], None]) -> None:
        super().__init__(transport)
        self._on_resume = on_resume

    def resume_reading(self) -> None:
        """Resume reading if it was paused, and report it."""
        if self.read_paused:
            super().resume_reading()
            self._on_resume()


class Http(WholeAnswers, Upgrades, HeaderFields, MeteredParsing, StalledPeerTimeout, HttpToolsProtocol):
    """HTTP protocol, including server-sent events."""

    server_state: ConnectionState

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.meter = self.server_state.meter
        self._registry = self.server_state.registry
        self._limits = self._registry.limits
        self._health_only = False
        self._in_headers = True
        self._in_body = False
        self._begun = False
        """True if headers began in the chunk being parsed."""
        self._unparsed = 0
        """Bytes received since headers began or a body continued, in chunks with nothing else."""
        self._received = self._received_since_begin = 0
        """Bytes of the chunk being parsed, and of all chunks since the one in which the headers began."""
        self._discarded = 0
        self._turn: Turn | None = None
        """The turn that a request waits for."""

    def connection_made(self, transport: Any) -> None:
        """Admit a connection for all requests or for health checks only, or close it."""
        super().connection_made(transport)
        self.flow = _Flow(transport, self.resume_parsing)
        admission = self._registry.admit(self, self.client[0] if self.client else "")
        if admission is Admission.NONE:
            self._end(HTTPStatus.SERVICE_UNAVAILABLE, "Too many connections.")
            return
        self._health_only = admission is Admission.HEALTH
        self._registry.set_phase(self, Phase.HEADERS)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self._cancel_turn()
        self._registry.leave(self)
        super().connection_lost(exc)

    @contextmanager
    def waiting_for(self, turn: Turn) -> Iterator[None]:
        """Hold a request until its turn comes; the turn is lost when the connection ends."""
        self._turn = turn
        self._update_phase()
        try:
            yield
        finally:
            self._turn = None
            self._update_phase()

    def parse(self, data: bytes) -> None:
        """Parse received data; a request beyond a limit is refused and ends the connection."""
        self._unset_keepalive_if_required()
        if not self._in_body:
            self._in_headers = True
        self._begun = False
        self._received = size = len(data)
        self._unparsed += size
        self._received_since_begin += size
        try:
            self.feed(data)
            if self._fields:
                self._check_fields()
            self._check_size(size)
        except httptools.HttpParserUpgrade:
            if self._should_upgrade():
                self.handle_websocket_upgrade()
                return
            # A CONNECT: the data after it is not HTTP.
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
        self._update_phase()

    def is_full(self) -> bool:
        """Return whether the application has to process earlier data first."""
        return self.flow.read_paused

    def handle_websocket_upgrade(self) -> None:
        """Hand the connection over to the WebSocket protocol."""
        super().handle_websocket_upgrade()
        self._registry.replace(self, cast(WebSockets, self.transport.get_protocol()))

    def on_message_begin(self) -> None:
        """Start counting the headers of a request."""
        super().on_message_begin()
        cast("dict[str, object]", self.scope)[CONNECTION] = self
        self._in_headers = self._begun = True
        self._received_since_begin = self._received
        self._fields.clear()

    def on_url(self, url: bytes) -> None:
        """Add a part of the URL; raises _Refused."""
        super().on_url(url)
        if len(self.url) > self.server_state.max_url:
            raise _Refused(URI_TOO_LONG, "The address is too long.")

    def on_header(self, name: bytes, value: bytes) -> None:
        """Add a header; trailers after a body are measured and dropped. Raises _Refused."""
        # A browser sends seventeen headers, so they are measured and taken all at once.
        self._fields.extend((name, value))
        if self._in_body:
            self._check_fields()

    def _check_fields(self) -> None:
        """Refuse too many or too large headers and trailers; raises _Refused."""
        limits = self._limits
        if self._exceeds(limits.header_count, limits.header_bytes, self._received_since_begin):
            raise _Refused(FIELDS_TOO_LARGE, "The headers are too large.")

    def on_headers_complete(self) -> None:
        """Start a request; raises _Refused."""
        if self._health_only and not self.url.startswith(HEALTH):
            raise _Refused(HTTPStatus.SERVICE_UNAVAILABLE, "Too many connections.")
        self._check_fields()
        if len(self.pipeline) >= MAX_PIPELINED:
            raise _Refused(HTTPStatus.BAD_REQUEST, "Too many requests wait for their answers.")
        self._take_headers()
        self._in_headers, self._in_body = False, True
        self._unparsed = self._discarded = 0
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        """Add a part of the body."""
        self._unparsed = 0
        super().on_body(body)

    def on_message_complete(self) -> None:
        """Note that a request is complete."""
        self._in_body = False
        super().on_message_complete()

    def on_response_complete(self) -> None:
        """Continue with the next request, or wait for one.

        Uvicorn would set a timer for each wait; the registry ends those that are too long.
        """
        self.server_state.total_requests += 1
        if not self.transport.is_closing():
            self.flow.resume_reading()
            if self.pipeline:
                self._start_asgi_task(*self.pipeline.pop())
            self._update_phase()

    def shutdown(self) -> None:
        """Close now, unless a complete request has had its turn or an answer has begun."""
        if (self._in_body or self._turn is not None) and not self._answering:
            self._refuse(HTTPStatus.SERVICE_UNAVAILABLE, "The server is stopping.")
        super().shutdown()

    def expire(self, phase: Phase) -> None:
        """Close the connection, whose phase has exceeded its deadline."""
        if phase is Phase.IDLE or (phase is Phase.HEADERS and not self._unparsed):
            self.transport.close()
        else:
            self._refuse(HTTPStatus.REQUEST_TIMEOUT, f"The {phase.value} did not arrive in time.")

    def evict(self) -> None:
        """Close the connection to make room for another one."""
        self._refuse(HTTPStatus.SERVICE_UNAVAILABLE, "Too many connections.")
        if self.transport.get_write_buffer_size():
            self.transport.abort()

    @property
    def _answering(self) -> bool:
        """True once a response has begun; no other can be sent then."""
        cycle = self._latest
        return cycle is not None and cycle.response_started and not cycle.response_complete

    def _check_size(self, size: int) -> None:
        """Refuse headers, extensions of chunks and trailers that do not end; raises _Refused."""
        if self._begun:
            # The chunk may also contain earlier data, which cannot be told apart from the headers.
            self._unparsed = min(self._unparsed, 1)
        allowed = self._limits.header_bytes
        if self._in_headers:
            allowed += self.server_state.max_url
        if self._unparsed > allowed:
            raise _Refused(FIELDS_TOO_LARGE, "The headers are too large.")
        if self._in_body and self._latest is not None and self._latest.response_complete:
            self._discarded += size
            if self._discarded > MAX_DISCARDED:
                self.transport.close()

    def _update_phase(self) -> None:
        if self.transport.is_closing():
            return
        phase: Phase | None
        if self._turn is not None:
            phase = Phase.TURN
        elif self._in_body:
            phase = Phase.BODY
        elif self._latest is None or self._latest.response_complete:
            phase = Phase.HEADERS if self._in_headers else Phase.IDLE
        else:
            phase = None
        self._registry.set_phase(self, phase)

    def _refuse(self, status: int, text: str) -> None:
        """Answer instead of the application, unless another answer is due first, and close."""
        self._registry.ended[str(int(status))] += 1
        self._end(status, text)

    def _cancel_turn(self) -> None:
        if self._turn is not None and not self._turn.done():
            self._turn.set_result(False)

    def _end(self, status: int, text: str) -> None:
        self._cancel_turn()
        if self.transport.is_closing():
            return
        if not self._answering and not self.pipeline:
            self.transport.write(
                STATUS_LINE[status]
                + b"content-type: text/plain; charset=utf-8\r\nconnection: close\r\n"
                + b"content-length: %d\r\n\r\n%b" % (len(text), text.encode("ascii"))
            )
        self.disconnect()
        self.transport.close()
