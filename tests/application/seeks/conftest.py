"""Processes with seeks on one log and one database of seeks."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from sqlalchemy import URL, Engine, create_engine, make_url

from tests.application.seeks.processes import Process, Processes, opened_store


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database, of either kind."""
    if request.param == "sqlite":
        return str(tmp_path / "log.db")
    address: str = request.getfixturevalue("postgres_url")
    return address


@pytest.fixture
def engine(address: str) -> Iterator[Engine]:
    """The database of the seeks."""
    url = (
        make_url(address).set(drivername="postgresql+psycopg")
        if "://" in address
        else URL.create("sqlite", database=address)
    )
    engine = create_engine(url, connect_args={"timeout": 10} if "://" not in address else {})
    yield engine
    engine.dispose()


@pytest.fixture
async def processes(address: str, engine: Engine) -> AsyncIterator[Processes]:
    """Processes on one database, which a test starts and kills."""
    async with AsyncExitStack() as opened:
        store = await opened.enter_async_context(opened_store(address))
        yield Processes(store, engine, opened)


@pytest.fixture
async def process(processes: Processes) -> Process:
    """One running process."""
    return await processes.start()
