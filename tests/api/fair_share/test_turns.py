"""Turns of heavy callers: their order, their timeouts and reservations."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from starlette.types import Receive, Scope, Send

import api.fair_share.caller_account
import api.fair_share.turns
from api.fair_share.caller_account import DEFAULT_RESERVATION, CallerAccount
from api.fair_share.middleware import ACCOUNT, FairShareMiddleware
from api.fair_share.shares import MIN_HEAVY_FRACTION, PLAYER_ALLOWANCE, Shares
from api.fair_share.turns import MAX_INTERVAL, Turns
from api.graphql.limits.rates import RateLimits, Rates, TooManyRequests
from application.runtime.work_accounts import run_on_account
from tests.api.fair_share.callers import ANN, MALLORY, TRENT
from tests.api.fair_share.clock import Clock


async def passed(clock: Clock, seconds: float, until: Callable[[], bool]) -> None:
    """Let time pass until something holds; the queue looks at the clock every few milliseconds."""
    async with asyncio.timeout(5):
        while not until():
            clock.now += seconds
            await asyncio.sleep(0.005)


async def test_light_caller_never_waits(shares: Shares, clock: Clock) -> None:
    turns = Turns(shares, clock=clock)
    turns.worked(5.0, MALLORY, MALLORY)
    assert turns.ask(MALLORY, MALLORY) is not None
    assert turns.ask(ANN, "ann") is None
    assert turns.waiting == 1


async def test_the_lightest_of_those_who_wait_comes_first(shares: Shares, clock: Clock) -> None:
    turns = Turns(shares, clock=clock)
    shares.worked(0.01, TRENT, TRENT)
    heavy, light = turns.ask(MALLORY, MALLORY), turns.ask(TRENT, TRENT)
    assert heavy is not None
    assert light is not None
    await passed(clock, 0.001, light.done)
    assert not heavy.done()
    await passed(clock, 0.001, heavy.done)
    assert heavy.result()


async def test_heavy_callers_together_have_no_more_than_is_left_to_them(clock: Clock) -> None:
    shares = Shares(0.25, clock=clock)
    turns = Turns(shares, clock=clock)
    had = 0.0

    def others_play(seconds: float) -> None:
        for number in range(30):
            shares.worked(seconds * 0.01, f"198.51.100.{number}", f"player {number}")
        clock.now += seconds

    others_play(1.0)
    begun = clock.now
    while clock.now < begun + 10:
        turn = turns.ask(MALLORY, MALLORY)
        while turn is not None and not turn.done():
            others_play(0.02)
            await asyncio.sleep(0.006)
        # It would take half of the time.
        turns.worked(0.02, MALLORY, MALLORY)
        had += 0.02
        others_play(0.02)
    # Besides, the lightest has a turn each half of a second.
    assert had < 10 * MIN_HEAVY_FRACTION + 0.02 * 10 / MAX_INTERVAL


async def test_disconnected_caller_takes_no_turn(shares: Shares, clock: Clock) -> None:
    turns = Turns(shares, clock=clock)
    gone = turns.ask(MALLORY, MALLORY)
    stays = turns.ask(MALLORY, MALLORY)
    assert gone is not None
    assert stays is not None
    gone.set_result(False)
    await passed(clock, 0.01, stays.done)
    assert stays.result()


async def test_a_request_that_waits_for_too_long_is_refused(shares: Shares) -> None:
    limits = RateLimits(Rates())
    account = CallerAccount(limits, MALLORY)
    limits.turns.shares.worked(0.01, ANN, "ann")
    limits.worked(5.0, MALLORY, None)
    await asyncio.sleep(0.11)
    limits.worked(5.0, MALLORY, None)
    assert limits.turns.ask(MALLORY, MALLORY) is not None
    with pytest.raises(TooManyRequests, match="costly operations while the server is busy: try again in 5 s"):
        await account.turn(within=0.01)


async def test_requests_that_come_at_once_count_before_they_are_done(shares: Shares) -> None:
    limits = RateLimits(Rates())
    limits.turns.shares = shares
    let_in = 0
    for _ in range(100):
        if shares.is_heavy(TRENT, TRENT, DEFAULT_RESERVATION):
            break
        await CallerAccount(limits, TRENT).turn()
        let_in += 1
    assert 0 < let_in < 25


async def test_reservation_is_released_after_the_request(shares: Shares) -> None:
    limits = RateLimits(Rates())
    limits.turns.shares = shares
    account = CallerAccount(limits, TRENT)
    await account.turn(1.0)
    assert shares.is_heavy(TRENT, TRENT)

    async def little() -> None:
        pass

    await run_on_account(little(), account)
    assert not shares.is_heavy(TRENT, TRENT)


async def test_expected_work_is_reserved_while_the_request_waits(shares: Shares) -> None:
    limits = RateLimits(Rates())
    limits.turns.shares = shares
    account = CallerAccount(limits, TRENT)
    account.expected = 1.0
    heavy = []

    async def waits() -> None:
        heavy.append(shares.is_heavy(TRENT, TRENT))
        await asyncio.sleep(0)

    async def sees() -> None:
        heavy.append(shares.is_heavy(TRENT, TRENT))

    await asyncio.gather(run_on_account(waits(), account), sees())
    assert heavy == [False, True]
    assert not shares.is_heavy(TRENT, TRENT)


async def test_a_refused_request_reserves_nothing_while_its_answer_is_delayed(
    shares: Shares, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(api.fair_share.caller_account, "TURN_TIMEOUT", 0.01)
    monkeypatch.setattr(api.fair_share.turns, "MAX_DEBT", 10.0)
    monkeypatch.setattr(api.fair_share.turns, "MAX_INTERVAL", 60.0)
    limits = RateLimits(Rates())
    limits.turns.shares = shares
    limits.worked(5.0, MALLORY, None)
    held: dict[bool, list[str]] = {}

    async def answers_later(scope: Scope, _receive: Receive, _send: Send) -> None:
        await asyncio.sleep(0)
        held[scope[ACCOUNT].refusal is not None] = [*shares._held_by_caller]

    # No request has a token.
    identity: Any = None
    app = FairShareMiddleware(answers_later, limits, identity)
    for address in (TRENT, MALLORY):
        scope = {"type": "http", "path": "/graphql", "headers": [], "client": (address, 1)}
        await app(scope, _unused, _unused)
    assert held == {False: [TRENT], True: []}
    assert not shares._held_by_caller


async def _unused(*_: Any) -> Any:
    raise AssertionError("the application neither receives nor sends")


async def test_work_after_the_request_has_no_reservation(shares: Shares) -> None:
    limits = RateLimits(Rates())
    limits.turns.shares = shares
    account = CallerAccount(limits, TRENT)

    async def begun() -> None:
        outlives.append(asyncio.create_task(gone_on()))

    async def gone_on() -> None:
        await asyncio.sleep(0)
        await account.turn(1.0)

    outlives: list[asyncio.Task[None]] = []
    await run_on_account(begun(), account)
    await outlives[0]
    assert not shares.is_heavy(TRENT, TRENT)


async def test_work_is_charged_to_the_player_once_identified(shares: Shares) -> None:
    limits = RateLimits(Rates())
    limits.turns.shares = shares
    account = CallerAccount(limits, TRENT)
    await account.turn(1.0)
    assert account.identify("trent")
    assert not account.identify("trent")
    assert not shares.is_heavy(TRENT, TRENT)
    account.add(1.0)
    assert shares.is_heavy(TRENT, "trent")


def test_a_hundred_percent_is_never_busy() -> None:
    for rates in (Rates(busy=100), Rates(busy=1, enabled=False)):
        limits = RateLimits(rates)
        limits.worked(100, ANN, "ann")
        limits.worked(0.01, MALLORY, None)
        assert not limits.turns.shares.is_busy()


async def test_lightest_caller_gets_a_turn_within_the_maximum_interval(shares: Shares, clock: Clock) -> None:
    turns = Turns(shares, clock=clock)
    turns.worked(1.0, MALLORY, MALLORY)
    turn = turns.ask(MALLORY, MALLORY)
    assert turn is not None
    begun = clock.now
    while not turn.done():
        # Long work that is under way, and that of the one who waits.
        turns.worked(0.02, TRENT, TRENT)
        shares.worked(0.02, MALLORY, MALLORY)
        clock.now += 0.02
        await asyncio.sleep(0.006)
    assert clock.now - begun < 2 * MAX_INTERVAL


async def test_waiting_caller_continues_once_light_again(shares: Shares, clock: Clock) -> None:
    turns = Turns(shares, clock=clock)
    turns.worked(5.0, MALLORY, MALLORY)
    # A little more than it may have at once, and than it has again in a tenth of a second.
    shares.worked(PLAYER_ALLOWANCE.burst + 0.1 * PLAYER_ALLOWANCE.fraction, TRENT, "trent")
    heavy, light = turns.ask(MALLORY, MALLORY), turns.ask(TRENT, "trent")
    assert heavy is not None
    assert light is not None
    begun = clock.now
    while not light.done():
        # There is never time for the heavy ones.
        turns.worked(1.0, MALLORY, MALLORY)
        shares.worked(0.01, ANN, "ann")
        clock.now += 0.01
        await asyncio.sleep(0.006)
    assert clock.now - begun < MAX_INTERVAL
    assert not heavy.done()


async def test_many_requests_of_one_caller_wait_behind_one_of_another(shares: Shares, clock: Clock) -> None:
    turns = Turns(shares, clock=clock)
    shares.worked(0.5, TRENT, TRENT)
    many = [turns.ask(MALLORY, MALLORY) for _ in range(20)]
    one = turns.ask(TRENT, TRENT)
    assert one is not None
    await passed(clock, 0.001, one.done)
    assert sum(turn is not None and turn.done() for turn in many) <= 1


async def test_a_request_that_is_cancelled_waits_no_more(shares: Shares, clock: Clock) -> None:
    limits = RateLimits(Rates())
    limits.turns = Turns(shares, clock=clock)
    limits.turns.worked(5.0, MALLORY, MALLORY)
    account = CallerAccount(limits, MALLORY)
    tasks = [asyncio.create_task(account.turn()), asyncio.create_task(account.wait_to_continue())]
    await asyncio.sleep(0)
    assert limits.turns.waiting == 2
    for task in tasks:
        task.cancel()
    await asyncio.wait(tasks)
    assert limits.turns.waiting == 0


async def test_long_work_waits_for_a_turn_only_if_its_caller_is_heavy(
    shares: Shares, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(api.fair_share.caller_account, "TURN_TIMEOUT", 0.01)
    limits = RateLimits(Rates())
    limits.turns = Turns(shares, clock=clock)
    light = CallerAccount(limits, TRENT)
    light.identify("trent")
    # A light caller starts at once, although the work exceeds its allowance.
    await light.prepare(0.1)
    assert light.reserved == 0.1
    limits.turns.worked(5.0, MALLORY, MALLORY)
    heavy = CallerAccount(limits, MALLORY)
    with pytest.raises(TooManyRequests):
        await heavy.prepare(0.1)
    assert heavy.reserved == 0
