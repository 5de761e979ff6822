"""HTTP transport whose answers can be changed, as by a server that lies."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import httpx
import msgspec

Json = dict[str, Any]


class LyingTransport(httpx.AsyncBaseTransport):
    """Delivers every request, records it, and changes each game in the answers by `lie`."""

    def __init__(self, lie: Callable[[Json], None] = lambda game: None) -> None:
        self._inner = httpx.AsyncHTTPTransport()
        self.lie = lie
        self.requests: list[Json] = []

    def inputs(self, mutation: str) -> list[Json]:
        """Return the inputs of all requests for a mutation."""
        return [each["variables"]["input"] for each in self.requests if f" {mutation}(" in each["query"]]

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        self.requests.append(msgspec.json.decode(request.content))
        response = await self._inner.handle_async_request(request)
        answer = msgspec.json.decode(await response.aread())
        await response.aclose()
        self._change(answer)
        return httpx.Response(response.status_code, json=answer, request=request)

    async def aclose(self) -> None:
        await self._inner.aclose()

    def _change(self, answer: Any) -> None:
        if isinstance(answer, list):
            for each in answer:
                self._change(each)
        elif isinstance(answer, dict):
            if "deal" in answer and "seats" in answer:
                self.lie(answer)
            else:
                self._change(list(answer.values()))
