"""Installations on both databases, and a PostgreSQL that can be killed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.api.harness.server_processes import Spawner
from tests.processes.installation import Installation
from tests.processes.postgres_cluster import Cluster, private_cluster


@pytest.fixture(scope="session")
def _cluster() -> Iterator[Cluster]:
    with private_cluster() as cluster:
        yield cluster


@pytest.fixture
def cluster(_cluster: Cluster) -> Iterator[Cluster]:
    """A PostgreSQL server that can be killed."""
    with _cluster.running():
        yield _cluster


@contextmanager
def _running_installation(spawner: Spawner, folder: Path, url: str | None) -> Iterator[Installation]:
    installation = Installation(spawner, folder, url)
    try:
        yield installation
    finally:
        installation.end()


@pytest.fixture(params=["sqlite", "postgres"])
def installation(request: pytest.FixtureRequest, spawner: Spawner, tmp_path: Path) -> Iterator[Installation]:
    """An installation, on either database."""
    url = request.getfixturevalue("postgres_url") if request.param == "postgres" else None
    with _running_installation(spawner, tmp_path, url) as installation:
        yield installation


@pytest.fixture
def postgres_installation(spawner: Spawner, tmp_path: Path, postgres_url: str) -> Iterator[Installation]:
    """An installation on PostgreSQL."""
    with _running_installation(spawner, tmp_path, postgres_url) as installation:
        yield installation


@pytest.fixture
def killable_installation(spawner: Spawner, tmp_path: Path, cluster: Cluster) -> Iterator[Installation]:
    """An installation on a PostgreSQL server that can be killed."""
    with _running_installation(spawner, tmp_path, cluster.new_database()) as installation:
        yield installation


@pytest.fixture
def sqlite_installation(spawner: Spawner, tmp_path: Path) -> Iterator[Installation]:
    """An installation on SQLite."""
    with _running_installation(spawner, tmp_path, None) as installation:
        yield installation
