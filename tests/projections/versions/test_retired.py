"""Read models that no longer exist are dropped once no process uses them."""

from __future__ import annotations

from datetime import timedelta

import pytest
from sqlalchemy import inspect, update

import projections
from application.store.memory import MemoryStore
from projections.database.connections import ReadDatabase
from projections.engine.projector import Projector
from projections.engine.rebuild import rebuild
from projections.engine.skipped_events import skips_of
from projections.engine.tracking import Role, clock, track, versions_of
from projections.engine.tracking import projections as tracking
from projections.engine.versions import RETIRED, drop_retired, has_retired
from tests.projections.conftest import OpenDatabase
from tests.projections.logs import POISON, Picky, Tally, append, chatter, game_id, project, rows
from tests.projections.running import QUICK, follow, status_of, tallied, until_dropped

both = pytest.mark.parametrize("database", ["sqlite", "postgres"], indirect=True)


class Timeline(Tally):
    """A read model of an earlier release."""

    name = "timeline"


class PickyTimeline(Picky):
    """The same read model, stopped by an event."""

    name = "timeline"


def last_used(database: ReadDatabase, name: str, minutes: int) -> None:
    """Let the last use of a read model lie some minutes in the past."""
    with database.writing() as connection:
        at = clock(connection) - timedelta(minutes=minutes)
        of = update(tracking).where(tracking.c.name == name)
        connection.execute(of.values(updated_at=at, leased_until=at))


def tables_of_timeline(database: ReadDatabase) -> list[str]:
    with database.reading() as connection:
        return [name for name in inspect(connection).get_table_names() if name.startswith("timeline")]


def test_no_read_model_has_the_name_of_a_retired_one() -> None:
    assert not RETIRED & {each.name for each in projections.ALL}


@both
async def test_a_projector_drops_a_retired_read_model(database: ReadDatabase) -> None:
    store = MemoryStore()
    await chatter(store)
    await project(store, database, Timeline())
    await project(store, database, Tally())
    last_used(database, "timeline", minutes=61)
    assert tables_of_timeline(database) == ["timeline_tally_1_1"]
    async with Projector(store, database, [Tally()], backoff=QUICK) as projector:
        await until_dropped(database, "timeline")
        await projector.wait_until(await store.head(), 10)
        assert [each.name for each in await projector.status()] == ["tally"]
    assert tables_of_timeline(database) == []
    assert not await database.read(has_retired)
    assert tallied(database, Tally()) == await store.head()


@both
async def test_a_retired_read_model_stays_while_a_process_uses_it(database: ReadDatabase) -> None:
    store = MemoryStore()
    await chatter(store)
    await project(store, database, Timeline())
    last_used(database, "timeline", minutes=59)
    assert await database.write(drop_retired) == []
    await follow(store, database, Tally())
    assert tallied(database, Timeline()) == await store.head()
    assert await database.read(has_retired)


async def test_an_older_server_beside_this_one_builds_its_read_model_anew(
    database: ReadDatabase, open_database: OpenDatabase
) -> None:
    store = MemoryStore()
    await chatter(store)
    await project(store, database, Timeline())
    last_used(database, "timeline", minutes=61)
    with open_database() as elsewhere:
        assert await database.write(drop_retired) == ["timeline"]
        async with Projector(store, elsewhere, [Timeline()], backoff=QUICK) as older:
            await older.wait_until(await store.head(), 10)
            assert await database.write(drop_retired) == []
            assert (await status_of(older, "timeline")).error is None
        assert tallied(elsewhere, Timeline()) == await store.head()


@both
async def test_skips_and_an_unfinished_rebuild_go_with_the_read_model(database: ReadDatabase) -> None:
    store = MemoryStore()
    await chatter(store)
    [poison] = await append(store, game_id(1), POISON)
    model = PickyTimeline()
    model.healed = True
    await project(store, database, model)
    with pytest.raises(Exception, match="cannot be rebuilt"):
        await rebuild(store, database, PickyTimeline())
    await Projector(store, database, [model]).skip("timeline", poison.position, why="a test", by="olga")
    await rebuild(store, database, model)
    with database.writing() as connection:
        track(connection, model, Role.REBUILD, generation=9, tables=[], ready=False, position=0)
        assert skips_of(connection, model)
    last_used(database, "timeline", minutes=61)
    assert await database.write(drop_retired) == ["timeline"]
    with database.reading() as connection:
        assert (skips_of(connection, model), versions_of(connection, "timeline")) == ([], [])
    assert tables_of_timeline(database) == []


async def test_nothing_is_dropped_where_nothing_is_retired(database: ReadDatabase) -> None:
    store = MemoryStore()
    await chatter(store)
    await follow(store, database, Tally())
    last_used(database, "tally", minutes=61)
    assert not await database.read(has_retired)
    assert await database.write(drop_retired) == []
    assert rows(database, Tally())["tally"]
