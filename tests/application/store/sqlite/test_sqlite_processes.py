"""Several stores and processes on one SQLite log."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections import defaultdict
from itertools import islice
from pathlib import Path

import pytest

from application.store.port import VersionTaken
from application.store.sqlite import file_watcher
from application.store.sqlite.store import SQLiteStore
from tests.application.store import an_append, bid, followed, new_game, whole_log
from tests.application.store.sqlite.files import blocked_writes

ROOT = Path(__file__).parents[4]


async def test_a_follower_gets_events_appended_by_another_store(store: SQLiteStore, path: Path) -> None:
    other, game = SQLiteStore(path), new_game()
    follower = asyncio.ensure_future(followed(store, 6))
    for version in range(0, 6, 2):
        await asyncio.sleep(0.15)
        await other.append(an_append(game, version, bid(1), bid(2)))
    assert [each.position for each in await asyncio.wait_for(follower, 5)] == [*range(1, 7)]
    await other.close()


async def test_follower_gets_events_of_its_own_process_without_polling(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(file_watcher, "POLL_INTERVAL", 60.0)
    store, game = SQLiteStore(path), new_game()
    follower = asyncio.ensure_future(followed(store, 3))
    for version in range(3):
        await asyncio.sleep(0.02)
        await store.append(an_append(game, version))
    assert len(await asyncio.wait_for(follower, 5)) == 3
    await store.close()


async def test_one_of_several_stores_gets_the_version(store: SQLiteStore, path: Path) -> None:
    stores, game = (store, SQLiteStore(path), SQLiteStore(path)), new_game()
    followers = [asyncio.ensure_future(followed(each, 20, limit=2)) for each in stores]
    for version in range(20):
        racers = (stores[racer % 3].append(an_append(game, version)) for racer in range(9))
        results = await asyncio.gather(*racers, return_exceptions=True)
        assert sum(isinstance(each, VersionTaken) for each in results) == 8
    log = await whole_log(store)
    assert [(each.position, each.version) for each in log] == [(each, each) for each in range(1, 21)]
    assert await asyncio.gather(*followers) == [log] * 3
    for other in stores[1:]:
        await other.close()


async def test_readers_do_not_wait_for_writers(store: SQLiteStore, path: Path) -> None:
    await store.append(an_append(new_game()))
    with blocked_writes(path):
        assert len(await asyncio.wait_for(whole_log(store), 1)) == 1


def test_acknowledged_events_survive_a_kill(path: Path) -> None:
    program = [sys.executable, "-m", "tests.application.store.appending", str(path), "16"]
    with subprocess.Popen(program, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        lines = [*islice(process.stdout, 500)]
        process.kill()
        # The last line may be incomplete.
        lines += [line for line in process.stdout if line.endswith("\n")]
    acknowledged = [line.split() for line in lines]
    assert len(acknowledged) >= 500

    async def reopen() -> None:
        store = SQLiteStore(path)
        log = await whole_log(store)
        assert [each.position for each in log] == [*range(1, await store.head() + 1)]
        found = {(str(each.game), each.version): each.position for each in log}
        for game, version, position in acknowledged:
            assert found[game, int(version)] == int(position)
        versions = defaultdict(list)
        for each in log:
            versions[each.game].append(each.version)
        # Two events per command: all or nothing.
        assert all(each == [*range(1, len(each) + 1)] and len(each) % 2 == 0 for each in versions.values())
        await store.append(an_append(log[0].game, len(versions[log[0].game])))
        await store.close()

    asyncio.run(reopen())
