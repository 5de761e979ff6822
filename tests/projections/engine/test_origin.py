"""Rows are never continued from another log than the one they were made from."""

from __future__ import annotations

from typing import Any

import pytest

from application.store.memory import MemoryStore
from application.store.port import LogSlice
from projections.database.connections import ReadDatabase
from projections.engine.generations import AnotherLog, NotBuilt, advance
from projections.engine.log_origin import with_origin
from projections.engine.projector import Projector
from projections.engine.rebuild import rebuild
from tests.projections.logs import Tally, append, chatter, game_id, invitation, project, rows
from tests.projections.running import follow, tallied

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
