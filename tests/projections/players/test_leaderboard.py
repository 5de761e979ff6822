"""The leaderboard has the same rows as an independent count, however it is built."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from application.store.memory import MemoryStore
from application.store.port import Append, Store
from domain.events import Access
from domain.game import fold
from domain.rules import variants
from projections.database.connections import ReadDatabase
from projections.engine.rebuild import rebuild
from projections.players.leaderboard import LEADERBOARD
from tests.projections.logs import append, game_id, project, rows
from tests.projections.players.counted_leaderboards import counted_apart, simulated, spread
from tests.projections.players.handmade_games import scored, seated, won

VARIANT = "hundred-and-ten"
ON_BOTH = pytest.mark.parametrize("database", ["sqlite", "postgres"], indirect=True)


@pytest.mark.parametrize("variant", variants())
async def test_the_rows_are_those_of_a_count_apart_to_the_last_digit(
    database: ReadDatabase, variant: str
) -> None:
    store, logs = MemoryStore(), simulated(variant)
    await spread(store, logs)
    await project(store, database, LEADERBOARD, batch=500)
    expected = counted_apart(await store.select(0, await store.head()))
    assert sorted(rows(database, LEADERBOARD)["standing"]) == expected
    # What was simulated is not all alike.
    assert {row[2] for row in expected} == {"people", "vouched", "mixed"}
    assert len({row[1] for row in expected}) > 10
    assert {row[7] for row in expected} == {True, False}
    assert max(row[15] for row in expected) > 1
    assert {row[8] for row in expected} > {0, 5}
    games = [fold(log) for log in logs]
    assert any(seat.automated and not seat.machine for game in games for seat in game.seats)
    assert any(game.outcome and game.access is Access.PRIVATE for game in games)


async def test_the_simulated_games_have_bids_of_either_kind() -> None:
    store = MemoryStore()
    await spread(store, simulated(VARIANT))
    counted = [row for row in counted_apart(await store.select(0, await store.head())) if row[1] == "all"]
    assert min(sum(row[12] for row in counted), sum(row[13] for row in counted)) > 20


@pytest.mark.parametrize("variant", variants())
async def test_a_rebuild_in_batches_of_any_size_comes_to_the_same_rows(
    database: ReadDatabase, variant: str
) -> None:
    store = MemoryStore()
    # Two of the games are still under way.
    logs = [log[: len(log) // 2] if number < 2 else log for number, log in enumerate(simulated(variant)[::8])]
    await spread(store, logs)
    made: list[dict[str, list[tuple[object, ...]]]] = []
    for batch in (1, 7, 1000):
        await rebuild(store, database, LEADERBOARD, batch=batch)
        made.append(rows(database, LEADERBOARD))
    assert made[0] == made[1] == made[2]
    assert len(made[0]["under_way"]) >= 2
    assert made[0]["standing"]


@ON_BOTH
async def test_rows_made_as_it_happened_are_those_of_a_rebuild(database: ReadDatabase) -> None:
    store = MemoryStore()
    await spread(store, simulated(VARIANT)[:8])
    for upto in range(0, await store.head(), 97):
        await project(store, database, LEADERBOARD, batch=50, upto=upto)
    await project(store, database, LEADERBOARD)
    grown = rows(database, LEADERBOARD)
    await rebuild(store, database, LEADERBOARD)
    assert rows(database, LEADERBOARD) == grown
    assert sorted(grown["standing"]) == counted_apart(await store.select(0, await store.head()))


async def test_in_each_window_ratings_begin_anew(database: ReadDatabase) -> None:
    store = MemoryStore()
    for number, day in enumerate((30, 31, 32), 1):
        at = datetime(2026, 12, 1, 23, 59, tzinfo=UTC) + timedelta(days=day - 1)
        log = (*seated("ada", "ben"), won(0, 1))
        await store.append(Append(game=game_id(number), after=0, events=log, at=at, by="ada"))
    await project(store, database, LEADERBOARD)
    games = {row[1]: row[9] for row in rows(database, LEADERBOARD)["standing"] if row[0] == "ada"}
    assert games == {
        "2026-12-30": 1,
        "2026-12-31": 1,
        "2027-01-01": 1,
        "2026-W53": 3,
        "2026-12": 2,
        "2027-01": 1,
        "2026-Q4": 2,
        "2027-Q1": 1,
        "all": 3,
    }
    ratings = {row[1]: row[4:6] for row in rows(database, LEADERBOARD)["standing"] if row[0] == "ada"}
    first = ratings["2026-12-30"]
    assert ratings["2026-12-31"] == ratings["2027-01-01"] == ratings["2027-01"] == ratings["2027-Q1"] == first
    assert ratings["2026-12"] == ratings["2026-Q4"]
    assert ratings["all"] == ratings["2026-W53"]
    assert len(set(ratings.values())) == 3


async def test_what_comes_after_the_end_changes_nothing(store: Store, database: ReadDatabase) -> None:
    await append(store, game_id(1), *seated("ada", "ben"), scored(1, 2), won(1, 0))
    await project(store, database, LEADERBOARD)
    before = rows(database, LEADERBOARD)
    await append(store, game_id(1), scored(100, 200), won(0, 1))
    await project(store, database, LEADERBOARD)
    assert rows(database, LEADERBOARD) == before
    await rebuild(store, database, LEADERBOARD)
    assert rows(database, LEADERBOARD) == before
    assert before["standing"]
