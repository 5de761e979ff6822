"""Profiles say what people have done in the games that they finished, and tell no secret on the way."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from application.store.memory import MemoryStore
from application.store.port import Store
from domain.rules import variants
from domain.rules.oh_hell import BidCommitted
from domain.visibility import SPECTATOR, redact
from projections.database.connections import ReadDatabase
from projections.engine.generations import active_tables
from projections.engine.projection import rows_of
from projections.engine.rebuild import rebuild
from projections.players.boards import Board
from projections.players.leaderboard import LEADERBOARD
from projections.players.profile import PROFILE
from projections.players.profile_queries import games, opponents, profile
from projections.players.profile_totals import KEYS, OF_PLAYER, key_of
from projections.players.time_windows import ALL_TIME_KEY
from tests.projections.logs import append, game_id, interleave, project, rows
from tests.projections.players.counted_profiles import (
    counted_apart,
    expected,
    expected_opponents,
    few,
    peopled,
    said,
    simulated,
)

on_both = pytest.mark.parametrize("database", ["sqlite", "postgres"], indirect=True)


@on_both
async def test_profiles_say_what_a_count_apart_says(database: ReadDatabase) -> None:
    store = MemoryStore()
    await interleave(store, simulated())
    await project(store, database, PROFILE, batch=500)
    results = counted_apart(await store.select(0, await store.head()))
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
            assert [
                (each.ended, each.place, each.won, each.points, each.mu, each.sigma)
                for each in games(connection, whose).rows
            ] == [
                (each.position, each.place, each.won, each.points, *each.rating) for each in reversed(theirs)
            ]
    assert len(rows(database, PROFILE)["player"]) == len(results)
    # What was counted is of every kind.
    assert {(whose.variant, whose.board) for whose in results} == {(v, b) for v in variants() for b in Board}
    everything = [expected(theirs) for theirs in results.values()]
    assert all(sum(len(each[name]) for each in everything) > 20 for name in ("bids", "trumps", "seats"))
    assert min(sum(each[name] for each in everything) for name in ("bids_made", "bids_failed")) > 20
    assert max(each["longest_winning"] for each in everything) > 1


@pytest.mark.parametrize(
    ("database", "batches"), [("sqlite", (1, 7, 1000)), ("postgres", (7, 1000))], indirect=["database"]
)
async def test_a_rebuild_in_batches_of_any_size_comes_to_the_same_rows(
    database: ReadDatabase, batches: tuple[int, ...]
) -> None:
    store = MemoryStore()
    await interleave(store, few())
    made: list[dict[str, list[tuple[object, ...]]]] = []
    for batch in batches:
        await rebuild(store, database, PROFILE, batch=batch)
        made.append(rows(database, PROFILE))
    assert all(each == made[0] for each in made)
    assert len(made[0]["under_way"]) == 1
    assert all(made[0].values())


@on_both
async def test_rows_made_as_it_happened_are_those_of_a_rebuild(database: ReadDatabase) -> None:
    store = MemoryStore()
    await interleave(store, few(), seed=1)
    for upto in range(0, await store.head(), 211):
        await project(store, database, PROFILE, batch=50, upto=upto)
    await project(store, database, PROFILE)
    grown = rows(database, PROFILE)
    await rebuild(store, database, PROFILE)
    assert rows(database, PROFILE) == grown


# Secrets


async def test_profiles_are_made_of_nothing_but_what_an_onlooker_may_read(database: ReadDatabase) -> None:
    """All fields that are private when an event happens are taken out; of reveals nothing is needed."""
    logs = [*few(), *(peopled(variant, 0)[:length] for variant in variants() for length in range(5, 125, 4))]
    assert any(isinstance(log[-1], BidCommitted) for log in logs), "bids are still secret in some"
    truth, public = MemoryStore(), MemoryStore()
    for number, log in enumerate(logs, 1):
        await append(truth, game_id(number), *log)
        await append(public, game_id(number), *(redact(event, SPECTATOR) for event in log))
    made = []
    for store in (truth, public):
        await rebuild(store, database, PROFILE)
        made.append(rows(database, PROFILE))
    assert made[0] == made[1]
    assert made[0]["bid"]


async def test_of_games_that_are_under_way_nothing_is_told(database: ReadDatabase) -> None:
    store = MemoryStore()
    await interleave(store, [log[: len(log) // 2] for log in few()])
    await project(store, database, PROFILE)
    found = rows(database, PROFILE)
    assert {name for name, there in found.items() if there} == {"under_way"}


@pytest.mark.parametrize("store", ["memory", "sqlite", "postgres"], indirect=True)
async def test_it_works_from_every_kind_of_log(store: Store, database: ReadDatabase) -> None:
    await interleave(store, few()[2:6])
    await project(store, database, PROFILE)
    assert all(rows(database, PROFILE)[name] for name in KEYS if name not in ("bid", "trump"))


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
