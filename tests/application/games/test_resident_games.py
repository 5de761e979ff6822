"""Resident games: loading, eviction, and refusals that leave them alone."""

from __future__ import annotations

import asyncio
from uuid import uuid4

import pytest

from application.games.command_handler import CommandHandler
from application.refusals import UnknownGame
from domain import commands as c
from domain.refusals import Refusal
from domain.state import Stage
from tests.application.games.interrupted_store import (
    Wrapped,
    created_game,
    kinds,
    process,
    started_game,
)


async def test_resident_game_is_read_once(
    store: Wrapped, games: CommandHandler, others: CommandHandler
) -> None:
    game = await created_game(games)
    for number in range(5):
        await others.carry_out(game, c.InvitePlayer(by="ann", player=f"guest {number}"))
    assert store.games_read == [game]


async def test_the_least_recently_used_games_are_evicted(store: Wrapped) -> None:
    games = process(store, resident=2)
    first, second, third = [await created_game(games) for _ in range(3)]
    store.games_read.clear()
    for number, game in enumerate((third, second, first, second, first)):
        await games.carry_out(game, c.InvitePlayer(by="ann", player=f"guest {number}"))
    assert store.games_read == [first]
    assert len(games._residents._games) == 2


@pytest.mark.parametrize("by", ["ann", "cyd"])
async def test_refused_commands_evict_no_resident_game(store: Wrapped, by: str) -> None:
    games = process(store, resident=2)
    probed, *resident = [await created_game(games) for _ in range(3)]
    for _ in range(2):
        with pytest.raises(Refusal):
            await games.carry_out(probed, c.StartGame(by=by))
    with pytest.raises(UnknownGame):
        await games.carry_out(uuid4(), c.JoinGame(by=by))
    assert list(games._residents._games) == resident


async def test_finished_games_are_not_resident(games: CommandHandler) -> None:
    won, closed = await created_game(games), await created_game(games)
    await games.carry_out(won, c.FillSeats(by="ann"))
    await games.carry_out(won, c.AutomateSeat(by="ann"))
    assert (await games.carry_out(won, c.StartGame(by="ann"))).view.game.stage is Stage.WON
    assert (await games.carry_out(closed, c.LeaveGame(by="ann"))).view.game.stage is Stage.CLOSED
    assert not games._residents._games


@pytest.mark.parametrize(
    "command", [c.StartGame(by="eve"), c.PlaceBid(by="eve", amount=15), c.JoinGame(by="eve")]
)
async def test_outsiders_are_refused_without_waiting_for_the_game(
    store: Wrapped, games: CommandHandler, command: c.Command
) -> None:
    game = await started_game(games)
    reached, gate = asyncio.Event(), asyncio.Event()

    async def wait() -> None:
        reached.set()
        await gate.wait()

    store.before = wait
    playing = asyncio.ensure_future(games.carry_out(game, c.PlaceBid(by="bob", amount=15)))
    await reached.wait()
    store.games_read.clear()
    with pytest.raises(Refusal):
        async with asyncio.timeout(1):
            await games.carry_out(game, command)
    # The running command keeps the game resident, so refusing outsiders reads nothing.
    assert store.games_read == []
    gate.set()
    assert kinds((await playing).events) == ["BidPlaced"]


@pytest.mark.parametrize("resident", [0, 1])
async def test_many_games_are_played_with_few_resident_games(store: Wrapped, resident: int) -> None:
    games = process(store, resident=resident)
    ids = [await created_game(games) for _ in range(3)]
    await asyncio.gather(*(games.carry_out(game, c.JoinGame(by=by)) for game in ids for by in ("bob", "cyd")))
    assert [await store.version(game) for game in ids] == [4, 4, 4]
