"""Seats that the machine plays at a level: in the lobby, in play, at the end and in a rematch."""

from __future__ import annotations

import pytest

import domain.machine.thinking
from domain import commands as c
from domain import events as e
from domain import refusals as r
from domain.cards import Suit
from domain.game import NeedsMove, decide, evolve, fold, settle
from domain.machine.thinking import thinker_version
from domain.machine.thinking.choice_seeds import machine_key
from domain.rematch.command import Rematch
from domain.rematch.creation import create_rematch
from domain.state import Game
from tests.domain.given import NOON, SECRET, given
from tests.domain.tables import HUNDRED_AND_TEN, lobby, started, tricks

EXPERT, PUBLISHED = e.MachineLevel.EXPERT, e.MachineLevel.PUBLISHED
LOG = (*lobby(HUNDRED_AND_TEN, 2), started(2))
TABLE = tricks("5H JH KH QH 2S", "5C JC KC QC 3S", trump=Suit.HEARTS, bidder=0)


def automated(seat: int, level: e.MachineLevel = PUBLISHED) -> e.SeatAutomated:
    return e.SeatAutomated(seat=seat, level=level, thinker=thinker_at(level))


def thinker_at(level: e.MachineLevel) -> int | None:
    return thinker_version(HUNDRED_AND_TEN.variant, HUNDRED_AND_TEN.version, level)


def test_machine_players_take_seats_at_the_level_of_the_command() -> None:
    filled = decide(fold(lobby(HUNDRED_AND_TEN, 1)), c.FillSeats(by="ann", count=1, level=EXPERT), NOON)
    assert filled == (e.PlayerJoined(seat=1, player="machine-1", machine=True), automated(1, EXPERT))


def test_seat_is_handed_over_at_the_level_of_the_command() -> None:
    [handed_over] = decide(fold(LOG), c.AutomateSeat(by="bob", level=EXPERT), NOON)
    reason = e.AutomationReason.OWN_CHOICE
    assert handed_over == e.SeatAutomated(seat=1, reason=reason, level=EXPERT, thinker=thinker_at(EXPERT))
    assert thinker_at(EXPERT) is not None


@pytest.mark.parametrize(
    "command", [c.FillSeats(by="ann", level=EXPERT), c.AutomateSeat(by="ann", level=EXPERT)]
)
def test_level_without_a_thinker_is_refused(command: c.Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(domain.machine.thinking, "thinker_of", lambda _variant, _version: None)
    refusal = r.LevelNotAvailable(HUNDRED_AND_TEN.variant, EXPERT, (PUBLISHED,))
    given(*lobby(HUNDRED_AND_TEN, 2)).when(command).refused(refusal)


def test_the_machine_is_asked_at_the_level_of_its_seat() -> None:
    assert settle(fold((automated(1, EXPERT),), fold(TABLE))) == NeedsMove(1, EXPERT)


def test_the_published_player_ends_a_game_without_people() -> None:
    game = fold((automated(1, EXPERT), automated(0, EXPERT)), fold(TABLE))
    assert game.is_left_to_machines
    assert settle(game) == NeedsMove(1, PUBLISHED)


def test_seat_that_is_taken_back_and_handed_over_again_has_the_new_level() -> None:
    game = fold((automated(1, EXPERT), e.SeatReclaimed(seat=1, player="bob")), fold(LOG))
    assert game.seats[1].level is PUBLISHED
    assert evolve(game, automated(1, e.MachineLevel.SKILLED)).seats[1].level is e.MachineLevel.SKILLED


def closed(*events: e.Event) -> Game:
    return fold((*events, e.GameClosed(reason=e.CloseReason.ABANDONED)), fold(LOG))


def test_key_of_the_choices_is_revealed_once_when_the_game_is_over() -> None:
    over = closed(automated(1, EXPERT), e.SeatReclaimed(seat=1, player="bob"))
    revealed = e.MachineKeyRevealed(key=machine_key(SECRET))
    assert settle(over) == (revealed,)
    assert settle(evolve(over, revealed)) == ()


def test_key_is_not_revealed_before_the_end_nor_where_no_numbers_were_drawn() -> None:
    assert settle(fold((automated(1, EXPERT),), fold(TABLE))) == NeedsMove(1, EXPERT)
    assert settle(closed(automated(1))) == ()


def test_machine_players_keep_their_level_in_a_rematch() -> None:
    machine = (e.PlayerJoined(seat=1, player="machine-1", machine=True), automated(1, EXPERT))
    played = fold((*lobby(HUNDRED_AND_TEN, 1), *machine, started(2)))
    over = evolve(played, e.GameClosed(reason=e.CloseReason.ABANDONED))
    events = create_rematch(Rematch(by="ann"), over, "game", SECRET, NOON)
    assert [event.level for event in events if isinstance(event, e.SeatAutomated)] == [EXPERT]
