"""The headers of a request by name, for the layers that look for several of them."""

from __future__ import annotations

from typing import Final

from starlette.types import Scope

_KEY: Final = "kibitz.headers"


def first_headers(scope: Scope) -> dict[bytes, bytes]:
    """Return the first value of each header by its name in lower case; computed once for each request."""
    found: dict[bytes, bytes] | None = scope.get(_KEY)
    if found is None:
        # A dictionary keeps the last of several values. A loop over the headers would take longer.
        found = scope[_KEY] = dict(reversed(scope["headers"]))
    return found
