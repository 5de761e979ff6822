"""Check of the `Host` header, against DNS rebinding."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from ipaddress import ip_address
from typing import Final

from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

ANY: Final = "*"
LOCAL: Final = "localhost"
MISDIRECTED: Final = 421
MAX_LENGTH: Final = 300
"""Maximum bytes of a `Host` header: a name has 253 at most."""
_HOST: Final = re.compile(r"(\[[0-9a-f:.]+\]|[a-z0-9_.-]+)(?::[0-9]{1,5})?", re.IGNORECASE)
_NAME: Final = re.compile(r"(\*\.)?[a-z0-9_]([a-z0-9_.-]*[a-z0-9_])?", re.IGNORECASE)


def checked_hosts(names: Iterable[str]) -> tuple[str, ...]:
    """Return host names in the form used for comparison; raises ValueError for an invalid name."""
    found = []
    for name in names:
        if name != ANY and not _NAME.fullmatch(name) and not _is_address(name.strip("[]")):
            raise ValueError(f"{name!r} is not the name of a host; leave out scheme, port and path")
        found.append(name.lower())
    return tuple(found)


class KnownHosts:
    """The hosts of a server: the given names, `localhost` and all addresses."""

    def __init__(self, hosts: Iterable[str]) -> None:
        self._names = frozenset((LOCAL, *hosts))
        self._endings = tuple(name[1:] for name in self._names if name.startswith("*."))
        self._cached = lru_cache(maxsize=256)(self._is_known)

    def accepts(self, given: bytes) -> bool:
        """Return whether the value of a `Host` header names the server."""
        return len(given) <= MAX_LENGTH and self._cached(given)

    def _is_known(self, given: bytes) -> bool:
        parts = _HOST.fullmatch(given.decode("latin-1"))
        if parts is None:
            return False
        host = parts[1].lower().rstrip(".")
        return host in self._names or host.endswith(self._endings) or _is_address(host.strip("[]"))


class HostCheck:
    """Answers requests and sockets for foreign hosts with 421, except for health.

    A web page can make its own name resolve to this machine (DNS rebinding) and would then count as the same
    origin. It cannot do so with an address or with `localhost`, so these are always accepted.
    """

    def __init__(self, app: ASGIApp, hosts: KnownHosts) -> None:
        self._app = app
        self._hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on requests for this server, and answer the others with 421."""
        if scope["type"] in ("http", "websocket") and not scope["path"].startswith("/health/"):
            given = [value for name, value in scope["headers"] if name == b"host"]
            if len(given) != 1 or not self._hosts.accepts(given[0]):
                text = "Unknown host name; the operator of the server lists its names in KIBITZ_HOSTS."
                await PlainTextResponse(text, MISDIRECTED)(scope, receive, send)
                return
        await self._app(scope, receive, send)


def _is_address(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True
