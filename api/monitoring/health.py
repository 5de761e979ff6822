"""Health checks: liveness of the process, and readiness for requests."""

from __future__ import annotations

import asyncio
import logging
from typing import Final

from fastapi import FastAPI
from sqlalchemy.exc import SQLAlchemyError
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

from api.graphql.context import Services
from application.store.port import StoreError
from projections.engine.projector import Condition, ProjectionStatus

logger = logging.getLogger(__name__)

CACHE_PERIOD: Final = 1.0
"""Seconds for which a result is cached for all callers."""
MAX_LAG: Final = 60.0
"""Maximum lag of a read model, in seconds, on a server that is ready."""


class Health:
    """Checks whether the server can execute commands and answer queries."""

    def __init__(self, services: Services) -> None:
        self.draining = False
        """True while the server stops."""
        self._services = services
        self._checking = asyncio.Lock()
        self._checked_at: float | None = None
        self._reason_found: str | None = None

    async def not_ready_reason(self) -> str | None:
        """Return the reason why the server is not ready for requests; None if it is ready."""
        if self.draining or self._services.watching.stopped:
            return "the server is stopping"
        loop = asyncio.get_running_loop()
        async with self._checking:
            if self._checked_at is None or loop.time() - self._checked_at >= CACHE_PERIOD:
                found = await self._check()
                if found != self._reason_found:
                    logger.warning(
                        "ready again" if found is None else "not ready: %s", *filter(None, [found])
                    )
                self._reason_found, self._checked_at = found, loop.time()
            return self._reason_found

    async def _check(self) -> str | None:
        store, projector = self._services.store, self._services.projector
        try:
            await store.head()
        except StoreError:
            return "the log cannot be read"
        try:
            await store.check_writable()
        except StoreError as error:
            logger.warning("the log cannot be written: %s", error)
            return "the log cannot be written"
        try:
            statuses = await projector.status()
        except (StoreError, SQLAlchemyError):
            return "the read models cannot be read"
        return next(filter(None, map(_reason, statuses)), None)


def _reason(status: ProjectionStatus) -> str | None:
    if status.condition is Condition.STOPPED:
        return f"the read model {status.name} has stopped"
    if status.behind is None or status.behind > MAX_LAG:
        # No finer steps: exact positions would reveal how much is played in private.
        return f"the read model {status.name} is more than a minute behind"
    return None


def add_health_routes(app: FastAPI, health: Health) -> None:
    """Add the routes /health/live and /health/ready."""

    async def live(_: Request) -> JSONResponse:
        """Return 200 while the process runs."""
        return JSONResponse({"status": "ok"})

    async def ready(_: Request) -> JSONResponse:
        """Return 200 if the server is ready, otherwise 503 with the reason."""
        not_ready_reason = await health.not_ready_reason()
        if not_ready_reason is None:
            return JSONResponse({"status": "ok"})
        return JSONResponse({"status": not_ready_reason}, status_code=503)

    app.router.routes += [Route("/health/live", live), Route("/health/ready", ready)]
    app.state.health = health
