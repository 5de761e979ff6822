"""Profiles equal an independent count of finished games, and reveal no secrets of games in progress."""

from __future__ import annotations

import asyncio

import pytest
from sqlalchemy import select

from application.store.memory import MemoryStore
from application.store.port import Store
from domain.rules import variants
from projections.database.connections import ReadDatabase
from projections.engine.generations import active_tables
from projections.engine.projection import rows_of
from projections.players.boards import Board
from projections.players.leaderboard import LEADERBOARD
from projections.players.profile import PROFILE
from projections.players.profile_queries import (
    ProfileKey,
    count_games,
    count_opponents,
    games,
    opponents,
    profile,
)
from projections.players.profile_totals import OF_PLAYER, key_of
from projections.players.time_windows import ALL_TIME_KEY
from tests.projections.logs import interleave, project, rows
from tests.projections.players.counted_profiles import (
    Result,
    counted_apart,
    expected,
    expected_opponents,
    few,
    said,
    simulated,
)

on_both = pytest.mark.parametrize("database", ["sqlite", "postgres"], indirect=True)


@pytest.fixture(scope="module")
def counted() -> tuple[Store, dict[ProfileKey, list[Result]]]:
    """A log of simulated games, and all results of each player in it."""

    async def count() -> tuple[Store, dict[ProfileKey, list[Result]]]:
        store = MemoryStore()
        await interleave(store, simulated())
        return store, counted_apart(await store.select(0, await store.head()))

    return asyncio.run(count())


@on_both
async def test_profiles_say_what_a_count_apart_says(
    database: ReadDatabase, counted: tuple[Store, dict[ProfileKey, list[Result]]]
) -> None:
    store, results = counted
    await project(store, database, PROFILE, batch=500)
    with database.reading() as connection:
        for whose, theirs in results.items():
            found = profile(connection, whose)
            assert found is not None
            assert said(found) == expected(theirs)
            met = {
                each.player: (each.games, each.ahead, each.level)
                for each in opponents(connection, whose).rows
            }
            assert met == expected_opponents(theirs)
            assert (count_games(connection, whose), count_opponents(connection, whose)) == (
                len(theirs),
                len(met),
            )
            assert [
                (each.ended, each.place, each.won, each.points, each.mu, each.sigma)
                for each in games(connection, whose).rows
            ] == [
                (each.position, each.place, each.won, each.points, *each.rating) for each in reversed(theirs)
            ]
    assert len(rows(database, PROFILE)["player"]) == len(results)
    # What was counted is of every kind.
    assert {(whose.variant, whose.board) for whose in results} == {
        (variant, board) for variant in variants() for board in Board if board is not Board.MACHINES
    }
    everything = [expected(theirs) for theirs in results.values()]
    assert all(sum(len(each[name]) for each in everything) > 20 for name in ("bids", "trumps", "seats"))
    assert min(sum(each[name] for each in everything) for name in ("bids_made", "bids_failed")) > 20
    assert max(each["longest_winning"] for each in everything) > 1


async def test_of_games_that_are_under_way_nothing_is_told(database: ReadDatabase) -> None:
    store = MemoryStore()
    await interleave(store, [log[: len(log) // 2] for log in few()])
    await project(store, database, PROFILE)
    found = rows(database, PROFILE)
    assert {name for name, there in found.items() if there} == {"under_way"}


async def test_the_rating_is_that_of_the_leaderboard_of_all_time(database: ReadDatabase) -> None:
    store = MemoryStore()
    await interleave(store, few())
    await project(store, database, PROFILE)
    await project(store, database, LEADERBOARD)
    with database.reading() as connection:
        standing = active_tables(connection, LEADERBOARD)["standing"]
        of_all_time = rows_of(connection, select(standing).where(standing.c.period == ALL_TIME_KEY))
        rated = {
            (row["variant"], row["board"], row["player"]): (row["mu"], row["sigma"]) for row in of_all_time
        }
        profiles = rows_of(connection, select(active_tables(connection, PROFILE)["player"]))
    assert {key_of(OF_PLAYER, row): (row["mu"], row["sigma"]) for row in profiles} == rated
    assert len(rated) > 20
