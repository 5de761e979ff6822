"""`kibitz demo` plays a whole game through a server of its own, and checks it, whatever is set up."""

from __future__ import annotations

from pathlib import Path

from tests.api.processes import Kibitz

CHECKS = (
    "the replay of the last version shows the final state",
    "of the log gives the same final state",
    "commitments to shuffled decks open",
)

SETTINGS = {"KIBITZ_GUESTS": "false", "KIBITZ_DATABASE_URL": "postgresql://nobody@127.0.0.1:1/games"}


def test_the_demo_plays_a_game_and_checks_it(kibitz: Kibitz, tmp_path: Path) -> None:
    # The settings of a server that there may be already are none of its business.
    done = kibitz("demo", TMPDIR=str(tmp_path), **SETTINGS)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    for check in CHECKS:
        assert any(line.startswith("✓") and check in line for line in done.stdout.splitlines()), check
    assert "the onlooker saw all" in done.stdout
    assert "Final scores" in done.stdout
    assert list(tmp_path.iterdir()) == [], "it leaves nothing behind"
