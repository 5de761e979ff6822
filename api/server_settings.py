"""Settings of the server for its clients: limits, origins, hosts, proxies and connections."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from api.graphql.execution.planned.policy import PlanPolicy
from api.graphql.limits.request_limits import Limits
from api.transport.connection_limits import ConnectionLimits


class ServerSettings(Struct, frozen=True, kw_only=True):
    """Settings of the server towards its clients."""

    limits: Limits = Limits()
    origins: tuple[str, ...] = ()
    """Origins of web pages that may call the server, besides its own."""
    hosts: tuple[str, ...] = ("*",)
    """Host names that the server accepts, besides IP addresses and `localhost`."""
    proxies: tuple[str, ...] = ()
    """Networks of reverse proxies that are trusted to report the addresses of clients."""
    connections: ConnectionLimits = ConnectionLimits()
    drain_seconds: float = 0
    """Seconds that a stopping server keeps serving while it reports that it is not ready."""
    development: bool = False
    """Help client developers with GraphiQL and with suggestions in errors."""
    plans: PlanPolicy = PlanPolicy.SECOND_USE
    """When operations get compiled plans."""
    only_trusted: bool = False
    """Execute trusted documents only."""

    @property
    def has_graphiql(self) -> bool:
        """True if browsers get GraphiQL, which sends documents of its own."""
        return self.development and not self.only_trusted


DEFAULT_SERVER_SETTINGS: Final = ServerSettings()
"""The default settings."""
