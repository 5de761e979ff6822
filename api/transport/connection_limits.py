"""Limits of connections, and the number of connections that the file descriptors allow."""

from __future__ import annotations

import sys
from typing import Annotated, Final

from pydantic import BaseModel, ConfigDict, Field

BACKLOG: Final = 50
"""Maximum connections accepted in one tick of the event loop, before any of them can be refused."""
UNREFUSED: Final = 5 * BACKLOG
"""File descriptors of connections that are accepted and not yet refused."""
OTHER_DESCRIPTORS: Final = 150
"""File descriptors of databases, logs and listeners."""
RESERVED: Final = 32
"""Connections beyond the total, for health checks only."""
MIN_CONNECTIONS: Final = 16
"""Connections that are accepted however few files the process may open."""

MAX_ADDRESSES: Final = 1_000
"""Number of remembered heavy addresses above which those without a current restriction are forgotten."""

_Count = Annotated[int, Field(ge=1)]
_Seconds = Annotated[float, Field(gt=0, allow_inf_nan=False)]


class ConnectionLimits(BaseModel):
    """Limits of connections; each is a setting, `KIBITZ_CONNECTIONS_…`."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    total: _Count = 4_000
    """Concurrent connections; fewer if the process may not open so many files."""
    per_address: _Count = 250
    """Concurrent connections from one address, or from one /64 network of IPv6 addresses."""
    header_bytes: Annotated[int, Field(ge=1_000)] = 32_768
    """Bytes of a request's headers, without its URL."""
    header_count: _Count = 100
    """Headers of a request."""
    header_seconds: _Seconds = 10
    """Seconds that the headers of a request may take, and the first message on a WebSocket."""
    body_seconds: _Seconds = 30
    """Seconds that the body of a request may take."""
    idle_seconds: _Seconds = 75
    """Seconds that a connection may wait for its next request; clients and proxies keep one for less."""


def capacity(total: int) -> int:
    """Raise the limit of file descriptors if necessary, and return how many connections it allows."""
    if sys.platform == "win32":
        return total
    import resource

    wanted = total + RESERVED + UNREFUSED + OTHER_DESCRIPTORS
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        reachable = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        if reachable > soft:
            resource.setrlimit(resource.RLIMIT_NOFILE, (reachable, hard))
            soft = reachable
        return max(MIN_CONNECTIONS, min(total, soft - (wanted - total)))
    return total
