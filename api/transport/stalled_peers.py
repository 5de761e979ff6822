"""Aborts connections whose peers do not read what is written to them."""

from __future__ import annotations

import asyncio
import logging
from typing import Any, Final

logger = logging.getLogger(__name__)

PATIENCE: Final = 30.0
"""Seconds for which a peer may read nothing of what is written to it."""
HELD: Final = 65_536
"""Bytes buffered for a peer before further writes have to wait (back-pressure)."""
LAST_PATIENCE: Final = 1.0
"""Seconds that a peer has to read the last data when the server stops."""


class Impatient:
    """Mixin for protocols that aborts a connection whose peer has read nothing for too long.

    A close message would wait behind the unread data, so none is sent.
    """

    transport: asyncio.Transport
    _giving_up: asyncio.TimerHandle | None = None
    _stopping: bool = False

    def connection_made(self, transport: Any) -> None:
        """Start with a bounded write buffer."""
        super().connection_made(transport)  # type: ignore[misc]
        transport.set_write_buffer_limits(high=HELD)

    def pause_writing(self) -> None:
        """Pause writing, and abort unless the peer reads in time."""
        super().pause_writing()  # type: ignore[misc]
        self._go_on()
        self._give_up_after(LAST_PATIENCE if self._stopping else PATIENCE)

    def resume_writing(self) -> None:
        """Resume writing and cancel the deadline."""
        super().resume_writing()  # type: ignore[misc]
        self._go_on()

    def connection_lost(self, exc: Exception | None) -> None:
        """Cancel the deadline."""
        self._go_on()
        super().connection_lost(exc)  # type: ignore[misc]

    def shutdown(self) -> None:
        """Shut down with the server; a peer that does not read must not delay the shutdown."""
        self._stopping = True
        super().shutdown()  # type: ignore[misc]
        if self._giving_up is not None or self.transport.is_closing():
            self._go_on()
            self._give_up_after(LAST_PATIENCE)

    def _give_up_after(self, seconds: float) -> None:
        self._giving_up = asyncio.get_running_loop().call_later(seconds, self._give_up)

    def _go_on(self) -> None:
        if self._giving_up is not None:
            self._giving_up.cancel()
            self._giving_up = None

    def _give_up(self) -> None:
        logger.debug("a peer that takes nothing or does not answer is disconnected")
        self.transport.abort()
