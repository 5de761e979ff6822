"""Clients of a server with rate limits."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from tests.api.harness.callers import Client, Json

TOO_MANY = "TOO_MANY_REQUESTS"
LimitedClients = Callable[..., Awaitable[Client]]
"""Returns a client at an address; keywords are the rates of a new server."""


def as_called_from(client: Client, other: Client) -> Client:
    """Return a client with the player of the first and the address of the second client."""
    return Client(other.http, client.token, client.player)


async def rate_limited_error(client: Client, document: str, **variables: Any) -> Json:
    """Send an operation above a rate limit; return the error."""
    response = await client.post({"query": document, "variables": variables})
    assert response.status_code == 429, response.text
    error: Json
    [error] = response.json()["errors"]
    assert error["extensions"]["code"] == TOO_MANY
    assert response.headers["retry-after"] == str(error["extensions"]["retryAfter"])
    return error
