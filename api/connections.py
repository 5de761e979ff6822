"""The server: peers that do nothing are torn down, connections end with it, garbage is collected seldom."""

from __future__ import annotations

import asyncio
import gc
import logging
import socket
from typing import Any, Final

import uvicorn
from fastapi import FastAPI
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from application.watching import Watching

logger = logging.getLogger(__name__)

GRACE: Final = 10
"""Seconds that requests and sockets get to end when the server stops."""
IDLE: Final = 75
"""Seconds that a connection may be idle: longer than clients and proxies keep one, commonly 5 to 60.

Who sends a request in the moment in which the server closes the connection would learn of neither.
"""
PATIENCE: Final = 30.0
"""Seconds that a peer may take nothing of what is written to it."""
YOUNG: Final = 10_000
"""Objects made before the garbage collector looks among them, where Python would look after 700.

Requests under way hold thousands, and Python's own figure has it look at those over and over.
"""
HELD: Final = 65_536
"""Bytes that wait for a peer to take them before whoever writes more has to wait too."""


class _Impatient:
    """Tears a connection down whose peer has taken nothing for too long while it was written to.

    A farewell would wait behind what it does not take, so there is none.
    """

    transport: asyncio.Transport
    _giving_up: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        """Begin, with a buffer that is bounded."""
        super().connection_made(transport)  # type: ignore[misc]
        transport.set_write_buffer_limits(high=HELD)

    def pause_writing(self) -> None:
        """Wait with what is written, and not for ever."""
        super().pause_writing()  # type: ignore[misc]
        self._go_on()
        self._giving_up = asyncio.get_running_loop().call_later(PATIENCE, self._give_up)

    def resume_writing(self) -> None:
        """Write on."""
        super().resume_writing()  # type: ignore[misc]
        self._go_on()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the peer."""
        self._go_on()
        super().connection_lost(exc)  # type: ignore[misc]

    def _go_on(self) -> None:
        if self._giving_up is not None:
            self._giving_up.cancel()
            self._giving_up = None

    def _give_up(self) -> None:
        logger.info("a peer that takes nothing or does not answer is disconnected")
        self.transport.abort()


class Http(_Impatient, HttpToolsProtocol):
    """HTTP, server-sent events among it."""


class WebSockets(_Impatient, WebSocketsSansIOProtocol):
    """WebSockets."""

    def keepalive_timeout(self) -> None:
        """Tear down whose peer does not answer; clients take a 1011 for the end, and do not come back."""
        self._give_up()


class Server(uvicorn.Server):
    """Serves the application; when it stops, streams end with a code that says to come back."""

    def __init__(self, app: FastAPI, watching: Watching, **options: Any) -> None:
        super().__init__(
            uvicorn.Config(
                app,
                http=Http,
                ws=WebSockets,
                # Messages are short, buffers for it long, and what is packed tells by its length what it is.
                ws_per_message_deflate=False,
                log_config=None,
                access_log=False,
                lifespan="off",
                # The application does so itself, for the proxies that its settings name.
                proxy_headers=False,
                timeout_graceful_shutdown=GRACE,
                timeout_keep_alive=IDLE,
                **options,
            )
        )
        self._watching = watching

    async def serve_alone(self, sockets: list[socket.socket]) -> None:
        """Serve until stopped, in a process that does nothing else."""
        # What is there before the first request is there to stay.
        gc.freeze()
        gc.set_threshold(YOUNG, *gc.get_threshold()[1:])
        await self.serve(sockets)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End what is open: sockets with 1012, streams of events with a last error."""
        self._watching.stop()
        await super().shutdown(sockets)
