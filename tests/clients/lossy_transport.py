"""HTTP transport that delivers requests but drops some answers."""

from __future__ import annotations

from collections.abc import Callable

import httpx


class LossyTransport(httpx.AsyncBaseTransport):
    """Delivers every request, and drops the answers that `drops` selects."""

    def __init__(self, drops: Callable[[httpx.Request], bool]) -> None:
        self._inner = httpx.AsyncHTTPTransport()
        self._drops = drops
        self.dropped = 0

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        response = await self._inner.handle_async_request(request)
        if not self._drops(request):
            return response
        self.dropped += 1
        await response.aread()
        await response.aclose()
        raise httpx.ReadError("the answer was lost")

    async def aclose(self) -> None:
        await self._inner.aclose()
