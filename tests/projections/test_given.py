"""Rows that are folded in memory are those that a projector writes to the database."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import pytest

import projections
from application.store.memory import MemoryStore
from application.store.port import Append
from domain.rules import variants
from projections.database.connections import ReadDatabase
from projections.engine.projection import Projection
from tests.projections.given import given
from tests.projections.logs import NOON, game_id, project, rows, story


@pytest.mark.parametrize("projection", projections.ALL, ids=lambda projection: projection.name)
async def test_rows_in_memory_are_those_in_the_database(
    database: ReadDatabase, projection: Projection
) -> None:
    store = MemoryStore()
    logs = [story(variant, seed) for seed, variant in enumerate(variants())]
    folded = given(projection, *(log[:9] for log in logs))
    parts = [(game, log[:9]) for game, log in enumerate(logs, 1)]
    for game, log in enumerate(logs, 1):
        folded.when(*log[9:], game=game)
        parts.append((game, log[9:]))
    for game, events in parts:
        for event in events:
            at = NOON + timedelta(seconds=await store.head() + 1)
            after = await store.version(game_id(game))
            await store.append(Append(game=game_id(game), after=after, events=(event,), at=at, by="ada"))
    await project(store, database, projection)
    for table, expected in rows(database, projection).items():
        # Databases order some keys differently.
        assert sorted(map(repr, expected)) == sorted(repr(tuple(row.values())) for row in folded.rows(table))


def test_a_wrong_expectation_fails() -> None:
    folded = given(projections.ALL[0], story("president", 1))
    [row] = folded.rows("game")
    folded.then("game", [{"version": row["version"]}])
    wrong: Sequence[dict[str, Any]]
    for wrong in ([], [{"version": row["version"] + 1}], [{"version": row["version"]}] * 2):
        with pytest.raises(AssertionError):
            folded.then("game", wrong)
