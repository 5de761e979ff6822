"""What all tests share: how Hypothesis searches, and asserts that explain themselves."""

from __future__ import annotations

import os

import pytest
from hypothesis import settings

from tests.npm.running import node
from tests.postgres import postgres_cluster, postgres_database, postgres_url

# Modules of the tests that hold asserts but no tests of their own.
pytest.register_assert_rewrite("tests.domain.given", "tests.laws", "tests.playthroughs")

# In CI the same examples every time; elsewhere new ones, so that every run searches a little further.
settings.register_profile(
    "kibitz", deadline=None, max_examples=25, derandomize=bool(os.environ.get("CI")), print_blob=True
)
settings.load_profile("kibitz")

# Fixtures of every folder.
__all__ = ["node", "postgres_cluster", "postgres_database", "postgres_url"]
