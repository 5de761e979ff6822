"""Logs of all kinds of games to export."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.api.cli.exports import Place, games


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Place:
    """A log of all kinds of games in SQLite, which no test changes."""
    place = Place(tmp_path_factory.mktemp("filled") / "data")
    place.fill(games())
    return place


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    """The same log, in either database."""
    if request.param == "sqlite":
        found: Place = request.getfixturevalue("filled")
        return found
    place = Place(tmp_path / "data", request.getfixturevalue("postgres_url"))
    place.fill(games())
    return place
