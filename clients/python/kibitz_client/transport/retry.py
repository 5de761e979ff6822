"""Retries with exponential back-off and full jitter, until a timeout."""

from __future__ import annotations

import asyncio
from random import uniform
from time import monotonic
from typing import Final

from kibitz_client.errors import Unreachable

SHORTEST: Final = 0.1
LONGEST: Final = 2.0


class Retry:
    """Waits between attempts, longer each time. The timeout runs from the first failure."""

    def __init__(self, url: str, timeout: float) -> None:
        self._url = url
        self._timeout = timeout
        self._failing_since: float | None = None
        self._delay = SHORTEST

    @property
    def has_time_left(self) -> bool:
        """True if another attempt may be made."""
        return self._failing_since is None or monotonic() - self._failing_since < self._timeout

    async def wait(self, reason: object, at_least: float = 0.0) -> None:
        """Wait before the next attempt, `at_least` so many seconds; raises Unreachable after the timeout."""
        if self._failing_since is None:
            self._failing_since = monotonic()
        if not self.has_time_left or at_least > self._timeout:
            cause = reason if isinstance(reason, BaseException) else None
            raise Unreachable(self._url, _text(reason)) from cause
        # Full jitter: clients that were disconnected together should not return at the same moment.
        await asyncio.sleep(at_least + uniform(0.0, self._delay))  # noqa: S311 - no secret
        self._delay = min(2 * self._delay, LONGEST)


def _text(reason: object) -> object:
    return str(reason) or type(reason).__name__
