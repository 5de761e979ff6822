"""Every store: a log that was restored, truncated or replaced is noticed."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import aclosing, closing
from pathlib import Path
from typing import NamedTuple

import pytest

from application.codec import GameId, Position
from application.store.port import LogRestored, LogSlice, Store
from application.store.postgres.store import PostgresStore
from application.store.sqlite.store import SQLiteStore
from tests.application.store import an_append, bid, new_game
from tests.application.store.meddling import ask


class Restorable(NamedTuple):
    """A log in a database, and functions that reopen and restore it."""

    store: Store
    another: Callable[[], Awaitable[Store]]
    """Opens the same log like another process."""
    restore: Callable[[Position], Awaitable[None]]
    """Restores the log to a position like a file copy: with the same identity and epoch."""


async def of_sqlite(path: Path) -> Restorable:
    store, backup = SQLiteStore(path), path.with_name("backup.db")

    async def restore(position: Position) -> None:
        with closing(sqlite3.connect(path)) as live, closing(sqlite3.connect(backup)) as copy:
            live.backup(copy)
            copy.execute("DELETE FROM events WHERE position > ?", (position,))
            copy.execute("UPDATE counter SET position = ?", (position,))
            copy.commit()
            copy.backup(live)

    async def another() -> Store:
        return SQLiteStore(path)

    return Restorable(store, another, restore)


async def of_postgres(url: str) -> Restorable:
    async def restore(position: Position) -> None:
        ask(url, "DELETE FROM kibitz.events WHERE position > %s", position)
        ask(url, "UPDATE kibitz.counter SET position = %s", position)

    return Restorable(await PostgresStore.open(url), lambda: PostgresStore.open(url), restore)


@pytest.fixture(params=["sqlite", "postgres"])
async def log(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Restorable]:
    if request.param == "sqlite":
        opened = await of_sqlite(tmp_path / "log.db")
    else:
        opened = await of_postgres(request.getfixturevalue("postgres_url"))
    yield opened
    await opened.store.close()


@pytest.fixture
async def game(log: Restorable) -> GameId:
    """A game with five events, one commit each."""
    game = new_game()
    for version in range(5):
        await log.store.append(an_append(game, version))
    return game


async def next_of(slices: AsyncIterator[LogSlice]) -> LogSlice:
    return await asyncio.wait_for(anext(slices), 5)


async def test_a_follower_notices_a_shorter_log(log: Restorable, game: GameId) -> None:
    async with aclosing(log.store.follow_slices(0)) as slices:
        assert (await next_of(slices)).upto == 5
        await log.restore(3)
        with pytest.raises(LogRestored):
            await next_of(slices)


async def test_a_follower_notices_a_log_that_continued_from_an_earlier_position(
    log: Restorable, game: GameId
) -> None:
    async with aclosing(log.store.follow_slices(0)) as slices:
        assert (await next_of(slices)).upto == 5
        await log.restore(3)
        other = new_game()
        with pytest.raises(LogRestored):
            # The store that wrote before is the first to notice.
            await log.store.append(an_append(other))
        await log.store.append(an_append(other, 0, bid(1), bid(2), bid(3), bid(4)))
        with pytest.raises(LogRestored):
            await next_of(slices)


async def test_a_follower_notices_a_new_epoch_with_the_same_events(log: Restorable, game: GameId) -> None:
    async with aclosing(log.store.follow_slices(0)) as slices:
        assert (await next_of(slices)).upto == 5
        await log.store.begin_epoch()
        with pytest.raises(LogRestored):
            await next_of(slices)


async def test_a_follower_beyond_the_end_of_the_log_notices_at_once(log: Restorable, game: GameId) -> None:
    async with aclosing(log.store.follow_slices(6)) as slices:
        with pytest.raises(LogRestored):
            await next_of(slices)


async def test_command_decided_on_lost_events_leaves_no_gap(log: Restorable, game: GameId) -> None:
    await log.restore(3)
    with pytest.raises(LogRestored):
        await log.store.append(an_append(game, 5))
    assert [each.version for each in await log.store.read(game)] == [1, 2, 3]
    await log.store.append(an_append(game, 3))
    assert [(each.version, each.position) for each in await log.store.read(game)] == [
        (1, 1),
        (2, 2),
        (3, 3),
        (4, 4),
    ]


async def test_waiting_commands_are_decided_again_and_later_ones_succeed(
    log: Restorable, game: GameId
) -> None:
    await log.restore(2)
    waiting = [an_append(game, 5), an_append(new_game()), an_append(new_game())]
    outcomes = await asyncio.gather(*map(log.store.append, waiting), return_exceptions=True)
    assert [type(each) for each in outcomes] == [LogRestored] * 3
    assert await log.store.head() == 2
    await asyncio.gather(*map(log.store.append, waiting[1:]))
    assert await log.store.head() == 4


async def test_appends_of_other_stores_are_not_taken_for_a_restore(log: Restorable, game: GameId) -> None:
    other = await log.another()
    async with aclosing(log.store.follow_slices(0)) as slices:
        for version in range(5, 15, 2):
            await other.append(an_append(game, version))
            await log.store.append(an_append(game, version + 1))
        upto = 0
        while upto < 15:
            upto = (await next_of(slices)).upto
    await other.close()
