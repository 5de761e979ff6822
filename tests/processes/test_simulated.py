"""Games that machines play into a log, on both databases, leave one that is whole."""

from __future__ import annotations

import json

from tests.processes.house import House

GAMES = 30


def test_a_log_of_simulated_games_is_whole(house: House) -> None:
    simulated = house.run("simulate", "--games", GAMES, "--store", "--json")
    assert simulated.returncode == 0, simulated
    assert json.loads(simulated.stdout)["games"] == GAMES
    checked = house.run("log", "check")
    assert checked.returncode == 0, checked
    assert checked.stdout.endswith(f" events of {GAMES} games: the log is intact.\n")
    assert "Traceback" not in simulated.stderr + checked.stderr
