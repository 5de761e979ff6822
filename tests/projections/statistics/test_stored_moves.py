"""Decisions that are stored before all of their batch is folded."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from application.codec import Position, RecordedEvent
from application.store.memory import MemoryStore
from projections.database.connections import ReadDatabase
from projections.engine.batches import PoisonEvent
from projections.engine.projection import Add, Change, Rows
from projections.engine.row_writes import COPIED_ROWS
from projections.statistics import projection
from projections.statistics.projection import STATISTICS, Statistics
from tests.projections.logs import games_of_all_variants, project, rows

pytestmark = pytest.mark.parametrize("database", ["sqlite", "postgres"], indirect=True)


class Failing(Statistics):
    """Statistics that cannot fold one event, as they notice after they have yielded decisions."""

    def __init__(self, at: Position) -> None:
        self._at = at
        self.yielded: list[int] = []

    def fold(self, rows: Rows, batch: Sequence[RecordedEvent]) -> Iterator[Change]:
        for change in super().fold(rows, batch):
            yield change
            if any(each.position == self._at for each in batch):
                self.yielded.append(len(change.rows) if isinstance(change, Add) else 0)
                raise ZeroDivisionError("this one I cannot take")


@pytest.fixture
async def store() -> MemoryStore:
    store = MemoryStore()
    await games_of_all_variants(store, length=400)
    return store


@pytest.fixture
def _stored_early(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(projection, "STORED_MOVES", COPIED_ROWS)


async def built_in_short_batches(store: MemoryStore, folder: Path, upto: Position) -> dict[str, list[str]]:
    """Return the statistics of a log, built from batches too short for decisions to be stored early."""
    with ReadDatabase.at(folder / "reference.db") as reference:
        await project(store, reference, STATISTICS, batch=COPIED_ROWS, upto=upto)
        return in_any_order(reference)


def in_any_order(database: ReadDatabase) -> dict[str, list[str]]:
    # Databases sort texts differently.
    return {name: sorted(map(repr, found)) for name, found in rows(database, STATISTICS).items()}


@pytest.mark.usefixtures("_stored_early")
async def test_decisions_stored_early_give_the_same_rows(
    store: MemoryStore, database: ReadDatabase, tmp_path: Path
) -> None:
    await project(store, database, STATISTICS, batch=10_000)
    found = in_any_order(database)
    assert len(found["move"]) > 3 * COPIED_ROWS
    assert found == await built_in_short_batches(store, tmp_path, await store.head())


@pytest.mark.usefixtures("_stored_early")
async def test_decisions_of_a_batch_that_fails_are_stored_once(
    store: MemoryStore, database: ReadDatabase, tmp_path: Path
) -> None:
    last = await store.head()
    failing = Failing(at=last - 20)
    with pytest.raises(PoisonEvent) as poison:
        await project(store, database, failing, batch=10_000)
    assert poison.value.position == last - 20
    assert failing.yielded[0] >= COPIED_ROWS
    assert in_any_order(database) == await built_in_short_batches(store, tmp_path, last - 21)
