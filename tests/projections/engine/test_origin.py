"""Rows are never continued from another log than the one they were made from."""

from __future__ import annotations

from typing import Any

import pytest

from application.codec import Position, StoredForm
from application.store.memory import MemoryStore
from application.store.port import LogSlice
from projections.database.connections import ReadDatabase
from projections.engine.generations import AnotherLog, NotBuilt, advance, ensure
from projections.engine.log_origin import with_origin
from projections.engine.projector import Condition, Projector
from projections.engine.rebuild import rebuild
from projections.transparency.log_tree import LOG_TREE
from tests.projections.logs import POISON, Picky, Tally, append, chatter, game_id, invitation, project, rows
from tests.projections.running import QUICK, SOON, chatter_on, follow, tallied, until

both = pytest.mark.parametrize("database", ["sqlite", "postgres"], indirect=True)


async def lobby(store: MemoryStore, number: int, events: int) -> None:
    """Append events of one lobby, which say how many there are of it."""
    for each in range(events):
        await append(store, game_id(number), invitation(each))


@both
async def test_rows_of_an_unrelated_log_are_made_anew_even_where_this_one_is_longer(
    database: ReadDatabase,
) -> None:
    one, longer = MemoryStore(), MemoryStore()
    await lobby(one, 1, 10)
    await lobby(longer, 2, 25)
    await follow(one, database, Tally())
    await follow(longer, database, Tally())
    assert [row[1:] for row in rows(database, Tally())["tally"]] == [(25, "PlayerInvited")]


async def shortened(database: ReadDatabase) -> MemoryStore:
    """Project a log, and return a copy that was cut off before its end and has grown past it again."""
    log, copied = MemoryStore(), MemoryStore()
    copied._identity = await log.identity()
    for store in (log, copied):
        await lobby(store, 1, 10)
    await lobby(log, 2, 5)
    await lobby(copied, 3, 9)
    await follow(log, database, Tally())
    return copied


@both
async def test_rows_of_a_log_that_was_shortened_and_grew_past_them_are_made_anew(
    database: ReadDatabase,
) -> None:
    copied = await shortened(database)
    await follow(copied, database, Tally())
    assert sorted(row[1] for row in rows(database, Tally())["tally"]) == [9, 10]


async def test_a_rebuild_over_a_log_that_was_shortened_begins_at_its_beginning(
    database: ReadDatabase,
) -> None:
    copied = await shortened(database)
    assert await rebuild(copied, database, Tally()) == await copied.head()
    assert sorted(row[1] for row in rows(database, Tally())["tally"]) == [9, 10]


async def test_a_new_epoch_of_the_same_log_makes_rows_anew(database: ReadDatabase) -> None:
    store = MemoryStore()
    await chatter(store)
    await project(store, database, Tally())
    await store.begin_epoch()
    await Projector(store, database, [Tally()]).prepare()
    with pytest.raises(NotBuilt):
        rows(database, Tally())
    await follow(store, database, Tally())
    assert tallied(database, Tally()) == await store.head()


@both
async def test_another_logs_rows_are_not_served_once_a_server_has_started(database: ReadDatabase) -> None:
    copied = await shortened(database)
    await Projector(copied, database, [Tally()]).prepare()
    with pytest.raises(NotBuilt):
        rows(database, Tally())


def cut(store: MemoryStore, length: int) -> None:
    """Cut a log off, as a restored backup is."""
    for later in store._log[length:]:
        store._games[later.given.game].remove(later)
    del store._log[length:]


@pytest.mark.parametrize("new_epoch", [True, False], ids=["new epoch", "same epoch"])
async def test_an_event_that_a_restored_log_lacks_stops_nothing_any_more(
    database: ReadDatabase, *, new_epoch: bool
) -> None:
    store = MemoryStore()
    await lobby(store, 1, 8)
    await append(store, game_id(1), POISON)
    async with Projector(store, database, [Picky(), Tally()], backoff=QUICK) as projector:
        await until(projector, "picky", Condition.STOPPED)
        cut(store, 8)
        if new_epoch:
            await store.begin_epoch()
        await lobby(store, 2, 4)
        await until(projector, "picky", Condition.FOLLOWING, await store.head())
        await until(projector, "tally", Condition.FOLLOWING, await store.head())
    assert rows(database, Picky())["tally"] == rows(database, Tally())["tally"]
    assert tallied(database, Picky()) == await store.head()


async def test_a_process_without_the_lease_does_not_take_rows_from_before_a_restore(
    database: ReadDatabase,
) -> None:
    store = MemoryStore()
    await lobby(store, 1, 8)
    async with Projector(store, database, [Tally()], backoff=QUICK) as works:
        waits = Projector(store, database, [Tally()])
        await works.wait_until(await store.head(), SOON)
        cut(store, 5)
        await store.begin_epoch()
        await waits.fresh(SOON, "tally")
        assert tallied(database, Tally()) == await store.head()


async def test_rows_that_end_before_an_event_that_a_restored_log_lacks_are_up_to_date(
    database: ReadDatabase,
) -> None:
    store = MemoryStore()
    await database.write(ensure, Picky())
    await lobby(store, 1, 8)
    await append(store, game_id(1), POISON)
    async with Projector(store, database, [Picky()], backoff=QUICK) as projector:
        await until(projector, "picky", Condition.STOPPED)
    cut(store, 8)
    await Projector(store, database, [Picky()]).fresh(SOON, "picky")


class CutInBetween(MemoryStore):
    """A log that is restored after a slice was read, and before its stored forms are."""

    is_cut = False

    async def stored_slice(self, after: Position, upto: Position) -> list[StoredForm]:
        if not self.is_cut:
            self.is_cut = True
            cut(self, upto - 2)
            await self.begin_epoch()
        return await super().stored_slice(after, upto)


async def test_a_log_that_is_restored_before_its_stored_forms_are_read_has_no_poison_event(
    database: ReadDatabase, caplog: pytest.LogCaptureFixture
) -> None:
    store = CutInBetween()
    await chatter(store, games=1, events=8)
    async with Projector(store, database, [LOG_TREE], backoff=QUICK) as projector:
        await until(projector, "log_tree", Condition.FOLLOWING, await store.head() - 2)
        await chatter_on(store)
        await until(projector, "log_tree", Condition.FOLLOWING, await store.head())
    assert "log_tree stops" not in caplog.text


@pytest.mark.parametrize("known", [(), ("identity",), ("end",), ("identity", "end")], ids=" and ".join)
async def test_the_missing_origin_of_a_slice_is_looked_up(known: tuple[str, ...]) -> None:
    store = MemoryStore()
    await lobby(store, 1, 3)
    origin: dict[str, Any] = {"identity": await store.identity(), "end": await store.event_key(3)}
    log_slice = LogSlice(after=0, upto=3, events=(), **{name: origin[name] for name in known})
    found = await with_origin(store, log_slice)
    assert {name: getattr(found, name) for name in origin} == origin


async def test_a_slice_of_another_log_is_refused(database: ReadDatabase) -> None:
    one, other = MemoryStore(), MemoryStore()
    for number, store in enumerate((one, other)):
        await lobby(store, number, 10)
    await project(one, database, Tally(), upto=5)
    with pytest.raises(AnotherLog):
        await database.write(advance, Tally(), await other.read_slice(5, 5))
    assert tallied(database, Tally()) == 5
