"""Tears down connections whose peers take nothing of what is written to them."""

from __future__ import annotations

import asyncio
import logging
from typing import Any, Final

logger = logging.getLogger(__name__)

PATIENCE: Final = 30.0
"""Seconds that a peer may take nothing of what is written to it."""
HELD: Final = 65_536
"""Bytes that wait for a peer to take them before whoever writes more has to wait too."""
LAST_PATIENCE: Final = 1.0
"""Seconds that a connection gets to be closed when the server stops and has written all there is to say."""


class Impatient:
    """Tears a connection down whose peer has taken nothing for too long while it was written to.

    A farewell would wait behind what it does not take, so there is none.
    """

    transport: asyncio.Transport
    _giving_up: asyncio.TimerHandle | None = None
    _stopping: bool = False

    def connection_made(self, transport: Any) -> None:
        """Begin, with a buffer that is bounded."""
        super().connection_made(transport)  # type: ignore[misc]
        transport.set_write_buffer_limits(high=HELD)

    def pause_writing(self) -> None:
        """Wait with what is written, and not for ever."""
        super().pause_writing()  # type: ignore[misc]
        self._go_on()
        self._give_up_after(LAST_PATIENCE if self._stopping else PATIENCE)

    def resume_writing(self) -> None:
        """Write on."""
        super().resume_writing()  # type: ignore[misc]
        self._go_on()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the peer."""
        self._go_on()
        super().connection_lost(exc)  # type: ignore[misc]

    def shutdown(self) -> None:
        """End as the server does; a peer that takes nothing does not hold that up."""
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
