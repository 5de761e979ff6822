"""An identity provider, and the server's authentication with its keys."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from sqlalchemy import URL, create_engine

from api.identity.authentication import Identity
from application.players.registry import Players
from tests.api.harness.identity_provider import (
    IdentityProvider,
    identity_provider,
)
from tests.api.identity.provider.verification import SECRET, authenticating


@pytest.fixture
def players(tmp_path: Path) -> Iterator[Players]:
    engine = create_engine(URL.create("sqlite", database=str(tmp_path / "log.db")))
    yield Players(engine, SECRET)
    engine.dispose()


@pytest.fixture
async def provider() -> AsyncIterator[IdentityProvider]:
    async with identity_provider() as provider:
        yield provider


@pytest.fixture
async def identity(players: Players, provider: IdentityProvider) -> AsyncIterator[Identity]:
    async with authenticating(players, provider.url) as identity:
        yield identity
