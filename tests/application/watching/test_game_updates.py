"""Updates of games: all commits without gap or repetition, as each viewer may see them, folded once."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import aclosing, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any
from uuid import UUID

import pytest
from hypothesis import given, settings
from msgspec import Struct

from application.codec import Version
from application.games.command_handler import CommandHandler
from application.refusals import UnknownGame
from application.store.memory import MemoryStore
from application.store.port import Append, Store
from application.store.postgres.store import PostgresStore
from application.store.sqlite.store import SQLiteStore
from application.watching.game_streams import GameStreams
from application.watching.game_updates import GameUpdate, ResumePoint
from application.watching.subscriber_buffer import Interrupted, SlowConsumer
from application.watching.viewer_folds import MAX_MOMENTS
from domain import commands as c
from domain.events import Access, Event, GameCreated, PlayerId
from domain.game import fold
from domain.state import Game
from domain.view import View, reveals, viewer_of
from domain.visibility import redact
from tests.application.watching.halting_store import Halting, created_game, finish, play, started_game
from tests.laws.playouts import PEOPLE, SEEDS, Playout, every_variant, playout, same_games

WITHIN = 30.0
GAME = UUID(int=7)
NOON = datetime(2026, 4, 1, 12, tzinfo=UTC)


class Received(Struct):
    """What a subscriber received in one message."""

    version: Version
    is_snapshot: bool
    events: tuple[Event, ...]
    game: Game
    moments: list[tuple[Version, Game]]


async def received(update: GameUpdate) -> Received:
    """Read everything of an update."""
    moments = await update.moments()
    return Received(
        update.version,
        update.is_snapshot,
        tuple(each.event for each in update.events),
        (await update.view()).game,
        [(version, view.game) for version, view in moments.after] if moments else [],
    )


def expected(played: Playout, player: PlayerId | None) -> list[Received]:
    """Return the update of each commit, told without the application."""
    seat = viewer_of(fold(played.log), player)
    log: tuple[Event, ...] = ()
    live = replayed = View(viewer=seat)
    updates = []
    for commit in played.commits:
        before, log = len(log), (*log, *commit.events)
        live, revealed = live.after(commit.events), reveals(log)
        if revealed != replayed.revealed:
            replayed = View(viewer=seat, revealed=revealed).after(log[:before])
        moments = []
        for version, event in enumerate(commit.events, before + 1):
            replayed = replayed.after([event])
            moments.append((version, replayed.game))
        readable = tuple(redact(event, seat, revealed) for event in commit.events)
        updates.append(Received(len(log), False, readable, live.game, moments[:MAX_MOMENTS]))
    return updates


def viewers(played: Playout) -> list[PlayerId | None]:
    """Return the players of a game and, if it is public, a stranger and nobody."""
    created = played.log[0]
    assert isinstance(created, GameCreated)
    seated: list[PlayerId | None] = [each.player for each in fold(played.log).seats if not each.machine]
    return seated if created.access is Access.PRIVATE else [*seated, PEOPLE[-1], None]


class Subscriber:
    """A subscriber that is disconnected at random, and resumes."""

    def __init__(self, streams: GameStreams, player: PlayerId | None, random: Random) -> None:
        self.player = player
        self.messages: list[Received] = []
        self._streams = streams
        self._random = random

    async def follow(self, last: Version) -> None:
        """Follow the game until it is at the version."""
        while not self.messages or self.messages[-1].version < last:
            # Before it joins a private game, the game does not exist for it.
            with suppress(UnknownGame):
                await self._take(self._random.choice([1, 2, 3, 5, 1000]), last)
            await asyncio.sleep(0)

    async def _take(self, count: int, last: Version) -> None:
        after = None
        if self.messages:
            after = ResumePoint(log=await self._streams.identity(), version=self.messages[-1].version)
        async with aclosing(self._streams.updates(GAME, self.player, after)) as updates:
            async for update in updates:
                self.messages.append(await received(update))
                count -= 1
                if not count or update.version >= last:
                    return
                if self._random.random() < 0.1:
                    await asyncio.sleep(0.001)


async def append(store: Store, after: Version, events: Sequence[Event]) -> None:
    at = NOON + timedelta(seconds=after)
    await store.append(Append(game=GAME, after=after, events=tuple(events), at=at, by=None))


async def followed(store: Store, played: Playout, random: Random) -> list[Subscriber]:
    """Append a game commit by commit while subscribers come and go; return what they received."""
    last = len(played.log)
    async with GameStreams(store) as streams:
        subscribers = [Subscriber(streams, player, random) for player in viewers(played) for _ in range(2)]
        after = 0
        tasks = []
        for number, commit in enumerate(played.commits):
            await append(store, after, commit.events)
            after += len(commit.events)
            if number < len(subscribers):
                tasks.append(asyncio.create_task(subscribers[number].follow(last)))
            if random.random() < 0.3:
                await asyncio.sleep(random.choice([0, 0.002]))
        tasks += [asyncio.create_task(each.follow(last)) for each in subscribers[len(played.commits) :]]
        async with asyncio.timeout(WITHIN):
            await asyncio.gather(*tasks)
    return subscribers


STORES: dict[str, Callable[[Path], Store]] = {
    "memory": lambda _: MemoryStore(),
    "sqlite": lambda folder: SQLiteStore(folder / "log.db"),
}


@same_games
@settings(max_examples=3)
@given(seed=SEEDS)
@pytest.mark.parametrize("kind", STORES)
@every_variant
def test_subscribers_receive_a_snapshot_then_each_commit_once(
    variant: str, kind: str, tmp_path_factory: pytest.TempPathFactory, seed: int
) -> None:
    played = playout(variant, seed)

    async def check() -> None:
        store = STORES[kind](tmp_path_factory.mktemp("log"))
        try:
            for subscriber in await followed(store, played, Random(seed)):
                compare(subscriber, played)
        finally:
            await store.close()

    asyncio.run(check())


async def test_subscribers_of_a_log_on_postgresql_receive_each_commit_once(postgres_url: str) -> None:
    played = playout("hundred-and-ten", 5)
    store = await PostgresStore.open(postgres_url)
    try:
        for subscriber in await followed(store, played, Random(5)):
            compare(subscriber, played)
    finally:
        await store.close()


def compare(subscriber: Subscriber, played: Playout) -> None:
    commits = expected(played, subscriber.player)
    snapshot, *messages = subscriber.messages
    assert (snapshot.is_snapshot, snapshot.events, snapshot.moments) == (True, (), [])
    begun = [each.version for each in commits].index(snapshot.version)
    assert snapshot.game == commits[begun].game
    assert messages == commits[begun + 1 :]


async def test_updates_equal_the_history_at_the_time_of_the_commit(
    store: Halting, games: CommandHandler
) -> None:
    async with GameStreams(store) as streams:
        game = await started_game(games)
        for player in ("ann", None):
            async with aclosing(streams.updates(game, player)) as updates:
                assert (await anext(updates)).is_snapshot
                for _ in range(12):
                    await play(games, store, game, 1)
                    update = await asyncio.wait_for(anext(updates), WITHIN)
                    events = update.events
                    assert list(events) == list(await streams.events(game, player))[events[0].version - 1 :]
                    after = events[0].version - 1
                    moments = await update.moments()
                    assert moments is not None
                    assert moments.after == await streams.moments(game, player, after, MAX_MOMENTS)
                    assert [(after, moments.before)] == await streams.moments(game, player, after - 1, 1)
                    assert await update.view() == await streams.replay(game, player, update.version)


# Where a stream begins and ends.


async def first(streams: GameStreams, game: UUID, player: PlayerId | None, after: Any = None) -> GameUpdate:
    async with aclosing(streams.updates(game, player, after)) as updates:
        return await asyncio.wait_for(anext(updates), WITHIN)


@pytest.mark.parametrize("access", Access)
async def test_a_snapshot_contains_all_that_was_stored_before(
    store: Halting, games: CommandHandler, access: Access
) -> None:
    game, gate = await created_game(games, access), asyncio.Event()
    store.before_following = gate.wait
    async with GameStreams(store) as streams, aclosing(streams.updates(game, "ann")) as others:
        assert (await anext(others)).version == 2
        # Bob's seat does not arrive here while the log is not followed.
        await games.carry_out(game, c.InvitePlayer(by="ann", player="bob"))
        await games.carry_out(game, c.JoinGame(by="bob"))
        update = await first(streams, game, "bob")
        assert update.version == 4
        assert [each.player for each in (await update.view()).game.seats] == ["ann", "bob"]
        assert [(await anext(others)).version for _ in range(2)] == [3, 4]


async def test_a_point_of_another_log_or_past_the_end_begins_with_a_snapshot(
    store: Halting, games: CommandHandler
) -> None:
    async with GameStreams(store) as streams:
        game, log = await created_game(games), await streams.identity()
        for version in (1, 2, 3):
            former = ResumePoint(log=type(log)(log.log, log.epoch + 1), version=version)
            assert (await first(streams, game, None, former)).is_snapshot
        for version in (0, 3, 10**9):
            assert (await first(streams, game, None, ResumePoint(log=log, version=version))).is_snapshot


async def test_a_finished_game_has_a_snapshot_and_no_more(store: Halting, games: CommandHandler) -> None:
    async with GameStreams(store) as streams:
        game = await started_game(games)
        await finish(games, game)
        updates = [each async for each in streams.updates(game, "ann")]
        last = await store.version(game)
        assert [(each.version, each.is_snapshot) for each in updates] == [(last, True)]
        end = ResumePoint(log=await streams.identity(), version=last)
        assert [each async for each in streams.updates(game, "ann", end)] == []


async def test_losing_access_ends_the_updates(store: Halting, games: CommandHandler) -> None:
    async with GameStreams(store) as streams:
        game = await created_game(games, Access.PRIVATE)
        await games.carry_out(game, c.InvitePlayer(by="ann", player="bob"))
        async with aclosing(streams.updates(game, "bob")) as updates:
            assert (await anext(updates)).version == 3
            await games.carry_out(game, c.WithdrawInvitation(by="ann", player="bob"))
            with pytest.raises(UnknownGame):
                await asyncio.wait_for(anext(updates), WITHIN)
        resumed = ResumePoint(log=await streams.identity(), version=3)
        for after in (None, resumed):
            with pytest.raises(UnknownGame):
                await first(streams, game, "bob", after)


async def test_a_slow_subscriber_is_disconnected_and_resumes(store: Halting, games: CommandHandler) -> None:
    async with GameStreams(store, max_buffered=3) as streams:
        game = await created_game(games)
        async with aclosing(streams.updates(game, None)) as updates:
            assert (await anext(updates)).version == 2
            for _ in range(4):
                await games.carry_out(game, c.JoinGame(by="bob"))
                await games.carry_out(game, c.LeaveGame(by="bob"))
            await asyncio.sleep(0.1)
            with pytest.raises(SlowConsumer):
                await anext(updates)
        point = ResumePoint(log=await streams.identity(), version=2)
        async with aclosing(streams.updates(game, None, point)) as updates:
            assert [(await anext(updates)).version for _ in range(8)] == list(range(3, 11))
            streams.stop()
            with pytest.raises(Interrupted):
                await anext(updates)
