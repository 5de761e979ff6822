"""Responses as streams of server-sent events; a client's disconnect ends its operation."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing
from typing import Any, Final

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from application.runtime.cancellation import cancel_and_wait

HEARTBEAT: Final = 15.0
"""Seconds without output after which a comment is sent to keep the connection alive."""
_HEADERS: Final = (
    (b"content-type", b"text/event-stream; charset=utf-8"),
    # Caches must not store what players see, and proxies must not buffer or transform the stream.
    (b"cache-control", b"private, no-store, no-transform"),
    (b"x-accel-buffering", b"no"),
    (b"vary", b"Accept, Authorization"),
)
_OVER: Final = object()


class EventStream(Response):
    """The results of an operation, each as an event `next`, then an event `complete`."""

    def __init__(self, results: AsyncGenerator[Any, None], encode: Callable[[Any], Awaitable[str]]) -> None:
        self._results = results
        self._encode = encode

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the results until they end or the client disconnects."""
        sending = asyncio.create_task(self._send(send))
        leaving = asyncio.create_task(_left(receive))
        try:
            await asyncio.wait({sending, leaving}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            await cancel_and_wait([sending, leaving])
        if not sending.cancelled():
            sending.result()

    async def _send(self, send: Send) -> None:
        async def said(text: str, *, more: bool = True) -> None:
            await send({"type": "http.response.body", "body": text.encode(), "more_body": more})

        await send({"type": "http.response.start", "status": 200, "headers": list(_HEADERS)})
        async with aclosing(self._results):
            coming = asyncio.ensure_future(anext(self._results, _OVER))
            try:
                while True:
                    await asyncio.wait({coming}, timeout=HEARTBEAT)
                    if not coming.done():
                        await said(":\n\n")
                    elif (result := coming.result()) is _OVER:
                        break
                    else:
                        await said(f"event: next\ndata: {await self._encode(result)}\n\n")
                        coming = asyncio.ensure_future(anext(self._results, _OVER))
            finally:
                await cancel_and_wait([coming])
        # With data, because browsers ignore an event without any.
        await said("event: complete\ndata:\n\n", more=False)


async def _left(receive: Receive) -> None:
    """Wait until the client disconnects."""
    while (await receive())["type"] != "http.disconnect":
        pass
