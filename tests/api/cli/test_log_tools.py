"""Tools for operators: simulate, replay and check a log."""

from __future__ import annotations

import asyncio
import json
import re
import sqlite3
from pathlib import Path
from uuid import UUID

import pytest
from typer.testing import CliRunner, Result

from api.cli import app
from application.games.command_handler import CommandHandler
from application.games.croupier import Croupier, seeded_entropy
from application.store.sqlite.store import SQLiteStore
from domain import commands as c
from domain.events import MachineLevel
from projections.database.connections import ReadDatabase
from projections.luck.queries import luck_of_game

runner = CliRunner()


def kibitz(*args: object) -> Result:
    return runner.invoke(app, [str(arg) for arg in args], catch_exceptions=False)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Return a data directory with the log of four games."""
    path = tmp_path / "data"
    made = kibitz("simulate", "--games", 4, "--seats", 3, "--seed", "tools", "--store", "--data-dir", path)
    assert made.exit_code == 0, made.output
    return path


def a_game(data: Path) -> tuple[UUID, int]:
    """Return a game's id and its number of events."""
    with sqlite3.connect(data / "log.db") as connection:
        game, events = connection.execute("SELECT game, count(*) FROM events GROUP BY game").fetchone()
    connection.close()
    return UUID(bytes=game), events


def test_simulation_with_a_seed_is_reproducible() -> None:
    outputs = [kibitz("simulate", "--games", 5, "--seed", "7", "--json").stdout for _ in range(2)]
    first, second = (json.loads(each) for each in outputs)
    assert first["seats"] == second["seats"]
    assert first["games"] == 5
    assert sum(seat["wins"] for seat in first["seats"]) == 5


def test_a_game_without_points_has_no_mean_score() -> None:
    simulated = ("simulate", "--games", 2, "--variant")
    assert "mean score" in kibitz(*simulated, "oh-hell").stdout
    assert "score" not in kibitz(*simulated, "president").stdout
    done = json.loads(kibitz(*simulated, "president", "--json").stdout)
    assert [each["meanScore"] for each in done["seats"]] == [None] * 4


def test_simulation_accepts_options_and_refuses_malformed_ones() -> None:
    assert kibitz("simulate", "--games", 1, "--option", "discards=left_of_dealer").exit_code == 0
    for wrong, named in (
        (("--option", "discards"), "NAME=VALUE"),
        (("--option", "colour=red"), "colour"),
        (("--option", "discards=never"), "never"),
        (("--variant", "whist"), "whist"),
        (("--seats", "9"), "9"),
    ):
        refused = kibitz("simulate", "--games", 1, *wrong)
        assert refused.exit_code == 1
        assert named in refused.stderr


def test_simulated_games_form_an_intact_log(data: Path) -> None:
    checked = kibitz("log", "check", "--data-dir", data)
    assert checked.exit_code == 0
    assert "of 4 games: the log is intact" in checked.stdout
    counted = kibitz("log", "stats", "--data-dir", data)
    assert "GameWon" in counted.stdout


def test_damaged_log_sets_the_exit_code(data: Path) -> None:
    with sqlite3.connect(data / "log.db") as connection:
        connection.execute("DELETE FROM events WHERE position = 50")
    connection.close()
    checked = kibitz("log", "check", "--data-dir", data)
    assert checked.exit_code == 1
    assert "position 50" in checked.stderr


async def a_game_with_a_level(data: Path) -> None:
    """Let machine players of level BEGINNER play a game into the log."""
    store = SQLiteStore(data / "log.db")
    games = CommandHandler(store, Croupier(seeded_entropy(3)))
    created = await games.create(c.CreateGame(by="ann", variant="president"))
    await games.carry_out(created.game, c.FillSeats(by="ann", count=2, level=MachineLevel.BEGINNER))
    await games.carry_out(created.game, c.StartGame(by="ann"))
    await games.carry_out(created.game, c.Resign(by="ann"))
    await store.close()


def test_check_names_the_number_of_moves_that_another_version_of_the_machine_has_made(tmp_path: Path) -> None:
    asyncio.run(a_game_with_a_level(data := tmp_path))
    check = ("log", "check", "--data-dir", data, "--machines")
    assert "Not computed again" not in kibitz(*check).stdout
    with sqlite3.connect(data / "log.db") as connection:
        older = """CAST(replace(state, '"thinker":1', '"thinker":0') AS BLOB)"""
        connection.execute(f"UPDATE events SET state = {older} WHERE topic = 'SeatAutomated'")  # noqa: S608
    connection.close()
    checked = kibitz(*check)
    assert checked.exit_code == 0
    assert "the log is intact" in checked.stdout
    assert re.search(r"Not computed again: [1-9]\d* moves", checked.stdout)
    assert "Not computed again" not in kibitz(*check[:-1]).stdout


def test_tool_does_not_create_a_log(tmp_path: Path) -> None:
    nowhere = tmp_path / "nowhere"
    for command in (("log", "check"), ("log", "stats"), ("projections", "status"), ("replay", "x")):
        refused = kibitz(*command, "--data-dir", nowhere)
        assert refused.exit_code == 1
        assert "no log" in refused.stderr
    assert not nowhere.exists()


def test_replay_prints_every_event_and_the_final_table(data: Path) -> None:
    game, events = a_game(data)
    result = kibitz("replay", game, "--plain", "--data-dir", data)
    assert result.exit_code == 0
    assert sum(
        ":" in line and line.split()[0].isdecimal() for line in result.stdout.splitlines() if line.split()
    )
    assert f"{events:5}" in result.stdout
    assert "WON" in result.stdout
    assert "Luck of the deals" not in result.stdout
    assert result.stdout.splitlines()[-1] == "Luck is not built yet."


def test_replay_shows_the_luck_of_the_seats_at_the_end_only(data: Path) -> None:
    game, events = a_game(data)
    assert kibitz("projections", "rebuild", "luck", "--data-dir", data).exit_code == 0
    with ReadDatabase.at(data / "read.db") as database, database.reading() as connection:
        seats = luck_of_game(connection, game)
    result = kibitz("replay", game, "--plain", "--data-dir", data).stdout
    table = result[result.index("Luck of the deals") :]
    assert [line.split()[1] for line in table.splitlines() if line.startswith("│")] == ["0", "1", "2"]
    for each in seats:
        assert each.luck is not None
        assert each.luck_error is not None
        assert f" {each.luck:+z.1f} ± {1.96 * each.luck_error:.1f} " in table
    before = kibitz("replay", game, "--plain", "--at", events - 1, "--data-dir", data).stdout
    assert "Luck" not in before


def test_a_replay_from_a_seat_before_the_reveal_hides_the_other_hands(data: Path) -> None:
    game, _ = a_game(data)
    with sqlite3.connect(data / "log.db") as connection:
        connection.execute("DELETE FROM events WHERE version > 13")
    connection.close()
    result = kibitz("replay", game, "--plain", "--from", 1, "--data-dir", data).stdout
    dealt = [line for line in result.splitlines() if "hand dealt" in line]
    assert [("??" in line) for line in dealt] == [True, False, True]


def test_replay_names_an_unknown_game_version_or_seat(data: Path) -> None:
    game, events = a_game(data)
    for wrong, named in (
        ((game, "--from", 3), "seats 0 to 2"),
        ((game, "--at", 0), f"1 to {events}, not 0"),
        ((game, "--at", events + 1), f"1 to {events}"),
        (("nonsense",), "nonsense"),
        ((UUID(int=1),), "no game"),
    ):
        refused = kibitz("replay", *wrong, "--plain", "--data-dir", data)
        assert refused.exit_code == 1
        assert named in refused.stderr
