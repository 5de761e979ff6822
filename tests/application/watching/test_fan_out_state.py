"""The state of a fan-out, and of a subscriber's buffer."""

from __future__ import annotations

import asyncio
from contextlib import aclosing

import pytest

from application.codec import GameId
from application.games.command_handler import CommandHandler
from application.refusals import UnknownGame
from application.watching.fan_out import GameFanOut
from application.watching.game_streams import GameStreams
from application.watching.subscriber_buffer import Interrupted, SubscriberBuffer
from application.watching.table_signals import TableState
from domain import commands as c
from domain.events import PlayerId
from tests.application.watching.halting_store import Halting, created_game, join_and_leave, versions


async def test_a_fan_out_skips_known_events_and_refuses_gaps(games: CommandHandler, store: Halting) -> None:
    game = await created_game(games)
    await join_and_leave(games, game, 3)
    log = await store.read(game)
    audience = GameFanOut(store, game, 100)
    assert not audience.deliver(log[1:3])
    assert audience.deliver(log[:4])
    with audience.subscription(None) as follower:
        assert not audience.deliver(log[5:])
        assert audience.deliver(log[2:])
        audience.end()
        received = []
        while (each := await follower.next()) is not None:
            received.append(each)
    assert versions(received) == versions(log)[4:]


def refuse(_: GameId, __: PlayerId, present: bool) -> None:
    """Fail when a follower takes a seat."""
    if present:
        raise ZeroDivisionError


async def test_a_commit_that_does_not_reach_everyone_ends_all_streams(
    games: CommandHandler, store: Halting
) -> None:
    game = await created_game(games)
    audience = GameFanOut(store, game, 100, refuse)
    await audience.catch_up()
    await games.carry_out(game, c.JoinGame(by="bob"))
    with audience.subscription("bob") as early, pytest.raises(ZeroDivisionError):
        await audience.catch_up_together.next()
    # The end of the game does not make it whole again.
    audience.end()
    assert audience.is_interrupted
    with audience.subscription(None) as late, audience.signal_subscription(None) as signals:
        assert isinstance(await signals.next(), TableState)
        for each in (early, late, signals):
            with pytest.raises(Interrupted):
                await each.next()


async def test_a_subscriber_that_comes_after_such_a_commit_gets_all_events(
    games: CommandHandler, store: Halting
) -> None:
    game = await created_game(games)
    # Only those that join bring the game up to date.
    followed = asyncio.Event()
    store.before_batch = followed.wait
    async with (
        GameStreams(store, seat_listener=refuse) as watching,
        aclosing(watching.follow(game, "bob", 1)) as broken,
    ):
        assert (await anext(broken)).version == 2
        await games.carry_out(game, c.JoinGame(by="bob"))
        with pytest.raises(ZeroDivisionError):
            await anext(watching.follow(game, None))
        # `broken` is still open, and so is the old fan-out.
        async with aclosing(watching.follow(game, None)) as whole:
            assert [(await anext(whole)).version for _ in range(3)] == [1, 2, 3]
            followed.set()
            await games.carry_out(game, c.LeaveGame(by="bob"))
            assert (await anext(whole)).version == 4
        with pytest.raises(Interrupted):
            await anext(broken)


async def test_a_subscriber_buffer_keeps_its_order_and_ends_after_its_items() -> None:
    delivery = SubscriberBuffer[int](2)
    delivery.put([1, 2, 3])
    delivery.end(UnknownGame("5"))
    delivery.put([4])
    assert [await delivery.next() for _ in range(3)] == [1, 2, 3]
    for _ in range(2):
        with pytest.raises(UnknownGame):
            await delivery.next()
