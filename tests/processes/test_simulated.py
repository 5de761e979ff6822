"""Simulated games leave an intact log on both databases."""

from __future__ import annotations

import json

from tests.processes.installation import Installation

GAMES = 30


def test_log_of_simulated_games_is_intact(installation: Installation) -> None:
    simulated = installation.run("simulate", "--games", GAMES, "--store", "--json")
    assert simulated.returncode == 0, simulated
    assert json.loads(simulated.stdout)["games"] == GAMES
    checked = installation.run("log", "check")
    assert checked.returncode == 0, checked
    assert f" events of {GAMES} games: the log is intact.\n" in checked.stdout
    assert "Traceback" not in simulated.stderr + checked.stderr
