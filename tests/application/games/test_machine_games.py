"""Commands after which machines play the whole game wait for a turn before any entropy is drawn."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from secrets import token_bytes

import pytest

from application.codec import GameId
from application.games.command_handler import MACHINE_GAME_SECONDS, CommandHandler
from application.games.croupier import Croupier
from application.runtime.work_accounts import Account, run_on_account
from application.store.memory import MemoryStore
from domain import commands as c
from domain.state import Stage


class NoTurn(Exception):
    """Raised when no turn is granted."""


class Waiting(Account):
    """Account whose long work starts when the test resolves `come`."""

    def __init__(self) -> None:
        super().__init__()
        self.requested: list[float] = []
        self.waits = asyncio.Event()
        self.come: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def charge(self, seconds: float) -> None:
        """Ignore the charge."""

    async def prepare(self, seconds: float) -> None:
        self.requested.append(seconds)
        self.waits.set()
        await self.come


class CountingEntropy:
    """Entropy source that counts its draws."""

    def __init__(self) -> None:
        self.drawn = 0

    def __call__(self, size: int) -> bytes:
        self.drawn += 1
        return token_bytes(size)


@pytest.fixture
async def account() -> AsyncIterator[Waiting]:
    yield Waiting()
    asyncio.get_running_loop().set_task_factory(None)


@pytest.fixture
async def entropy() -> CountingEntropy:
    return CountingEntropy()


@pytest.fixture
async def games(entropy: CountingEntropy) -> AsyncIterator[CommandHandler]:
    store = MemoryStore()
    yield CommandHandler(store, Croupier(entropy))
    await store.close()


async def table(games: CommandHandler, *, machines: bool) -> GameId:
    game = (await games.create(c.CreateGame(by="ann", variant="hundred-and-ten"))).game
    await games.carry_out(game, c.FillSeats(by="ann", count=2))
    if machines:
        await games.carry_out(game, c.AutomateSeat(by="ann"))
    return game


async def test_a_refused_turn_draws_no_entropy_and_blocks_no_other_command(
    games: CommandHandler, entropy: CountingEntropy, account: Waiting
) -> None:
    game = await table(games, machines=True)
    drawn = entropy.drawn
    starting = asyncio.ensure_future(run_on_account(games.carry_out(game, c.StartGame(by="ann")), account))
    async with asyncio.timeout(5):
        await account.waits.wait()
        others = await games.carry_out(game, c.JoinGame(by="bert"))
    account.come.set_exception(NoTurn())
    with pytest.raises(NoTurn):
        await starting
    assert entropy.drawn == drawn
    assert account.requested == [MACHINE_GAME_SECONDS]
    # The refused command appended nothing.
    left = await games.carry_out(game, c.LeaveGame(by="bert"), expected=others.version)
    assert left.view.game.stage is Stage.WAITING_FOR_PLAYERS


async def test_machines_play_the_whole_game_once_the_turn_is_granted(
    games: CommandHandler, account: Waiting
) -> None:
    game = await table(games, machines=True)
    account.come.set_result(None)
    outcome = await run_on_account(games.carry_out(game, c.StartGame(by="ann")), account)
    assert outcome.view.game.stage is Stage.WON


async def test_automating_the_last_human_seat_waits_for_a_turn(
    games: CommandHandler, account: Waiting
) -> None:
    game = await table(games, machines=False)
    account.come.set_result(None)
    await run_on_account(games.carry_out(game, c.StartGame(by="ann")), account)
    assert account.requested == []
    outcome = await run_on_account(games.carry_out(game, c.AutomateSeat(by="ann")), account)
    assert outcome.view.game.stage is Stage.WON
    assert account.requested == [MACHINE_GAME_SECONDS]
