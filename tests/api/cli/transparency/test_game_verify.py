"""`kibitz game verify` gives the verdict on a file, and says why a file cannot be read."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import Result

from api.cli import app
from application.verification.file_records import MAX_BYTES
from domain.rules import variants
from tests.api.cli.test_log_tools import a_game, kibitz, runner
from tests.api.cli.transparency.test_log_commands import key_text


@pytest.fixture
def exported(signed: Path) -> Path:
    """Return the file of a game of a signed log, with its proof."""
    assert kibitz("log", "checkpoint", "--data-dir", signed).exit_code == 0
    path = signed / "game.jsonl"
    game, _ = a_game(signed)
    assert kibitz("game", "export", game, "--out", path, "--data-dir", signed).exit_code == 0
    return path


def refusal(path: Path, *options: object) -> str:
    """Return why a file is not verified, in one line without a traceback."""
    refused: Result = kibitz("game", "verify", path, *options)
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert refused.stderr.startswith("kibitz: ")
    assert refused.stderr.count("\n") == 1
    return refused.stderr


def test_a_game_is_right_with_the_key_of_its_log(signed: Path, exported: Path) -> None:
    verified = kibitz("game", "verify", exported, "--key", key_text(signed))
    assert verified.exit_code == 0, verified.output
    assert "wrong" not in verified.stdout
    assert "not checked" not in verified.stdout
    unsigned = kibitz("game", "verify", exported)
    assert unsigned.exit_code == 3
    assert "not checked" in unsigned.stdout


def test_every_game_of_a_log_is_verified_without_its_databases(signed: Path, exported: Path) -> None:
    key = key_text(signed)
    listed = kibitz("export", "games", "--format", "ndjson", "--data-dir", signed).stdout
    games = [json.loads(line) for line in listed.splitlines()]
    assert {game["variant"] for game in games} == set(variants())
    for game in games:
        given = kibitz("game", "export", game["game"], "--seat", 1, "--out", exported, "--data-dir", signed)
        assert given.exit_code == 0
        assert kibitz("game", "verify", exported, "--key", key).exit_code == 0


def test_kept_heads_and_another_key_are_compared(signed: Path, exported: Path, tmp_path: Path) -> None:
    key = key_text(signed)
    last = kibitz("game", "verify", exported).stdout.splitlines()[-1]
    version, head = last.split()[-2].rstrip(":"), last.split()[-1]
    heads = tmp_path / "heads"
    heads.write_text(f"{version} {head}\n")
    assert kibitz("game", "verify", exported, "--key", key, "--seen", heads).exit_code == 0
    heads.write_text(f"{version} {head[::-1]}\n")
    assert kibitz("game", "verify", exported, "--key", key, "--seen", heads).exit_code == 1
    heads.write_text(f"{version} {head}\nnone\n")
    assert f"{heads}, line 2: a kept head" in refusal(exported, "--seen", heads)
    # The key of the vectors of signed notes, of another log.
    other = "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k"
    assert kibitz("game", "verify", exported, "--key", other).exit_code == 1
    assert "verifier key" in refusal(exported, "--key", "nonsense")


def test_files_that_cannot_be_read_are_named_with_the_line(exported: Path, tmp_path: Path) -> None:
    content = exported.read_bytes()
    lines = content.splitlines(keepends=True)
    path = tmp_path / "wrong.jsonl"
    for wrong, named in (
        (b"", "line 1: the file is empty"),
        (content.replace(b"game/v1", b"game/v2", 1), "line 1: "),
        (content[: len(lines[0]) + 40], "line 2: the line is cut"),
        (b"".join(lines[:-5]), f"line {len(lines) - 5}: the game is not over"),
        (b"".join([*lines[:4], *lines[5:]]), "line 5: version 4 is due here"),
        (content.replace(b'"rules_version":1', b'"rules_version":99'), "line 2: "),
        (content.replace(b'"type":"GameStarted"', b'"type":"GameStirred"'), "GameStirred"),
        (lines[0] + lines[1].replace(b'{"at":', b'{"at":1,"at":'), "line 2: this is no record"),
        (lines[0] + b'{"at":1.5}\n', "line 2: this is no record"),
        (lines[0] + lines[1].replace(b',"by"', b', "by"'), "line 2: this is no object in canonical JSON"),
        (lines[0] + b"[" * 100_000 + b"\n", "line 2: this is no record"),
        (lines[0] + b'{"at":%b}\n' % (b"9" * 5_000), "line 2: this is no record: a number is larger"),
        (lines[0] + b'{"at":NaN}\n', "line 2: this is no record: a record has no floats"),
        (lines[0] + b'{"by":"\xff"}\n', "line 2: this is no record: a text in it is not UTF-8"),
        (lines[0] + b'{"at":1\n', "line 2: this is no record: "),
        (lines[0] + lines[1].replace(b'"variant":"', b'"variant":1,"varianu":"'), "line 2: this release"),
        (content.replace(b"\n", b"\r\n"), "line 1: the file was converted"),
        (b"\xef\xbb\xbf" + content, "line 1: the file was converted"),
        (lines[0] + lines[-1], "line 2: the file has no records"),
        (b"\n" * (MAX_BYTES + 1), "more than 64 MB"),
    ):
        path.write_bytes(wrong)
        assert named in refusal(path)
    assert "nowhere cannot be read: No such file" in refusal(tmp_path / "nowhere")
    assert f"{tmp_path} cannot be read: Is a directory" in refusal(tmp_path)


def test_a_file_is_read_from_standard_input(signed: Path, exported: Path) -> None:
    given = ["game", "verify", "-", "--key", key_text(signed)]
    assert runner.invoke(app, given, input=exported.read_bytes()).exit_code == 0
    assert runner.invoke(app, given, input=exported.read_bytes()[:-9]).exit_code == 2


def test_a_file_cannot_control_the_terminal_of_its_reader(exported: Path) -> None:
    content = exported.read_text()
    origin = json.loads(content.splitlines()[-1])["proof"].splitlines()[-5]
    for hostile in (
        content.replace(origin, "\\u001b[2Jclub.example/1"),
        content.replace('"type":"GameStarted"', '"type":"\\u001b[2J"'),
        content.replace('"game":', '"gam\\u001b[2J":'),
    ):
        exported.write_text(hostile)
        found = kibitz("game", "verify", exported)
        assert "\x1b" not in found.output
        assert "x1b[2J" in found.output
