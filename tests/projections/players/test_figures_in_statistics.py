"""The statistics say of people what leaderboards and profiles say: ratings, totals and meetings."""

from __future__ import annotations

from typing import Any

import pytest

from application.store.memory import MemoryStore
from projections.database.connections import ReadDatabase
from projections.engine.projection import Row
from projections.players.leaderboard import LEADERBOARD
from projections.players.profile import PROFILE
from projections.players.rating import UNRATED
from projections.statistics.projection import STATISTICS
from tests.projections.logs import interleave, project
from tests.projections.players.counted_profiles import few, simulated
from tests.projections.statistics.named_rows import named
from tests.projections.statistics.views.viewing import seen_in

Rows = dict[str, list[Row]]


@pytest.fixture
async def built(database: ReadDatabase) -> tuple[Rows, Rows, Rows]:
    """Return the rows of the leaderboard, of profiles and of the statistics of the same games."""
    store = MemoryStore()
    await interleave(store, (*few(), *simulated()[5:25]), seed=3)
    found = []
    for projection in (LEADERBOARD, PROFILE, STATISTICS):
        await project(store, database, projection)
        found.append(named(database, projection))
    return found[0], found[1], found[2]


def keyed(rows: list[Row], key: tuple[str, ...], *values: str) -> dict[tuple[Any, ...], tuple[Any, ...]]:
    """Return values by key, without the board of players who are vouched for, which the statistics lack."""
    return {
        tuple(row[name] for name in key): tuple(row[name] for name in values)
        for row in rows
        if row.get("board") != "vouched"
    }


PERSON = ("player", "variant", "board")


def test_ratings_are_those_of_the_leaderboard_of_all_time(built: tuple[Rows, Rows, Rows]) -> None:
    board, _, statistics = built
    standings = [row for row in board["standing"] if row["period"] == "all"]
    assert keyed(standings, PERSON, "mu", "sigma") == keyed(statistics["rated"], PERSON, "mu", "sigma") != {}


def test_the_rating_after_each_game_is_that_of_the_profile(built: tuple[Rows, Rows, Rows]) -> None:
    _, profiles, statistics = built
    games = {row["game"]: row["board"] for row in statistics["game"]}
    expected = keyed(profiles["game"], ("game", "seat", "player"), "board", "mu", "sigma")
    rated = [row for row in statistics["seat"] if row["rating_after"] is not None]
    assert {
        (row["game"], row["seat"], row["player"]): (
            games[row["game"]], row["rating_after"], row["uncertainty_after"],
        )
        for row in rated
    } == expected  # fmt: skip
    # Each game goes on from the one before.
    last: dict[tuple[str, str, str], tuple[float, float]] = {}
    ended = {row["game"]: row["ended"] for row in profiles["game"]}
    for row in sorted(rated, key=lambda row: ended[row["game"]]):
        person = row["player"], row["variant"], games[row["game"]]
        assert (row["rating_before"], row["uncertainty_before"]) == last.get(person, tuple(UNRATED))
        last[person] = row["rating_after"], row["uncertainty_after"]


def test_days_add_up_to_the_totals_of_profiles(built: tuple[Rows, Rows, Rows]) -> None:
    _, profiles, statistics = built
    names = ("games", "wins", "places", "points")
    sums: dict[tuple[Any, ...], tuple[int, ...]] = {}
    for row in statistics["player_day"]:
        person = tuple(row[name] for name in PERSON)
        before = sums.get(person, (0, 0, 0, 0))
        sums[person] = tuple(before[at] + row[name] for at, name in enumerate(names))
    assert sums == keyed(profiles["player"], PERSON, *names) != {}


def test_meetings_are_those_of_profiles(database: ReadDatabase, built: tuple[Rows, Rows, Rows]) -> None:
    _, profiles, _ = built
    pair = (*PERSON, "opponent")
    with database.reading() as connection:
        seen = seen_in(connection, "v_head_to_head")
    expected = keyed(profiles["opponent"], pair, "games", "ahead", "level")
    assert keyed(seen, pair, "game_count", "ahead_count", "level_count") == expected != {}
