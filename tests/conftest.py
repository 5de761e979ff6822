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

# In CI the same examples every time; elsewhere new ones, so that every run searches a little further.
settings.register_profile(
    "kibitz", deadline=None, max_examples=10, derandomize=bool(os.environ.get("CI")), print_blob=True
)
settings.load_profile("kibitz")

# Fixtures of every folder.
__all__ = ["node", "postgres_cluster", "postgres_database", "postgres_url"]


def pytest_xdist_auto_num_workers() -> int:
    """Return how many workers to test with: more than processors, since many tests wait for others."""
    return 3 * (os.cpu_count() or 2) // 2


def pytest_collection_finish() -> None:
    """Have Python's garbage collector look less often: at what all tests keep, for an eighth of the time."""
    gc.freeze()
    gc.set_threshold(10_000, 20, 50)


@pytest.fixture(scope="session")
def spawner(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Spawner]:
    """What starts the program in processes of its own; one for all folders, since it takes long to start."""
    with spawning(tmp_path_factory.mktemp("processes")) as spawner:
        yield spawner
