"""How long to go on trying, and how long to wait in between."""

from __future__ import annotations

import asyncio
from random import uniform
from time import monotonic
from typing import Final

from kibitz_client.errors import Unreachable

SHORTEST: Final = 0.1
LONGEST: Final = 2.0


class Patience:
    """Waits a little longer each time; runs out when nothing has gone well for so many seconds."""

    def __init__(self, url: str, seconds: float) -> None:
        self._url = url
        self._seconds = seconds
        self._since: float | None = None
        self._pause = SHORTEST

    @property
    def lasts(self) -> bool:
        """Whether there is any left."""
        return self._since is None or monotonic() - self._since < self._seconds

    async def wait(self, reason: object, shortest: float = 0.0) -> None:
        """Wait before the next attempt, so many seconds at least; raises Unreachable when it is enough."""
        if self._since is None:
            self._since = monotonic()
        if not self.lasts or shortest > self._seconds:
            cause = reason if isinstance(reason, BaseException) else None
            raise Unreachable(self._url, _told(reason)) from cause
        # Not all at the same moment who were cut off together.
        await asyncio.sleep(shortest + self._pause * uniform(0.5, 1.0))  # noqa: S311 - no secret
        self._pause = min(2 * self._pause, LONGEST)


def _told(reason: object) -> object:
    return str(reason) or type(reason).__name__
