"""Tests that golden playthroughs replay identically, from their events and from their commands."""

from __future__ import annotations

from difflib import unified_diff

import pytest

from domain.game import Stage, fold
from domain.rules import variants
from domain.visibility import marks
from tests.laws.playouts import every_variant
from tests.playthroughs.__main__ import FOLDER, golden
from tests.playthroughs.playthrough_text import format_playthrough, parse_playthrough, run_commands

MAX_DIFF_LINES = 60


def golden_text(variant: str) -> str:
    """Return the golden playthrough; fails if the variant has none."""
    path = golden(variant)
    if not path.exists():
        pytest.fail(
            f"{variant} has no golden playthrough; make it with: python -m tests.playthroughs {variant}"
        )
    return path.read_text(encoding="utf-8")


def assert_same(current: str, golden: str) -> None:
    diff = list(unified_diff(golden.splitlines(), current.splitlines(), "golden", "now", n=1, lineterm=""))
    if diff:
        left = len(diff) - MAX_DIFF_LINES
        more = [f"… and {left} more lines"] if left > 0 else []
        pytest.fail("\n".join(("the playthrough has changed:", *diff[:MAX_DIFF_LINES], *more)), pytrace=False)


@every_variant
def test_stored_events_fold_and_redact_as_before(variant: str) -> None:
    seed, commits = parse_playthrough(golden_text(variant))
    assert_same(format_playthrough(variant, seed, commits), golden_text(variant))


@every_variant
def test_commands_produce_the_same_events_as_before(variant: str) -> None:
    seed, commits = parse_playthrough(golden_text(variant))
    created = fold(commits[0][1])
    again = run_commands(
        seed,
        (command for command, _ in commits),
        takes_seeds=created.deal is not None,
        options=created.options,
    )
    assert_same(format_playthrough(variant, seed, again), golden_text(variant))


@every_variant
def test_playthrough_ends_and_has_hidden_fields(variant: str) -> None:
    _, commits = parse_playthrough(golden_text(variant))
    log = [event for _, events in commits for event in events]
    assert fold(log).stage is Stage.WON
    assert any(marks(type(event)) for event in log)
    assert " | onlooker | places." in golden_text(variant)


def test_every_playthrough_has_a_variant() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} <= set(variants())


def test_error_for_a_missing_playthrough_names_the_command() -> None:
    with pytest.raises(pytest.fail.Exception, match="make it with: python -m"):
        golden_text("snap")


def test_error_for_a_changed_playthrough_shows_the_changed_lines() -> None:
    with pytest.raises(pytest.fail.Exception, match="-two\n\\+deux"):
        assert_same("one\ndeux\n", "one\ntwo\n")
