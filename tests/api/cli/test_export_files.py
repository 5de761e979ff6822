"""An export asked for wrongly says so in one line; a file is there when it is whole, or not at all."""

from __future__ import annotations

import os
import resource
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from api.cli.export import Dataset
from api.export import Format
from api.export.atomic_files import PART
from domain.rules import variants
from tests.api.cli.exports import Place, export, exported, games, refused
from tests.api.harness.server_processes import Spawner

WITHIN = 30.0
TRIES = 20
"""How often an export may be too quick to be stopped in the midst of its work."""
BEFORE = b"what was there before"


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Place:
    """A log that no test changes."""
    place = Place(tmp_path_factory.mktemp("filled") / "data")
    place.fill(games())
    return place


def left(folder: Path) -> set[str]:
    return {each.name for each in folder.iterdir()} - {"data"}


# Arguments


@pytest.mark.parametrize(
    ("asked", "known"),
    [
        (("players", "--format", "csv"), [*Dataset]),
        (("events", "--format", "xml"), [*Format]),
        (("events",), ["--format"]),
        (("--format", "csv"), ["dataset"]),
    ],
)
def test_what_there_is_not_is_wrong_usage_and_what_there_is_is_named(
    spawner: Spawner, place: Place, asked: tuple[str, ...], known: list[str]
) -> None:
    done = spawner.run("export", *asked, *place.options)
    assert done.returncode == 2
    assert done.stdout == ""
    assert "Traceback" not in done.stderr
    assert all(each in done.stderr.lower() for each in known)


@pytest.mark.parametrize(
    ("asked", "named"),
    [
        (("events", "csv", "--variant", "whist"), ["whist", *variants()]),
        (("stats", "csv", "--table", "hands"), ["hands", "trick", "daily"]),
        (("stats", "csv", "--table", "under_way"), ["under_way"]),
        (("events", "csv", "--table", "play"), ["--table", "events"]),
        (("stats", "csv"), ["--out", "--table"]),
        (("events", "parquet"), ["--out"]),
        (("events", "csv", "--since", "yesterday"), ["--since", "yesterday"]),
        (("events", "csv", "--until", "2026-13-01"), ["--until", "2026-13-01"]),
        (("events", "csv", "--until", "0001-01-01T00:00:00+14:00"), ["--until"]),
        (("events", "csv", "--since", "10000-01-01"), ["--since"]),
        (("games", "csv", "--since", "2026-04-02", "--until", "2026-04-01"), ["2026-04-02", "2026-04-01"]),
        (("games", "csv", "--since", "2026-04-02", "--until", "2026-04-02"), ["nothing"]),
        (("games", "csv", "--since", "1901-01-01", "--until", "2026-01-01"), ["100 years"]),
        (("games", "csv", "--since", "0001-01-01"), ["100 years"]),
        (("games", "csv", "--since", "9999-12-31"), ["9999", "nothing can have happened"]),
    ],
)
def test_what_cannot_be_meant_is_told_in_one_line(
    place: Place, asked: tuple[str, ...], named: list[str]
) -> None:
    what, form, *more = asked
    said = refused(export(place, what, form, *more))
    assert all(each in said for each in named)


def test_where_there_is_no_log_none_is_made(tmp_path: Path) -> None:
    said = refused(export(Place(tmp_path / "data"), "events", "csv", "--out", tmp_path / "out"))
    assert "no log" in said
    assert left(tmp_path) == set()
    assert not (tmp_path / "data").exists()


def test_without_pyarrow_it_says_what_to_install(
    place: Place, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    said = refused(export(place, "events", "parquet", "--out", tmp_path / "out"))
    assert "pyarrow" in said
    assert "--extra export" in said
    assert left(tmp_path) == set()
    assert exported(place, "events", "csv", tmp_path / "out")


# Where it goes


@pytest.mark.parametrize("form", [*Format])
def test_a_file_that_is_there_stays_as_it_is_unless_forced(place: Place, tmp_path: Path, form: str) -> None:
    out = tmp_path / "out"
    out.write_bytes(BEFORE)
    said = refused(export(place, "games", form, "--out", out))
    assert str(out) in said
    assert "--force" in said
    assert out.read_bytes() == BEFORE
    assert exported(place, "games", form, out, "--force") != BEFORE
    assert left(tmp_path) == {"out"}


def test_a_link_leads_to_the_file_that_is_written(place: Place, tmp_path: Path) -> None:
    (tmp_path / "there").write_bytes(BEFORE)
    (tmp_path / "link").symlink_to(tmp_path / "there")
    exported(place, "games", "csv", tmp_path / "link", "--force")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "there").read_bytes() != BEFORE


@pytest.mark.parametrize("force", [(), ("--force",)])
def test_what_is_no_file_is_never_replaced(place: Place, tmp_path: Path, force: tuple[str, ...]) -> None:
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "pipe")
    for out in tmp_path / "folder", tmp_path / "pipe":
        said = refused(export(place, "events", "csv", "--out", out, *force))
        assert f"{out} is not a file" in said
    assert left(tmp_path) == {"folder", "pipe"}


def test_where_nothing_can_be_written_the_reason_is_told(place: Place, tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(BEFORE)
    for folder, reason in (("nowhere", "No such file"), ("file", "Not a directory")):
        for what, more in (("events", ()), ("stats", ())):
            said = refused(export(place, what, "csv", "--out", tmp_path / folder / "out", *more))
            assert str(tmp_path / folder / "out") in said
            assert reason in said
    assert left(tmp_path) == {"file"}


def test_a_folder_is_replaced_only_when_forced_and_when_nothing_else_is_in_it(
    place: Place, tmp_path: Path
) -> None:
    out = tmp_path / "stats"
    out.mkdir()
    assert export(place, "stats", "csv", "--out", out).exit_code == 0, "an empty folder may be written to"
    before = {each.name: each.read_bytes() for each in out.iterdir()}
    assert "--force" in refused(export(place, "stats", "ndjson", "--out", out))
    assert {each.name: each.read_bytes() for each in out.iterdir()} == before
    assert export(place, "stats", "ndjson", "--out", out, "--force").exit_code == 0
    assert {each.suffix for each in out.iterdir()} == {".ndjson"}
    (out / "letter.txt").write_bytes(BEFORE)
    said = refused(export(place, "stats", "csv", "--out", out, "--force"))
    assert "letter.txt" in said
    assert (out / "letter.txt").read_bytes() == BEFORE
    assert left(tmp_path) == {"stats"}


def test_a_file_is_no_folder(place: Place, tmp_path: Path) -> None:
    (tmp_path / "stats").write_bytes(BEFORE)
    assert "not a directory" in refused(export(place, "stats", "csv", "--out", tmp_path / "stats", "--force"))
    assert (tmp_path / "stats").read_bytes() == BEFORE


# Dataset comes in between


class Export:
    """An export in a process of its own, which stands still in the midst of its work."""

    def __init__(self, spawner: Spawner, place: Place, out: Path, what: str, form: str) -> None:
        self._spawner = spawner
        self._out = out
        self.log = out.parent / "export.err"
        asked = ("export", what, "--format", form, "--out", out, *place.options)
        for _ in range(TRIES):
            self.process = spawner.start(*asked, out=out.parent / "export.out", log=self.log, changes={})
            if self._is_stopped():
                return
            assert self.goes_on() == 0, self.log.read_text()
            shutil.rmtree(out) if out.is_dir() else out.unlink()
        raise AssertionError("it was always done before it could be stopped")

    def _is_stopped(self) -> bool:
        """Stop it when it has begun to write, and tell whether that was before its end."""
        deadline = time.monotonic() + WITHIN
        while not parts(self._out.parent) and not self._out.exists():
            assert time.monotonic() < deadline, self.log.read_text()
            time.sleep(0.0005)
        os.kill(self.process, signal.SIGSTOP)
        # Until it is told so by the scheduler it goes on.
        while (state := self._state()) not in ("T", "Z"):
            time.sleep(0.0005)
        return state == "T" and bool(parts(self._out.parent)) and not self._out.exists()

    def _state(self) -> str:
        told = Path(f"/proc/{self.process}/stat")
        if told.exists():
            return told.read_text().rpartition(") ")[2][:1]
        asked = ("ps", "-o", "stat=", "-p", str(self.process))
        return subprocess.run(asked, capture_output=True, text=True, check=True).stdout[:1]

    def goes_on(self, *signals: signal.Signals) -> int:
        """Send signals, let it go on, and return its exit code."""
        for each in (*signals, signal.SIGCONT):
            os.kill(self.process, each)
        return self._spawner.wait(self.process, WITHIN)


def parts(folder: Path) -> list[Path]:
    return [each for each in folder.iterdir() if each.name.endswith(PART)]


@pytest.fixture(params=["sqlite", "postgres"])
def anywhere(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Place]:
    """A log in either database."""
    if request.param == "sqlite":
        yield request.getfixturevalue("place")
        return
    place = Place(tmp_path / "data", request.getfixturevalue("postgres_url"))
    place.fill(games())
    yield place


@pytest.mark.parametrize(
    ("asked", "code", "what", "form"),
    [
        (signal.SIGINT, 130, "events", "parquet"),
        (signal.SIGTERM, 143, "stats", "csv"),
        (signal.SIGHUP, 129, "games", "ndjson"),
    ],
)
def test_an_export_that_is_interrupted_leaves_nothing(
    spawner: Spawner, place: Place, tmp_path: Path, asked: signal.Signals, code: int, what: str, form: str
) -> None:
    export = Export(spawner, place, tmp_path / "out", what, form)
    assert export.goes_on(asked) == code
    assert left(tmp_path) == {"export.out", "export.err"}
    assert "Traceback" not in export.log.read_text()


def test_an_export_from_a_server_that_is_interrupted_leaves_nothing(
    spawner: Spawner, anywhere: Place, tmp_path: Path
) -> None:
    export = Export(spawner, anywhere, tmp_path / "out", "games", "ndjson")
    assert export.goes_on(signal.SIGTERM) == 143
    assert left(tmp_path) == {"export.out", "export.err"}
    assert "Traceback" not in export.log.read_text()


def test_an_export_that_is_killed_leaves_nothing_under_the_name(
    spawner: Spawner, place: Place, tmp_path: Path
) -> None:
    export = Export(spawner, place, tmp_path / "out", "events", "csv")
    assert export.goes_on(signal.SIGKILL) == -signal.SIGKILL
    assert not (tmp_path / "out").exists()
    exported(place, "events", "csv", tmp_path / "out")


def test_an_export_that_was_held_up_is_whole(spawner: Spawner, place: Place, tmp_path: Path) -> None:
    assert Export(spawner, place, tmp_path / "out", "events", "csv").goes_on() == 0
    assert (tmp_path / "out").read_bytes() == exported(place, "events", "csv", tmp_path / "again")
    assert parts(tmp_path) == []


@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="NO LIMIT TO SET, NOTHING TESTED")
@pytest.mark.parametrize("form", [*Format])
def test_a_file_that_cannot_grow_is_told_in_one_line_and_is_gone(
    spawner: Spawner, place: Place, tmp_path: Path, form: str
) -> None:
    export = Export(spawner, place, tmp_path / "out", "events", form)
    _, hard = resource.prlimit(export.process, resource.RLIMIT_FSIZE)
    resource.prlimit(export.process, resource.RLIMIT_FSIZE, (4_096, hard))
    assert export.goes_on() == 1
    [said] = [each for each in export.log.read_text().splitlines() if each.startswith("kibitz: ")]
    assert f"{tmp_path / 'out'} cannot be written: File too large" in said
    assert "Traceback" not in export.log.read_text()
    assert left(tmp_path) == {"export.out", "export.err"}


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="NO FULL DEVICE HERE, NOTHING TESTED")
def test_a_full_disk_is_called_so(spawner: Spawner, place: Place, tmp_path: Path) -> None:
    asked = ("export", "events", "--format", "csv", *place.options)
    log = tmp_path / "log"
    process = spawner.start(*asked, out=Path("/dev/full"), log=log, changes={})
    assert spawner.wait(process, WITHIN) == 1
    assert "kibitz: the standard output cannot be written: the disk is full" in log.read_text().splitlines()
    assert "Traceback" not in log.read_text()


def test_who_has_read_enough_may_go(spawner: Spawner, place: Place, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    asked = ("export", "events", "--format", "ndjson", *place.options)
    reader = os.open(tmp_path / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    process = spawner.start(*asked, out=tmp_path / "pipe", log=tmp_path / "log", changes={})
    deadline = time.monotonic() + WITHIN
    while not _some(reader):
        assert time.monotonic() < deadline, (tmp_path / "log").read_text()
        time.sleep(0.01)
    os.close(reader)
    assert spawner.wait(process, WITHIN) == 1
    assert "Traceback" not in (tmp_path / "log").read_text()
    assert "kibitz: " not in (tmp_path / "log").read_text()


def _some(reader: int) -> bytes:
    try:
        return os.read(reader, 10)
    except BlockingIOError:
        return b""
