"""Processes starting on PostgreSQL: concurrently, or failing with a clear error."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from urllib.parse import quote

import psycopg
import pytest

from tests import postgres
from tests.api.harness.callers import over_http
from tests.api.harness.played_games import begun, play_to_the_end
from tests.api.harness.server_processes import Done, Spawner
from tests.processes.installation import Installation
from tests.processes.polling import listed

STARTS = [("serve", "--port", 0), ("project",), ("log", "check")]
WRONG = "not the secret word"

Refused = Callable[[str], str]
"""Starts the program on an unusable database, and returns its error output."""


@pytest.fixture(params=STARTS, ids=lambda start: start[0])
def refused(request: pytest.FixtureRequest, spawner: Spawner, tmp_path: Path) -> Refused:
    def start(url: str) -> str:
        installation = Installation(spawner, tmp_path, url)
        return error_of(installation.run(*request.param))

    return start


def error_of(done: Done) -> str:
    assert done.returncode == 1
    assert done.stdout == ""
    error = done.stderr
    assert error.startswith("kibitz: ")
    assert "Traceback" not in error
    for secret in (postgres.PASSWORD, WRONG):
        assert secret not in error
        assert quote(secret) not in error
    return error


def test_unreachable_database_is_named(refused: Refused, postgres_url: str) -> None:
    port = postgres.free_port()
    url = postgres.url_of(postgres_url, "kibitz", host="127.0.0.1", port=port, password=WRONG)
    error = refused(url)
    assert "127.0.0.1" in error
    assert str(port) in error
    assert error.count("\n") == 1, "libpq's hint is on a line of its own"


def test_wrong_password_is_reported_but_not_shown(refused: Refused, postgres_url: str) -> None:
    name = psycopg.conninfo.conninfo_to_dict(postgres_url)["dbname"]
    error = refused(postgres.url_of(postgres_url, name, host="127.0.0.1", password=WRONG))
    assert "password authentication failed" in error
    assert error.count("\n") == 1


def test_schema_newer_than_the_program_is_named_and_unchanged(
    refused: Refused, postgres_url: str, spawner: Spawner, tmp_path: Path
) -> None:
    made = Installation(spawner, tmp_path, postgres_url).run("simulate", "--games", 1, "--store")
    assert made.returncode == 0, made
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        connection.execute("UPDATE kibitz.schema_version SET version = 1000")
        assert "1000" in refused(postgres_url)
        [(count,)] = connection.execute("SELECT count(*) FROM kibitz.events WHERE position > 0")
        assert count > 100
        [(version,)] = connection.execute("SELECT version FROM kibitz.schema_version")
    assert version == 1000


async def test_servers_can_start_concurrently_on_an_empty_database(
    postgres_installation: Installation,
) -> None:
    servers = [postgres_installation.server() for _ in range(3)]
    for server in servers:
        server.start_without_waiting()
    for server in servers:
        server.await_started()
    games = []
    for server in servers:
        async with over_http(server.url) as spectator:
            clients = [await spectator.sign_in(name) for name in ("Ann", "Bob")]
            games.append(await begun(*clients))
            await play_to_the_end(clients, games[-1])
    async with over_http(servers[0].url) as spectator:
        await listed(spectator, "WON", *games)
    assert [server.stop() for server in servers] == [0, 0, 0]
    assert not any("Traceback" in server.log for server in servers)
