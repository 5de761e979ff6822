"""Prometheus counters that code increments; `api.monitoring.metrics` adds those computed on demand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from graphql import GraphQLError
from prometheus_client import CollectorRegistry, Counter, Gauge, Metric
from prometheus_client.core import CounterMetricFamily
from prometheus_client.registry import Collector

COUNTERS: Final = CollectorRegistry()
REFUSALS: Final = Counter(
    "kibitz_refusals", "Refused commands and errors in responses, by code.", ["code"], registry=COUNTERS
)
SESSION_CHANGES: Final = Counter(
    "kibitz_session_changes", "Changes of players' sessions, by kind.", ["change"], registry=COUNTERS
)


class _OfLoop(Collector):
    """Base of counters that only the event loop increments, so that they need no lock."""

    def __init__(self, name: str, description: str) -> None:
        self._name = name
        self._description = description
        COUNTERS.register(self)


class LoopCounter(_OfLoop):
    """A counter without a label, which only the event loop increments."""

    count = 0

    def collect(self) -> Iterator[Metric]:
        """Yield the counter."""
        yield CounterMetricFamily(self._name, self._description, value=self.count)


class WayCounter(_OfLoop):
    """A counter with a label `way`, which only the event loop increments."""

    def __init__(self, name: str, description: str, *ways: str) -> None:
        """Register a counter that starts at 0 for each way."""
        self.counts = dict.fromkeys(ways, 0)
        super().__init__(name, description)

    def collect(self) -> Iterator[Metric]:
        """Yield the counter."""
        metric = CounterMetricFamily(self._name, self._description, labels=["way"])
        for way, count in self.counts.items():
            metric.add_metric([way], count)
        yield metric


COMMANDS: Final = LoopCounter("kibitz_commands", "Executed commands in games, including repeats.")
EXECUTIONS: Final = WayCounter(
    "kibitz_executions",
    "Executed queries and mutations, by plan, by graphql-core, or first by one and then by the other.",
    *("plan", "both", "graphql-core"),
)
MESSAGES: Final = WayCounter(
    "kibitz_messages",
    "Messages of subscriptions: completed by plan, by graphql-core, or first by one and then by the other "
    "(both); or shared with another subscriber.",
    *("plan", "both", "graphql-core", "shared"),
)
SUBSCRIPTIONS: Final = Gauge("kibitz_subscriptions", "Open subscriptions.", registry=COUNTERS)


def count_error(error: GraphQLError) -> None:
    """Count an error in a response, by its code."""
    REFUSALS.labels((error.extensions or {}).get("code", "")).inc()
