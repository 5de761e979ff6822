"""The checker of command histories finds violations, and accepts correct histories."""

from __future__ import annotations

import pytest

from tests.faults.harness.command_history import Looked, Written, violations


def wrote(first: int, last: int, invoked: int, answered: int, game: str = "g") -> Written:
    return Written(game, f"c{first}", first, last, invoked, answered)


def looked(version: int, invoked: int, answered: int, game: str = "g") -> Looked:
    return Looked(game, version, invoked, answered)


def test_concurrent_commands_may_take_effect_in_either_order() -> None:
    assert violations([wrote(1, 2, 0, 10), wrote(3, 3, 5, 15)]) == []
    assert violations([wrote(3, 3, 0, 10), wrote(1, 2, 5, 15)]) == []


def test_command_sent_after_a_response_must_come_after_it() -> None:
    assert violations([wrote(1, 2, 0, 10), wrote(3, 3, 11, 15)]) == []
    assert violations([wrote(3, 3, 0, 10), wrote(1, 2, 11, 15)])


def test_reads_in_between_do_not_hide_a_contradiction() -> None:
    assert violations([wrote(1, 1, 20, 30), wrote(2, 2, 0, 40), wrote(3, 3, 5, 15)])


@pytest.mark.parametrize("version", [2, 4, 9])
def test_no_two_commands_have_the_same_versions(version: int) -> None:
    overlaps = violations([wrote(1, 4, 0, 10), wrote(version, 9, 5, 15)])
    assert bool(overlaps) == (version <= 4)


def test_games_are_independent() -> None:
    assert violations([wrote(3, 3, 0, 10), wrote(1, 2, 11, 15, game="h")]) == []


def test_read_after_a_response_shows_the_acknowledged_version() -> None:
    written = [wrote(1, 2, 0, 10), wrote(3, 3, 11, 15)]
    assert violations(written, [looked(2, 11, 14), looked(3, 12, 14), looked(3, 16, 17)]) == []
    assert violations(written, [looked(2, 16, 17)])


def test_reads_show_only_requested_commands() -> None:
    assert violations([wrote(1, 2, 10, 20)], [looked(2, 0, 9)])
    assert violations([wrote(1, 2, 10, 20)], [looked(0, 0, 9)]) == []


def test_successive_reads_do_not_go_back() -> None:
    written = [wrote(1, 1, 0, 100), wrote(2, 2, 0, 100)]
    assert violations(written, [looked(1, 10, 20), looked(2, 30, 40)]) == []
    assert violations(written, [looked(2, 10, 20), looked(1, 30, 40)])
    assert violations(written, [looked(1, 10, 20), looked(1, 30, 40)]) == []
