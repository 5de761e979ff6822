"""`kibitz projections` with a running server, and with an unreadable event in the log."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from datetime import UTC, datetime, timedelta
from io import StringIO
from pathlib import Path
from uuid import UUID

import pytest
from msgspec.structs import replace
from rich.console import Console

from api.cli.terminal.progress import RebuildProgress, rebuild_progress_bar
from api.cli.terminal.projection_tables import status_table
from api.data_directory import DataDirectory
from application.store.sqlite.store import SQLiteStore
from projections import ALL
from projections.database.connections import ReadDatabase
from projections.engine.generations import Role, ensure, track
from projections.engine.projector import Projector
from projections.engine.rebuild import rebuild
from projections.engine.status import OtherVersion
from projections.games.game_list import GAME_LIST
from tests.api.harness import full_documents as d
from tests.api.harness.callers import Client, Json, over_http
from tests.api.harness.played_games import begun, eventually
from tests.api.harness.server_processes import Kibitz, Server
from tests.projections.logs import chatter

TAMPERED = b'{"type":"HandDealt","seat":0,"cards":["KH","QH","the secret card"],"shuffle":0}'


async def test_read_models_are_listed_and_rebuilt_while_a_server_runs(kibitz: Kibitz, server: Server) -> None:
    async with over_http(server.url) as spectator:
        ann = await spectator.sign_in("Ann")
        games = [await ann.create() for _ in range(3)]
        head = 2 * len(games)
        done = await asyncio.to_thread(
            kibitz, "projections", "rebuild", "game_list", "--data-dir", server.data_dir
        )
        assert done.returncode == 0, done.stderr
        assert f"Rebuilt game_list up to position {head}: {head} events, " in done.stdout
        assert " events/s." in done.stdout
        assert await ann.own_games() == games[::-1]
        games.append(await ann.create())

        async def caught_up() -> bool:
            return await ann.own_games() == games[::-1]

        await eventually(caught_up)
        done = await asyncio.to_thread(kibitz, "projections", "status", "--data-dir", server.data_dir)
        assert done.returncode == 0, done.stderr
        rows = [line.split() for line in done.stdout.splitlines() if "game_" in line]
        for row in rows:
            assert "following" in row
            assert str(head + 2) in row
            # No events behind, for no time.
            assert [cell for cell in row if cell != "│"][-3:] == ["0", "0.0", "s"]
    assert server.stop() == 0


def tamper(log: Path, game: str) -> tuple[int, int]:
    """Make an event of a game unreadable; return its version and position."""
    with sqlite3.connect(log) as connection:
        found = connection.execute(
            "UPDATE events SET state = ? WHERE game = ? AND topic = 'HandDealt' RETURNING version, position",
            (TAMPERED, UUID(game).bytes),
        ).fetchone()
    connection.close()
    version, position = found
    return version, position


async def test_unreadable_event_is_named_only_to_the_operator(kibitz: Kibitz, server: Server) -> None:
    async with over_http(server.url) as spectator:
        ann, bob = [await spectator.sign_in(name) for name in ("Ann", "Bob")]
        whole, broken = await ann.create(), await begun(ann, bob)
    assert server.stop() == 0
    version, position = tamper(server.data_dir / "log.db", broken)
    for path in server.data_dir.glob("read.db*"):
        path.unlink()

    server.start()
    async with over_http(server.url) as spectator:
        requests: list[tuple[str, Json]] = [
            (d.GAME, {"id": broken}),
            (d.EVENTS, {"game": broken}),
            (d.REPLAY, {"game": broken, "version": 1}),
        ]
        for document, variables in requests:
            answer = await spectator.ask(document, **variables)
            (error,) = answer["errors"]
            assert error["message"] == "Something went wrong on the server."
            assert error["extensions"]["code"] == "INTERNAL"
            assert not any(word in str(answer) for word in ("secret", "KH", "HandDealt"))
        ann = Client(spectator.http, ann.token, ann.player)
        assert await ann.code(d.mutation("queuePass"), input={"game": broken}) == "INTERNAL"
        # The other games go on.
        assert (await ann.must("fillSeats", game=whole, count=1))["version"] == 4
    for word in (broken, f"version {version}", "'HandDealt'"):
        assert word in server.log

    data = ("--data-dir", server.data_dir)
    line = ""

    async def stopped() -> bool:
        nonlocal line
        status = await asyncio.to_thread(kibitz, "projections", "status", *data)
        assert status.returncode == 0
        line = next(line for line in status.stdout.splitlines() if "game_list" in line)
        return "stopped" in line

    # What comes before the event is written one by one.
    await eventually(stopped)
    for word in ("stopped", str(position - 1), broken, f"version {version}", "'HandDealt'"):
        assert word in line
    assert f"event HandDealt at position {position}: " in line

    done = await asyncio.to_thread(kibitz, "projections", "rebuild", "game_list", *data)
    assert done.returncode == 1
    errors = [line for line in done.stderr.splitlines() if line.startswith("kibitz: ")]
    assert len(errors) == 1
    for word in ("game_list", broken, f"version {version}", f"position {position}"):
        assert word in errors[0]
    assert "Traceback" not in done.stderr

    skip = ("projections", "skip", "game_list")
    wrong = await asyncio.to_thread(kibitz, *skip, str(position - 1), "--why", "x", *data)
    assert (wrong.returncode, wrong.stdout) == (1, "")
    assert f"it is stopped by that at {position}" in wrong.stderr
    why = "tampered with [sic]"
    done = await asyncio.to_thread(kibitz, *skip, str(position), "--why", why, *data)
    assert done.returncode == 0, done.stderr
    what = f"game_list leaves out event HandDealt at position {position}"
    warning = f"{what}, so its rows differ from the log: {why}"
    assert done.stdout.startswith(f"Warning: {warning} (")

    async def stopped_by_the_next() -> bool:
        status = await asyncio.to_thread(kibitz, "projections", "status", *data)
        assert warning in status.stdout
        # The hand of the other seat.
        return f"event HandDealt at position {position + 1}: " in status.stdout

    await eventually(stopped_by_the_next)
    assert server.stop() == 0


def test_unknown_read_model_is_named(kibitz: Kibitz, tmp_path: Path) -> None:
    done = kibitz("projections", "rebuild", "[/nonsense]", "--data-dir", tmp_path)
    assert done.returncode == 1
    (line,) = done.stderr.splitlines()
    assert "[/nonsense]" in line
    assert "game_list" in line


def test_missing_log_is_not_created(kibitz: Kibitz, tmp_path: Path) -> None:
    for command in (("projections", "status"), ("project",)):
        done = kibitz(*command, "--data-dir", tmp_path / "nowhere")
        assert done.returncode == 1
        assert "there is no log in the data directory" in done.stderr
        assert "nowhere" in done.stderr
        assert list(tmp_path.iterdir()) == []


@pytest.fixture
async def data_dir(tmp_path: Path) -> Path:
    """A data directory with a short log, and no read models."""
    directory = DataDirectory(tmp_path / "data")
    store = SQLiteStore(directory.log)
    await chatter(store)
    await store.close()
    return tmp_path / "data"


async def test_second_concurrent_rebuild_is_refused(kibitz: Kibitz, data_dir: Path) -> None:
    with ReadDatabase.at(data_dir / "read.db") as database, database.writing() as connection:
        ensure(connection, GAME_LIST)
        track(
            connection,
            GAME_LIST,
            Role.REBUILD,
            ready=False,
            generation=2,
            position=0,
            tables=[],
            owner="another",
            leased_until=datetime.now(UTC) + timedelta(seconds=50),
        )
    done = await asyncio.to_thread(kibitz, "projections", "rebuild", "game_list", "--data-dir", data_dir)
    assert done.returncode == 1
    assert "'game_list' is being rebuilt" in done.stderr
    assert "Traceback" not in done.stderr
    status = await asyncio.to_thread(kibitz, "projections", "status", "--data-dir", data_dir)
    [line] = [line for line in status.stdout.splitlines() if "game_list" in line]
    assert "rebuilding, at 0" in line


class Interrupted(Exception):
    """The user pressed Ctrl-C."""


async def test_interrupted_rebuild_is_resumed(kibitz: Kibitz, data_dir: Path) -> None:
    def interrupt(done: int, _: int) -> None:
        if done >= 20:
            raise Interrupted

    store = SQLiteStore(DataDirectory(data_dir).log)
    head = await store.head()
    with ReadDatabase.at(data_dir / "read.db") as database, pytest.raises(Interrupted):
        await rebuild(store, database, GAME_LIST, batch=10, progress=interrupt)
    await store.close()
    done = await asyncio.to_thread(kibitz, "projections", "rebuild", "game_list", "--data-dir", data_dir)
    assert done.returncode == 0, done.stderr
    assert "Resumed an interrupted rebuild at position 20." in done.stdout
    assert f"Rebuilt game_list up to position {head}: {head - 20} events, " in done.stdout


def test_read_models_without_a_projector_are_idle(kibitz: Kibitz, data_dir: Path) -> None:
    done = kibitz("projections", "status", "--data-dir", data_dir)
    assert done.returncode == 0, done.stderr
    lines = [line for line in done.stdout.splitlines() if "idle" in line]
    assert len(lines) == len(ALL)


async def test_a_narrow_terminal_shows_whole_names_of_read_models(data_dir: Path) -> None:
    store = SQLiteStore(data_dir / "log.db")
    with ReadDatabase.at(data_dir / "read.db") as database:
        found = await Projector(store, database, ALL).status()
    await store.close()
    former = OtherVersion(version=6, ready=True, position=8483, last_used=datetime.now(UTC), failure=None)
    shown = Console(width=80, file=StringIO(), record=True)
    shown.print(status_table([replace(each, behind=190.0, others=(former,)) for each in found]))
    assert all(f" {each.name} " in shown.export_text(clear=False) for each in ALL)


def test_progress_bar_of_a_rebuild_shows_speed_and_remaining_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = 100.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    bar = rebuild_progress_bar()
    shown = RebuildProgress(bar, "tally")
    # What an interrupted rebuild has done is no work of this one.
    shown.update(1000, 5000)
    now = 102.0
    shown.update(2000, 5000)
    [task] = bar.tasks
    assert (task.completed, task.total) == (2000, 5000)
    assert task.fields["pace"] == "500 events/s, 0:00:06 left"
    assert shown.summary(5000) == "4,000 events, 2,000 events/s"
