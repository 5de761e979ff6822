"""Serves the schema in the schema definition language, for tools of client authors."""

from __future__ import annotations

import asyncio
from functools import lru_cache
from threading import Lock
from typing import Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from api.graphql.schema import sdl
from api.web.static_file import StaticFile

_printing: Final = Lock()
ADDRESS: Final = "/schema.graphql"
_HEADERS: Final = {
    # It changes with the version of the server only; its entity tag tells.
    "Cache-Control": "public, max-age=300",
    "Cross-Origin-Resource-Policy": "cross-origin",
}


def schema_route() -> Route:
    """Return the route to the schema, which is printed at its first request."""
    return Route(ADDRESS, _send)


async def _send(request: Request) -> Response:
    # Printing and compressing take a quarter of a second each, in which the event loop serves others.
    return await asyncio.to_thread(lambda: _printed_once().response(request))


def _printed_once() -> StaticFile:
    # The cache alone would let many first requests print at the same time.
    with _printing:
        return _file()


@lru_cache(maxsize=1)
def _file() -> StaticFile:
    return StaticFile("", sdl().encode(), _HEADERS)
