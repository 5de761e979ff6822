"""Prometheus metrics for operators: counts and lag, without data of any game or player."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
from typing import Final

from prometheus_client import CollectorRegistry, Gauge, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector
from sqlalchemy.exc import SQLAlchemyError

from api.graphql.context import Services
from api.monitoring.counters import COUNTERS
from api.transport.connection_registry import Phase
from api.transport.shared_state import ConnectionState
from api.transport.websockets import WebSockets
from application.store.port import StoreError
from projections.engine.projector import Condition

LAG_STEPS: Final = (3600, 600, 60, 10, 1)
"""The steps of reported lag, in seconds; finer steps would reveal activity over time."""
STALL_INTERVAL: Final = 0.1
"""Seconds between measurements of the event loop's delay."""
STALL_BUCKETS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)


class Metrics:
    """The metrics of one server."""

    def __init__(self, services: Services, state: ConnectionState) -> None:
        self._services = services
        self._registry = CollectorRegistry()
        self._registry.register(_Connections(services, state))
        self._stalls = Histogram(
            "kibitz_event_loop_stall_seconds",
            f"Delay of a timer on the event loop, measured every {STALL_INTERVAL:g} s.",
            buckets=STALL_BUCKETS,
            registry=self._registry,
        )
        self._lag = Gauge(
            "kibitz_projection_lag_seconds",
            "Minimum time that a read model has been behind the log, in coarse steps.",
            ["model"],
            registry=self._registry,
        )
        self._stopped = Gauge(
            "kibitz_projection_stopped",
            "Whether a read model stopped at an event that it cannot process.",
            ["model"],
            registry=self._registry,
        )

    @asynccontextmanager
    async def measuring(self) -> AsyncIterator[None]:
        """Measure the event loop's delays within the context."""
        watching = asyncio.create_task(self._watch_loop(), name="event loop stalls")
        try:
            yield
        finally:
            watching.cancel()
            with suppress(asyncio.CancelledError):
                await watching

    async def text(self) -> bytes:
        """Return all current metrics; those of read models are omitted if they cannot be read."""
        self._lag.clear()
        self._stopped.clear()
        with suppress(StoreError, SQLAlchemyError):
            for each in await self._services.projector.status():
                self._stopped.labels(each.name).set(each.condition is Condition.STOPPED)
                if each.behind is not None:
                    self._lag.labels(each.name).set(coarse(each.behind))
        return generate_latest(COUNTERS) + generate_latest(self._registry)

    async def _watch_loop(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            due = loop.time() + STALL_INTERVAL
            await asyncio.sleep(STALL_INTERVAL)
            self._stalls.observe(max(0.0, loop.time() - due))


def coarse(seconds: float) -> int:
    """Return the largest step of `LAG_STEPS` that the lag has reached, or 0."""
    return next((step for step in LAG_STEPS if seconds >= step), 0)


class _Connections(Collector):
    """Collects, on demand, the numbers that the server keeps for its own use."""

    def __init__(self, services: Services, state: ConnectionState) -> None:
        self._services = services
        self._state = state

    def collect(self) -> Iterator[Metric]:
        registry = self._state.registry
        sockets = sum(isinstance(each, WebSockets) for each in self._state.connections)
        opened = GaugeMetricFamily("kibitz_connections", "Open connections, by state.", labels=["state"])
        waiting = 0
        for phase in Phase:
            waiting += registry.waiting(phase)
            opened.add_metric([phase.value], registry.waiting(phase))
        opened.add_metric(["websocket"], sockets)
        opened.add_metric(["answered"], max(0, registry.open - waiting - sockets))
        yield opened
        ended = CounterMetricFamily(
            "kibitz_connections_ended",
            "Connections that were closed or refused, by the limit.",
            labels=["bound"],
        )
        for bound, count in sorted(registry.ended.items()):
            ended.add_metric([bound], count)
        yield ended
        yield GaugeMetricFamily(
            "kibitz_addresses_held_off",
            "Addresses whose packets are dropped.",
            value=registry.filtered_addresses,
        )
        yield GaugeMetricFamily(
            "kibitz_connections_limit", "Maximum concurrent connections.", value=registry.total
        )
        yield CounterMetricFamily(
            "kibitz_http_requests", "Answered requests.", value=self._state.total_requests
        )
        yield GaugeMetricFamily(
            "kibitz_append_queue", "Commands that wait to be committed.", value=self._services.store.queued
        )
        yield GaugeMetricFamily(
            "kibitz_followed_games", "Games with subscribers.", value=self._services.watching.followed
        )
