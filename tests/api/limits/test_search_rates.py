"""Searches for players are limited, so that names cannot be collected."""

from __future__ import annotations

from tests.api.harness import full_documents as d
from tests.api.limits.rate_clients import LimitedClients, rate_limited_error

SEARCH = d.operation("query", "players")


async def test_searches_are_limited_per_player_whatever_they_find(limited: LimitedClients) -> None:
    client = await limited("192.0.2.1", searches="2/minute", address=2)
    ann, bob = await client.sign_in("Ann"), await client.sign_in("Bob")
    assert (await ann.data(SEARCH, search="nobody"))["players"]["edges"] == []
    assert await ann.code(SEARCH, search="n") == "INVALID_NAME_SEARCH"
    error = await rate_limited_error(ann, SEARCH, search="nobody")
    assert error["message"].startswith("Too many searches for players: try again in ")
    for _ in range(2):
        assert (await bob.data(SEARCH, search="nobody"))["players"]["edges"] == []
    # Many guests of one address share a limit.
    cyd = await client.sign_in("Cyd")
    await rate_limited_error(cyd, SEARCH, search="nobody")
