"""Work per commit: each update is split off once, redacted once and folded once per viewer, if it is read."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Any

import pytest
from msgspec.structs import replace

from application.codec import GameId, Position, RecordedEvent, Version
from application.games.command_handler import CommandHandler
from application.store.memory import MemoryStore
from application.watching.game_streams import GameStreams
from application.watching.game_updates import ResumePoint
from domain.events import Event
from domain.view import View
from domain.visibility import Viewer, redact
from tests.application.watching.halting_store import Halting, play, started_game
from tests.application.watching.test_game_updates import GAME, WITHIN, append, viewers
from tests.laws.playouts import playout


@pytest.mark.parametrize("batch", [1, 2, 3, 5])
async def test_a_batch_that_ends_within_a_commit_splits_no_update(batch: int) -> None:
    store = _Splitting(batch)
    played = playout("hundred-and-ten", 2)
    async with GameStreams(store) as streams:
        await append(store, 0, played.commits[0].events)
        player = viewers(played)[0]
        versions = []
        async with aclosing(streams.updates(GAME, player)) as updates:
            async for update in updates:
                versions.append(update.version)
                if len(versions) == 1:
                    after = len(played.commits[0].events)
                    for commit in played.commits[1:]:
                        await append(store, after, commit.events)
                        after += len(commit.events)
    assert versions == [len(log) for log in played.committed_logs()]


class _Splitting(MemoryStore):
    """A store with small batches."""

    def __init__(self, batch: int) -> None:
        super().__init__()
        self._batch = batch

    def follow(self, after: Position, limit: int = 1000) -> AsyncGenerator[list[RecordedEvent], None]:
        return super().follow(after, self._batch)


async def test_commits_of_older_programs_are_told_apart() -> None:
    store = _Old()
    played = playout("president", 1)
    point, after, versions = None, 0, list[Version]()
    async with GameStreams(store) as streams:
        for commit in played.commits:
            await append(store, after, commit.events)
            after += len(commit.events)
            if point is None:
                point = ResumePoint(log=await streams.identity(), version=after)
        player = viewers(played)[0]
        async for update in streams.updates(GAME, player, point):
            versions.append(update.version)
    assert versions == [len(log) for log in played.committed_logs()][1:]


class _Old(MemoryStore):
    """A store with events that do not name the end of their commit."""

    async def read(
        self, game: GameId, after: Version = 0, upto: Version | None = None
    ) -> list[RecordedEvent]:
        return [_old(each) for each in await super().read(game, after, upto)]

    async def follow(self, after: Position, limit: int = 1000) -> AsyncGenerator[list[RecordedEvent], None]:
        async with aclosing(super().follow(after, limit)) as batches:
            async for batch in batches:
                yield [_old(each) for each in batch]


def _old(recorded: RecordedEvent) -> RecordedEvent:
    return replace(recorded, last=None)


async def test_what_is_not_read_is_not_computed_and_viewers_share_the_rest(
    store: Halting, games: CommandHandler, monkeypatch: pytest.MonkeyPatch
) -> None:
    folded, redacted = Counter[Viewer](), Counter[Viewer]()
    honest = View.after

    def counted_after(view: View, events: Any) -> View:
        known = list(events)
        folded[view.viewer] += len(known)
        return honest(view, known)

    def counted_redact(event: Event, viewer: Viewer, revealed: frozenset[int]) -> Event:
        redacted[viewer] += 1
        return redact(event, viewer, revealed)

    game = await started_game(games, reveal="at_end")
    begin = await store.version(game)
    async with GameStreams(store) as streams:
        point = ResumePoint(log=await streams.identity(), version=begin)
        players = ["ann", "ann", "bob", None, None, "cyd"]
        followed = [streams.updates(game, player, point) for player in players]
        waiting = [asyncio.create_task(anext(each)) for each in followed]
        await asyncio.sleep(0.05)
        monkeypatch.setattr(View, "after", counted_after)
        monkeypatch.setattr("application.redaction.redact", counted_redact)
        await play(games, store, game, 1)
        updates = await asyncio.wait_for(asyncio.gather(*waiting), WITHIN)
        new = await store.version(game) - begin
        await asyncio.sleep(0.05)
        assert not redacted, "nobody has read the outcome of the command"
        assert folded[None] == new, "the public view"
        folded.clear()
        for update in updates:
            assert len(update.events) == new
        assert redacted == {0: new, 1: new, None: new}
        for update in updates:
            await update.view()
        assert folded == {0: begin + new, 1: begin + new}
        folded.clear()
        for update in updates:
            await update.moments()
            await update.view()
        assert folded == dict.fromkeys((0, 1, None), begin + new)
        for each in followed:
            await each.aclose()
