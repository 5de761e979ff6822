"""Every variant's golden playthrough comes out the same, from its events and from its commands."""

from __future__ import annotations

from difflib import unified_diff

import pytest

from domain.game import Stage, fold
from domain.rules import variants
from domain.visibility import marks
from tests.laws.playouts import every_variant
from tests.playthroughs.__main__ import FOLDER, golden
from tests.playthroughs.playthrough_text import carried_out, read, written

LINES_OF_A_DIFF = 60


def of(variant: str) -> str:
    """Return the golden playthrough; a variant without one fails."""
    path = golden(variant)
    if not path.exists():
        pytest.fail(
            f"{variant} has no golden playthrough; make it with: python -m tests.playthroughs {variant}"
        )
    return path.read_text(encoding="utf-8")


def assert_same(made: str, kept: str) -> None:
    diff = list(unified_diff(kept.splitlines(), made.splitlines(), "golden", "now", n=1, lineterm=""))
    if diff:
        left = len(diff) - LINES_OF_A_DIFF
        more = [f"… and {left} lines more"] if left > 0 else []
        pytest.fail(
            "\n".join(("the playthrough has changed:", *diff[:LINES_OF_A_DIFF], *more)), pytrace=False
        )


@every_variant
def test_the_stored_events_are_remembered_and_redacted_as_they_were(variant: str) -> None:
    seed, commits = read(of(variant))
    assert_same(written(variant, seed, commits), of(variant))


@every_variant
def test_the_commands_lead_to_the_events_to_which_they_led(variant: str) -> None:
    seed, commits = read(of(variant))
    again = carried_out(seed, (command for command, _ in commits))
    assert_same(written(variant, seed, again), of(variant))


@every_variant
def test_the_game_was_played_to_its_end_and_had_something_to_hide(variant: str) -> None:
    _, commits = read(of(variant))
    log = [event for _, events in commits for event in events]
    assert fold(log).stage is Stage.WON
    assert any(marks(type(event)) for event in log)
    assert " | onlooker | places." in of(variant)


def test_there_is_no_playthrough_without_its_variant() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} <= set(variants())


def test_a_missing_playthrough_says_which_command_makes_it() -> None:
    with pytest.raises(pytest.fail.Exception, match="make it with: python -m"):
        of("snap")


def test_a_changed_playthrough_shows_the_lines_that_have_changed() -> None:
    with pytest.raises(pytest.fail.Exception, match="-two\n\\+deux"):
        assert_same("one\ndeux\n", "one\ntwo\n")
