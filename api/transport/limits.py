"""Limits of connections, and how many of them the process has file descriptors for."""

from __future__ import annotations

import sys
from typing import Annotated, Final

from pydantic import BaseModel, ConfigDict, Field

BACKLOG: Final = 50
"""Connections that one turn of the event loop accepts at most, before the first of them can be refused."""
OVERSHOOT: Final = 5 * BACKLOG
"""File descriptors that connections take which are accepted and not refused yet."""
KEPT: Final = 150
"""File descriptors that databases, logs and listeners take."""
RESERVED: Final = 32
"""Connections beyond the total on which health is asked for, and nothing else."""
FEWEST: Final = 16
"""Connections that are taken however few files the process may open."""

_Count = Annotated[int, Field(ge=1)]
_Seconds = Annotated[float, Field(gt=0, allow_inf_nan=False)]


class ConnectionLimits(BaseModel):
    """The bounds of connections; each is a setting, `KIBITZ_CONNECTIONS_…`."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    total: _Count = 4_000
    """Connections at once; fewer where the process may not open so many files."""
    per_address: _Count = 250
    """Connections at once from one address, or from one /64 network of IPv6 addresses."""
    header_bytes: Annotated[int, Field(ge=1_000)] = 32_768
    """Bytes of a request's headers, without the address that it asks for."""
    header_count: _Count = 100
    """Headers of a request."""
    header_seconds: _Seconds = 10
    """How long the headers of a request may take, and the first message on a WebSocket."""
    body_seconds: _Seconds = 30
    """How long the body of a request may take."""
    idle_seconds: _Seconds = 75
    """How long a connection may wait for its next request: longer than clients and proxies keep one."""


def capacity(total: int) -> int:
    """Return how many connections can be served, having asked for as many file descriptors as that takes."""
    if sys.platform == "win32":
        return total
    import resource

    wanted = total + RESERVED + OVERSHOOT + KEPT
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        reachable = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        if reachable > soft:
            resource.setrlimit(resource.RLIMIT_NOFILE, (reachable, hard))
            soft = reachable
        return max(FEWEST, min(total, soft - (wanted - total)))
    return total
