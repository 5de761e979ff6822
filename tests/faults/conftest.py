"""Fixtures for fault injection: forking processes, servers, a PostgreSQL that can be killed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.api.harness.server_processes import Spawner, spawning
from tests.faults.harness.process_forker import Forker, forking
from tests.processes.postgres_cluster import Cluster, private_cluster

# Modules that hold asserts but no tests.
pytest.register_assert_rewrite(
    "tests.faults.harness.log_checks",
    "tests.faults.harness.installation_checks",
    "tests.faults.harness.failover_players",
)


@pytest.fixture(scope="session")
def spawner(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Spawner]:
    """A spawner of processes of the program."""
    with spawning(tmp_path_factory.mktemp("processes")) as spawner:
        yield spawner


@pytest.fixture
def forker(tmp_path: Path) -> Iterator[Forker]:
    """A forker of writer processes."""
    with forking(tmp_path / "complaints") as forker:
        yield forker


@pytest.fixture(scope="session")
def _cluster() -> Iterator[Cluster]:
    with private_cluster() as cluster:
        yield cluster


@pytest.fixture
def cluster(_cluster: Cluster) -> Iterator[Cluster]:
    """A PostgreSQL server that can be killed."""
    with _cluster.running():
        yield _cluster
