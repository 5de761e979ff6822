"""A play against the rules is found at its line, although all hashes and signatures of its file are right."""

from __future__ import annotations

import pytest

from domain.commands import Move
from tests.application.verification.files import Recorded, file_of, finished, judgements, recorded
from tests.application.verification.illegal_plays import illegal_plays
from tests.laws.playouts import every_variant


@every_variant
def test_illegal_plays_are_found(variant: str) -> None:
    found, missed = illegal_plays(variant, range(50))
    assert not missed
    assert found >= 36


@pytest.mark.slow
@every_variant
def test_many_illegal_plays_are_found(variant: str) -> None:
    found, missed = illegal_plays(variant, range(50, 750))
    assert not missed
    assert found >= 500


@every_variant
def test_a_play_in_the_name_of_another_player_is_found(variant: str) -> None:
    game = finished(variant)
    log = recorded(game)
    places = [
        sum(len(each.events) for each in game.commits[:number])
        for number, commit in enumerate(game.commits)
        if isinstance(commit.command, Move) and len(commit.events) == 1
    ]
    for place in (places[0], places[-1]):
        event, at, by = log[place]
        other = next(seat.player for seat in game.known.game.seats if seat.player != by)
        forged = [*log[:place], Recorded(event, at, other), *log[place + 1 :]]
        assert judgements(file_of(forged))["rules"].startswith(f"wrong: line {place + 2}: ")
