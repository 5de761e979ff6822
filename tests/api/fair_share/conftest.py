"""A clock of the test's own, and shares that it measures."""

from __future__ import annotations

import pytest

from api.fair_share.shares import Shares
from tests.api.fair_share.callers import ANN, MALLORY
from tests.api.fair_share.clock import Clock


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def shares(clock: Clock) -> Shares:
    """A server that is busy: Ann asks for a little, Mallory for much."""
    shares = Shares(0.25, clock=clock)
    shares.worked(0.01, ANN, "ann")
    shares.worked(0.5, MALLORY, MALLORY)
    clock.now += 0.1
    return shares
