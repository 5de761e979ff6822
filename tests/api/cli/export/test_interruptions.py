"""Interrupted, killed and failing exports leave no incomplete file under its name."""

from __future__ import annotations

import os
import resource
import signal
import time
from pathlib import Path

import pytest

from api.export import Format
from tests.api.cli.export.stopped_exports import MAX_ATTEMPTS, TIMEOUT, Export, left, parts
from tests.api.cli.exports import Place, exported
from tests.api.harness.server_processes import Spawner


@pytest.mark.parametrize(
    ("sent", "code", "what", "form"),
    [
        (signal.SIGINT, 130, "events", "parquet"),
        (signal.SIGTERM, 143, "--all", "csv"),
        (signal.SIGHUP, 129, "games", "ndjson"),
    ],
)
def test_interrupted_export_leaves_no_file(
    spawner: Spawner, filled: Place, tmp_path: Path, sent: signal.Signals, code: int, what: str, form: str
) -> None:
    export = Export(spawner, filled, tmp_path / "out", what, form)
    assert export.resume(sent) == code
    assert left(tmp_path) == {"export.out", "export.err"}
    assert "Traceback" not in export.log.read_text()


def test_interrupted_export_from_postgresql_leaves_no_file(
    spawner: Spawner, place: Place, tmp_path: Path
) -> None:
    export = Export(spawner, place, tmp_path / "out", "games", "ndjson")
    assert export.resume(signal.SIGTERM) == 143
    assert left(tmp_path) == {"export.out", "export.err"}
    assert "Traceback" not in export.log.read_text()


def test_killed_export_leaves_no_file_under_the_target_name(
    spawner: Spawner, filled: Place, tmp_path: Path
) -> None:
    export = Export(spawner, filled, tmp_path / "out", "events", "csv")
    assert export.resume(signal.SIGKILL) == -signal.SIGKILL
    assert not (tmp_path / "out").exists()
    exported(filled, "events", "csv", tmp_path / "out")


def test_paused_export_is_complete(spawner: Spawner, filled: Place, tmp_path: Path) -> None:
    assert Export(spawner, filled, tmp_path / "out", "events", "csv").resume() == 0
    assert (tmp_path / "out").read_bytes() == exported(filled, "events", "csv", tmp_path / "again")
    assert parts(tmp_path) == []


@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="NO LIMIT TO SET, NOTHING TESTED")
@pytest.mark.parametrize("form", [*Format])
def test_file_size_limit_is_reported_and_the_file_removed(
    spawner: Spawner, filled: Place, tmp_path: Path, form: str
) -> None:
    for _ in range(MAX_ATTEMPTS):
        export = Export(spawner, filled, tmp_path / "out", "events", form)
        _, hard = resource.prlimit(export.process, resource.RLIMIT_FSIZE)
        resource.prlimit(export.process, resource.RLIMIT_FSIZE, (4_096, hard))
        if code := export.resume():
            break
        # It had written everything before it was stopped.
        (tmp_path / "out").unlink()
    assert code == 1
    [error] = [each for each in export.log.read_text().splitlines() if each.startswith("kibitz: ")]
    assert f"{tmp_path / 'out'} cannot be written: File too large" in error
    assert "Traceback" not in export.log.read_text()
    assert left(tmp_path) == {"export.out", "export.err"}


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="NO FULL DEVICE HERE, NOTHING TESTED")
def test_full_disk_is_reported(spawner: Spawner, filled: Place, tmp_path: Path) -> None:
    arguments = ("export", "events", "--format", "csv", *filled.options)
    log = tmp_path / "log"
    process = spawner.start(*arguments, out=Path("/dev/full"), log=log, changes={})
    assert spawner.wait(process, TIMEOUT) == 1
    assert "kibitz: the standard output cannot be written: the disk is full" in log.read_text().splitlines()
    assert "Traceback" not in log.read_text()


def test_reader_may_close_the_pipe_early(spawner: Spawner, filled: Place, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    arguments = ("export", "events", "--format", "ndjson", *filled.options)
    reader = os.open(tmp_path / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    process = spawner.start(*arguments, out=tmp_path / "pipe", log=tmp_path / "log", changes={})
    deadline = time.monotonic() + TIMEOUT
    while not _some(reader):
        assert time.monotonic() < deadline, (tmp_path / "log").read_text()
        time.sleep(0.01)
    os.close(reader)
    assert spawner.wait(process, TIMEOUT) == 1
    assert "Traceback" not in (tmp_path / "log").read_text()
    assert "kibitz: " not in (tmp_path / "log").read_text()


def _some(reader: int) -> bytes:
    try:
        return os.read(reader, 10)
    except BlockingIOError:
        return b""
