"""Tests of `kibitz simulate --players` with levels of the machine player."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

from api.cli import app
from tests.domain.levels.thinkers import no_thinker, thinker

__all__ = ["no_thinker", "thinker"]


@pytest.mark.usefixtures("thinker")
def test_levels_are_players_whose_choices_follow_from_the_seed() -> None:
    def scores(seed: int) -> list[float]:
        players = ["simulate", "--players", "beginner,skilled,expert,published", "--variant", "oh-hell"]
        done = CliRunner().invoke(app, [*players, "--games", "2", "--seed", str(seed), "--json"])
        assert done.exit_code == 0, done.stderr
        return [seat["meanScore"] for seat in json.loads(done.stdout)["seats"]]

    assert scores(3) == scores(3) != scores(4)


@pytest.mark.usefixtures("no_thinker")
@pytest.mark.parametrize("command", ["simulate", "arena"])
def test_level_that_the_game_lacks_is_refused_with_those_that_it_has(command: str) -> None:
    refused = CliRunner().invoke(app, [command, "--players", "expert,greedy", "--variant", "hundred-and-ten"])
    assert (refused.exit_code, refused.stdout) == (1, "")
    assert "does not play hundred-and-ten at the level EXPERT; choose PUBLISHED." in refused.stderr
