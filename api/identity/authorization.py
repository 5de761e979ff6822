"""The `Authorization` header of a request."""

from __future__ import annotations

from starlette.types import Scope


def authorization_of(scope: Scope) -> str | None:
    """Return the first `Authorization` header of a request, None without one."""
    for name, value in scope["headers"]:
        if name == b"authorization":
            return bytes(value).decode("latin-1")
    return None
