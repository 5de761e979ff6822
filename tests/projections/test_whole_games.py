"""Read models of whole games have the same rows however they are built, and of public fields alone."""

from __future__ import annotations

from functools import cache

import pytest

from application.store.memory import MemoryStore
from application.store.port import Store
from domain.rules import variants
from domain.rules.oh_hell import BidCommitted
from domain.visibility import SPECTATOR, redact
from projections.database.connections import ReadDatabase
from projections.engine.projection import Projection
from projections.engine.rebuild import rebuild
from projections.luck.projection import LUCK
from projections.players.profile import PROFILE
from projections.statistics.projection import STATISTICS
from tests.projections.logs import Log, append, deserted, game_id, interleave, project, rows
from tests.projections.players.counted_profiles import few, peopled

MODELS = (PROFILE, STATISTICS, LUCK)

each_model = pytest.mark.parametrize("projection", MODELS, ids=lambda projection: projection.name)


@pytest.mark.parametrize(
    ("database", "batches"),
    [
        ("sqlite", (1, 1000)),
        ("postgres", (1000,)),
        pytest.param("sqlite", (7,), marks=pytest.mark.slow),
        pytest.param("postgres", (1, 7), marks=pytest.mark.slow),
    ],
    indirect=["database"],
)
@each_model
async def test_rows_made_as_it_happened_are_those_of_a_rebuild_in_batches_of_any_size(
    database: ReadDatabase, projection: Projection, batches: tuple[int, ...]
) -> None:
    store = MemoryStore()
    await interleave(store, (*few(), deserted()), seed=1)
    for upto in range(0, await store.head(), 211):
        await project(store, database, projection, batch=50, upto=upto)
    await project(store, database, projection)
    grown = rows(database, projection)
    assert len(grown["under_way"]) == 2
    assert all(grown.values())
    for batch in batches:
        await rebuild(store, database, projection, batch=batch)
        assert rows(database, projection) == grown


@pytest.mark.parametrize("store", ["memory", "sqlite", "postgres"], indirect=True)
async def test_rows_are_made_from_every_kind_of_log(store: Store, database: ReadDatabase) -> None:
    await interleave(store, (*few()[1:4], deserted()))
    for projection in MODELS:
        await project(store, database, projection)
        assert all(rows(database, projection).values())


@cache
def games_in_progress() -> tuple[Log, ...]:
    """Return games of all variants up to many different moments."""
    return tuple(peopled(variant, 0)[:length] for variant in variants() for length in range(5, 125, 4))


@each_model
async def test_rows_are_made_of_nothing_but_public_fields(
    database: ReadDatabase, projection: Projection
) -> None:
    """All fields that are private when an event happens are taken out; of reveals nothing is needed."""
    logs = (*few(), *games_in_progress(), deserted())
    assert any(isinstance(log[-1], BidCommitted) for log in logs), "bids are still secret in some"
    truth, public = MemoryStore(), MemoryStore()
    for number, log in enumerate(logs, 1):
        await append(truth, game_id(number), *log)
        await append(public, game_id(number), *(redact(event, SPECTATOR) for event in log))
    made = []
    for store in (truth, public):
        await rebuild(store, database, projection)
        made.append(rows(database, projection))
    assert made[0] == made[1]
    assert all(made[0].values())
