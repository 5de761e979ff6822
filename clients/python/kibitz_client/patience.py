"""How long to go on trying, and how long to wait in between."""

from __future__ import annotations

import asyncio
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

    def restored(self) -> None:
        """Something has gone well."""
        self._since, self._pause = None, SHORTEST

    async def wait(self, reason: object) -> None:
        """Wait before the next attempt; raises Unreachable when it is enough."""
        now = monotonic()
        self._since = now if self._since is None else self._since
        if now - self._since >= self._seconds:
            cause = reason if isinstance(reason, BaseException) else None
            raise Unreachable(self._url, _told(reason)) from cause
        await asyncio.sleep(self._pause)
        self._pause = min(2 * self._pause, LONGEST)


def _told(reason: object) -> object:
    return str(reason) or type(reason).__name__
