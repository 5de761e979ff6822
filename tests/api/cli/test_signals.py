"""Commands that a signal stops in the middle of their work clean up, and exit with 128 + its number."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from projections.database.connections import ReadDatabase
from projections.engine.generations import Role, tracked
from projections.games.game_list import GAME_LIST
from tests.api.cli.exports import Place
from tests.api.harness.server_processes import Kibitz, Spawner
from tests.application.store.sqlite.files import direct_connection
from tests.projections.logs import game_id, story

TIMEOUT = 30.0
MAX_ATTEMPTS = 20
"""Attempts to stop a rebuild before it has finished."""
SECRET = "5e" * 32
BALLAST = """
    CREATE TABLE ballast AS
    WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 200000)
    SELECT n, zeroblob(400) AS filler FROM numbers
"""
"""Creates a table that takes long to copy and to check."""


@pytest.fixture
def place(tmp_path: Path) -> Place:
    """A data directory with a log and a secret."""
    place = Place(tmp_path / "data")
    place.fill([(game_id(1), story("president", 1))])
    (place.data / "secret").write_text(SECRET)
    (place.data / "secret").chmod(0o600)
    return place


def wait_until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + TIMEOUT
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.001)


def last_pages(database: Path) -> str:
    """Return the last pages of a database, which hold what was written last."""
    with database.open("rb") as file:
        file.seek(max(file.seek(0, os.SEEK_END) - 16_384, 0))
        return file.read().decode("latin-1")


@pytest.mark.parametrize(
    ("command", "sent", "content"),
    [
        ("backup", signal.SIGHUP, ""),
        # While the copy, which has the secret by then, is verified.
        ("backup", signal.SIGTERM, SECRET),
        ("restore", signal.SIGTERM, ""),
    ],
    ids=["a backup that copies", "a backup that verifies", "a restore"],
)
def test_interrupted_backup_or_restore_leaves_no_copy_of_the_log(
    spawner: Spawner, place: Place, tmp_path: Path, command: str, sent: signal.Signals, content: str
) -> None:
    with direct_connection(place.data / "log.db") as connection:
        connection.execute(BALLAST)
    copies, log = tmp_path / "copies", tmp_path / "log"
    copies.mkdir()
    arguments = {
        "backup": (copies / "b.kibitz", *place.options),
        "restore": (place.data / "log.db", "--data-dir", copies),
    }
    process = spawner.start(command, *arguments[command], out=tmp_path / "out", log=log, changes={})
    wait_until(lambda: any(content in last_pages(each) for each in copies.glob("*.unfinished")))
    os.kill(process, sent)
    assert spawner.wait(process, TIMEOUT) == 128 + sent, log.read_text()
    assert {each.name for each in copies.iterdir()} <= {"lock"}
    assert "Traceback" not in log.read_text()


def stopped_rebuild(database: ReadDatabase, spawner: Spawner, process: int) -> int:
    """Stop a rebuild by SIGTERM between two of its transactions; return the exit code."""
    while (code := spawner.ended(process)) is None:
        with database.writing() as connection:
            rebuilt = tracked(connection, GAME_LIST, Role.REBUILD)
            if rebuilt is not None and rebuilt.owner is not None:
                os.kill(process, signal.SIGTERM)
                # The rebuild waits for this transaction while it handles the signal.
                time.sleep(0.3)
                break
    return spawner.wait(process, TIMEOUT) if code is None else code


def test_interrupted_rebuild_does_not_block_the_next_one(
    spawner: Spawner, kibitz: Kibitz, place: Place, tmp_path: Path
) -> None:
    rebuild = ("projections", "rebuild", "game_list", *place.options)
    assert kibitz(*rebuild).returncode == 0
    code = 0
    with ReadDatabase.at(place.data / "read.db") as database:
        for _ in range(MAX_ATTEMPTS):
            process = spawner.start(*rebuild, out=tmp_path / "out", log=tmp_path / "log", changes={})
            if code := stopped_rebuild(database, spawner, process):
                break
    done = kibitz(*rebuild)
    assert done.returncode == 0, done.stderr
    assert code == 128 + signal.SIGTERM
    assert "Traceback" not in (tmp_path / "log").read_text()
