"""Readiness: 503 with a reason if the log is not writable or a read model is stopped or behind."""

from __future__ import annotations

import resource
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import httpx
import psycopg
import pytest
from psycopg import sql

import api.monitoring.health
from api.app import application, services_of
from api.graphql.context import Services
from api.settings import ProjectionMode, Settings
from application.store.sqlite.database import MIN_FREE_BYTES
from projections import ALL
from projections.engine.generations import Role, track
from tests.api.harness.callers import Client
from tests.api.harness.played_games import caught_up

BROKEN = """
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()
"""
"""Ends all other connections."""


@pytest.fixture(autouse=True)
def _looked_at_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(api.monitoring.health, "CACHE_PERIOD", 0.0)


async def ready(client: Client) -> tuple[int, str]:
    response = await client.http.get("/health/ready")
    return response.status_code, response.json()["status"]


async def test_the_server_is_ready_until_it_stops(services: Services, spectator: Client) -> None:
    assert await ready(spectator) == (200, "ok")
    assert (await spectator.http.head("/health/ready")).status_code == 200
    services.watching.stop()
    assert await ready(spectator) == (503, "the server is stopping")
    assert (await spectator.http.get("/health/live")).status_code == 200


@contextmanager
def no_room() -> Iterator[None]:
    """Let this process write no file as long as the one that is tried."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (MIN_FREE_BYTES // 2, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


async def test_a_server_whose_disk_is_full_is_not_ready_until_there_is_room(spectator: Client) -> None:
    with no_room():
        assert await ready(spectator) == (503, "the log cannot be written")
    assert await ready(spectator) == (200, "ok")


@contextmanager
def read_only(url: str) -> Iterator[None]:
    """Let a database take no writes, and break the connections to it, as a failover does."""
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("SET default_transaction_read_only = off")
        database = sql.Identifier(connection.info.dbname)
        setting = sql.SQL("ALTER DATABASE {} {} default_transaction_read_only {}")
        connection.execute(setting.format(database, sql.SQL("SET"), sql.SQL("= on")))
        connection.execute(BROKEN)
        try:
            yield
        finally:
            connection.execute(setting.format(database, sql.SQL("RESET"), sql.SQL("")))
            connection.execute(BROKEN)


async def test_a_server_on_a_database_that_takes_no_writes_is_not_ready(
    postgres_url: str, tmp_path: Path
) -> None:
    settings = Settings(data_dir=tmp_path, database_url=postgres_url, projections=ProjectionMode.OFF)
    async with services_of(settings) as services:
        transport = httpx.ASGITransport(application(services))
        async with httpx.AsyncClient(transport=transport, base_url="http://[::1]") as http:
            client = Client(http)
            assert await ready(client) == (200, "ok")
            with read_only(postgres_url):
                assert await ready(client) == (503, "the log cannot be written")
            assert await ready(client) == (200, "ok")


async def test_a_server_with_a_read_model_that_has_stopped_is_not_ready(
    services: Services, spectator: Client
) -> None:
    await caught_up(services)
    first = ALL[0]
    failed = partial(track, projection=first, role=Role.ACTIVE, failed_position=1)
    await services.read_database.write(failed)
    assert await ready(spectator) == (503, f"the read model {first.name} has stopped")


async def test_a_server_with_a_read_model_that_is_far_behind_is_not_ready(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with services_of(Settings(data_dir=tmp_path / "data", projections=ProjectionMode.OFF)) as services:
        transport = httpx.ASGITransport(application(services))
        async with httpx.AsyncClient(transport=transport, base_url="http://[::1]") as http:
            client = Client(http)
            await (await client.sign_in("Ann")).create()
            assert await ready(client) == (200, "ok")
            monkeypatch.setattr(api.monitoring.health, "MAX_LAG", -1.0)
            status, reason = await ready(client)
            assert status == 503
            assert reason.endswith("is more than a minute behind")
