"""Announcements: pending changes are bounded while a read model is behind the log."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

import pytest

import projections.change_announcer
from application.codec import GameId, RecordedEvent
from domain.events import PlayerJoined
from projections.change_announcer import MAX_CHANGED_GAMES, Announcer, Refetch

AT = datetime(2026, 4, 1, tzinfo=UTC)


class Log:
    """Stands for the log that is followed, and for a projector that comes up to it when it is told to."""

    def __init__(self) -> None:
        self.stopped = False
        self.heard: Any = None
        self.fresh_now = asyncio.Event()
        self.looked: list[frozenset[GameId]] = []

    @contextmanager
    def subscribe_to_appends(self, heard: Any) -> Iterator[None]:
        self.heard = heard
        yield

    async def fresh(self, within: float, name: str) -> None:
        await self.fresh_now.wait()

    async def look(self, games: frozenset[GameId]) -> int:
        self.looked.append(games)
        return len(games)

    def joined(self, games: int) -> None:
        """Let somebody join so many games."""
        self.heard(
            [
                RecordedEvent(
                    position=1,
                    game=uuid4(),
                    version=1,
                    event=PlayerJoined(seat=0, player="ann"),
                    at=AT,
                    command_id=None,
                    by="",
                )
                for _ in range(games)
            ]
        )


@pytest.fixture
async def log(monkeypatch: pytest.MonkeyPatch) -> Log:
    monkeypatch.setattr(projections.change_announcer, "MIN_INTERVAL", 0)
    return Log()


def announcer(log: Any) -> Announcer[int]:
    return Announcer(log, log, ("lobby",), frozenset({PlayerJoined}), log.look)


@pytest.mark.parametrize(
    ("games", "told"), [(MAX_CHANGED_GAMES, MAX_CHANGED_GAMES), (MAX_CHANGED_GAMES + 1, Refetch.REQUIRED)]
)
async def test_where_more_games_have_changed_than_are_remembered_listeners_look_again(
    log: Log, games: int, told: object
) -> None:
    async with announcer(log) as lobby:
        await asyncio.sleep(0)
        with lobby.subscription() as listener:
            for _ in range(games):
                log.joined(1)
            log.fresh_now.set()
            async with asyncio.timeout(5):
                assert await listener.next() == told
            log.joined(2)
            async with asyncio.timeout(5):
                assert await listener.next() == 2


async def test_what_is_remembered_while_a_read_model_is_behind_is_bounded(log: Log) -> None:
    async with announcer(log) as lobby:
        await asyncio.sleep(0)
        log.joined(1)
        await asyncio.sleep(0)
        for _ in range(20):
            log.joined(1_000)
        assert lobby._changed is Refetch.REQUIRED
        assert max(map(len, log.looked), default=0) <= MAX_CHANGED_GAMES
