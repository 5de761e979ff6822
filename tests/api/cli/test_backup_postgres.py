"""Backup and restore of a PostgreSQL log with PostgreSQL's own tools, as in docs/how-to/back-up.md."""

from __future__ import annotations

import asyncio
import subprocess
from contextlib import aclosing
from pathlib import Path

import pytest
from typer.testing import CliRunner

from api.cli import app
from application.store.port import LogRestored
from application.store.postgres.store import PostgresStore
from tests.application.store import an_append, new_game
from tests.application.store.meddling import ask
from tests.postgres import programs

pytestmark = pytest.mark.timeout(60)


async def run(program: str, *arguments: str) -> None:
    folder = programs()
    assert folder is not None
    command = [str(folder / program), *arguments]
    done = await asyncio.to_thread(subprocess.run, command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


async def test_restored_dump_starts_a_new_epoch(postgres_url: str, tmp_path: Path) -> None:
    dump, game, other = str(tmp_path / "log.dump"), new_game(), new_game()
    store = await PostgresStore.open(postgres_url)
    await store.append(an_append(game))
    kept, identity = await store.select(0, 10), await store.identity()
    await run("pg_dump", "--format=custom", "--schema=kibitz", f"--file={dump}", postgres_url)
    await store.append(an_append(game, 1))
    async with aclosing(store.follow_slices(0)) as slices:
        assert (await anext(slices)).upto == 2
        ask(postgres_url, "DROP SCHEMA kibitz CASCADE")
        await run("pg_restore", "--exit-on-error", f"--dbname={postgres_url}", dump)
        with pytest.raises(LogRestored):
            await asyncio.wait_for(anext(slices), 10)
    done = await asyncio.to_thread(
        CliRunner().invoke, app, ["log", "new-epoch", "--database-url", postgres_url]
    )
    assert done.exit_code == 0, done.output
    found = await store.identity()
    assert (found.log, found.epoch > identity.epoch) == (identity.log, True)
    assert await store.select(0, 10) == kept
    with pytest.raises(LogRestored):
        await store.append(an_append(other))
    await store.append(an_append(other))
    await store.append(an_append(game, 1))
    assert await store.head() == 3
    await store.close()
