"""Streams of a server whose log is put back from a backup while it runs."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.api.asking import Client
from tests.api.streams import FOLLOW, WAYS, Ended

pytestmark = pytest.mark.timeout(60)


def restore(folder: Path, position: int) -> None:
    """Put back the log as it was at a position, in a new epoch."""
    with closing(sqlite3.connect(folder / "data" / "log.db", isolation_level=None, timeout=10)) as live:
        live.execute("BEGIN IMMEDIATE")
        live.execute("DELETE FROM events WHERE position > ?", (position,))
        live.execute("UPDATE counter SET position = ?", (position,))
        live.execute("UPDATE log SET epoch = epoch + 1")
        live.execute("COMMIT")


@pytest.mark.parametrize("way", WAYS)
async def test_streams_end_with_a_code_that_says_to_begin_again(
    ann: Client, bob: Client, address: str, tmp_path: Path, way: str
) -> None:
    game = await ann.create()
    await bob.must("joinGame", game=game)
    async with WAYS[way](address, FOLLOW, game=game) as stream:
        assert [(await stream.next())["version"] for _ in range(3)] == [1, 2, 3]
        restore(tmp_path, 2)
        with pytest.raises(Ended) as ended:
            await stream.next()
    [error] = ended.value.errors
    assert error["extensions"] == {"code": "LOG_RESTORED"}
    async with WAYS[way](address, FOLLOW, game=game) as stream:
        assert [(await stream.next())["version"] for _ in range(2)] == [1, 2]
        await bob.must("joinGame", game=game)
        assert (await stream.next())["version"] == 3
