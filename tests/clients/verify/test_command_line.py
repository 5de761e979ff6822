"""Both verifiers as programs: arguments, standard input, output and exit status."""

from __future__ import annotations

import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from tests.clients.verify.game_files import PLAYERS, SEEDS
from tests.clients.verify.honest_games import HONEST
from tests.clients.verify.verifiers import JAVASCRIPT, PYTHON, node
from tests.npm.node import Node

PROGRAMS = pytest.mark.parametrize("program", ["python", "javascript"])


@cache
def text() -> str:
    """Return the file of an honest game."""
    return HONEST["absent seed"][1]().text


def run(
    program: str, *arguments: object, given: bytes = b"", folder: Path | None = None
) -> subprocess.CompletedProcess[bytes]:
    """Run a verifier."""
    command = [sys.executable, str(PYTHON)] if program == "python" else [node(), str(JAVASCRIPT)]
    return subprocess.run(
        [*command, *map(str, arguments)],
        cwd=folder,
        env=Node.environment(),
        input=given,
        capture_output=True,
        timeout=30,
        check=False,
    )


@PROGRAMS
def test_a_file_or_standard_input_is_verified(program: str, tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    file.write_text(text(), encoding="utf-8")
    done = run(program, "game.jsonl", "--seed", SEEDS[PLAYERS[0]], "--player", PLAYERS[0], folder=tmp_path)
    assert (done.returncode, done.stderr) == (0, b"")
    *_, seed, end = done.stdout.decode().splitlines()
    assert (seed, end) == ("Seed used: yes: the player revealed it", "All deals are right.")
    done = run(program, "--player", PLAYERS[1], "-", "--seed", SEEDS[PLAYERS[1]], given=text().encode())
    assert done.returncode == 1
    assert done.stdout.decode().splitlines()[-2:] == ["Seed used: no: the player did not reveal it", "WRONG."]


@PROGRAMS
@pytest.mark.parametrize(
    ("arguments", "given"),
    [
        ([], b""),
        (["missing.jsonl"], b""),
        (["."], b""),
        (["-", "-"], b""),
        (["-", "--seed", "0" * 64], b""),
        (["-", "--sead", "0" * 64], b""),
        (["-"], b""),
        (["-"], b"\xff\xfe"),
        (["-"], b'{"format":"kibitz/game/v1"}\n{"note":"\xed\xa0\x80"}\n'),
        (["-", "--seed", "\u00e4", "--player", "\u00e4"], b'{"format":"kibitz/game/v1"}\n'),
    ],
)
def test_what_cannot_be_read_has_status_2(
    program: str, arguments: list[str], given: bytes, tmp_path: Path
) -> None:
    done = run(program, *arguments, given=given, folder=tmp_path)
    assert done.returncode == 2
    assert (done.stdout + done.stderr).strip()
    assert b"Traceback" not in done.stderr
    assert b"node:internal" not in done.stderr


@PROGRAMS
@pytest.mark.parametrize("arguments", [("--seed", "0" * 64), ("--player", "ann")])
def test_a_seed_without_its_player_is_named(program: str, arguments: tuple[str, str]) -> None:
    done = run(program, "-", *arguments, given=text().encode())
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"--seed and --player go together" in done.stderr


@PROGRAMS
def test_a_file_of_more_than_64_megabytes_has_status_2(program: str, tmp_path: Path) -> None:
    file = tmp_path / "large.jsonl"
    with file.open("wb") as opened:
        opened.write(text().encode())
        opened.truncate(100_000_000)
    done = run(program, file)
    assert done.returncode == 2
    assert done.stdout.decode().splitlines() == [
        "line 1: the format is not kibitz/game/v1, or the file has more than 64 MB",
        "The file cannot be read.",
    ]


def test_javascript_as_a_module_is_no_program() -> None:
    loaded = f"await import({JAVASCRIPT.as_uri()!r}); console.log('loaded')"
    done = subprocess.run(
        [node(), "--input-type=module", "--eval", loaded],
        env=Node.environment(),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )
    assert (done.stdout, done.stderr, done.returncode) == ("loaded\n", "", 0)
