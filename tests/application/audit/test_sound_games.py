"""The audit accepts every game that was played by the rules."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from domain import events as e
from tests.application.audit.audits import audited, played
from tests.domain.tables import HUNDRED_AND_TEN, PLAYERS, lobby
from tests.laws.playouts import every_variant, playout
from tests.playthroughs import playthrough_text
from tests.playthroughs.__main__ import FOLDER


@every_variant
async def test_games_of_people_and_machines_are_sound(variant: str) -> None:
    for seed in range(6):
        game = playout(variant, seed)
        assert await audited(game.log, [len(commit.events) for commit in game.commits]) == []


@pytest.mark.slow
@every_variant
async def test_many_games_of_people_and_machines_are_sound(variant: str) -> None:
    for seed in range(6, 300):
        game = playout(variant, seed)
        assert await audited(game.log, [len(commit.events) for commit in game.commits]) == [], seed


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.txt")), ids=lambda path: path.stem)
async def test_the_golden_playthroughs_are_sound(path: Any) -> None:
    _, commits = playthrough_text.parse_playthrough(path.read_text(encoding="utf-8"))
    log = [event for _, events in commits for event in events]
    assert len(log) > 40
    assert await audited(log, [len(events) for _, events in commits]) == []


async def test_rounds_from_before_scored_bids_are_sound() -> None:
    log = [
        replace(event, bids_made=()) if isinstance(event, e.RoundScored) else event
        for event in played("hundred-and-ten")
    ]
    assert await audited(log) == []


async def test_lobbies_of_earlier_versions_are_sound() -> None:
    # The organizer automates another player's seat, and a removed player rejoins at once.
    left = e.PlayerLeft(seat=1, player=PLAYERS[1], removed=True, organizer=PLAYERS[0])
    automated = e.SeatAutomated(seat=1)
    back = e.PlayerJoined(seat=1, player=PLAYERS[1])
    assert await audited([*lobby(HUNDRED_AND_TEN, 2), left, back, automated]) == []
