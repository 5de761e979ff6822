"""Tests of conformance with recorded games, and of the runner that finds divergences."""

from __future__ import annotations

import gzip
import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conformance.__main__ import main
from tests.conformance._harness import LAST_LINE, TRACES, Change, Trace, shortest, totals, write_traces

ROOT = Path(__file__).parents[2]
FILES = sorted(path for path in TRACES.iterdir() if ".json" in path.suffixes or ".jsonl" in path.suffixes)


@pytest.fixture(scope="module")
def game() -> str:
    """A short recorded game of Hundred and Ten, as JSON."""
    return shortest("hundred_and_ten.jsonl.gz")


@pytest.fixture(scope="module")
def lobby() -> list[Trace]:
    """The recorded scenarios of the lobby."""
    scenarios: list[Trace] = json.loads((TRACES / "hundred_and_ten_lobby.json").read_bytes())
    return scenarios


def step_of(trace: Trace, wanted: Callable[[Trace], bool]) -> int:
    return next(index for index, step in enumerate(trace["steps"]) if wanted(step))


def test_trace_files_exist() -> None:
    assert len(FILES) >= 6


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_recorded_games_replay_without_divergence(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = main([str(file)])
    lines, (games, states, divergences) = totals(capsys)
    assert (code, lines, divergences) == (0, [], 0)
    assert games > 0
    assert states > games


def test_command_replays_several_files_of_any_name(tmp_path: Path, game: str, lobby: list[Trace]) -> None:
    one, two = tmp_path / "one.txt", tmp_path / "two"
    one.write_bytes(gzip.compress(json.dumps(lobby).encode()))
    two.write_text(game, encoding="utf-8")
    command = [sys.executable, "-m", "tests.conformance", str(one), str(two)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    form = LAST_LINE.fullmatch(done.stdout.splitlines()[-1])
    assert form is not None, done.stdout
    assert form[1] == str(len(lobby) + 1)


def _suggestion(step: Trace) -> None:
    step["after"]["suggestion"] = {"type": "bid", "amount": 30}


def _score(step: Trace) -> None:
    step["after"]["scores"]["p1"] += 5


def _legal(step: Trace) -> None:
    step["after"]["legal"]["amounts"].pop()


def _ok(step: Trace) -> None:
    step["ok"] = not step["ok"]


def _available(step: Trace) -> None:
    step["after"]["available_bids"]["p0"] = [0, 60]


def _unknown(step: Trace) -> None:
    step["after"]["weather"] = "fine"


def _missing(step: Trace) -> None:
    del step["after"]["dealer"]


@pytest.mark.parametrize(
    ("field", "change"),
    [
        ("suggestion", _suggestion),
        ("scores", _score),
        ("legal", _legal),
        ("ok", _ok),
        ("available_bids", _available),
        ("weather", _unknown),
        ("dealer", _missing),
    ],
)
def test_changed_state_is_reported_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], game: str, field: str, change: Change
) -> None:
    trace = json.loads(game)
    bidding = [i for i, step in enumerate(trace["steps"]) if step["after"]["status"] == "BIDDING"]
    for index in bidding[3:]:
        change(trace["steps"][index])
    file = write_traces(tmp_path, trace, json.loads(game))
    assert main([file]) == 1
    (line,), (games, _, divergences) = totals(capsys)
    assert line.startswith(f"{file}: game {trace['id']}, step {bidding[3]}, {field}: expected ")
    assert (games, divergences) == (2, 1)


def _deck(trace: Trace) -> None:
    deck = trace["rounds"][1]["deck"]
    deck[0], deck[1] = deck[1], deck[0]


def _points(trace: Trace) -> None:
    played = next(record for record in trace["rounds"] if record.get("points"))
    played["points"][0][1] += 5


def _bonus(trace: Trace) -> None:
    played = next(record for record in trace["rounds"] if record.get("points"))
    del played["bonus_trick"]


def _history(trace: Trace) -> None:
    trace["score_history"].pop()


def _winner(trace: Trace) -> None:
    trace["winner"] = "p0" if trace["winner"] != "p0" else "p1"


@pytest.mark.parametrize(
    ("field", "change"),
    [
        (r"step \d+, rounds\[1\]\.hands", _deck),
        (r"step \d+, rounds\[\d+\]\.points", _points),
        (r"step \d+, rounds\[\d+\]\.bonus_trick", _bonus),
        (r"step end, score_history", _history),
        (r"step end, winner", _winner),
    ],
)
def test_changed_record_is_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], game: str, field: str, change: Change
) -> None:
    trace = json.loads(game)
    change(trace)
    assert main([write_traces(tmp_path, trace)]) == 1
    (line,), _ = totals(capsys)
    assert re.search(f"game {trace['id']}, {field}: expected .*, got ", line), line


def test_unexpected_acceptance_is_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], game: str
) -> None:
    trace = json.loads(game)
    index = step_of(trace, lambda step: bool(step["action"]["type"] == "play"))
    trace["steps"][index] |= {"ok": False}
    assert main([write_traces(tmp_path, trace)]) == 1
    (line,), _ = totals(capsys)
    assert f"step {index}, ok: expected False, got True" in line


@pytest.mark.parametrize(
    ("name", "field", "change"),
    [
        ("public_basic", "ok", _ok),
        ("public_basic", "status", lambda step: step["after"].update(status="WON")),
        ("private", "players", lambda step: step["after"]["players"].reverse()),
        ("invite_reserves_seat", "active", lambda step: step["after"].update(active="b")),
        ("organizer_leaves", "organizer", lambda step: step["after"].update(organizer="b")),
    ],
)
def test_changed_scenario_is_reported(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    lobby: list[Trace],
    name: str,
    field: str,
    change: Change,
) -> None:
    scenario = json.loads(json.dumps(next(trace for trace in lobby if trace["name"] == name)))
    last = len(scenario["steps"]) - 1
    change(scenario["steps"][last])
    assert main([write_traces(tmp_path, scenario)]) == 1
    (line,), _ = totals(capsys)
    assert f"game {name}, step {last}, {field}: expected " in line


@pytest.mark.parametrize(
    "content",
    [b"", b"[]", b"{}", b'{"a": 1}', b"3", b"not JSON", b'{"a": 1}\n{"b"', gzip.compress(b"{}" * 99)[:-9]],
    ids=["empty", "no games", "no fields", "unknown", "number", "text", "cut off", "gzip cut off"],
)
def test_invalid_file_is_refused_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: bytes
) -> None:
    file = tmp_path / "traces.jsonl.gz"
    file.write_bytes(content)
    assert main([str(file)]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(f"{file}: ")


def test_missing_file_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    missing = tmp_path / "missing.json"
    assert main([str(missing), str(min(FILES, key=lambda file: file.stat().st_size))]) == 2
    assert str(missing) in capsys.readouterr().err


def test_malformed_trace_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str], game: str) -> None:
    trace = json.loads(game)
    del trace["steps"][0]["ok"]
    assert main([write_traces(tmp_path, trace)]) == 2
    assert f"game {trace['id']} is not well-formed" in capsys.readouterr().err
