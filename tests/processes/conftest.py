"""Installations on both databases, and a PostgreSQL that may be killed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.api.harness.server_processes import Spawner
from tests.processes.cluster import Cluster, private_cluster
from tests.processes.house import House


@pytest.fixture(scope="session")
def _cluster() -> Iterator[Cluster]:
    with private_cluster() as cluster:
        yield cluster


@pytest.fixture
def cluster(_cluster: Cluster) -> Iterator[Cluster]:
    """A PostgreSQL that may be killed."""
    with _cluster.running():
        yield _cluster


@contextmanager
def _house(spawner: Spawner, folder: Path, url: str | None) -> Iterator[House]:
    house = House(spawner, folder, url)
    try:
        yield house
    finally:
        house.end()


@pytest.fixture(params=["sqlite", "postgres"])
def house(request: pytest.FixtureRequest, spawner: Spawner, tmp_path: Path) -> Iterator[House]:
    """An installation, on either database."""
    url = request.getfixturevalue("postgres_url") if request.param == "postgres" else None
    with _house(spawner, tmp_path, url) as house:
        yield house


@pytest.fixture
def postgres_house(spawner: Spawner, tmp_path: Path, postgres_url: str) -> Iterator[House]:
    """An installation on PostgreSQL."""
    with _house(spawner, tmp_path, postgres_url) as house:
        yield house


@pytest.fixture
def mortal_house(spawner: Spawner, tmp_path: Path, cluster: Cluster) -> Iterator[House]:
    """An installation on a PostgreSQL that may be killed."""
    with _house(spawner, tmp_path, cluster.new_database()) as house:
        yield house


@pytest.fixture
def embedded_house(spawner: Spawner, tmp_path: Path) -> Iterator[House]:
    """An installation on the embedded database."""
    with _house(spawner, tmp_path, None) as house:
        yield house
