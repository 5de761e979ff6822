"""The watcher of a SQLite file distinguishes commits of its own process from those of others."""

from __future__ import annotations

from contextlib import AsyncExitStack
from pathlib import Path

from application.store.sqlite.store import SQLiteStore
from tests.application.store import an_append, new_game


async def test_followers_are_woken_to_read_only_for_writes_of_other_processes(tmp_path: Path) -> None:
    async with AsyncExitStack() as opened:
        own, other = (SQLiteStore(tmp_path / "log.db") for _ in range(2))
        for store in (own, other):
            opened.push_async_callback(store.close)
        assert not own._watcher._ends_with_recent()
        await own.append(an_append(new_game()))
        assert own._watcher._ends_with_recent()
        assert not other._watcher._ends_with_recent()
        await other.append(an_append(new_game()))
        assert not own._watcher._ends_with_recent()
        await own.append(an_append(new_game()))
        assert own._watcher._ends_with_recent()
        await other.begin_epoch()
        assert not own._watcher._ends_with_recent()
