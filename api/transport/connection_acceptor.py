"""Accepts the connections of a listening socket on any event loop.

The servers of event loops accept by themselves. That of uvloop never calls the socket's `accept`, which
refuses the connections of heavy callers.
"""

from __future__ import annotations

import asyncio
import errno
import logging
import socket
from collections.abc import Callable
from typing import Any, Final

from api.transport.connection_limits import BACKLOG
from api.transport.connection_registry import ConnectionRegistry
from api.transport.listening_socket import ListeningSocket

logger = logging.getLogger(__name__)

RETRY_DELAY: Final = 1.0
"""Seconds after which a process tries again that lacked file descriptors or memory for a connection."""
_EXHAUSTED: Final = frozenset((errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM))


class ConnectionAcceptor:
    """Accepts connections, as `asyncio.Server` does, until it is closed."""

    def __init__(
        self,
        listening: ListeningSocket,
        make_protocol: Callable[[], asyncio.Protocol],
        registry: ConnectionRegistry,
    ) -> None:
        """Begin to accept. The acceptor owns the socket and closes it.

        Raises NotImplementedError on an event loop that cannot watch sockets.
        """
        self._listening = listening
        self._make_protocol = make_protocol
        self._registry = registry
        self._loop = asyncio.get_running_loop()
        self._retry: asyncio.TimerHandle | None = None
        self._connecting: set[asyncio.Task[Any]] = set()
        self._watch()

    def close(self) -> None:
        """Accept no more connections."""
        if self._listening.fileno() >= 0:
            self._loop.remove_reader(self._listening)
            self._listening.close()
        if self._retry is not None:
            self._retry.cancel()

    async def wait_closed(self) -> None:
        """Wait for the connections that are being set up."""
        if self._connecting:
            await asyncio.wait(self._connecting)

    def _watch(self) -> None:
        self._retry = None
        self._loop.add_reader(self._listening, self._accept)

    def _accept(self) -> None:
        """Accept the connections that wait, but only so many in one turn of the event loop."""
        for _ in range(BACKLOG):
            try:
                connection, _ = self._listening.accept()
            except (BlockingIOError, InterruptedError, ConnectionAbortedError):
                return
            except OSError as error:
                if error.errno not in _EXHAUSTED:
                    raise
                # The kernel would report the same connection again at once.
                self._registry.warnings.warn("accept", "a connection cannot be accepted: %s", error.strerror)
                self._loop.remove_reader(self._listening)
                self._retry = self._loop.call_later(RETRY_DELAY, self._watch)
                return
            connection.setblocking(False)
            if connection.family in (socket.AF_INET, socket.AF_INET6):
                # Small answers must not wait for the acknowledgement of earlier ones.
                connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            connecting = self._loop.create_task(self._connect(connection))
            self._connecting.add(connecting)
            connecting.add_done_callback(self._connecting.discard)

    async def _connect(self, connection: socket.socket) -> None:
        try:
            await self._loop.connect_accepted_socket(self._make_protocol, connection)
        except Exception:
            # Every error is caught, and logged: it concerns this connection alone.
            connection.close()
            logger.exception("a connection could not be set up")
