"""Command ids: a repeated command returns its first outcome."""

from __future__ import annotations

import asyncio

import pytest

from application.games.command_handler import CommandHandler
from application.refusals import CommandIdReused
from domain import commands as c
from domain.refusals import WrongNumberOfPlayers
from tests.application.games.interrupted_store import (
    VARIANT,
    Wrapped,
    created_game,
    kinds,
    started_game,
)


async def test_repeat_in_another_process_returns_the_first_outcome(
    games: CommandHandler, others: CommandHandler
) -> None:
    game = await started_game(games)
    bid = c.PlaceBid(by="bob", amount=15)
    first = await games.carry_out(game, bid, command_id="bid")
    await games.carry_out(game, c.PassTurn(by="ann"))
    assert await others.carry_out(game, bid, command_id="bid") == first
    with pytest.raises(CommandIdReused):
        await others.carry_out(game, c.PlaceBid(by="bob", amount=20), command_id="bid")


async def test_command_sent_to_two_processes_at_once_is_executed_once(
    store: Wrapped, games: CommandHandler, others: CommandHandler
) -> None:
    game = await started_game(games)
    bid = c.PlaceBid(by="bob", amount=15)
    outcomes = await asyncio.gather(
        *(each.carry_out(game, bid, command_id="bid") for each in (games, others) * 4)
    )
    assert all(outcome == outcomes[0] for outcome in outcomes)
    assert kinds(await store.read(game)).count("BidPlaced") == 1


async def test_one_of_two_concurrent_commands_with_one_id_is_refused(
    games: CommandHandler, others: CommandHandler
) -> None:
    game = await started_game(games)
    results = await asyncio.gather(
        games.carry_out(game, c.PlaceBid(by="bob", amount=15), command_id="bid"),
        others.carry_out(game, c.PlaceBid(by="bob", amount=20), command_id="bid"),
        return_exceptions=True,
    )
    assert sorted(type(result).__name__ for result in results) == ["CommandIdReused", "CommandOutcome"]


async def test_a_creation_repeated_by_two_processes_creates_one_game(
    store: Wrapped, games: CommandHandler, others: CommandHandler
) -> None:
    command = c.CreateGame(by="ann", variant=VARIANT)
    outcomes = await asyncio.gather(*(each.create(command, "mine") for each in (games, others) * 4))
    assert all(outcome == outcomes[0] for outcome in outcomes)
    assert await store.head() == 2


async def test_a_refused_command_leaves_its_id_free(store: Wrapped, games: CommandHandler) -> None:
    game = await created_game(games)
    with pytest.raises(WrongNumberOfPlayers):
        await games.carry_out(game, c.StartGame(by="ann"), command_id="x")
    assert await store.command(str(game), "ann", "x") is None
    await games.carry_out(game, c.FillSeats(by="ann"), command_id="x")


async def test_a_player_who_left_gets_the_first_outcome_of_a_repeat(
    games: CommandHandler, others: CommandHandler
) -> None:
    game = await created_game(games)
    await games.carry_out(game, c.JoinGame(by="bob"))
    left = await games.carry_out(game, c.LeaveGame(by="bob"), command_id="leave")
    assert await games.carry_out(game, c.LeaveGame(by="bob"), command_id="leave") == left
    assert await others.carry_out(game, c.LeaveGame(by="bob"), command_id="leave") == left
