"""The server: limits connections, closes them on shutdown, and collects garbage less often."""

from __future__ import annotations

import asyncio
import gc
import logging
import signal
import socket
import sys
from types import FrameType
from typing import Any, Final

import uvicorn
from fastapi import FastAPI

from api.fair_share.shares import Shares
from api.http.application import Application
from api.monitoring.health import Health
from api.server_settings import DEFAULT_SERVER_SETTINGS, ServerSettings
from api.transport.connection_acceptor import ConnectionAcceptor
from api.transport.connection_limits import BACKLOG, capacity
from api.transport.connection_registry import ConnectionRegistry
from api.transport.http_protocol import Http
from api.transport.listening_socket import ListeningSocket
from api.transport.metering import ParsingMeter
from api.transport.shared_state import ConnectionState
from api.transport.websockets import WebSockets
from application.watching.game_streams import GameStreams

logger = logging.getLogger(__name__)

SHUTDOWN_TIMEOUT: Final = 10
"""Seconds for answering requests that were received completely before the server stops."""
KERNEL_BACKLOG: Final = 1_024
"""Connections that the kernel queues until the event loop accepts them."""
DRAIN_CHECK_INTERVAL: Final = 0.1
"""Seconds between checks, while draining, for a request to stop at once."""
MAX_URL: Final = 8_192
"""Maximum bytes of a request target, not counting documents in query strings."""
SWITCH_INTERVAL: Final = 0.0005
"""Thread switch interval in seconds; Python's default is ten times that and delays the event loop."""
GC_THRESHOLDS: Final = (10_000, 10, 10)
"""Thresholds of the garbage collector; Python's default for allocations is 700.

Requests in progress hold thousands of objects, which the default would scan over and over.
"""


class Server(uvicorn.Server):
    """Serves the application; on shutdown, streams end with a code that tells clients to reconnect."""

    server_state: ConnectionState

    def __init__(
        self,
        app: FastAPI,
        watching: GameStreams,
        server_settings: ServerSettings = DEFAULT_SERVER_SETTINGS,
        **options: Any,
    ) -> None:
        limits = server_settings.connections
        super().__init__(
            uvicorn.Config(
                app.outermost if isinstance(app, Application) else app,
                http=Http,
                ws=WebSockets,
                # Messages are short, compression buffers are large, and compressed lengths reveal contents.
                ws_per_message_deflate=False,
                log_config=None,
                access_log=False,
                lifespan="off",
                # The name of the library helps nobody but an attacker, and each file would carry it.
                server_header=False,
                # The application reads these headers itself, for the proxies named by its settings.
                proxy_headers=False,
                timeout_graceful_shutdown=SHUTDOWN_TIMEOUT,
                backlog=BACKLOG,
                **options,
            )
        )
        total = capacity(limits.total)
        if total < limits.total:
            logger.warning(
                "the process may open files for %d connections, not for the %d of KIBITZ_CONNECTIONS_TOTAL",
                total,
                limits.total,
            )
        self.registry = ConnectionRegistry(limits, total, server_settings.proxies)
        # A document in a query string may be as long as one in a body; escaping can triple its bytes.
        self._shares: Shares = app.state.shares
        self.server_state = ConnectionState(
            self.registry,
            ParsingMeter(self._shares, self.registry),
            MAX_URL + 3 * server_settings.limits.body,
        )
        self._watching = watching
        self._health: Health = app.state.health
        self._drain = server_settings.drain_seconds
        self._stopped_by: signal.Signals | None = None

    async def serve_alone(self, sockets: list[socket.socket]) -> None:
        """Serve until stopped; changes interpreter settings, so the process should do nothing else."""
        # Objects made before the first request live as long as the server.
        sys.setswitchinterval(SWITCH_INTERVAL)
        gc.freeze()
        gc.set_threshold(*GC_THRESHOLDS)
        asyncio.get_running_loop().set_exception_handler(self._report_error)
        await self.serve(sockets)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to accept connections."""
        await super().startup([])
        for each in sockets or ():
            self.servers.append(await self._accepting(ListeningSocket(each, self._shares, self.registry)))

    async def _accepting(self, listening: ListeningSocket) -> Any:
        """Begin to accept the connections of a socket, and return what ends that."""
        listening.listen(KERNEL_BACKLOG)
        try:
            return ConnectionAcceptor(listening, self._make_protocol, self.registry)
        except NotImplementedError:
            # Windows, where the event loop's own server calls the socket's `accept`. In one turn it accepts
            # as many connections as its backlog: few, so that each can be refused before all files are used.
            loop = asyncio.get_running_loop()
            server = await loop.create_server(self._make_protocol, sock=listening, backlog=BACKLOG)
            listening.listen(KERNEL_BACKLOG)
            return server

    def _make_protocol(self) -> Http:
        return Http(config=self.config, server_state=self.server_state, app_state=self.lifespan.state)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Record the signal that stops the server."""
        self._stopped_by = signal.Signals(sig)
        super().handle_exit(sig, frame)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Drain, then close sockets with code 1012 and event streams with a last error."""
        if self._stopped_by is not None:
            logger.info("stopping at %s", self._stopped_by.name)
        self._health.draining = True
        await self._wait_drained()
        self._watching.stop()
        await super().shutdown(sockets)
        self.registry.stop()

    async def _wait_drained(self) -> None:
        """Continue serving for the drain time, so that load balancers notice the server is not ready."""
        ticks = int(self._drain / DRAIN_CHECK_INTERVAL)
        for _ in range(ticks):
            if self.force_exit:
                break
            await asyncio.sleep(DRAIN_CHECK_INTERVAL)

    def _report_error(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Report an error in the event loop; connections that cannot be accepted are logged once a minute."""
        error = context.get("exception")
        if isinstance(error, OSError) and "socket.accept()" in context.get("message", ""):
            self.registry.warnings.warn("accept", "a connection cannot be accepted: %s", error.strerror)
        else:
            loop.default_exception_handler(context)
