"""Two processes on one database, each with its own players and its own verification of tokens."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from sqlalchemy import URL, Engine, create_engine, make_url

from application.players.registry import Players

SECRET = "a secret that is long enough to sign with"


@pytest.fixture(params=["sqlite", "postgresql"])
def engine(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Engine]:
    if request.param == "sqlite":
        engine = create_engine(
            URL.create("sqlite", database=str(tmp_path / "log.db")), connect_args={"timeout": 30}
        )
    else:
        url = make_url(request.getfixturevalue("postgres_url"))
        engine = create_engine(url.set(drivername="postgresql+psycopg"), pool_size=20)
    yield engine
    engine.dispose()


@pytest.fixture
def process(engine: Engine) -> Callable[[], Players]:
    """Opens the players of one more process, which notices changes at once."""
    return lambda: Players(engine, SECRET, noticed_within=0)
