"""Tests of `kibitz arena`: results, errors, and how it ends."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from api.cli import app
from tests.api.harness.server_processes import ROOT, environment

PLAYERS = """
class Last:
    def choose(self, view, legal):
        return legal[-1]

class Fails:
    def choose(self, view, legal):
        raise ZeroDivisionError
"""


@pytest.fixture(autouse=True)
def mine(here: Path) -> Path:
    """The module `mine` with custom players, in the current directory."""
    (here / "mine.py").write_text(PLAYERS)
    return here


def arena(*arguments: object) -> Result:
    texts = [str(each) for each in arguments]
    return CliRunner().invoke(app, ["arena", *texts], catch_exceptions=False)


def test_report_can_be_repeated_from_its_seed() -> None:
    arguments = ("--players", "random", "--variant", "president", "--against", "mine:Last, published")
    first = json.loads(arena(*arguments, "--deals", 3, "--workers", 2, "--json").stdout)
    assert (first["players"], first["against"]) == (["random"], ["mine:Last", "published"])
    assert (first["deals"], first["games"], first["points"]) == (3, 9, None)
    assert first["wins"]["par"] == pytest.approx(1 / 3)
    again = json.loads(
        arena(*arguments, "--deals", 3, "--workers", 1, "--seed", first["seed"], "--json").stdout
    )
    for report in (first, again):
        assert report["thinking"].pop("p95Ms") > 0 < report["thinking"].pop("meanMs")
    assert again == first


def test_table_shows_par_and_the_seed() -> None:
    shown = arena("--players", "greedy", "--deals", 2, "--workers", 1, "--seed", "a seed")
    assert shown.exit_code == 0, shown.stderr
    assert "8 games of hundred-and-ten: greedy against greedy, greedy, greedy" in shown.stdout
    assert "25.0 % to 25.0 %" in shown.stdout
    assert "+0.0 to +0.0" in shown.stdout
    assert "seed a seed" in shown.stdout
    assert "With fewer than 30 deals the intervals are rough." in shown.stdout


def test_intervals_end_where_shares_and_places_do() -> None:
    arguments = ("--variant", "president", "--players", "greedy", "--against", "random,random")
    drawn = (*arguments, "--deals", 2, "--workers", 1, "--seed", "c")
    wins = json.loads(arena(*drawn, "--json").stdout)["wins"]
    assert wins["mean"] + wins["margin"] > 1
    shown = arena(*drawn).stdout
    assert "50.7 % to 100.0 %" in shown
    assert "1.00 to 1.49" in shown


@pytest.mark.parametrize(
    ("arguments", "status", "message"),
    [
        (
            ("--players", "experts"),
            1,
            "the players are: greedy, beginner, published, skilled, expert, random,",
        ),
        (("--players", "mine:Nobody"), 1, "no 'Nobody' in"),
        (("--players", "greedy", "--against", "greedy,,greedy"), 1, "'' is not a player"),
        (
            ("--players", "greedy", "--against", "greedy", "--variant", "president"),
            1,
            "3 to 8 players, not 2",
        ),
        (("--players", "greedy", "--variant", "whist"), 1, "whist"),
        (("--players", "greedy", "--option", "reveal"), 1, "NAME=VALUE"),
        (("--players", "greedy", "--option", "reveal=never"), 1, "'never'"),
        (("--players", "greedy", "--deals", 0), 2, "'--deals'"),
        (("--players", "greedy", "--workers", 0), 2, "'--workers'"),
    ],
)
def test_invalid_contest_is_refused_before_play(
    arguments: tuple[object, ...], status: int, message: str
) -> None:
    refused = arena(*arguments)
    assert refused.exit_code == status
    assert message in refused.stderr
    assert "deals " not in refused.stderr.replace("'--deals'", "")
    assert refused.stdout == ""


def test_failure_of_a_player_ends_the_contest() -> None:
    failed = arena("--players", "mine:Fails", "--deals", 2, "--workers", 1)
    assert failed.exit_code == 1
    assert "kibitz: deal " in failed.stderr
    assert "the player mine:Fails of seat 0 raised ZeroDivisionError" in failed.stderr


@pytest.mark.integration
def test_interrupt_ends_the_contest_and_its_workers() -> None:
    # Processes that a shell starts in the background ignore the signal, and so do their children.
    heeded = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)"
    code = f"{heeded}; from api.cli import app; app()"
    arguments = ["arena", "--players", "greedy", "--deals", "100000", "--workers", "2"]
    running = subprocess.Popen(
        [sys.executable, "-c", code, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment() | {"PYTHONPATH": str(ROOT), "TTY_COMPATIBLE": "1"},
        text=True,
        # Workers inherit standard error, so it ends only when they have ended.
        start_new_session=True,
    )
    assert running.stderr is not None
    shown = ""
    while " 1 of" not in shown and "2 of" not in shown:
        read = os.read(running.stderr.fileno(), 4096).decode()
        assert read, shown
        shown += read
    os.killpg(running.pid, signal.SIGINT)
    try:
        stdout, stderr = running.communicate(timeout=60)
    finally:
        if running.poll() is None:
            os.killpg(running.pid, signal.SIGKILL)
            running.communicate()
    assert (running.returncode, stdout) == (130, "")
    assert "Traceback" not in shown + stderr
