"""State shared by the connections of a server."""

from __future__ import annotations

from uvicorn.server import ServerState

from api.transport.connection_registry import ConnectionRegistry
from api.transport.metering import ParsingMeter


class ConnectionState(ServerState):
    """State shared by the connections of a server."""

    def __init__(self, registry: ConnectionRegistry, meter: ParsingMeter, max_url: int) -> None:
        super().__init__()
        self.registry = registry
        self.meter = meter
        self.max_url = max_url
