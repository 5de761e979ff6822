"""An operator, players, and servers on each database."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import httpx
import pytest

from api.app import application, services_of
from api.graphql.context import Services
from api.graphql.limits.rates import Rates
from api.settings import Settings
from application.games.croupier import Croupier
from tests.api.harness.callers import Client

AtAddress = Callable[[str], Client]
"""Returns a spectator at an address."""


@pytest.fixture(params=["sqlite", "postgresql"])
def moderated(
    request: pytest.FixtureRequest, tmp_path: Path, empty_data: Path, default_settings: Settings, rates: Rates
) -> Settings:
    """Settings of a server on each database."""
    data = Path(shutil.copytree(empty_data, tmp_path / "data"))
    if request.param == "postgresql":
        url = request.getfixturevalue("postgres_url")
        return Settings(data_dir=data, database_url=url, rates=rates)
    return default_settings.model_copy(update={"data_dir": data, "rates": rates})


@pytest.fixture
async def services(moderated: Settings, croupier: Croupier) -> AsyncIterator[Services]:
    async with services_of(moderated, croupier) as services:
        yield services


@pytest.fixture
async def operator(services: Services, spectator: Client) -> Client:
    player = await services.players.local("Olga")
    return Client(spectator.http, services.identity.token(player, operator=True), player.id)


@pytest.fixture
async def at_address(services: Services) -> AsyncIterator[AtAddress]:
    """Spectators at several addresses."""
    app = application(services)
    opened: list[httpx.AsyncClient] = []

    def client(address: str) -> Client:
        transport = httpx.ASGITransport(app, client=(address, 1))
        opened.append(httpx.AsyncClient(transport=transport, base_url="http://[::1]", trust_env=False))
        return Client(opened[-1])

    yield client
    for each in opened:
        await each.aclose()
