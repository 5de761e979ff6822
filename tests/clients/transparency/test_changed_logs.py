"""Tests of servers whose log was changed: each change raises an alarm, and a restore does not."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from typer.testing import CliRunner

from api.cli import app
from kibitz_client import Connection, GameChanged, HistoryChanged, LogForged
from kibitz_client.transparency import Checkpoint, CheckpointPins, LogWatcher, VerifierKey, open_checkpoint
from tests.api.harness.server_processes import Spawner
from tests.clients.transparency.changed_logs import ChangedServer, changed_server, signed_size
from tests.clients.transparency.conftest import seated

pytestmark = pytest.mark.timeout(120)

OTHER_TIME = "UPDATE events SET at = at + 1 WHERE position = 2"


@pytest.fixture
def changed(spawner: Spawner, tmp_path: Path) -> Iterator[ChangedServer]:
    """A server that signs its log every second, and keeps its address."""
    with changed_server(spawner, tmp_path) as server:
        yield server


async def pinned(connection: Connection, pins: CheckpointPins) -> tuple[str, Checkpoint]:
    """Create a game, pin a checkpoint that covers its beginning, and return both."""
    game = (await connection.create_game("oh-hell")).id
    await signed_size(connection)
    watcher = LogWatcher(connection, pins)
    await watcher.check_game(game)
    checkpoint = (await watcher.check()).checkpoint
    assert checkpoint is not None
    return game, checkpoint


async def test_a_log_that_was_changed_and_signed_again_raises_the_alarm(
    changed: ChangedServer, tmp_path: Path
) -> None:
    path = tmp_path / "pins.json"
    async with await Connection.guest(changed.url, "Ann") as ann:
        game, last = await pinned(ann, CheckpointPins(path))
        key = VerifierKey((await ann.query.log()).verifier_key)
        size = last.size
        changed.rewrite(OTHER_TIME)
        kept = path.read_bytes()

        # The same size has two roots.
        assert await signed_size(ann) == size
        for _ in range(2):
            with pytest.raises(HistoryChanged, match=f"changed its log: the {size} events") as raised:
                await LogWatcher(ann, CheckpointPins(path)).check()
            assert raised.value.pinned == last.note
            shown = open_checkpoint(raised.value.shown or "", key)
            assert shown.size == size
            assert shown.root != last.root
        with pytest.raises(HistoryChanged):
            await LogWatcher(ann, CheckpointPins(path)).check_game(game)

        # A proof of growth from the changed log does not begin with the pinned one.
        await ann.create_game("oh-hell")
        later = await signed_size(ann, above=size)
        with pytest.raises(HistoryChanged, match=f"of the {later} that it shows: the proof leads to"):
            await LogWatcher(ann, CheckpointPins(path)).check()
        assert path.read_bytes() == kept
        # New clients see nothing: they have no pins.
        assert (await LogWatcher(ann).check()).restored is None

        # Neither the size nor a proof is there any more.
        changed.rewrite("UPDATE events SET at = at + 2 WHERE position = 1")
        assert await signed_size(ann) == later
        with pytest.raises(HistoryChanged, match="denies one of them"):
            await LogWatcher(ann, CheckpointPins(path)).check()


async def test_the_command_that_plays_a_seat_proves_its_game_and_gives_the_alarm(
    changed: ChangedServer, tmp_path: Path
) -> None:
    async with AsyncExitStack() as opened:
        players = [
            await opened.enter_async_context(await Connection.guest(changed.url, name))
            for name in ("Ann", "Bob", "Cyd")
        ]
        ann, *others = players
        game = await seated(*players)
        await ann.send_command("StartGame", game)
        for each in others:
            await each.send_command("AutomateSeat", game)
        command = ["play", game, "--as", "greedy", "--url", changed.url, "--token", ann.token or ""]
        command += ["--pins", str(tmp_path / "pins.json")]
        played = await asyncio.to_thread(CliRunner().invoke, app, command)
        assert played.exit_code == 0, played.output
        assert "is in the checkpoint of" in played.stdout
        version, head = played.stdout.split("for all players:")[1].split()[:2]
        seen = await LogWatcher(others[0]).check_game(game)
        assert (seen.head.version, seen.head.head.hex()) == (int(version), head)

        changed.rewrite(OTHER_TIME)
        await signed_size(ann)
        alarmed = await asyncio.to_thread(CliRunner().invoke, app, command)
    assert alarmed.exit_code == 1
    assert "The server has changed its log" in alarmed.stderr
    # Both signed notes are the evidence.
    assert alarmed.stderr.count("\n\u2014 ") == 2


async def test_a_log_that_has_shrunk_raises_the_alarm(changed: ChangedServer) -> None:
    pins = CheckpointPins()
    async with await Connection.guest(changed.url, "Ann") as ann:
        _, last = await pinned(ann, pins)
        newest = pins.newest(ann.url) or ""
        changed.rewrite(
            "UPDATE counter SET position = position - 1",
            "DELETE FROM events WHERE position > (SELECT position FROM counter)",
        )
        assert await signed_size(ann) == last.size - 1
        with pytest.raises(HistoryChanged, match="shrunk") as raised:
            await LogWatcher(ann, pins).check()
        assert f"it signed {last.size} events, and shows {last.size - 1} now." in str(raised.value)
        assert raised.value.pinned == last.note
        assert pins.checkpoint(ann.url, newest) == last


async def test_another_key_under_the_same_name_raises_the_alarm(changed: ChangedServer) -> None:
    pins = CheckpointPins()
    async with await Connection.guest(changed.url, "Ann") as ann:
        _, last = await pinned(ann, pins)
        (changed.data / "log.key").unlink()
        changed.rewrite()
        await signed_size(ann)
        with pytest.raises(LogForged, match="with another key than before") as raised:
            await LogWatcher(ann, pins).check()
        assert raised.value.pinned == last.note
        assert raised.value.shown not in (None, last.note)


async def test_a_restored_log_is_no_alarm_and_names_both_origins(
    changed: ChangedServer, spawner: Spawner, tmp_path: Path
) -> None:
    path, backup = tmp_path / "pins.json", tmp_path / "backup.db"
    async with await Connection.guest(changed.url, "Ann") as ann:
        game, last = await pinned(ann, CheckpointPins(path))
        done = spawner.run("backup", backup, "--data-dir", changed.data)
        assert done.returncode == 0, done.stderr
        await ann.send_command("FillSeats", game, count=1)
        await signed_size(ann, above=last.size)
        pins = CheckpointPins(path)
        before = await LogWatcher(ann, pins).check_game(game)
        old = pins.newest(ann.url) or ""
        changed.process.stop()
        changed.data.rename(tmp_path / "lost")
        done = spawner.run("restore", backup, "--data-dir", changed.data)
        assert done.returncode == 0, done.stderr
        changed.process.start()

        pins = CheckpointPins(path)
        found = await LogWatcher(ann, pins).check()
        assert found.restored is not None
        assert (found.restored.before, found.restored.now) == (
            VerifierKey(old).name,
            VerifierKey(found.key).name,
        )
        assert found.restored.before != found.restored.now
        assert found.restored.before in found.restored.message
        assert found.restored.now in found.restored.message
        assert "was restored from a backup" in found.restored.message
        await signed_size(ann)
        # It is said once, and what was pinned before stays.
        watcher = LogWatcher(ann, CheckpointPins(path))
        assert (await watcher.check()).restored is None
        kept = watcher.pins.checkpoint(ann.url, old)
        assert kept is not None
        assert kept.note == found.restored.note
        assert kept.size > last.size
        after = await watcher.check_game(game)
        assert after.head.version < before.head.version
        assert after.changed_since == found.restored.before


async def test_a_game_that_was_changed_raises_the_alarm_also_if_no_checkpoint_was_seen(
    changed: ChangedServer,
) -> None:
    pins = CheckpointPins()
    async with await Connection.guest(changed.url, "Ann") as ann:
        game = (await ann.create_game("oh-hell")).id
        newest = (await ann.query.log()).verifier_key
        await LogWatcher(ann, pins).check_game(game)
        seen = pins.head(ann.url, newest, game)
        assert seen is not None
        if pins.checkpoint(ann.url, newest) is not None:
            # It was signed meanwhile: a client that was told of it would notice that first.
            pins = CheckpointPins()
            pins.keep_checkpoint(ann.url, newest, None)
            pins.keep_head(ann.url, newest, game, seen)
        changed.rewrite("UPDATE events SET at = at + 1 WHERE version = 1")
        with pytest.raises(GameChanged, match="are not the ones that it has shown before") as raised:
            await LogWatcher(ann, pins).check_game(game)
        assert (raised.value.game, len(raised.value.records)) == (game, seen.version)
        assert pins.head(ann.url, newest, game) == seen
        with pytest.raises(GameChanged):
            await LogWatcher(ann, pins).follow(game)
        assert pins.head(ann.url, newest, game) == seen
