"""A follower of an idle log costs next to nothing and wakes up for new events."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.application.store import new_game
from tests.faults.harness.process_forker import Forker
from tests.no_skip.idle_follower import IDLE
from tests.no_skip.logs import open_log

PROGRAM = "tests.no_skip.idle_follower"
SHARE = 0.05
"""The share of a core that an idle follower may use."""
WITHIN = 30.0


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
async def test_an_idle_follower_rests_and_wakes(
    forker: Forker, kind: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    where = request.getfixturevalue("postgres_url") if kind == "postgres" else str(tmp_path / "log.db")
    log = await open_log(kind, where)
    follower = forker.start(PROGRAM, kind, where, tmp_path)
    async with asyncio.timeout(WITHIN):
        while not (tmp_path / "used").exists():  # noqa: ASYNC110 - another process writes it
            await asyncio.sleep(0.05)
    await log.append(new_game(), 0, 1)
    assert await asyncio.to_thread(forker.wait, follower) == 0, forker.log
    await log.close()
    assert (tmp_path / "position").read_text() == "1\n"
    used = float((tmp_path / "used").read_text())
    assert used < SHARE * IDLE, f"{used:.3f} s of CPU time in {IDLE:g} idle seconds"
    print(f"\n{kind}: an idle follower uses {used / IDLE:.1%} of a core")  # noqa: T201 - a figure to know
