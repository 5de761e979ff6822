"""A fourth game is one new file, and one more for its machine player: all the rest finds it by itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.adding_a_game import SUGGESTS_FILE
from tests.adding_a_game.conftest import Run
from tests.long_form import usually

PLAYING = "tests.adding_a_game.end_to_end"
QUIETLY = ("-n0", "-q", "-p", "no:cacheprovider", "-k", "highest-card")


@pytest.mark.parametrize("database", usually(["sqlite", "postgres"], "sqlite"))
def test_it_is_set_up_played_watched_replayed_listed_and_counted(
    request: pytest.FixtureRequest, tree: Path, tmp_path: Path, run: Run, database: str
) -> None:
    url = (request.getfixturevalue("postgres_url"),) if database == "postgres" else ()
    played = run(tree, PLAYING, tmp_path, *url)
    assert played.returncode == 0, played.stderr


@pytest.mark.slow
def test_without_a_machine_player_it_is_played_by_people_alone(
    people_only: Path, tmp_path: Path, run: Run
) -> None:
    played = run(people_only, PLAYING, tmp_path)
    assert played.returncode == 0, played.stderr


def test_the_laws_are_held_over_it(tree: Path, run: Run) -> None:
    held = run(tree, "pytest", "tests/laws", "tests/domain/rules/test_rules.py", *QUIETLY)
    assert held.returncode == 0, held.stdout
    assert "passed" in held.stdout


def test_it_fails_without_its_golden_playthrough_and_its_stored_event_until_they_are_made(
    tree: Path, run: Run
) -> None:
    goldens = "tests/playthroughs", "tests/application/test_codec.py"
    quietly = (*QUIETLY[:-1], "highest-card or StakeRaised")
    missing = run(tree, "pytest", *goldens, *quietly)
    assert missing.returncode == 1, missing.stdout
    told = [line for line in missing.stdout.splitlines() if line.startswith("E ")]
    for command in ("python -m tests.playthroughs highest-card", "python -m tests.application.goldens"):
        assert any(command in line for line in told), missing.stdout

    assert run(tree, "tests.playthroughs", "highest-card").returncode == 0
    assert "StakeRaised.json" in run(tree, "tests.application.goldens").stdout
    made = run(tree, "pytest", *goldens, *quietly)
    assert made.returncode == 0, made.stdout


def test_a_player_that_cannot_be_imported_is_an_error_and_not_taken_for_none(
    people_only: Path, run: Run
) -> None:
    broken = people_only / SUGGESTS_FILE
    broken.write_text("import domain.rules.highest_cart\n", encoding="utf-8")
    try:
        failed = run(people_only, "api", "simulate", "--variant", "highest-card", "--games", 1)
    finally:
        broken.unlink()
    assert failed.returncode == 1
    assert "No module named 'domain.rules.highest_cart'" in failed.stderr
    assert "no machine player" not in failed.stderr
