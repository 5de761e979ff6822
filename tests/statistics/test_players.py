"""Ratings, days and meetings of people are those of a second count straight from the stored log."""

from __future__ import annotations

from typing import Any, Final

import pytest
from sqlalchemy import select

from projections.engine.generations import active_tables
from projections.engine.projection import Row, rows_of
from projections.statistics.projection import STATISTICS
from tests.projections.statistics.views.viewing import seen_in
from tests.statistics.conftest import World
from tests.statistics.raw import ends
from tests.statistics.recounted_players import Person, Players

RATINGS: Final = ("rating_before", "uncertainty_before", "rating_after", "uncertainty_after")


@pytest.fixture(scope="session")
def players(world: World) -> Players:
    games = {game.id: game for game in world.games() if game.public}
    return Players.of([games[id] for id in ends(world.log) if id in games])


def table(world: World, name: str) -> list[Row]:
    with world.database.reading() as connection:
        return rows_of(connection, select(active_tables(connection, STATISTICS)[name]))


def of(row: Row) -> Person:
    return Person(row["player"], row["variant"], row["board"])


def numbers(row: Row, *names: str) -> dict[str, Any]:
    return {name: row[name] for name in names}


def test_what_is_counted_of_people_is_of_every_kind(world: World, players: Players) -> None:
    assert {person.board for person in players.now} == {"people", "mixed"}
    assert {opponent for _, opponent in players.meetings} > {"machine"}
    assert any(met["level"] for met in players.meetings.values())
    assert any(rated.opponents is None for rated in players.rated.values())
    # Some people had the machine play for a while, so both made moves at their seats.
    assert any(row["person_moves"] and row["machine_moves"] for row in table(world, "seat"))


def test_ratings_around_games_are_those_of_the_log(world: World, players: Players) -> None:
    seats = table(world, "seat")
    for row in seats:
        key = row["game"], row["seat"]
        rated = players.rated.get(key)
        found = [row[name] for name in RATINGS]
        if rated is None:
            assert found == [None] * 4
        else:
            assert found == pytest.approx([*rated.before, *rated.after], rel=1e-12)
        opponents = players.opponents.get(key)
        assert row["opponents_rating"] == (opponents and pytest.approx(opponents, rel=1e-12))
    assert len(seats) > len(players.rated) > 0
    current = {of(row): (row["mu"], row["sigma"]) for row in table(world, "rated")}
    assert current.keys() == players.now.keys()
    for person, rating in players.now.items():
        assert current[person] == pytest.approx(rating, rel=1e-12)


def test_days_of_people_are_those_of_the_log(world: World, players: Players) -> None:
    counted = ("games", "wins", "places", "opponents", "points", "moves", "duration_ms")
    found = {(of(row), row["day"]): numbers(row, *counted) for row in table(world, "player_day")}
    assert found == {key: {name: day[name] for name in counted} for key, day in players.days.items()}


def test_meetings_of_people_are_those_of_the_log(world: World, players: Players) -> None:
    with world.database.reading() as connection:
        rows = seen_in(connection, "v_head_to_head")
    found = {
        (of(row), row["opponent"]): (row["game_count"], row["ahead_count"], row["level_count"])
        for row in rows
    }
    assert found == {key: (met["games"], met["ahead"], met["level"]) for key, met in players.meetings.items()}
    for row in rows:
        assert row["game_count"] == row["ahead_count"] + row["behind_count"] + row["level_count"]
