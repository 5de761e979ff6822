"""Players in SQLite and in PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import URL, Engine, create_engine, make_url

from application.players.registry import Players
from tests.application.players.identities import SECRET


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[Engine]:
    engine = create_engine(URL.create("sqlite", database=str(tmp_path / "log.db")))
    yield engine
    engine.dispose()


@pytest.fixture(params=["sqlite", "postgresql"])
def either(request: pytest.FixtureRequest, engine: Engine) -> Iterator[Players]:
    """Players in each of the two databases."""
    if request.param == "sqlite":
        yield Players(engine, SECRET)
        return
    url = make_url(request.getfixturevalue("postgres_url")).set(drivername="postgresql+psycopg")
    on_server = create_engine(url)
    yield Players(on_server, SECRET)
    on_server.dispose()


@pytest.fixture
def players(engine: Engine) -> Players:
    return Players(engine, SECRET)
