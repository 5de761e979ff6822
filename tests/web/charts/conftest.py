"""A server whose people have played before, once for all tests of figures."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, date, datetime
from typing import Final, NamedTuple

import httpx
import pytest

from tests.api.harness.server_processes import Server, Spawner
from tests.web.charts.past_games import record_past_games

_WITHIN: Final = 30.0
_FRESH: Final = """{
    leaderboard(variant: "president", fresh: true, first: 1) { edges { cursor } }
    profile(player: "nobody", variant: "president", fresh: true) { variant }
    statistics(variant: "president", fresh: true) { variant }
}"""
"""Has an answer once leaderboards, profiles and statistics know of all that has happened."""


class PastServer(NamedTuple):
    """A server, and who has played there."""

    server: Server
    people: Mapping[str, str]
    """Ids by names."""
    now: datetime
    """When it was that they had."""


@pytest.fixture(scope="session")
def past_server(spawner: Spawner, tmp_path_factory: pytest.TempPathFactory) -> Iterator[PastServer]:
    """Give the server; its figures know of everything."""
    folder = tmp_path_factory.mktemp("past")
    server, now = Server(spawner, folder), datetime.now(UTC)
    # Playwright has an event loop in this thread.
    with ThreadPoolExecutor(1) as thread:
        people = thread.submit(lambda: asyncio.run(record_past_games(server.data_dir, now))).result()
    server.start()
    _wait_for_read_models(server)
    yield PastServer(server, people, now)
    server.end()


@pytest.fixture(scope="session")
def site(past_server: PastServer) -> str:
    """Where the pages are."""
    return past_server.server.url.removesuffix("/graphql")


@pytest.fixture
def people(past_server: PastServer) -> Mapping[str, str]:
    """Give the ids of who has played, by their names."""
    return past_server.people


@pytest.fixture
def today(past_server: PastServer) -> date:
    """Give the day on which the last of them played, in UTC."""
    return past_server.now.date()


def _wait_for_read_models(server: Server) -> None:
    deadline = time.monotonic() + _WITHIN
    with httpx.Client(trust_env=False, timeout=_WITHIN) as http:
        while "errors" in (answer := http.post(server.url, json={"query": _FRESH}).json()):
            assert time.monotonic() < deadline, answer
            time.sleep(0.05)
