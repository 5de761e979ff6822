"""The command handler: acknowledged events, failed appends and cancelled requests."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from uuid import uuid4

import pytest
from eventsourcing.persistence import OperationalError

from application.games.command_handler import CommandHandler
from application.refusals import TooBusy, UnknownGame
from application.runtime.work_accounts import Account, run_on_account
from application.store.port import Busy
from domain import commands as c
from domain import events as e
from domain.refusals import AlreadySeated
from domain.state import Stage
from tests.application.games.interrupted_store import (
    NOON,
    VARIANT,
    Wrapped,
    created_game,
    failing,
    kinds,
)

OUTAGE = OperationalError("the disk is full")


async def test_acknowledged_events_are_in_the_log(store: Wrapped, games: CommandHandler) -> None:
    game = await created_game(games)
    outcome = await games.carry_out(game, c.JoinGame(by="bob"), command_id="one")
    (last,) = (await store.read(game))[2:]
    assert outcome.events == (last,)
    assert (last.version, last.at, last.by, last.command_id) == (3, NOON, "bob", "one")
    assert outcome.version == 3


async def test_the_caller_sees_its_own_cards_and_no_others(games: CommandHandler) -> None:
    game = await created_game(games)
    await games.carry_out(game, c.JoinGame(by="bob"))
    outcome = await games.carry_out(game, c.StartGame(by="ann"))
    hands = [each.event for each in outcome.events if isinstance(each.event, e.HandDealt)]
    assert ["??" in hand.cards for hand in hands] == [False, True]
    assert outcome.view.viewer == 0


async def test_a_whole_game_of_machines_is_one_append(store: Wrapped, games: CommandHandler) -> None:
    game = await created_game(games)
    await games.carry_out(game, c.FillSeats(by="ann"))
    await games.carry_out(game, c.AutomateSeat(by="ann"))
    before = store.appends
    outcome = await games.carry_out(game, c.StartGame(by="ann"))
    assert store.appends == before + 1
    assert outcome.view.game.stage is Stage.WON


def held_appends(store: Wrapped) -> tuple[asyncio.Event, asyncio.Event]:
    """Hold appends, and return the event of the first one and that which lets them go on."""
    reached, gate = asyncio.Event(), asyncio.Event()

    async def wait() -> None:
        reached.set()
        await gate.wait()

    store.before = wait
    return reached, gate


async def test_cancelled_request_does_not_cancel_its_append(store: Wrapped, games: CommandHandler) -> None:
    game = await created_game(games)
    reached, gate = held_appends(store)
    request = asyncio.ensure_future(games.carry_out(game, c.JoinGame(by="bob")))
    await reached.wait()
    request.cancel()
    with suppress(asyncio.CancelledError):
        await request
    # The next command waits until the append has ended.
    later = asyncio.ensure_future(games.carry_out(game, c.JoinGame(by="cyd")))
    await asyncio.sleep(0)
    store.before = None
    gate.set()
    assert (await later).version == 4
    assert kinds(await store.read(game)) == ["GameCreated", *["PlayerJoined"] * 3]


async def test_request_cancelled_before_its_append_carries_out_nothing(
    store: Wrapped, games: CommandHandler
) -> None:
    game = await created_game(games)
    reached, gate = held_appends(store)
    first = asyncio.ensure_future(games.carry_out(game, c.JoinGame(by="bob")))
    await reached.wait()
    waiting = asyncio.ensure_future(games.carry_out(game, c.JoinGame(by="cyd")))
    await asyncio.sleep(0)
    waiting.cancel()
    with suppress(asyncio.CancelledError):
        await waiting
    store.before = None
    gate.set()
    await first
    await games.finish()
    assert kinds(await store.read(game)) == ["GameCreated", *["PlayerJoined"] * 2]
    assert (await games.carry_out(game, c.JoinGame(by="cyd"))).version == 4


async def test_request_cancelled_while_machines_play_is_carried_out(
    store: Wrapped, games: CommandHandler
) -> None:
    game = await created_game(games)
    for command in (c.FillSeats(by="ann"), c.AutomateSeat(by="ann")):
        await games.carry_out(game, command)
    appends = store.appends
    start = games.carry_out(game, c.StartGame(by="ann"), command_id="start")
    request = asyncio.create_task(run_on_account(start, Uncharged()))
    for _ in range(3):
        await asyncio.sleep(0)
    assert not request.done()
    assert store.appends == appends, "the machines still play"
    request.cancel()
    with suppress(asyncio.CancelledError):
        await request
    await games.finish()
    assert store.appends == appends + 1
    outcome = await games.carry_out(game, c.StartGame(by="ann"), command_id="start")
    assert outcome.view.game.stage is Stage.WON


class Uncharged(Account):
    """An account of a caller for whom nothing is counted."""

    def charge(self, seconds: float) -> None:
        """Charge nothing."""


async def test_finish_waits_for_commands_whose_callers_were_cancelled(
    store: Wrapped, games: CommandHandler
) -> None:
    game = await created_game(games)
    request = asyncio.ensure_future(games.carry_out(game, c.JoinGame(by="bob")))
    await asyncio.sleep(0)
    request.cancel()
    await games.finish()
    assert await store.version(game) == 3


async def test_failed_append_raises_and_the_game_is_reloaded(store: Wrapped, games: CommandHandler) -> None:
    game = await created_game(games)
    store.before = failing(OUTAGE)
    store.games_read.clear()
    with pytest.raises(OperationalError):
        await games.carry_out(game, c.JoinGame(by="bob"), command_id="join")
    assert store.games_read == []
    outcome = await games.carry_out(game, c.JoinGame(by="bob"), command_id="join")
    assert store.games_read == [game]
    assert (outcome.version, kinds(outcome.events)) == (3, ["PlayerJoined"])


async def test_repeat_by_command_id_returns_the_outcome_of_an_unknown_append(
    store: Wrapped, games: CommandHandler
) -> None:
    game = await created_game(games)
    store.after = failing(OUTAGE)
    with pytest.raises(OperationalError):
        await games.carry_out(game, c.JoinGame(by="bob"), command_id="join")
    outcome = await games.carry_out(game, c.JoinGame(by="bob"), command_id="join")
    assert outcome.version == 3
    with pytest.raises(AlreadySeated):
        await games.carry_out(game, c.JoinGame(by="bob"))
    assert await store.version(game) == 3


async def test_a_busy_store_is_a_refusal(store: Wrapped, games: CommandHandler) -> None:
    game = await created_game(games)
    store.before = failing(Busy(2.5), Busy(2.5))
    with pytest.raises(TooBusy) as busy:
        await games.carry_out(game, c.JoinGame(by="bob"))
    assert busy.value.retry_after == 2.5
    with pytest.raises(TooBusy):
        await games.create(c.CreateGame(by="ann", variant=VARIANT))
    await games.carry_out(game, c.JoinGame(by="bob"))


async def test_command_for_an_unknown_game_is_refused(games: CommandHandler) -> None:
    with pytest.raises(UnknownGame):
        await games.carry_out(uuid4(), c.JoinGame(by="bob"))
