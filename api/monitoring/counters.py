"""Prometheus counters that code increments; `api.monitoring.metrics` adds those computed on demand."""

from __future__ import annotations

from typing import Final

from graphql import GraphQLError
from prometheus_client import CollectorRegistry, Counter, Gauge

COUNTERS: Final = CollectorRegistry()
COMMANDS: Final = Counter(
    "kibitz_commands", "Executed commands in games, including repeats.", registry=COUNTERS
)
REFUSALS: Final = Counter(
    "kibitz_refusals", "Refused commands and errors in responses, by code.", ["code"], registry=COUNTERS
)
SESSION_CHANGES: Final = Counter(
    "kibitz_session_changes", "Changes of players' sessions, by kind.", ["change"], registry=COUNTERS
)
EXECUTIONS: Final = Counter(
    "kibitz_executions",
    "Executed queries and mutations, by plan, by graphql-core, or first by one and then by the other.",
    ["way"],
    registry=COUNTERS,
)
MESSAGES: Final = Counter(
    "kibitz_messages",
    "Messages of subscriptions: completed by plan, by graphql-core, or first by one and then by the other "
    "(both); or shared with another subscriber.",
    ["way"],
    registry=COUNTERS,
)
SUBSCRIPTIONS: Final = Gauge("kibitz_subscriptions", "Open subscriptions.", registry=COUNTERS)


def count_error(error: GraphQLError) -> None:
    """Count an error in a response, by its code."""
    REFUSALS.labels((error.extensions or {}).get("code", "")).inc()
