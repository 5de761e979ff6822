"""Servers on which players have a second to reveal their seeds."""

from __future__ import annotations

from datetime import timedelta

import pytest

from application.games.croupier import Croupier, seeded_entropy

SECONDS = 1.0


@pytest.fixture
def croupier() -> Croupier:
    """A croupier who waits a second for seeds."""
    return Croupier(seeded_entropy(1), seed_wait=timedelta(seconds=SECONDS))
