"""Versions of a read model side by side on one database, each served and projected by its own processes."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import ClassVar

import pytest
from sqlalchemy import inspect, update

from application.codec import RecordedEvent
from application.store.memory import MemoryStore
from application.store.port import Store
from projections.database.connections import ReadDatabase
from projections.database.schemas import VIEWS
from projections.engine.generations import NotBuilt
from projections.engine.projection import Change, Rows
from projections.engine.projector import Condition, Projector
from projections.engine.rebuild import RebuildFailed, rebuild
from projections.engine.tracking import all_tracked, clock
from projections.engine.tracking import projections as tracking
from projections.engine.versions import drop_unused
from projections.statistics.projection import STATISTICS
from tests.projections.conftest import OpenDatabase
from tests.projections.logs import (
    POISON,
    Picky,
    Tally,
    append,
    chatter,
    game_id,
    project,
    rows,
    story,
)
from tests.projections.running import QUICK, SOON, chatter_on, follow, status_of, tallied, until
from tests.projections.statistics.views.viewing import Before, seen_in

both = pytest.mark.parametrize("database", ["sqlite", "postgres"], indirect=True)


class TallyAnew(Tally):
    """A tally that counts twice."""

    version: ClassVar[int] = 2

    def fold(self, rows: Rows, batch: Sequence[RecordedEvent]) -> list[Change]:
        return super().fold(rows, [*batch, *batch])


class PickyAnew(Picky):
    """A newer version that cannot fold what the old one can."""

    version: ClassVar[int] = 2


def healed() -> Picky:
    picky = Picky()
    picky.healed = True
    return picky


async def test_two_processes_with_different_versions_project_and_serve_side_by_side(
    store: Store, database: ReadDatabase, open_database: OpenDatabase
) -> None:
    await chatter(store)
    with open_database() as elsewhere:
        async with (
            Projector(store, database, [Tally()], backoff=QUICK) as older,
            Projector(store, elsewhere, [TallyAnew()], backoff=QUICK) as newer,
        ):
            for _ in range(2):
                head = await store.head()
                for projector in (older, newer):
                    await projector.wait_until(head, SOON)
                    await projector.fresh(SOON, "tally")
                    assert (await status_of(projector, "tally")).error is None
                assert (tallied(database, Tally()), tallied(elsewhere, TallyAnew())) == (head, 2 * head)
                await chatter_on(store)
            [other] = (await status_of(newer, "tally")).others
            assert (other.version, other.ready) == (1, True)


@both
async def test_rows_of_a_new_version_are_not_served_before_they_have_caught_up(
    database: ReadDatabase,
) -> None:
    store = MemoryStore()
    await chatter(store)
    await project(store, database, Tally())
    await project(store, database, TallyAnew(), upto=5)
    with pytest.raises(NotBuilt):
        rows(database, TallyAnew())
    assert not (await status_of(Projector(store, database, [TallyAnew()]), "tally")).ready
    await follow(store, database, TallyAnew())
    head = await store.head()
    assert (tallied(database, TallyAnew()), tallied(database, Tally())) == (2 * head, head)


async def test_a_new_version_that_an_event_stops_leaves_the_old_one_alone(
    store: Store, database: ReadDatabase, open_database: OpenDatabase
) -> None:
    await chatter(store, games=1)
    [poison] = await append(store, game_id(1), POISON)
    picky, new = healed(), PickyAnew()
    folded: list[int] = []
    fold = new.fold

    def counted(rows: Rows, batch: Sequence[RecordedEvent]) -> list[Change]:
        folded.append(batch[0].position)
        return fold(rows, batch)

    new.fold = counted  # type: ignore[method-assign]
    await follow(store, database, picky)
    with open_database() as elsewhere:
        async with (
            Projector(store, database, [picky], backoff=QUICK) as older,
            Projector(store, elsewhere, [new], backoff=QUICK) as newer,
        ):
            stopped = await until(newer, "picky", Condition.STOPPED)
            assert (stopped.failed_position, stopped.position, stopped.ready) == (
                poison.position,
                poison.position - 1,
                False,
            )
            # It stays where it is, rather than begin again with the first event.
            tried = len(folded)
            await chatter_on(store)
            await older.wait_until(await store.head(), SOON)
            following = await until(older, "picky", Condition.FOLLOWING, await store.head())
            assert (following.failed_position, following.error) == (None, None)
            assert len(folded) == tried
    assert tallied(database, picky) == await store.head()


async def test_a_rebuild_that_an_event_stops_says_so_on_a_row_of_its_own(
    store: Store, database: ReadDatabase
) -> None:
    await chatter(store, games=1)
    [poison] = await append(store, game_id(1), POISON)
    await project(store, database, healed())
    with pytest.raises(RebuildFailed):
        await rebuild(store, database, Picky())
    status = await status_of(Projector(store, database, [Picky()]), "picky")
    assert (status.failed_position, status.error, status.rebuilt) == (None, None, None)
    assert status.rebuild_failure is not None
    assert status.rebuild_failure.position == poison.position
    assert status.rebuild_failure.error == "ZeroDivisionError: this one I cannot take"
    # With mended code it begins anew, and the failure is past.
    assert await rebuild(store, database, healed()) == await store.head()
    status = await status_of(Projector(store, database, [Picky()]), "picky")
    assert status.rebuild_failure is None


def long_ago(database: ReadDatabase, version: int, minutes: int) -> None:
    """Let the last use of a version lie so many minutes in the past."""
    with database.writing() as connection:
        at = clock(connection) - timedelta(minutes=minutes)
        of = update(tracking).where(tracking.c.version == version)
        connection.execute(of.values(updated_at=at, leased_until=at))


def versions(database: ReadDatabase) -> list[int]:
    with database.reading() as connection:
        return sorted(version for _, version, _ in all_tracked(connection))


def tables(database: ReadDatabase) -> set[str]:
    with database.reading() as connection:
        return set(inspect(connection).get_table_names())


@both
@pytest.mark.parametrize("unused", [1, 2])
async def test_rows_of_a_version_go_an_hour_after_their_last_lease(
    database: ReadDatabase, unused: int
) -> None:
    store = MemoryStore()
    await chatter(store)
    models = {1: Tally(), 2: TallyAnew()}
    for model in models.values():
        await follow(store, database, model)
    before = tables(database)
    long_ago(database, unused, minutes=59)
    await follow(store, database, models[3 - unused])
    assert (versions(database), tables(database)) == ([1, 2], before)
    long_ago(database, unused, minutes=61)
    await follow(store, database, models[3 - unused])
    assert versions(database) == [3 - unused]
    assert before - tables(database) == {f"tally_tally_{unused}_1"}
    # Who comes back makes them anew.
    await follow(store, database, models[unused])
    assert tallied(database, models[unused]) == unused * await store.head()


@both
async def test_what_has_not_caught_up_drops_nothing(database: ReadDatabase) -> None:
    store = MemoryStore()
    await chatter(store)
    await project(store, database, Tally())
    await project(store, database, TallyAnew(), upto=5)
    long_ago(database, 1, minutes=61)
    assert await database.write(drop_unused, TallyAnew()) == []
    assert tallied(database, Tally()) == await store.head()


def shown(database: ReadDatabase) -> tuple[set[str], int]:
    """Return the views that tell the versions apart, and how many games are in the views."""
    with database.reading() as connection:
        schema = VIEWS if connection.dialect.name == "postgresql" else None
        names = set(inspect(connection).get_view_names(schema))
        return names & {"v_gone", "v_bid"}, len(seen_in(connection, "v_game"))


@both
async def test_views_show_the_newest_version_that_has_caught_up(database: ReadDatabase) -> None:
    store = MemoryStore()
    await append(store, game_id(1), *story("president", 1))
    await project(store, database, Before())
    assert shown(database) == ({"v_gone"}, 1)
    await project(store, database, STATISTICS, upto=1)
    assert shown(database) == ({"v_gone"}, 1)
    await follow(store, database, STATISTICS)
    assert shown(database) == ({"v_bid"}, 1)
    # The old process goes on with its own rows, and leaves the views alone.
    await rebuild(store, database, Before())
    assert shown(database) == ({"v_bid"}, 1)
    # Where the new version is given up, the views show the old one again.
    await append(store, game_id(2), *story("president", 2))
    long_ago(database, STATISTICS.version, minutes=61)
    await follow(store, database, Before())
    assert shown(database) == ({"v_gone"}, 2)
