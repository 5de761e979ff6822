"""Fixtures of the domain's tests: a test of all games runs with every game."""

from __future__ import annotations

from typing import Any

import pytest

from domain.rules import Rules, variants


@pytest.fixture(params=list(variants()))
def rules(request: pytest.FixtureRequest) -> Rules[Any]:
    """The rules of each registered variant in turn."""
    return variants()[request.param]
