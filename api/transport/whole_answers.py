"""Answers that are complete before they begin: head and body in one write."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from typing import Any, Final

from starlette.types import Scope
from uvicorn.protocols.http.flow_control import FlowControl
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, RequestResponseCycle

MAX_WHOLE: Final = 65_536
"""Maximum bytes of a body that is joined to its head; a longer one is not worth a copy."""


class WholeAnswers:
    """Mixin for the HTTP protocol that writes whole answers past the messages of ASGI."""

    transport: asyncio.Transport
    flow: FlowControl
    cycle: RequestResponseCycle
    """The latest request; None before the first, which Uvicorn's type leaves out."""
    _running: RequestResponseCycle | None = None
    """The request that is being answered; pipelined ones wait for their turn."""
    _default_headers: Sequence[tuple[bytes, bytes]] = ()
    _default_lines: bytes = b""
    """The lines of the default headers."""

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self.disconnect()
        super().connection_lost(exc)  # type: ignore[misc]

    def disconnect(self) -> None:
        """Tell the application that its peer is gone, so that it writes nothing more.

        Uvicorn tells it for the latest request alone, which may wait behind the running one.
        """
        for cycle in (self._running, self.cycle):
            if cycle is not None and not cycle.response_complete:
                cycle.disconnected = True
                cycle.message_event.set()

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        # Private, but the only place that sees each request when its turn has come.
        self._running = cycle
        super()._start_asgi_task(cycle, app)  # type: ignore[misc]

    def write_whole(
        self, scope: Scope, status: int, headers: Iterable[tuple[bytes, bytes]], body: bytes
    ) -> bool:
        """Write the answer to a request in one piece; return False if it must be sent in messages.

        The bytes are those that the messages would become. Names are in lower case, and `content-length` is
        among them.
        """
        cycle = self._running
        if (
            cycle is None
            or cycle.scope is not scope
            or cycle.response_started
            or cycle.disconnected
            or cycle.access_log
            # The last answer of a connection says so and closes it.
            or not cycle.keep_alive
            or self.flow.write_paused
            or self.transport.is_closing()
            or len(body) > MAX_WHOLE
        ):
            return False
        if cycle.default_headers is not self._default_headers:
            # Uvicorn makes a new list each second.
            self._default_headers = cycle.default_headers
            self._default_lines = b"".join(map(_line, cycle.default_headers))
        parts = [STATUS_LINE[status], self._default_lines, *map(_line, headers), b"\r\n", body]
        self.transport.write(b"".join(parts))
        cycle.response_started = cycle.response_complete = True
        cycle.message_event.set()
        cycle.on_response()
        return True


def _line(header: tuple[bytes, bytes]) -> bytes:
    return b"%b: %b\r\n" % header
