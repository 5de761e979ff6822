"""The highest position that a caller waits for, so that events do not gather while one waits."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress

from application.codec import Position


class RequestedPosition:
    """The highest position of the log that a caller has waited for."""

    def __init__(self) -> None:
        self.listener: Callable[[Position], None] | None = None
        """Called with each higher position."""
        self._position: Position = 0
        self._raised = asyncio.Event()

    def request(self, position: Position) -> None:
        """Ask for the events up to a position."""
        if position > self._position:
            self._position = position
            self._raised.set()
            if self.listener is not None:
                self.listener(position)

    def reset(self) -> None:
        """Forget the position, because the log was restored and may be shorter."""
        self._position = 0

    async def wait_beyond(self, position: Position, within: float) -> None:
        """Return when a caller waits for a higher position, at the latest after `within` seconds."""
        self._raised.clear()
        if self._position <= position:
            with suppress(TimeoutError):
                async with asyncio.timeout(within):
                    await self._raised.wait()
