"""The API's services, its callers in the same process, and servers in processes of their own."""

from __future__ import annotations

import asyncio
import os
import shutil
import socket
from collections.abc import AsyncIterator, Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
import uvicorn

import api.app
import application.players.registry as registry
import projections.change_announcer
from api.app import application, services_of
from api.graphql.context import Services
from api.graphql.limits.rates import Rates
from api.graphql.schema import Schema
from api.graphql.schema import schema as build
from api.settings import Settings
from application.games.croupier import Croupier, seeded_entropy
from tests.api.harness.callers import Client
from tests.api.harness.compared_plans import COMPARES_ALL, compared_plans
from tests.api.harness.server_processes import Kibitz, Server, Spawner
from tests.api.secrecy.permuted_servers import Worlds


@pytest.fixture(autouse=True)
def _settings_of_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in list(os.environ):
        # `KIBITZ_PLANS` runs the whole suite with plans from the first use, or without plans.
        if name.startswith("KIBITZ_") and name not in ("KIBITZ_PLANS", "KIBITZ_PROJECTIONS"):
            monkeypatch.delenv(name)


@pytest.fixture(autouse=True)
def _same_players(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give players the same ids in every run, because the deals of a game depend on them."""
    random = Random(0)
    monkeypatch.setattr(registry, "token_hex", lambda count: random.randbytes(count).hex())


@cache
def _schema(*given: Any, **options: Any) -> Schema:
    return build(*given, **options)


@pytest.fixture(autouse=True)
def _cached_schemas(monkeypatch: pytest.MonkeyPatch) -> None:
    """Use a schema in several tests: building it takes longer than most of them."""
    monkeypatch.setattr(api.app, "schema", _schema)


@pytest.fixture(autouse=True, scope="session")
def _compared_plans() -> Iterator[None]:
    if not COMPARES_ALL:
        yield
        return
    with compared_plans() as uses:
        yield
    report = Path(f"plan-uses-{os.getpid()}.txt")
    report.write_text(f"{uses.planned.total()} planned\n" + "\n".join(map(str, uses.slow.most_common())))


@pytest.fixture
def croupier() -> Croupier:
    return Croupier(seeded_entropy(1))


@pytest.fixture(scope="session")
def empty_data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data directory in which nothing has happened; a copy of it is made sooner than another."""
    data = tmp_path_factory.mktemp("empty") / "data"

    async def make() -> None:
        async with services_of(Settings(data_dir=data)):
            pass

    asyncio.run(make())
    return data


@pytest.fixture
def rates(request: pytest.FixtureRequest) -> Rates:
    """The rates by default, but for the fair share: tests keep a server busy all the time."""
    return getattr(request, "param", None) or Rates(busy=100)


@pytest.fixture(scope="session")
def default_settings(empty_data: Path) -> Settings:
    """Settings to copy: reading and validating them anew takes longer than many a test."""
    return Settings(data_dir=empty_data)


@pytest.fixture
async def services(
    tmp_path: Path, empty_data: Path, default_settings: Settings, croupier: Croupier, rates: Rates
) -> AsyncIterator[Services]:
    data = Path(shutil.copytree(empty_data, tmp_path / "data"))
    settings = default_settings.model_copy(update={"data_dir": data, "rates": rates})
    async with services_of(settings, croupier) as services:
        yield services


@pytest.fixture
async def spectator(services: Services) -> AsyncIterator[Client]:
    """Somebody who calls the API in the same process, and has not signed in."""
    transport = httpx.ASGITransport(application(services))
    async with httpx.AsyncClient(transport=transport, base_url="http://[::1]", trust_env=False) as http:
        yield Client(http)


@pytest.fixture
async def ann(spectator: Client) -> Client:
    return await spectator.sign_in("Ann")


@pytest.fixture
async def bob(spectator: Client) -> Client:
    return await spectator.sign_in("Bob")


@pytest.fixture
async def cyd(spectator: Client) -> Client:
    return await spectator.sign_in("Cyd")


@pytest.fixture
async def address(services: Services, spectator: Client) -> AsyncIterator[str]:
    """Where a server listens that works with the services of the test."""
    config = uvicorn.Config(
        application(services), log_config=None, lifespan="off", timeout_graceful_shutdown=2
    )
    config.load()
    server = uvicorn.Server(config)
    server.lifespan = config.lifespan_class(config)
    with socket.create_server(("127.0.0.1", 0)) as listening:
        # Which the event loop sets on sockets that it makes itself; without it small answers wait for others.
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        # Without the server's loop, which only looks every tenth of a second whether it is to end.
        await server.startup(sockets=[listening])
        yield f"http://127.0.0.1:{listening.getsockname()[1]}/graphql"
        await server.shutdown(sockets=[listening])


@pytest.fixture(scope="session")
def _worlds(tmp_path_factory: pytest.TempPathFactory) -> Worlds:
    return Worlds(tmp_path_factory.mktemp("worlds") / "data")


@pytest.fixture
def worlds(_worlds: Worlds, monkeypatch: pytest.MonkeyPatch) -> Worlds:
    """What makes servers in which a game has gone as a log says."""
    # News are told one by one, without a pause for more.
    monkeypatch.setattr(projections.change_announcer, "MIN_INTERVAL", 0)
    return _worlds


@pytest.fixture
def kibitz(spawner: Spawner) -> Kibitz:
    """The command line: runs a command to its end."""
    return spawner.run


@pytest.fixture
def server(spawner: Spawner, tmp_path: Path) -> Iterator[Server]:
    """A server in a process of its own, started."""
    server = Server(spawner, tmp_path)
    try:
        server.start()
        yield server
    finally:
        server.end()
