"""Fixtures and settings of all tests: Hypothesis, processes, PostgreSQL and Node."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator

import pytest
from hypothesis import settings

from tests.api.harness.server_processes import Spawner, spawning
from tests.npm.node import node
from tests.postgres import postgres_cluster, postgres_database, postgres_url

pytest_plugins = ["tests.tiers"]

# Modules of the tests that hold asserts but no tests of their own.
pytest.register_assert_rewrite("tests.domain.given", "tests.laws", "tests.playthroughs")

# The same examples each time in CI, and new ones elsewhere, so that every run searches further.
settings.register_profile(
    "kibitz", deadline=None, max_examples=10, derandomize=bool(os.environ.get("CI")), print_blob=True
)
settings.load_profile("kibitz")

# A server in the process of the tests keeps its read models itself: a process for each takes half a second.
os.environ["KIBITZ_PROJECTIONS"] = "thread"
os.environ["KIBITZ_THINKERS"] = "0"

# Fixtures for all folders.
__all__ = ["node", "postgres_cluster", "postgres_database", "postgres_url"]


def pytest_xdist_auto_num_workers() -> int:
    """Return the number of workers: more than processors, since many tests wait for processes."""
    return 3 * (os.cpu_count() or 2) // 2


def pytest_collection_finish() -> None:
    """Make garbage collections rarer: scanning the modules took an eighth of the time."""
    gc.freeze()
    gc.set_threshold(10_000, 20, 50)


@pytest.fixture(scope="session")
def spawner(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Spawner]:
    """Spawner of processes of the program; shared by all folders, since it starts slowly."""
    with spawning(tmp_path_factory.mktemp("processes")) as spawner:
        yield spawner
