"""Tests that the runner finds divergences in games of President."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conformance.__main__ import main
from tests.conformance._harness import (
    TRACES,
    Change,
    Trace,
    raised,
    removed,
    replaced,
    swapped,
    totals,
    without_last,
    write_traces,
)


@pytest.fixture(scope="module")
def game() -> str:
    """A recorded game of three players with every kind of turn, as JSON."""
    with gzip.open(TRACES / "president.jsonl.gz", "rt", encoding="utf-8") as lines:
        return next(line for line in lines if _eventful(json.loads(line)))


def _eventful(trace: Trace) -> bool:
    after = [turn["after"] for turn in trace["turns"]]
    skips, clears = (any(each[name] for each in after) for name in ("skip", "cleared"))
    return trace["n"] == 3 and skips and clears and {each["dir"] for each in after} == {1, -1}


def at(wanted: Callable[[Trace], bool], changed: Callable[[Trace], object]) -> Change:
    """Return a change of the first matching turn."""

    def change(trace: Trace) -> None:
        changed(next(turn for turn in trace["turns"] if wanted(turn)))

    return change


def _any(_: Trace) -> bool:
    return True


def _clears(turn: Trace) -> bool:
    return bool(turn["after"]["cleared"])


def _skips(turn: Trace) -> bool:
    return bool(turn["after"]["skip"])


def _passes(turn: Trace) -> bool:
    return turn["play"] == [] and not _clears(turn)


def _many(turn: Trace) -> bool:
    return len(turn["play"]) > 1


def _last_to_hold(trace: Trace) -> None:
    trace["rank"][-2:] = reversed(trace["rank"][-2:])


@pytest.mark.parametrize(
    ("field", "change"),
    [
        ("initial, start", raised("start")),
        (r"initial, events\[0\].player", raised("events", 0, "player")),
        (r"initial, events\[0\].hand", replaced("", "events", 0, "hand")),
        (r"initial, events\[0\].play", without_last("events", 0, "play")),
        ("0, alive", without_last("turns", 0, "alive")),
        ("0, dir", replaced(-1, "turns", 0, "dir")),
        ("0, table", without_last("turns", 0, "table")),
        ("0, passes", raised("turns", 0, "passes")),
        ("0, seat", raised("turns", 0, "seat")),
        ("0, hand", swapped("turns", 0, "hand")),
        ("0, legal", without_last("turns", 0, "legal")),
        ("1, legal", lambda game: game["turns"][1]["legal"].append([14, 4])),
        ("1, may_pass", replaced(False, "turns", 1, "may_pass")),
        ("1, after.alive", without_last("turns", 1, "after", "alive")),
        ("1, after.dir", replaced(0, "turns", 1, "after", "dir")),
        ("1, after.table", replaced(["2s"], "turns", 1, "after", "table")),
        ("1, after.next", replaced(9, "turns", 1, "after", "next")),
        ("1, weather", lambda game: _weather(game["turns"][1])),
        ("1, after.weather", lambda game: _weather(game["turns"][1]["after"])),
        (r"\d+, after.passes", at(_passes, raised("after", "passes"))),
        (r"\d+, after.skip", at(_skips, replaced(False, "after", "skip"))),
        (r"\d+, after.cleared", at(_clears, replaced(False, "after", "cleared"))),
        (r"\d+, out", at(lambda turn: bool(turn["out"]), replaced(False, "out"))),
        (r"\d+, events\[\d+\].play", lambda game: game["events"][3]["play"].append("4c")),
        (r"\d+, events\[\d+\].finished", replaced(False, "events", -1, "finished")),
        (r"\d+, events\[\d+\].weather", lambda game: _weather(game["events"][7])),
        (r"\d+, events\[\d+\]", without_last("events")),
        ("end, turns", without_last("turns")),
        ("end, events", lambda game: game["events"].append(game["events"][-1])),
        ("end, rank", _last_to_hold),
        ("end, winner", raised("winner")),
    ],
)
def test_changed_game_is_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], game: str, field: str, change: Change
) -> None:
    trace = json.loads(game)
    change(trace)
    assert main([write_traces(tmp_path, trace)]) == 1
    (line,), _ = totals(capsys)
    assert re.search(f"game {trace['game']}, step {field}: expected .*, got ", line), line


def _weather(message: Trace) -> None:
    message["weather"] = "fine"


def test_refused_play_is_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str], game: str) -> None:
    trace = json.loads(game)
    held = trace["turns"][0]["hand"]
    trace["turns"][0]["play"] = [held[0], held[0]]
    assert main([write_traces(tmp_path, trace)]) == 1
    (line,), _ = totals(capsys)
    assert "step 0, play: expected " in line
    assert "CardRepeated" in line


def test_hands_not_dealt_from_seat_1_are_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], game: str
) -> None:
    trace = json.loads(game)
    trace["hands"][0].append(trace["hands"][1].pop())
    assert main([write_traces(tmp_path, trace)]) == 1
    (line,), _ = totals(capsys)
    assert "step initial, hands: expected " in line


@pytest.mark.parametrize("where", ["clear_after", "options"])
def test_clear_option_is_used(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], game: str, where: str
) -> None:
    trace = json.loads(game)
    value = "all_others"
    trace[where] = value if where == "clear_after" else {"clear_after": value}
    assert main([write_traces(tmp_path, trace)]) == 1
    (line,), _ = totals(capsys)
    # The game was recorded with the other value, so it diverges when one pass fewer clears the table.
    assert re.search(r"step \d+, after\.(passes|table|next|cleared): ", line)


@pytest.mark.parametrize(
    ("message", "change"),
    [
        ("`hands`", removed("hands")),
        ("$.n", replaced(9, "n")),
        ("there are 3 hands, n is 4", replaced(4, "n")),
        ("not a whole pack", without_last("hands", 0)),
        ("'1s' is not a card", replaced("1s", "hands", 0, 0)),
        ("'KS' is not a card", at(_many, lambda turn: turn["play"].__setitem__(0, "KS"))),
        ("turns[2] is not well-formed", removed("turns", 2, "after", "cleared")),
        ("turns[2] is not well-formed", replaced("0", "turns", 2, "seat")),
        ("turns[2] is not well-formed", replaced([[2]], "turns", 2, "legal")),
        ("events[5] is not well-formed", removed("events", 5, "hand")),
        ("$.clear_after", lambda game: game.update(clear_after="never")),
    ],
)
def test_malformed_game_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], game: str, message: str, change: Change
) -> None:
    trace = json.loads(game)
    change(trace)
    assert main([write_traces(tmp_path, trace)]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert f"game {trace['game']}" in line
    assert message in line
