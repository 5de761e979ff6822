"""The server: admits connections within bounds, ends them when it stops, seldom collects garbage."""

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

from api.graphql.limits import MANNERS, Manners
from api.health import Health
from api.sharing.shares import Shares
from api.transport.census import Census
from api.transport.door import Door
from api.transport.http import Http
from api.transport.limits import BACKLOG, capacity
from api.transport.metering import Meter
from api.transport.state import State
from api.transport.websockets import WebSockets
from application.watching import Watching

logger = logging.getLogger(__name__)

GRACE: Final = 10
"""Seconds that requests which have come whole get to be answered when the server stops."""
QUEUED: Final = 1_024
"""Connections that the kernel holds until the event loop accepts them."""
TICK: Final = 0.1
"""Seconds between two looks at whether the server is to stop at once."""
LONGEST_ADDRESS: Final = 8_192
"""Bytes of what a request asks for, besides documents in query strings."""
SWITCH: Final = 0.0005
"""Seconds for which another thread may keep the event loop waiting; by default it is ten times that."""
YOUNG: Final = 10_000
"""Objects made before the garbage collector looks among them, where Python would look after 700.

Requests under way hold thousands, and Python's own figure has it look at those over and over.
"""


class Server(uvicorn.Server):
    """Serves the application; when it stops, streams end with a code that says to come back."""

    server_state: State

    def __init__(self, app: FastAPI, watching: Watching, manners: Manners = MANNERS, **options: Any) -> None:
        limits = manners.connections
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
                timeout_keep_alive=limits.idle_seconds,  # type: ignore[arg-type]
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
        self.census = Census(limits, total, manners.proxies)
        # A document in a query string may be as long as one in a body, and takes up to thrice the bytes.
        self._shares: Shares = app.state.shares
        self.server_state = State(
            self.census, Meter(self._shares, self.census), LONGEST_ADDRESS + 3 * manners.limits.body
        )
        self._watching = watching
        self._health: Health = app.state.health
        self._drain = manners.drain_seconds
        self._stopped_by: signal.Signals | None = None

    async def serve_alone(self, sockets: list[socket.socket]) -> None:
        """Serve until stopped, in a process that does nothing else."""
        # What is there before the first request is there to stay.
        sys.setswitchinterval(SWITCH)
        gc.freeze()
        gc.set_threshold(YOUNG, *gc.get_threshold()[1:])
        asyncio.get_running_loop().set_exception_handler(self._report)
        await self.serve(sockets)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to accept connections."""
        doors = [Door(each, self._shares, self.census) for each in sockets or ()]
        await super().startup(list(doors))
        for each in doors:
            # The event loop accepts as many in one turn as it has asked the kernel to queue: a few, so that
            # each can be refused before they take all file descriptors. The kernel may queue more.
            each.listen(QUEUED)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Note the signal that stops the server."""
        self._stopped_by = signal.Signals(sig)
        super().handle_exit(sig, frame)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End what is open: sockets with 1012, streams of events with a last error."""
        if self._stopped_by is not None:
            logger.info("stopping at %s", self._stopped_by.name)
        self._health.draining = True
        await self._drained()
        self._watching.stop()
        await super().shutdown(sockets)
        self.census.stop()

    async def _drained(self) -> None:
        """Go on serving until load balancers have noticed that the server is not ready any more."""
        ticks = int(self._drain / TICK)
        for _ in range(ticks):
            if self.force_exit:
                break
            await asyncio.sleep(TICK)

    def _report(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Report what has gone wrong in the event loop; connections that were not accepted, once a minute."""
        error = context.get("exception")
        if isinstance(error, OSError) and "socket.accept()" in context.get("message", ""):
            self.census.notices.warn("accept", "a connection cannot be accepted: %s", error.strerror)
        else:
            loop.default_exception_handler(context)
