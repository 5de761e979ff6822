"""Tests of honest servers: the log grows, and finished games are proven to each player."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from kibitz_client import Connection, Fault
from kibitz_client.transparency import CheckpointPins, LogWatcher
from kibitz_client.transparency.records import GameHead
from tests.clients.conftest import SignIn
from tests.clients.transparency.conftest import Sign, play_out, seated

pytestmark = pytest.mark.timeout(60)


async def test_growth_is_accepted_over_several_checkpoints_and_restarts_of_the_client(
    signed_in: SignIn, sign: Sign, tmp_path: Path
) -> None:
    (ann,) = await signed_in("Ann")
    path = tmp_path / "pins.json"
    found = await LogWatcher(ann, CheckpointPins(path)).check()
    assert (found.checkpoint, found.restored) == (None, None)
    sizes = []
    for games in (1, 0, 3, 2):
        for _ in range(games):
            await ann.create_game("oh-hell")
        sizes.append(await sign())
        pins = CheckpointPins(path)
        found = await LogWatcher(ann, pins).check()
        assert found.checkpoint is not None
        assert (found.checkpoint.size, found.restored) == (sizes[-1], None)
        assert CheckpointPins(path).checkpoint(ann.url, found.key) == found.checkpoint
    assert sizes == sorted(sizes)
    assert len(set(sizes)) == 3


async def test_checks_at_the_same_time_do_not_alarm_each_other(signed_in: SignIn, sign: Sign) -> None:
    (ann,) = await signed_in("Ann")
    pins = CheckpointPins()
    watchers = [LogWatcher(ann, pins) for _ in range(4)]
    for _ in range(3):
        await ann.create_game("oh-hell")
        await asyncio.gather(sign(), *(each.check() for each in watchers))


async def test_a_game_is_proven_to_each_seat_and_to_a_spectator(
    signed_in: SignIn, sign: Sign, address: str
) -> None:
    players = await signed_in("Ann", "Bob", "Cyd")
    game = await seated(*players)
    watchers = [LogWatcher(each) for each in players]
    following = [asyncio.create_task(each.follow(game)) for each in watchers]
    await play_out(game, *players)
    heads = [await each for each in following]
    assert len(set(heads)) == 1
    assert (await watchers[0].check_game(game)).checkpoint is None, "the log is not signed yet"
    size = await sign()
    async with Connection(address) as spectator:
        for watcher in (*watchers, LogWatcher(spectator)):
            found = await watcher.check_game(game)
            assert (found.head, found.changed_since) == (heads[0], None)
            assert found.checkpoint is not None
            assert found.checkpoint.size == size
            assert watcher.pins.head(address, watcher.pins.newest(address) or "", game) == heads[0]


async def test_a_game_in_progress_is_checked_without_a_proof(signed_in: SignIn, sign: Sign) -> None:
    players = await signed_in("Ann", "Bob", "Cyd")
    game = await seated(*players)
    await sign()
    watcher = LogWatcher(players[1])
    before = await watcher.check_game(game)
    await players[0].send_command("StartGame", game)
    await sign()
    after = await watcher.check_game(game)
    assert before.checkpoint is after.checkpoint is None
    assert before.head.version < after.head.version


class SlowWatcher(LogWatcher):
    """A watcher whose records arrive after the game has gone on."""

    play: Callable[[], Awaitable[object]]

    async def _records(self, game: str) -> list[str]:
        found = await super()._records(game)
        await self.play()
        return found


async def test_a_head_that_is_kept_during_a_check_is_no_contradiction(signed_in: SignIn, sign: Sign) -> None:
    players = await signed_in("Ann", "Bob", "Cyd")
    game = await seated(*players)
    await sign()
    watcher = SlowWatcher(players[0])
    following = asyncio.create_task(watcher.follow(game))

    def kept() -> GameHead | None:
        key = watcher.pins.newest(players[0].url)
        return None if key is None else watcher.pins.head(players[0].url, key, game)

    while kept() is None:  # noqa: ASYNC110 - waits for the follower
        await asyncio.sleep(0.01)

    async def play() -> None:
        # The follower keeps the head of the last event while the check has the records of the first ones.
        await play_out(game, *players)
        await following

    watcher.play = play
    checked = await watcher.check_game(game)
    assert checked.head.version < (await following).version
    assert kept() == await following


async def test_a_check_waits_for_the_proof(signed_in: SignIn, sign: Sign) -> None:
    (ann,) = await signed_in("Ann")
    game = await seated(ann)
    await ann.send_command("LeaveGame", game)
    check = asyncio.create_task(LogWatcher(ann).check_game(game, wait=30))
    await asyncio.sleep(0)
    await sign()
    assert (await check).checkpoint is not None


async def test_a_game_that_is_not_there_is_a_fault(signed_in: SignIn) -> None:
    (ann,) = await signed_in("Ann")
    with pytest.raises(Fault):
        await LogWatcher(ann).check_game("00000000-0000-4000-8000-000000000000")
