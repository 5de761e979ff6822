"""Arguments of an export, and the files that it writes and replaces."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from api.export import Format
from domain.rules import variants
from tests.api.cli.export.stopped_exports import BEFORE, left
from tests.api.cli.exports import Place, export, exported, refused
from tests.api.harness.server_processes import Spawner


@pytest.mark.parametrize(
    ("arguments", "choices"),
    [
        (("events", "--format", "xml"), [*Format]),
        (("events",), ["--format"]),
    ],
)
def test_unknown_arguments_are_usage_errors_that_name_the_choices(
    spawner: Spawner, filled: Place, arguments: tuple[str, ...], choices: list[str]
) -> None:
    done = spawner.run("export", *arguments, *filled.options)
    assert done.returncode == 2
    assert done.stdout == ""
    assert "Traceback" not in done.stderr
    assert all(each in done.stderr.lower() for each in choices)


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (("events", "csv", "--variant", "whist"), ["whist", *variants()]),
        (("players", "csv"), ["players", "events", "games", "v_trick", "v_hourly"]),
        (("v_projection", "csv"), ["v_projection"]),
        (("events", "csv", "v_play"), ["events", "alone"]),
        (("v_play", "csv", "v_play", "--out", "nowhere"), ["twice"]),
        (("v_play", "csv", "v_seat"), ["--out"]),
        (("v_play", "csv", "--all"), ["--all"]),
        (("--all", "csv"), ["--out"]),
        (("--all", "csv", "--publication"), ["--publication"]),
        (("v_head_to_head", "csv", "--since", "2026-01-01"), ["v_head_to_head", "--since"]),
        (("v_play", "csv", "--operator"), ["--operator", "events"]),
        (("v_play", "csv", "--after", "x"), ["--after", "--all"]),
        (("--all", "csv", "--after", "no token"), ["--after"]),
        (("--all", "csv", "--after", "AAAA"), ["--after"]),
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
def test_contradictory_arguments_are_reported_in_one_line(
    filled: Place, arguments: tuple[str, ...], named: list[str]
) -> None:
    what, form, *more = arguments
    error = refused(export(filled, what, form, *more))
    assert all(each in error for each in named)


def test_missing_log_is_not_created(tmp_path: Path) -> None:
    error = refused(export(Place(tmp_path / "data"), "events", "csv", "--out", tmp_path / "out"))
    assert "no log" in error
    assert left(tmp_path) == set()
    assert not (tmp_path / "data").exists()


def test_missing_pyarrow_names_the_extra_to_install(
    filled: Place, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    error = refused(export(filled, "events", "parquet", "--out", tmp_path / "out"))
    assert "pyarrow" in error
    assert "--extra export" in error
    assert left(tmp_path) == set()
    assert exported(filled, "events", "csv", tmp_path / "out")


# Where it goes


@pytest.mark.parametrize("form", [*Format])
def test_existing_file_is_overwritten_only_with_force(filled: Place, tmp_path: Path, form: str) -> None:
    out = tmp_path / "out"
    out.write_bytes(BEFORE)
    error = refused(export(filled, "games", form, "--out", out))
    assert str(out) in error
    assert "--force" in error
    assert out.read_bytes() == BEFORE
    assert exported(filled, "games", form, out, "--force") != BEFORE
    assert left(tmp_path) == {"out"}


def test_export_writes_to_the_target_of_a_symbolic_link(filled: Place, tmp_path: Path) -> None:
    (tmp_path / "there").write_bytes(BEFORE)
    (tmp_path / "link").symlink_to(tmp_path / "there")
    exported(filled, "games", "csv", tmp_path / "link", "--force")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "there").read_bytes() != BEFORE


@pytest.mark.parametrize("force", [(), ("--force",)])
def test_special_file_is_never_replaced(filled: Place, tmp_path: Path, force: tuple[str, ...]) -> None:
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "pipe")
    for name, what in ("folder", "a folder; give the name of a file in it"), ("pipe", "no regular file"):
        error = refused(export(filled, "events", "csv", "--out", tmp_path / name, *force))
        assert f"{tmp_path / name} is {what}" in error
    assert left(tmp_path) == {"folder", "pipe"}


def test_unwritable_target_is_reported_with_the_reason(filled: Place, tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(BEFORE)
    for folder, reason in (("nowhere", "No such file"), ("file", "Not a directory")):
        for what in ("events", "--all"):
            error = refused(export(filled, what, "csv", "--out", tmp_path / folder / "out"))
            assert str(tmp_path / folder / "out") in error
            assert reason in error
    assert left(tmp_path) == {"file"}


def test_folder_is_replaced_only_with_force_and_without_other_files(filled: Place, tmp_path: Path) -> None:
    out = tmp_path / "stats"
    out.mkdir()
    assert export(filled, "--all", "csv", "--out", out).exit_code == 0, "an empty folder may be written to"
    before = {each.name: each.read_bytes() for each in out.iterdir()}
    assert "--force" in refused(export(filled, "--all", "ndjson", "--out", out))
    assert {each.name: each.read_bytes() for each in out.iterdir()} == before
    assert export(filled, "--all", "ndjson", "--out", out, "--force").exit_code == 0
    assert {each.suffix for each in out.iterdir()} == {".ndjson", ".json"}
    (out / "letter.txt").write_bytes(BEFORE)
    error = refused(export(filled, "--all", "csv", "--out", out, "--force"))
    assert "letter.txt" in error
    assert (out / "letter.txt").read_bytes() == BEFORE
    assert left(tmp_path) == {"stats"}


def test_file_cannot_be_the_target_of_a_folder_export(filled: Place, tmp_path: Path) -> None:
    (tmp_path / "stats").write_bytes(BEFORE)
    assert "not a directory" in refused(
        export(filled, "--all", "csv", "--out", tmp_path / "stats", "--force")
    )
    assert (tmp_path / "stats").read_bytes() == BEFORE
