"""A projection stops at a poison event and reports it; the other projections continue."""

from __future__ import annotations

import pytest
from eventsourcing.persistence import Tracking

from application.codec import Codec, all_event_types
from application.store.memory import MemoryStore
from application.store.port import LogSlice, Store
from domain.events import InvitationDeclined
from projections.database.connections import ReadDatabase
from projections.engine.batches import PoisonEvent, write_slice
from projections.engine.generations import NotBuilt, advance, ensure
from projections.engine.projector import Condition, ProjectionStopped, Projector
from tests.projections.conftest import OpenDatabase
from tests.projections.logs import POISON, Picky, Tally, append, chatter, game_id, project, rows
from tests.projections.running import QUICK, SOON, chatter_on, status_of, tallied, until


async def poisoned(store: Store) -> int:
    """Append a log with a poison event in its midst, and return that event's position."""
    await chatter(store, games=1, events=8)
    [poison] = await append(store, game_id(1), POISON)
    await chatter_on(store)
    return poison.position


async def test_a_poison_event_stops_its_projection_before_it_and_no_other(
    store: Store, database: ReadDatabase
) -> None:
    tally, picky = Tally(), Picky()
    # Rows that are open to readers stay so.
    await database.write(ensure, picky)
    position = await poisoned(store)
    async with Projector(store, database, [picky, tally], backoff=QUICK) as projector:
        await projector.wait_until(await store.head(), SOON, "tally")
        status = await until(projector, "picky", Condition.STOPPED)
        assert (status.position, status.failed_position) == (position - 1, position)
        assert status.failed_topic == "PlayerInvited"
        assert status.error == "ZeroDivisionError: this one I cannot take"
        assert status.lag == await store.head() - position + 1
        await projector.wait_until(position - 1, SOON)
        with pytest.raises(ProjectionStopped):
            await projector.wait_until(position, SOON)
        # The others follow on.
        await chatter_on(store)
        await projector.wait_until(await store.head(), SOON, "tally")
    assert tallied(database, picky) == position - 1
    assert tallied(database, tally) == await store.head()


async def test_a_stop_is_seen_from_other_processes(
    store: Store, database: ReadDatabase, open_database: OpenDatabase
) -> None:
    position = await poisoned(store)
    async with Projector(store, database, [Picky()], backoff=QUICK) as projector:
        await until(projector, "picky", Condition.STOPPED)
        with open_database() as other:
            status = await status_of(Projector(store, other, [Picky()]), "picky")
            assert (status.condition, status.failed_position) == (Condition.STOPPED, position)


async def test_rows_that_an_event_stops_before_they_have_caught_up_are_not_served(
    store: Store, database: ReadDatabase
) -> None:
    """They lack events that readers do not know of, for example after the read database was deleted."""
    await poisoned(store)
    projector = Projector(store, database, [Picky()], backoff=QUICK)
    await projector.prepare()
    async with projector:
        await until(projector, "picky", Condition.STOPPED)
    with pytest.raises(NotBuilt):
        rows(database, Picky())


async def test_mended_code_goes_on_where_the_old_code_stopped(store: Store, database: ReadDatabase) -> None:
    await poisoned(store)
    picky = Picky()
    async with Projector(store, database, [picky], backoff=QUICK) as projector:
        await until(projector, "picky", Condition.STOPPED)
    picky.healed = True
    async with Projector(store, database, [picky], backoff=QUICK) as projector:
        await projector.wait_until(await store.head(), SOON)
        status = await status_of(projector, "picky")
        assert (status.condition, status.failed_position) == (Condition.FOLLOWING, None)
    assert tallied(database, picky) == await store.head()


async def test_a_stopped_projection_goes_on_when_another_process_has_passed_the_event(
    store: Store, database: ReadDatabase, open_database: OpenDatabase
) -> None:
    await poisoned(store)
    mended = Picky()
    mended.healed = True
    async with Projector(store, database, [Picky()], backoff=QUICK) as projector:
        await until(projector, "picky", Condition.STOPPED)
        with open_database() as other:
            await project(store, other, mended)
        await chatter_on(store)
        status = await until(projector, "picky", Condition.FOLLOWING, await store.head())
    assert tallied(database, mended) == status.position


async def test_an_event_that_cannot_be_decoded_stops_the_projections_before_it(
    database: ReadDatabase,
) -> None:
    known = [kind for kind in all_event_types() if kind is not InvitationDeclined]
    store = MemoryStore(Codec(tuple(known)))
    await chatter(store, games=1, events=2)
    head, tally = await store.head(), Tally()
    await database.write(ensure, tally)
    async with Projector(store, database, [tally], backoff=QUICK) as projector:
        status = await until(projector, "tally", Condition.STOPPED)
    assert (status.position, status.failed_position) == (head - 1, head)
    assert status.failed_topic == "InvitationDeclined"
    assert tallied(database, tally) == head - 1


@pytest.mark.parametrize("events", [1, 2, 63, 300])
async def test_a_poison_event_is_found_by_halves(store: Store, database: ReadDatabase, events: int) -> None:
    """A slice has thousands of events, and a transaction for each would take minutes."""
    await chatter(store, games=1, events=events)
    [poison] = await append(store, game_id(1), POISON)
    await chatter_on(store)
    picky, tried = Picky(), 0
    await database.write(ensure, picky)

    async def write(log_slice: LogSlice) -> Tracking:
        nonlocal tried
        tried += 1
        return await database.write(advance, picky, log_slice)

    log_slice = await store.read_slice(0, await store.head())
    with pytest.raises(PoisonEvent) as stopped:
        await write_slice(log_slice, write)
    assert stopped.value.position == poison.position
    assert tallied(database, picky) == poison.position - 1
    assert tried <= 2 * len(log_slice.events).bit_length()
