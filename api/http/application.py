"""The application: FastAPI behind layers that see each request before FastAPI does anything for it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fastapi import FastAPI
from starlette.types import ASGIApp, Receive, Scope, Send


class Application(FastAPI):
    """FastAPI with outer layers.

    Its own middleware stands behind five layers of FastAPI and Starlette, which a plain request needs for
    nothing. A layer that is added here stands before all of them.
    """

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.outermost: ASGIApp = super().__call__
        """The outermost layer, which a server calls without a call of the application between."""

    def surround(self, layer: Callable[[ASGIApp], ASGIApp]) -> None:
        """Put a layer around the application and the layers that it has."""
        self.outermost = layer(self.outermost)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request, a socket or the lifespan to the outermost layer."""
        await self.outermost(scope, receive, send)
