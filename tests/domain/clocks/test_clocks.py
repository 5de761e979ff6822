"""Clocks: how long seats have for their moves, and what happens when the time is over."""

from __future__ import annotations

import pytest

from domain import commands as c
from domain import events as e
from domain import refusals as r
from domain.deadlines import NothingDue
from domain.game import NeedsMove, decide, fold
from domain.options import Timeout
from tests.domain.clocks.tables import BANK, EXPIRE, PER_MOVE, after, started_clock, stopped_clock, table
from tests.domain.given import given
from tests.domain.tables import HUNDRED_AND_TEN, lobby, started

PASS = c.PassTurn(by="bob")
CLOCK = e.AutomationReason.CLOCK
RESIGNED = e.AutomationReason.RESIGNED


def creation(**options: e.OptionValue) -> c.CreateGame:
    return c.CreateGame(by="ann", variant="hundred-and-ten", options=options)


@pytest.mark.parametrize(
    ("option", "value", "reason"),
    [
        ("clock", "hourglass", "it takes none or per_move or bank"),
        ("move_seconds", 9, "it takes a number from 10 to 604800"),
        ("move_seconds", 604_801, "it takes a number from 10 to 604800"),
        ("bank_seconds", -1, "it takes a number from 0 to 604800"),
        ("timeouts_in_a_row", 0, "it takes 1 or 2 or 3 or 4 or 5 or 6 or 7 or 8 or 9 or 10"),
    ],
)
def test_a_clock_out_of_bounds_is_refused(option: str, value: e.OptionValue, reason: str) -> None:
    given().when(creation(**{option: value})).refused(r.InvalidOption(option, value, reason))


def test_games_from_before_clocks_have_none() -> None:
    created, *others = lobby(HUNDRED_AND_TEN, 2)
    assert isinstance(created, e.GameCreated)
    old = e.GameCreated(
        variant=created.variant,
        rules_version=created.rules_version,
        options={"reveal": "each_round", "discards": "dealer_first"},
        access=created.access,
        organizer=created.organizer,
        secret=created.secret,
    )
    game = fold((old, *others, started(2)))
    assert game.clocks is None
    with pytest.raises(NothingDue):
        decide(game, EXPIRE, after(10**7))


def test_a_move_stops_the_clock_and_the_next_seats_clock_starts_last() -> None:
    table(PER_MOVE).when(PASS, after(12)).then(
        e.TurnPassed(seat=1), stopped_clock(1), started_clock(2, 12 + 30)
    )


@pytest.mark.parametrize(
    ("moved", "bank"), [(0, 65_000), (10, 65_000), (10.25, 64_750), (25, 50_000), (70, 5_000), (70.9, 5_000)]
)
def test_the_bank_pays_for_what_a_move_takes_longer_and_gains_the_increment(moved: float, bank: int) -> None:
    table(BANK).when(PASS, after(moved)).including(e.TurnPassed(seat=1), stopped_clock(1, bank))


def test_a_bank_that_was_saved_counts_for_the_next_move() -> None:
    moved = table(BANK).when(c.PlaceBid(by="bob", amount=15), after(25)).including()
    for player in ("cyd", "ann"):
        moved = moved.when(c.PlaceBid(by=player, amount=20 if player == "cyd" else 25), after(30)).including()
    clock = moved.game.clocks.seats[1]  # type: ignore[union-attr]
    assert (clock.bank, clock.deadline) == (50_000, after(30 + 10 + 50))


def test_an_announcement_out_of_turn_stops_no_clock() -> None:
    queued = table(PER_MOVE).when(c.QueuePass(by="cyd"), after(5)).then(e.PassQueued(seat=2))
    queued.when(PASS, after(12)).then(
        e.TurnPassed(seat=1), stopped_clock(1), e.TurnPassed(seat=2, automatic=True), started_clock(0, 42)
    )


def test_nothing_is_due_before_the_second_after_the_deadline() -> None:
    table(PER_MOVE).nothing_due(EXPIRE, after(30.999))
    table(PER_MOVE).when(PASS, after(30.999)).including(e.TurnPassed(seat=1))


def test_the_machine_makes_one_move_and_the_seat_stays_its_players() -> None:
    late = table(PER_MOVE).when(EXPIRE, after(31))
    asked = late.and_needs(NeedsMove(1)).then(e.SeatMovedByClock(seat=1)).game
    assert not asked.seats[1].automated
    assert asked.clocks is not None
    assert asked.clocks.seats[1].timeouts == 1


def test_a_seat_that_is_late_too_often_is_automated_and_its_own_move_in_time_forgives() -> None:
    often = table(PER_MOVE | {"timeouts_in_a_row": 2}, 3, e.SeatMovedByClock(seat=1), stopped_clock(1))
    late = given(*often.log, started_clock(1, 60))
    late.when(EXPIRE, after(61)).and_needs(NeedsMove(1)).then(
        e.SeatAutomated(seat=1, reason=CLOCK), stopped_clock(1)
    )
    forgiven = given(*often.log, stopped_clock(1), started_clock(1, 60))
    forgiven.when(EXPIRE, after(61)).then(e.SeatMovedByClock(seat=1))


def test_a_seat_may_resign_by_its_clock() -> None:
    options = PER_MOVE | {"on_timeout": Timeout.SEAT_RESIGNS}
    late = (
        table(options)
        .when(EXPIRE, after(31))
        .then(e.SeatAutomated(seat=1, reason=RESIGNED), stopped_clock(1))
    )
    assert late.game.given_up == (1,)


@pytest.mark.parametrize("timeout", Timeout)
def test_the_last_person_is_waited_for(timeout: Timeout) -> None:
    alone = table(
        PER_MOVE | {"on_timeout": timeout, "timeouts_in_a_row": 1},
        3,
        *(e.SeatAutomated(seat=seat, reason=CLOCK) for seat in (0, 2)),
    )
    paused = alone.when(EXPIRE, after(31)).then(e.GamePaused(), stopped_clock(1))
    assert paused.game.is_paused
    paused.nothing_due(EXPIRE, after(10**6))
    paused.when(c.CloseIdleGame(), after(10**6)).including(e.GameClosed(reason=e.CloseReason.NOBODY_RETURNED))
    resumed = paused.when(PASS, after(10**6)).including(e.TurnPassed(seat=1), e.GameResumed())
    assert not resumed.game.is_paused
    back = paused.when(c.ReclaimSeat(by="cyd"), after(50)).then(
        e.SeatReclaimed(seat=2, player="cyd"), e.GameResumed(), started_clock(1, 80)
    )
    assert back.game.people_playing == (1, 2)


def test_a_game_whose_clock_runs_is_not_idle() -> None:
    table(PER_MOVE).nothing_due(c.CloseIdleGame(), after(10**7))
