"""Calls of an ASGI application in the same process, without a server or a client library."""

from __future__ import annotations

import asyncio
from typing import Any

from starlette.types import ASGIApp

HEADERS = [
    (b"host", b"127.0.0.1:8000"),
    (b"accept", b"*/*"),
    (b"accept-encoding", b"identity"),
    (b"connection", b"keep-alive"),
    (b"user-agent", b"benchmark"),
    (b"content-type", b"application/json"),
]


async def call(app: ASGIApp, path: str, body: bytes) -> bytes:
    """Send a request at ASGI level and return the body of the response."""
    sent: list[Any] = []
    waiting = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive() -> Any:
        return waiting.pop() if waiting else await asyncio.Event().wait()

    async def send(message: Any) -> None:
        sent.append(message)

    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": "POST",
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "root_path": "",
        "headers": [*HEADERS, (b"content-length", str(len(body)).encode())],
        "client": ("127.0.0.1", 50000),
        "server": ("127.0.0.1", 8000),
        "state": {},
    }
    await app(scope, receive, send)
    if sent[0]["status"] != 200:
        raise RuntimeError(f"{path} answered {sent[0]['status']}")
    return b"".join(message.get("body", b"") for message in sent)
