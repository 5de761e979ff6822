"""Subscriptions in the same process whose messages are recorded, for the secrecy check."""

from __future__ import annotations

import asyncio
import json
from typing import Any, Self

from fastapi import FastAPI

from tests.api.harness.callers import Client


class Subscription:
    """A subscription over server-sent events in the same process; records the messages."""

    def __init__(self, app: FastAPI, client: Client, document: str, variables: dict[str, Any]) -> None:
        own = [(b"authorization", f"Bearer {client.token}".encode())] if client.token else []
        self._app = app
        self._scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": "POST",
            "scheme": "http",
            "path": "/graphql",
            "query_string": b"",
            "headers": [
                (b"host", b"[::1]"),
                (b"content-type", b"application/json"),
                (b"accept", b"text/event-stream"),
                *own,
            ],
        }
        self._body: list[bytes] = [json.dumps({"query": document, "variables": variables}).encode()]
        self._sent: list[bytes] = []
        self._started = asyncio.Event()

    async def __aenter__(self) -> Self:
        """Subscribe, and wait for the first message."""
        self._serving = asyncio.create_task(self._app(self._scope, self._receive, self._send))
        await self._started.wait()
        return self

    async def __aexit__(self, *_: object) -> None:
        """Cancel the subscription."""
        self._serving.cancel()
        await asyncio.wait([self._serving])

    async def rest(self) -> bytes:
        """Wait for the end of the stream, and return all messages except keep-alives."""
        async with asyncio.timeout(30):
            await self._serving
        return b"".join(each for each in self._sent if each != b":\n\n")

    async def _receive(self) -> dict[str, Any]:
        if not self._body:
            await asyncio.Event().wait()
        return {"type": "http.request", "body": self._body.pop(), "more_body": False}

    async def _send(self, message: Any) -> None:
        if message["type"] == "http.response.body":
            self._sent.append(message["body"])
            self._started.set()
