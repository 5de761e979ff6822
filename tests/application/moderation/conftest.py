"""Players and their moderation, in SQLite and in PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import URL, Engine, create_engine, make_url

from application.moderation.moderation import Moderation
from application.players.registry import Players
from tests.application.players.identities import SECRET


@pytest.fixture(params=["sqlite", "postgresql"])
def engine(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Engine]:
    url = URL.create("sqlite", database=str(tmp_path / "log.db"))
    if request.param == "postgresql":
        url = make_url(request.getfixturevalue("postgres_url")).set(drivername="postgresql+psycopg")
    engine = create_engine(url)
    yield engine
    engine.dispose()


@pytest.fixture
def players(engine: Engine) -> Players:
    return Players(engine, SECRET, noticed_within=0)


@pytest.fixture
def moderation(engine: Engine, players: Players) -> Moderation:
    return Moderation(engine, players)
