"""Watching and playing games after the log is restored, and following after failures."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import aclosing, closing
from pathlib import Path
from typing import Any

import pytest

import application.watching.game_streams
from application.codec import GameId, Position, RecordedEvent
from application.games.command_handler import CommandHandler
from application.games.croupier import Croupier, seeded_entropy
from application.refusals import UnknownVersion
from application.store.port import Store
from application.store.sqlite.store import SQLiteStore
from application.watching.game_streams import GameStreams
from application.watching.subscriber_buffer import Interrupted, Restored
from domain import commands as c

WITHIN = 5.0


class Failing:
    """A store that raises an error once when the log is followed."""

    def __init__(self, store: Store, error: Exception) -> None:
        self._store = store
        self._errors = [error]

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    async def follow(self, after: Position, limit: int = 1000) -> AsyncGenerator[list[RecordedEvent], None]:
        async with aclosing(self._store.follow(after, limit)) as batches:
            async for batch in batches:
                if self._errors:
                    raise self._errors.pop()
                yield batch


@pytest.fixture(autouse=True)
def short_restart_delay(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(application.watching.game_streams, "RESTART_DELAY", 0.02)


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[SQLiteStore]:
    store = SQLiteStore(tmp_path / "log.db")
    yield store
    await store.close()


@pytest.fixture
def games(store: SQLiteStore) -> CommandHandler:
    return CommandHandler(store, Croupier(seeded_entropy(1)))


@pytest.fixture
def restore(tmp_path: Path) -> Callable[[Position], None]:
    """Return a function that restores the open log to a position."""

    def restore(position: Position) -> None:
        with closing(sqlite3.connect(tmp_path / "log.db", isolation_level=None)) as live:
            live.execute("BEGIN IMMEDIATE")
            live.execute("DELETE FROM events WHERE position > ?", (position,))
            live.execute("UPDATE counter SET position = ?", (position,))
            live.execute("COMMIT")

    return restore


async def joined(games: CommandHandler, *players: str) -> GameId:
    game = (await games.create(c.CreateGame(by="ann", variant="hundred-and-ten"))).game
    for player in players:
        await games.carry_out(game, c.JoinGame(by=player))
    return game


async def versions_until_the_end(watching: GameStreams, game: GameId, after: int = 0) -> list[int]:
    """Follow a game until the stream ends, and return the received versions."""
    return [each.version async for each in watching.follow(game, None, after)]


async def test_streams_end_when_the_log_is_restored_and_can_be_restarted(
    store: SQLiteStore, games: CommandHandler, restore: Callable[[Position], None]
) -> None:
    game = await joined(games, "bob", "cyd")
    async with GameStreams(store) as watching:
        stream = asyncio.ensure_future(versions_until_the_end(watching, game))
        await asyncio.sleep(0.05)
        restore(3)
        with pytest.raises(Restored):
            await asyncio.wait_for(stream, WITHIN)
        with pytest.raises(UnknownVersion):
            await versions_until_the_end(watching, game, after=4)
        async with aclosing(watching.follow(game, None)) as events:
            assert [(await anext(events)).version for _ in range(3)] == [1, 2, 3]
            coming = asyncio.ensure_future(anext(events))
            await games.carry_out(game, c.JoinGame(by="dot"))
            assert (await asyncio.wait_for(coming, WITHIN)).by == "dot"


async def test_resident_games_continue_on_the_restored_log(
    store: SQLiteStore, games: CommandHandler, restore: Callable[[Position], None]
) -> None:
    game = await joined(games, "bob", "cyd")
    restore(3)
    await games.carry_out(game, c.JoinGame(by="dot"))
    assert [each.by for each in await store.read(game)] == ["ann", "ann", "bob", "dot"]


async def test_game_can_be_created_on_a_restored_log(
    store: SQLiteStore, games: CommandHandler, restore: Callable[[Position], None]
) -> None:
    await joined(games, "bob")
    restore(2)
    other = await joined(games)
    assert [each.position for each in await store.read(other)] == [3, 4]


async def test_any_failure_ends_the_streams_and_new_ones_work(
    store: SQLiteStore, games: CommandHandler, caplog: pytest.LogCaptureFixture
) -> None:
    game = await joined(games)
    with caplog.at_level(logging.ERROR):
        async with GameStreams(Failing(store, ZeroDivisionError("a defect"))) as watching:
            stream = asyncio.ensure_future(versions_until_the_end(watching, game))
            await asyncio.sleep(0.05)
            await games.carry_out(game, c.JoinGame(by="bob"))
            with pytest.raises(Interrupted):
                await asyncio.wait_for(stream, WITHIN)
            async with aclosing(watching.follow(game, None, 3)) as events:
                coming = asyncio.ensure_future(anext(events))
                await asyncio.sleep(0.1)
                await games.carry_out(game, c.JoinGame(by="cyd"))
                assert (await asyncio.wait_for(coming, WITHIN)).version == 4
    assert "a defect" in caplog.text


async def test_failing_listener_does_not_affect_others(
    store: SQLiteStore, games: CommandHandler, caplog: pytest.LogCaptureFixture
) -> None:
    received: asyncio.Queue[Any] = asyncio.Queue()

    def failing_listener(_: object) -> None:
        raise ZeroDivisionError

    with caplog.at_level(logging.ERROR):
        async with GameStreams(store) as watching:
            with (
                watching.subscribe_to_appends(failing_listener),
                watching.subscribe_to_appends(received.put_nowait),
            ):
                for _ in range(2):
                    await joined(games)
                    assert await asyncio.wait_for(received.get(), WITHIN) is not None
    assert " failed" in caplog.text
