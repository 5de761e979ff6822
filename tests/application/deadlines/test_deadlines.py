"""Deadlines of games: handled once, by the next command or the server, whatever the clocks do."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import pytest

from application.games.command_handler import CommandHandler
from application.store.port import Store
from domain import commands as c
from domain import events as e
from domain.refusals import NotYourTurn, WrongSeed
from tests.application.deadlines.timed_games import NOON, Clocks, kinds, process, tail, timed_game

PASS = c.PassTurn(by="bob")


@pytest.fixture
def clocks() -> Clocks:
    return Clocks()


@pytest.fixture
def timed(store: Store, clocks: Clocks) -> CommandHandler:
    return process(store, clocks)


async def test_the_server_handles_a_deadline_a_second_after_it(
    store: Store, clocks: Clocks, timed: CommandHandler
) -> None:
    game = await timed_game(timed)
    version = await store.version(game)
    clocks.pass_(30.9)
    assert not await timed.expire(game)
    clocks.pass_(0.1)
    assert await timed.expire(game)
    expired = await tail(store, game, version)
    assert kinds(expired)[0] == "SeatMovedByClock"
    assert kinds(expired)[-1] == "ClockStarted"
    assert {(each.by, each.at, each.last) for each in expired} == {
        (None, NOON + timedelta(seconds=31), expired[-1].version)
    }
    assert not await timed.expire(game)


async def test_the_next_command_handles_a_deadline_before_it_is_judged(
    store: Store, clocks: Clocks, timed: CommandHandler
) -> None:
    game = await timed_game(timed)
    version = await store.version(game)
    clocks.pass_(40)
    with pytest.raises(NotYourTurn):
        await timed.carry_out(game, PASS)
    assert "SeatMovedByClock" in kinds(await tail(store, game, version))
    moved = await timed.carry_out(game, c.PassTurn(by="cyd"))
    assert [each.by for each in moved.events] == ["cyd"] * len(moved.events)


async def test_a_move_that_is_committed_first_counts_in_the_second_of_grace(
    clocks: Clocks, timed: CommandHandler
) -> None:
    game = await timed_game(timed)
    clocks.pass_(30.9)
    moved, expired = await asyncio.gather(timed.carry_out(game, PASS), timed.expire(game))
    assert isinstance(moved.events[0].event, e.TurnPassed)
    assert not expired


@pytest.mark.parametrize("resident", [0, 100])
async def test_two_processes_handle_a_deadline_once(store: Store, resident: int) -> None:
    here, there = Clocks(), Clocks()
    games = [process(store, clocks, resident=resident) for clocks in (here, there)]
    game = await timed_game(games[0])
    version = await store.version(game)
    for clocks in (here, there):
        clocks.pass_(31)
    outcomes = await asyncio.gather(*(each.expire(game) for each in games * 3))
    assert sum(outcomes) == 1
    assert kinds(await tail(store, game, version)).count("SeatMovedByClock") == 1


async def test_the_game_starts_without_missing_seeds(
    store: Store, clocks: Clocks, timed: CommandHandler
) -> None:
    game = await timed_game(timed, commits=True)
    clocks.pass_(10)
    assert not await timed.expire(game)
    clocks.pass_(1)
    assert await timed.expire(game)
    started = next(each for each in await store.read(game) if isinstance(each.event, e.GameStarted))
    assert (started.by, started.at) == (None, NOON + timedelta(seconds=11))


async def test_a_seated_player_starts_the_game_in_the_second_before_the_server_does(
    clocks: Clocks, timed: CommandHandler
) -> None:
    game = await timed_game(timed, commits=True)
    clocks.pass_(10.5)
    started = await timed.carry_out(game, c.StartGame(by="cyd"))
    assert isinstance(started.events[0].event, e.GameStarted)
    other = await timed_game(timed, commits=True)
    clocks.pass_(10.5)
    revealed = c.RevealSeed(by="bob", seed="5e" * 32)
    with pytest.raises(WrongSeed):
        await timed.carry_out(other, revealed)


# Clocks that are wrong.


async def test_a_clock_that_jumps_ahead_expires_nothing_that_has_time_left(
    clocks: Clocks, timed: CommandHandler
) -> None:
    game = await timed_game(timed)
    clocks.pass_(10)
    clocks.set(24 * 60 * 60)
    assert not await timed.expire(game)
    moved = await timed.carry_out(game, PASS)
    assert moved.events[0].at == NOON + timedelta(seconds=10)
    clocks.pass_(31)
    assert await timed.expire(game)


async def test_a_clock_that_is_set_back_moves_no_deadline_and_no_event_before_the_last(
    store: Store, clocks: Clocks, timed: CommandHandler
) -> None:
    game = await timed_game(timed)
    clocks.set(-60 * 60)
    clocks.pass_(20)
    assert not await timed.expire(game)
    clocks.pass_(11)
    assert await timed.expire(game)
    restarted = process(store, clocks)
    await restarted.carry_out(game, c.PassTurn(by="cyd"))
    recorded = await store.read(game)
    times = [each.at for each in recorded]
    assert times == sorted(times)
    deadlines = [each.event.deadline for each in recorded if isinstance(each.event, e.ClockStarted)]
    assert deadlines == sorted(deadlines)


async def test_a_process_that_follows_the_log_knows_the_time_of_a_game_whatever_its_own_clock_says(
    store: Store, clocks: Clocks, timed: CommandHandler
) -> None:
    fast = Clocks(NOON + timedelta(seconds=5))
    other = process(store, fast)
    game = await timed_game(timed)
    other.handle_appends(await store.read(game))
    for each in (clocks, fast):
        each.pass_(29)
    assert not await other.expire(game)
    moved = await other.carry_out(game, PASS)
    assert moved.events[0].at == NOON + timedelta(seconds=29)


async def test_after_a_restart_a_deadline_that_passed_is_handled_at_once(
    store: Store, clocks: Clocks, timed: CommandHandler
) -> None:
    game = await timed_game(timed)
    later = Clocks(clocks.wall + timedelta(hours=3))
    assert await process(store, later).expire(game)


# Games that nobody attends.


async def test_a_game_is_closed_only_if_nothing_has_happened_for_so_long(
    store: Store, clocks: Clocks, timed: CommandHandler
) -> None:
    game = await timed_game(timed, {"clock": "none"})
    clocks.pass_(100)
    await timed.carry_out(game, PASS)
    clocks.pass_(100)
    assert not await timed.close_idle(game, clocks.wall - timedelta(seconds=101))
    assert await timed.close_idle(game, clocks.wall - timedelta(seconds=100))
    assert not await timed.close_idle(game, clocks.wall)
    closed = [each.event for each in await store.read(game) if isinstance(each.event, e.GameClosed)]
    assert closed == [e.GameClosed(reason=e.CloseReason.NOBODY_RETURNED)]


async def test_a_game_that_all_have_left_pauses_for_its_last_person_and_is_closed(
    store: Store, clocks: Clocks, timed: CommandHandler
) -> None:
    game = await timed_game(timed)
    expired = True
    while expired:
        clocks.pass_(31)
        expired = await timed.expire(game)
    assert await timed.close_idle(game, clocks.wall)
    recorded = await store.read(game)
    assert "GamePaused" in kinds(recorded)
    assert e.GameClosed(reason=e.CloseReason.NOBODY_RETURNED) in [each.event for each in recorded]
