"""Aborts connections whose peers do not read what is written to them."""

from __future__ import annotations

import asyncio
import logging
from typing import Any, Final

logger = logging.getLogger(__name__)

STALL_TIMEOUT: Final = 30.0
"""Seconds for which a peer may read nothing of what is written to it."""
MAX_BUFFERED: Final = 65_536
"""Bytes buffered for a peer before further writes have to wait (back-pressure)."""
STALL_SHUTDOWN_TIMEOUT: Final = 1.0
"""Seconds that a peer has to read the last data when the server stops."""


class StalledPeerTimeout:
    """Mixin for protocols that aborts a connection whose peer has read nothing for too long.

    A close message would wait behind the unread data, so none is sent.
    """

    transport: asyncio.Transport
    _deadline: asyncio.TimerHandle | None = None
    _stopping: bool = False

    def connection_made(self, transport: Any) -> None:
        """Start with a bounded write buffer."""
        super().connection_made(transport)  # type: ignore[misc]
        transport.set_write_buffer_limits(high=MAX_BUFFERED)

    def pause_writing(self) -> None:
        """Pause writing, and abort unless the peer reads in time."""
        super().pause_writing()  # type: ignore[misc]
        self._cancel_deadline()
        self._set_deadline(STALL_SHUTDOWN_TIMEOUT if self._stopping else STALL_TIMEOUT)

    def resume_writing(self) -> None:
        """Resume writing and cancel the deadline."""
        super().resume_writing()  # type: ignore[misc]
        self._cancel_deadline()

    def connection_lost(self, exc: Exception | None) -> None:
        """Cancel the deadline."""
        self._cancel_deadline()
        super().connection_lost(exc)  # type: ignore[misc]

    def shutdown(self) -> None:
        """Shut down with the server; a peer that does not read must not delay the shutdown."""
        self._stopping = True
        super().shutdown()  # type: ignore[misc]
        if self._deadline is not None or self.transport.is_closing():
            self._cancel_deadline()
            self._set_deadline(STALL_SHUTDOWN_TIMEOUT)

    def _set_deadline(self, seconds: float) -> None:
        self._deadline = asyncio.get_running_loop().call_later(seconds, self._abort)

    def _cancel_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _abort(self) -> None:
        logger.debug("disconnecting a peer that reads nothing or does not answer")
        self.transport.abort()
