"""The audit accepts an intact log, and names the faults of any other."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from application.audit.log_audit import Audit
from application.games.command_handler import CommandHandler
from application.games.croupier import Croupier, seeded_entropy
from application.games.simulation import Setup, play_into_log
from application.store.sqlite.store import SQLiteStore
from domain.state import Stage

SETUP = Setup(variant="hundred-and-ten", seats=2)


@pytest.fixture
async def log(tmp_path: Path) -> Path:
    """Return a log with three games."""
    path = tmp_path / "log.db"
    store = SQLiteStore(path)
    for seed in range(3):
        await play_into_log(CommandHandler(store, Croupier(seeded_entropy(seed))), SETUP)
    await store.close()
    return path


async def audited(path: Path) -> Audit:
    store = SQLiteStore(path)
    audit = Audit(store)
    steps: AsyncIterator[int] = audit.steps()
    async for position in steps:
        assert position == audit.position
    await store.close()
    return audit


def change(path: Path, statement: str) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute(statement)
    connection.close()


async def test_unchanged_log_is_intact(log: Path) -> None:
    audit = await audited(log)
    assert audit.findings == []
    assert audit.stages == {Stage.WON: 3}
    assert audit.topics.total() == audit.position
    assert audit.topics["GameWon"] == 3


async def test_missing_event_is_found_by_position_and_version(log: Path) -> None:
    change(log, "DELETE FROM events WHERE position = 20")
    found = [finding.what for finding in (await audited(log)).findings]
    assert "there is no event at this position" in found[0]
    assert any("follows version" in what for what in found)


async def test_a_missing_end_is_found(log: Path) -> None:
    change(log, "DELETE FROM events WHERE position > 30")
    assert "there is no event at this position" in (await audited(log)).findings[0].what


async def test_unreadable_event_is_found_and_the_others_are_still_checked(log: Path) -> None:
    change(log, "UPDATE events SET topic = 'Nonsense' WHERE position = 25")
    audit = await audited(log)
    (finding,) = audit.findings
    assert finding.position == 25
    assert "Nonsense" in finding.what
    assert audit.stages == {Stage.WON: 2}


async def test_deck_that_differs_from_its_commitment_is_found(log: Path) -> None:
    with sqlite3.connect(log) as connection:
        position, state = connection.execute(
            "SELECT position, state FROM events WHERE topic = 'DeckRevealed' ORDER BY position"
        ).fetchone()
        swapped = state.replace(b'"5H"', b"?").replace(b'"KS"', b'"5H"').replace(b"?", b'"KS"')
        connection.execute("UPDATE events SET state = ? WHERE position = ?", (swapped, position))
    connection.close()
    (finding,) = (await audited(log)).findings
    assert finding.what == "shuffle 0 is not what was committed to"


async def test_a_game_that_waits_for_the_server_is_found(log: Path) -> None:
    change(log, "DELETE FROM events WHERE position = (SELECT max(position) FROM events)")
    change(log, "UPDATE counter SET position = (SELECT max(position) FROM events)")
    (finding,) = (await audited(log)).findings
    assert "waits for the server" in finding.what
