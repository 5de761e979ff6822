"""The database of the tables beside the log, in SQLite and in PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import URL, Engine, create_engine, make_url


@pytest.fixture(params=["sqlite", "postgresql"])
def either_engine(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Engine]:
    """An empty database of each of the two kinds."""
    if request.param == "sqlite":
        url = URL.create("sqlite", database=str(tmp_path / "log.db"))
    else:
        url = make_url(request.getfixturevalue("postgres_url")).set(drivername="postgresql+psycopg")
    engine = create_engine(url)
    yield engine
    engine.dispose()
