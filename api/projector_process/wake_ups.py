"""Sends wake-ups to the projector process, and never waits for it."""

from __future__ import annotations

import asyncio

from api.projector_process.messages import Wake, encode
from application.codec import Position


class WakeUps:
    """Wake-ups through a pipe; one that finds no room leaves its requested position to the next."""

    def __init__(self) -> None:
        self._unsent: Position = 0
        """The highest requested position that has not been sent."""

    def request(self, position: Position) -> None:
        """Ask with the next wake-up for the events up to a position."""
        self._unsent = max(self._unsent, position)

    def send(self, pipe: asyncio.WriteTransport | None) -> None:
        """Wake the process, unless it has not read what the pipe holds: it will read the log after that."""
        if pipe is not None and not pipe.is_closing() and not pipe.get_write_buffer_size():
            pipe.write(encode(Wake(self._unsent)))
            self._unsent = 0
