"""Fan-out: one read of the log serves all subscribers; slow and failing ones are disconnected."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing
from pathlib import Path
from typing import Any

import pytest

import application.redaction
from application.codec import CorruptEvent, GameId, Position, RecordedEvent, Version
from application.games.command_handler import CommandHandler
from application.games.croupier import Croupier, seeded_entropy
from application.store.port import Store
from application.store.sqlite.store import SQLiteStore
from application.watching.fan_out import PAGE
from application.watching.game_streams import GameStreams
from application.watching.game_updates import commits_of
from application.watching.subscriber_buffer import Interrupted, SlowConsumer
from domain import commands as c
from domain import events as e
from domain.events import PlayerId
from domain.visibility import Viewer, has_secrets, redact
from tests.application.watching.halting_store import (
    created_game,
    finish,
    join_and_leave,
    play,
    started_game,
    versions,
)

WITHIN = 10.0


class Counting:
    """A store that counts reads, and fails on request."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.reads = 0
        self.corrupt: GameId | None = None
        self.batch = 1000

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    async def read(
        self, game: GameId, after: Version = 0, upto: Version | None = None
    ) -> list[RecordedEvent]:
        self.reads += 1
        if game == self.corrupt:
            raise CorruptEvent(game, 1, "nonsense", "it is none")
        return await self._store.read(game, after, upto)

    def follow(self, after: Position, limit: int = 1000) -> AsyncGenerator[list[RecordedEvent], None]:
        return self._store.follow(after, self.batch)


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Counting]:
    inner = SQLiteStore(tmp_path / "log.db")
    yield Counting(inner)
    await inner.close()


@pytest.fixture
async def watching(store: Counting) -> AsyncIterator[GameStreams]:
    async with GameStreams(store) as watching:
        yield watching


@pytest.fixture
def games(store: Counting) -> CommandHandler:
    return CommandHandler(store, Croupier(seeded_entropy(1)))


async def collect(
    watching: GameStreams, game: GameId, player: PlayerId | None, after: Version = 0
) -> list[RecordedEvent]:
    return [each async for each in watching.follow(game, player, after)]


async def next_event(events: AsyncGenerator[RecordedEvent, None]) -> RecordedEvent:
    return await asyncio.wait_for(anext(events), WITHIN)


# Shared work.


async def test_new_events_are_read_once_and_redacted_once_per_viewer_if_they_have_secrets(
    watching: GameStreams, games: CommandHandler, store: Counting, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await started_game(games, reveal="at_end")
    version = await store.version(game)
    made = Counter[Viewer]()

    def counted(event: e.Event, viewer: Viewer, revealed: frozenset[int]) -> e.Event:
        made[viewer] += 1
        return redact(event, viewer, revealed)

    monkeypatch.setattr(application.redaction, "redact", counted)
    followers = ["ann", "ann", "bob", None, None, "cyd"]
    tasks = [asyncio.create_task(collect(watching, game, each, version)) for each in followers]
    await asyncio.sleep(0.1)
    store.reads = 0
    await play(games, store, game, 5)  # type: ignore[arg-type]
    moves, reads = await store.version(game), store.reads
    assert reads == 5, "but for the test's own"
    await finish(games, game)
    received = await asyncio.wait_for(asyncio.gather(*tasks), WITHIN)
    last = await store.version(game)
    assert moves < last
    for events in received:
        assert versions(events) == list(range(version + 1, last + 1))
    # The same objects: subscribers share one copy of an event.
    for mine, theirs in ((0, 1), (3, 4), (3, 5)):
        assert all(a is b for a, b in zip(received[mine], received[theirs], strict=True))
    # None for the outcomes of the commands, which nobody has read.
    commits = list(commits_of(await store.read(game, version)))
    secret = [commit for commit in commits if any(has_secrets(type(each.event)) for each in commit)]
    assert 0 < len(secret) < len(commits)
    hidden = sum(map(len, secret))
    assert made == {0: hidden, 1: hidden, None: last - version}


async def test_many_concurrent_subscribers_share_the_reads_of_the_game(
    watching: GameStreams, games: CommandHandler, store: Counting
) -> None:
    game = await created_game(games)
    version = await store.version(game)
    store.reads = 0
    tasks = [asyncio.create_task(collect(watching, game, None, version)) for _ in range(50)]
    await asyncio.sleep(0.1)
    # The first events, all, and twice what is new; on a busy machine they may come in a few groups.
    assert 4 <= store.reads <= 8
    await games.carry_out(game, c.LeaveGame(by="ann"))
    assert [len(each) for each in await asyncio.wait_for(asyncio.gather(*tasks), WITHIN)] == [2] * 50


async def test_long_history_is_read_in_pages(games: CommandHandler, store: Counting) -> None:
    game = await created_game(games)
    await join_and_leave(games, game, PAGE // 2 + 10)
    await games.carry_out(game, c.LeaveGame(by="ann"))
    last = await store.version(game)
    assert PAGE < last < 2 * PAGE
    store.reads = 0
    # It does not follow the log, which might report the end only now.
    assert versions(await collect(GameStreams(store), game, None)) == list(range(1, last + 1))
    assert store.reads == 5, "the first events, two pages by the fan-out, two by the subscriber"


@pytest.mark.parametrize("batch", [1, 2, 3])
async def test_a_stream_ends_after_the_last_commit_even_if_a_batch_splits_it(
    store: Counting, games: CommandHandler, batch: int
) -> None:
    store.batch = batch
    async with GameStreams(store) as watching:
        game = await started_game(games)
        tasks = [asyncio.create_task(collect(watching, game, each)) for each in ("ann", None)]
        await asyncio.sleep(0.05)
        await play(games, store, game, 3)  # type: ignore[arg-type]
        await finish(games, game)
        for events in await asyncio.wait_for(asyncio.gather(*tasks), WITHIN):
            assert versions(events) == versions(await store.read(game))
            assert type(events[-1].event) is e.DeckRevealed


# Disconnection.


async def test_a_slow_subscriber_is_disconnected_and_others_continue(
    store: Counting, games: CommandHandler
) -> None:
    game = await created_game(games)
    async with GameStreams(store, max_buffered=10) as watching:
        slow, quick = (watching.follow(game, None, 2) for _ in range(2))
        async with aclosing(slow), aclosing(quick):
            both = [asyncio.create_task(next_event(each)) for each in (slow, quick)]
            await asyncio.sleep(0.05)
            received = []
            for version in range(3, 43, 2):
                await join_and_leave(games, game, 1)
                if version == 3:
                    received += [(await asyncio.gather(*both))[1]]
                    received.append(await next_event(quick))
                else:
                    received += [await next_event(quick), await next_event(quick)]
            assert versions(received) == list(range(3, 43))
            with pytest.raises(SlowConsumer):
                await next_event(slow)


async def test_the_events_of_one_command_never_overflow_the_buffer(
    store: Counting, games: CommandHandler
) -> None:
    game = await started_game(games)
    async with GameStreams(store, max_buffered=1) as watching:
        version = await store.version(game)
        following = asyncio.create_task(collect(watching, game, None, version))
        await asyncio.sleep(0.05)
        await games.carry_out(game, c.AutomateSeat(by="ann"))
        await asyncio.sleep(0.5)
        await games.carry_out(game, c.AutomateSeat(by="bob"))
        received = await asyncio.wait_for(following, WITHIN)
    assert len(received) > 100
    assert versions(received) == list(range(version + 1, await store.version(game) + 1))


async def test_stopping_the_server_interrupts_current_and_later_streams(
    watching: GameStreams, games: CommandHandler
) -> None:
    game = await created_game(games)
    async with aclosing(watching.follow(game, None, 1)) as events:
        assert (await next_event(events)).version == 2
        waiting = asyncio.create_task(next_event(events))
        await asyncio.sleep(0.02)
        watching.stop()
        with pytest.raises(Interrupted):
            await waiting
    with pytest.raises(Interrupted):
        await collect(watching, game, None)


async def test_a_fault_in_one_game_does_not_end_other_streams(
    watching: GameStreams, games: CommandHandler, store: Counting, caplog: pytest.LogCaptureFixture
) -> None:
    wrong, right = await created_game(games), await created_game(games)
    async with (
        aclosing(watching.follow(wrong, None, 2)) as broken,
        aclosing(watching.follow(right, None, 2)) as whole,
    ):
        both = [asyncio.create_task(next_event(each)) for each in (broken, whole)]
        await asyncio.sleep(0.05)
        store.corrupt = wrong
        # The rest of a game is read at its end.
        with caplog.at_level(logging.ERROR):
            await games.carry_out(wrong, c.LeaveGame(by="ann"))
            assert [(await both[0]).version, (await next_event(broken)).version] == [3, 4]
            with pytest.raises(Interrupted):
                await next_event(broken)
        assert "cannot be followed further" in caplog.text
        await games.carry_out(right, c.JoinGame(by="bob"))
        assert (await both[1]).version == 3
        # A new subscription raises the fault.
        with pytest.raises(CorruptEvent):
            await collect(watching, wrong, None, 3)
