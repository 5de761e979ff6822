"""State shared by the connections of a server."""

from __future__ import annotations

from uvicorn.server import ServerState

from api.transport.connection_registry import Census
from api.transport.metering import Meter


class State(ServerState):
    """State shared by the connections of a server."""

    def __init__(self, census: Census, meter: Meter, longest_url: int) -> None:
        super().__init__()
        self.census = census
        self.meter = meter
        self.longest_url = longest_url
