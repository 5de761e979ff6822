"""The operators' port: health and metrics, on connections that clients cannot use up."""

from __future__ import annotations

import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI
from prometheus_client import CONTENT_TYPE_LATEST
from starlette.responses import Response

from api.fair_share.shares import Shares
from api.graphql.context import Services
from api.http.server import Server
from api.monitoring.health import Health, add_health_routes
from api.monitoring.metrics import Metrics
from api.server_settings import ServerSettings
from api.transport.connection_limits import ConnectionLimits
from api.transport.host_check import ANY, HostCheck, KnownHosts

LIMITS = ConnectionLimits(total=16, per_address=16, header_seconds=5, body_seconds=5, idle_seconds=30)


@asynccontextmanager
async def operator_port(
    services: Services, server: Server, health: Health, listening: socket.socket | None
) -> AsyncIterator[None]:
    """Serve the operators' port within the context, also during shutdown; without a socket, do nothing."""
    if listening is None:
        yield
        return
    metrics = Metrics(services, server.server_state)
    server_settings = ServerSettings(connections=LIMITS)
    operators = Server(_application(services, health, metrics), services.watching, server_settings)
    operators.config.load()
    operators.lifespan = operators.config.lifespan_class(operators.config)
    async with metrics.measuring():
        await operators.startup([listening])
        try:
            yield
        finally:
            await operators.shutdown([listening])


def _application(services: Services, health: Health, metrics: Metrics) -> FastAPI:
    app = FastAPI(title="Kibitz for operators", openapi_url=None)
    if ANY not in services.server_settings.hosts:
        app.add_middleware(HostCheck, hosts=KnownHosts(services.server_settings.hosts))
    add_health_routes(app, health)
    app.state.shares = Shares()

    @app.get("/metrics")
    async def all_metrics() -> Response:
        """Return all metrics."""
        return Response(await metrics.text(), media_type=CONTENT_TYPE_LATEST)

    return app
