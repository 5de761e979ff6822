"""Fixtures of the chart tests: one server with past games."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, date, datetime
from typing import Any, Final, NamedTuple

import httpx
import pytest

from tests.api.harness.server_processes import Server, Spawner
from tests.processes.polling import wait_for
from tests.web.charts.past_games import record_past_games

_WITHIN: Final = 30.0
_FRESH: Final = """{
    leaderboard(variant: "president", upToDate: true, first: 1) { edges { cursor } }
    player(id: "machine-1") { profile(variant: "president", upToDate: true) { board } }
    statistics(variant: "president", upToDate: true) { variant { name } }
}"""
"""Succeeds once the read models of all three have caught up with the log."""


class PastServer(NamedTuple):
    """A server and the players of its past games."""

    server: Server
    people: Mapping[str, str]
    """Player ids by name."""
    now: datetime
    """The time of the last games."""


@pytest.fixture(scope="session")
def past_server(spawner: Spawner, tmp_path_factory: pytest.TempPathFactory) -> Iterator[PastServer]:
    """Start a server with past games, and wait for its read models."""
    folder = tmp_path_factory.mktemp("past")
    server, now = Server(spawner, folder), datetime.now(UTC)
    # This thread runs Playwright's event loop.
    with ThreadPoolExecutor(1) as thread:
        people = thread.submit(lambda: asyncio.run(record_past_games(server.data_dir, now))).result()
    server.start()
    _wait_for_read_models(server)
    yield PastServer(server, people, now)
    server.end()


@pytest.fixture(scope="session")
def site(past_server: PastServer) -> str:
    """Address of the server with past games."""
    return past_server.server.url.removesuffix("/graphql")


@pytest.fixture
def people(past_server: PastServer) -> Mapping[str, str]:
    """Return the player ids by name."""
    return past_server.people


@pytest.fixture
def today(past_server: PastServer) -> date:
    """Return the day of the last games, in UTC."""
    return past_server.now.date()


def _wait_for_read_models(server: Server) -> None:
    with httpx.Client(trust_env=False, timeout=_WITHIN) as http:

        def fresh_answer() -> Any:
            answer = http.post(server.url, json={"query": _FRESH}).json()
            return None if "errors" in answer else answer

        wait_for(fresh_answer, _WITHIN)
