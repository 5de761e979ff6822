"""A poison event can be skipped by an operator; skips are recorded, shown and kept across rebuilds."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from application.codec import Codec, Position, all_event_types
from application.store.memory import MemoryStore
from application.store.port import Store
from domain.events import InvitationDeclined
from projections.database.connections import ReadDatabase
from projections.engine.batches import record_poison
from projections.engine.generations import GenerationChanged
from projections.engine.projector import Condition, Projector
from projections.engine.rebuild import RebuildFailed, rebuild
from projections.engine.skipped_events import EveryEventNeeded, NotStopped, Skip, skip
from projections.transparency.log_tree import LOG_TREE
from tests.projections.conftest import OpenDatabase
from tests.projections.logs import (
    POISON,
    Picky,
    Tally,
    append,
    chatter,
    game_id,
    invitation,
    project,
)
from tests.projections.running import QUICK, SOON, chatter_on, status_of, tallied, until

WHY = "an invitation that nobody sent"


async def poisoned(store: Store) -> int:
    await chatter(store, games=1, events=8)
    [poison] = await append(store, game_id(1), POISON)
    await chatter_on(store)
    return poison.position


async def test_a_skipped_event_is_left_out_and_the_projection_goes_on(
    store: Store, database: ReadDatabase
) -> None:
    position = await poisoned(store)
    async with Projector(store, database, [Picky()], backoff=QUICK) as projector:
        await until(projector, "picky", Condition.STOPPED)
        skip = await projector.skip("picky", position, why=WHY, by="olga")
        assert (skip.position, skip.topic, skip.why, skip.by) == (position, "PlayerInvited", WHY, "olga")
        assert abs(skip.at - datetime.now(UTC)) < timedelta(minutes=1)
        status = await until(projector, "picky", Condition.FOLLOWING, await store.head())
        assert (status.failed_position, status.skips) == (None, (skip,))
    assert tallied(database, Picky()) == await store.head() - 1
    # Nor does a rebuild meet it again.
    assert await rebuild(store, database, Picky(), batch=3) == await store.head()
    assert tallied(database, Picky()) == await store.head() - 1
    assert (await status_of(Projector(store, database, [Picky()]), "picky")).skips == (skip,)


async def test_an_event_that_cannot_be_decoded_can_be_skipped(database: ReadDatabase) -> None:
    known = [kind for kind in all_event_types() if kind is not InvitationDeclined]
    store = MemoryStore(Codec(tuple(known)))
    await chatter(store, games=1, events=2)
    position = await store.head()
    async with Projector(store, database, [Tally()], backoff=QUICK) as projector:
        await until(projector, "tally", Condition.STOPPED)
        await projector.skip("tally", position, why=WHY, by="olga")
        await append(store, game_id(1), invitation(4))
        await until(projector, "tally", Condition.FOLLOWING, position + 1)
    assert tallied(database, Tally()) == position


async def test_an_event_that_stops_a_rebuild_alone_can_be_skipped(
    store: Store, database: ReadDatabase
) -> None:
    position = await poisoned(store)
    await project(store, database, Picky(healed=True))
    with pytest.raises(RebuildFailed):
        await rebuild(store, database, Picky())
    await Projector(store, database, [Picky()]).skip("picky", position, why=WHY, by="olga")
    assert await rebuild(store, database, Picky()) == await store.head()
    assert tallied(database, Picky()) == await store.head() - 1


async def test_a_rebuild_that_has_folded_a_skipped_event_begins_again(
    store: Store, database: ReadDatabase
) -> None:
    position = await poisoned(store)
    healed = Picky(healed=True)

    class Interrupted(Exception):
        pass

    def interrupt(at: Position, _: Position) -> None:
        if at > position:
            raise Interrupted

    async with Projector(store, database, [Picky()], backoff=QUICK) as projector:
        await until(projector, "picky", Condition.STOPPED)
        with pytest.raises(Interrupted):
            await rebuild(store, database, healed, batch=2, progress=interrupt)
        await projector.skip("picky", position, why=WHY, by="olga")
    assert await rebuild(store, database, Picky(), batch=2) == await store.head()
    assert tallied(database, Picky()) == await store.head() - 1


async def test_a_rebuild_under_way_ends_when_an_event_is_skipped(
    store: Store, database: ReadDatabase
) -> None:
    position = await poisoned(store)
    healed = Picky(healed=True)
    async with Projector(store, database, [Picky()], backoff=QUICK) as projector:
        await until(projector, "picky", Condition.STOPPED)
        skipped: list[Skip] = []

        def skip_once(at: Position, _: Position) -> None:
            if at and not skipped:
                with database.writing() as connection:
                    skipped.append(skip(connection, Picky(), position, why=WHY, by="olga"))

        with pytest.raises(GenerationChanged, match="an operator skipped an event"):
            await rebuild(store, database, healed, batch=2, progress=skip_once)
    assert await rebuild(store, database, Picky(), batch=2) == await store.head()
    assert tallied(database, Picky()) == await store.head() - 1


async def test_a_process_that_had_not_read_a_skip_does_not_stop_the_others(
    store: Store, database: ReadDatabase, open_database: OpenDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    position = await poisoned(store)
    operator, skipped = Projector(store, database, [Picky()]), asyncio.Event()
    async with Projector(store, database, [Picky()], backoff=QUICK) as projector:
        await until(projector, "picky", Condition.STOPPED)
        with open_database() as elsewhere:
            write = elsewhere.write

            async def write_late(change: Any, *given: Any, **named: Any) -> Any:
                if change is record_poison and not skipped.is_set():
                    await operator.skip("picky", position, why=WHY, by="olga")
                    skipped.set()
                return await write(change, *given, **named)

            monkeypatch.setattr(elsewhere, "write", write_late)
            async with Projector(store, elsewhere, [Picky()], backoff=QUICK):
                await skipped.wait()
                await until(projector, "picky", Condition.FOLLOWING, await store.head())
    assert tallied(database, Picky()) == await store.head() - 1


async def test_only_what_stops_a_projection_can_be_skipped(store: Store, database: ReadDatabase) -> None:
    position = await poisoned(store)
    projector = Projector(store, database, [Picky()], backoff=QUICK)
    with pytest.raises(NotStopped, match="position 1: nothing stops it"):
        await projector.skip("picky", 1, why=WHY, by="olga")
    async with projector:
        await until(projector, "picky", Condition.STOPPED)
        with pytest.raises(NotStopped, match=f"position 1: it is stopped by that at {position}$"):
            await projector.skip("picky", 1, why=WHY, by="olga")
    assert (await status_of(projector, "picky")).skips == ()


async def test_no_event_of_the_log_tree_can_be_skipped(store: Store, database: ReadDatabase) -> None:
    """Each hash depends on all events before it."""
    projector = Projector(store, database, [LOG_TREE])
    with pytest.raises(EveryEventNeeded, match="none can be skipped"):
        await projector.skip("log_tree", 1, why=WHY, by="olga")


async def test_a_skip_says_nothing_about_an_event_of_another_log(database: ReadDatabase) -> None:
    first, other = MemoryStore(), MemoryStore()
    position = await poisoned(first)
    async with Projector(first, database, [Picky()], backoff=QUICK) as projector:
        await until(projector, "picky", Condition.STOPPED)
        await projector.skip("picky", position, why=WHY, by="olga")
    for number in range(2, position + 2):
        await append(other, game_id(number), invitation(number))
    async with Projector(other, database, [Picky()], backoff=QUICK) as projector:
        await projector.wait_until(await other.head(), SOON)
    assert tallied(database, Picky()) == await other.head() == position
