"""Tests that a fourth game needs one new file, and one more for its machine player."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.adding_a_game import MACHINE_FILE
from tests.adding_a_game.conftest import Run
from tests.long_form import usually

END_TO_END = "tests.adding_a_game.end_to_end"
QUIETLY = ("-n0", "-q", "-p", "no:cacheprovider", "-k", "highest-card")


@pytest.mark.parametrize("database", usually(["sqlite", "postgres"], "sqlite"))
def test_game_passes_all_end_to_end_checks(
    request: pytest.FixtureRequest, tree: Path, tmp_path: Path, run: Run, database: str
) -> None:
    url = (request.getfixturevalue("postgres_url"),) if database == "postgres" else ()
    played = run(tree, END_TO_END, tmp_path, *url)
    assert played.returncode == 0, played.stderr


@pytest.mark.slow
def test_game_without_a_machine_player_passes_all_end_to_end_checks(
    people_only: Path, tmp_path: Path, run: Run
) -> None:
    played = run(people_only, END_TO_END, tmp_path)
    assert played.returncode == 0, played.stderr


def test_laws_cover_the_game(tree: Path, run: Run) -> None:
    held = run(tree, "pytest", "tests/laws", "tests/domain/rules/test_rules.py", *QUIETLY)
    assert held.returncode == 0, held.stdout
    assert "passed" in held.stdout


def test_tests_fail_until_the_golden_files_are_made(tree: Path, run: Run) -> None:
    goldens = "tests/playthroughs", "tests/application/test_codec.py"
    quietly = (*QUIETLY[:-1], "highest-card or StakeRaised")
    missing = run(tree, "pytest", *goldens, *quietly)
    assert missing.returncode == 1, missing.stdout
    errors = [line for line in missing.stdout.splitlines() if line.startswith("E ")]
    for command in ("python -m tests.playthroughs highest-card", "python -m tests.application.goldens"):
        assert any(command in line for line in errors), missing.stdout

    assert run(tree, "tests.playthroughs", "highest-card").returncode == 0
    assert "StakeRaised.json" in run(tree, "tests.application.goldens").stdout
    made = run(tree, "pytest", *goldens, *quietly)
    assert made.returncode == 0, made.stdout


def test_broken_machine_player_is_an_error(people_only: Path, run: Run) -> None:
    broken = people_only / MACHINE_FILE
    broken.write_text("import domain.rules.highest_cart\n", encoding="utf-8")
    try:
        failed = run(people_only, "api", "simulate", "--variant", "highest-card", "--games", 1)
    finally:
        broken.unlink()
    assert failed.returncode == 1
    assert "No module named 'domain.rules.highest_cart'" in failed.stderr
    assert "no machine player" not in failed.stderr


@pytest.mark.slow
def test_suites_over_all_games_hold_for_a_game_without_luck_and_levels(tree: Path, run: Run) -> None:
    suites = "tests/projections/players", "tests/api/games", "tests/application/audit", "tests/domain/luck"
    held = run(tree, "pytest", *suites, *QUIETLY)
    assert held.returncode == 0, held.stdout
    assert "passed" in held.stdout
