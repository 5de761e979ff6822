"""The tree of the log has a leaf for each event, and proves each game and each growth."""

from __future__ import annotations

from itertools import pairwise

import pytest

from application.records.record import NO_HEAD, head_after, record_of
from application.store.port import Store
from application.transparency.merkle_tree import leaf_hash, merged, root_hash
from kibitz_client.transparency import check_consistency, check_inclusion
from projections.database.connections import ReadDatabase
from projections.engine.generations import active_tables
from projections.transparency.log_tree import HASH_BYTES, LOG_TREE, TILE_WIDTH, TILES, TreeBroken
from projections.transparency.tree_queries import (
    head_of,
    proof_of_growth,
    proof_of_position,
    root_at,
    tree_size,
)
from tests.projections.logs import game_id, games_of_all_variants, project, rows


async def heads_of(store: Store) -> list[bytes]:
    """Return the head after each event of the log, computed game by game and not batch by batch."""
    found: dict[int, bytes] = {}
    games = {each.game for each in await store.select(0, 100_000)}
    for game in games:
        head = NO_HEAD
        for each, form in zip(await store.read(game), await store.stored_forms(game), strict=True):
            found[each.position] = head = head_after(head, record_of(each, form).digest())
    return [found[position] for position in sorted(found)]


@pytest.mark.parametrize("batch", [7, 1000])
async def test_leaves_are_the_heads_of_games_whatever_the_batches(
    store: Store, database: ReadDatabase, batch: int
) -> None:
    await games_of_all_variants(store)
    await project(store, database, LOG_TREE, batch=batch)
    leaves = [leaf_hash(head) for head in await heads_of(store)]
    assert len(leaves) > 2 * TILE_WIDTH
    found = rows(database, LOG_TREE)[TILES]
    assert b"".join(hashes for level, _, hashes in found if level == 0) == b"".join(leaves)
    full = len(leaves) // TILE_WIDTH
    above = [merged(leaves[number * TILE_WIDTH : (number + 1) * TILE_WIDTH]) for number in range(full)]
    assert [hashes for level, _, hashes in found if level == 1] == [b"".join(above)]
    assert all(len(hashes) <= TILE_WIDTH * HASH_BYTES for _, _, hashes in found)


async def test_games_and_growth_are_proven_for_every_size(store: Store, database: ReadDatabase) -> None:
    await games_of_all_variants(store)
    await project(store, database, LOG_TREE)
    heads = await heads_of(store)
    leaves = [leaf_hash(head) for head in heads]
    sizes = [1, 2, 255, 256, 257, 511, 512, 513, len(heads)]
    with database.reading() as connection:
        assert tree_size(connection) == len(heads)
        roots = {size: root_at(connection, size) for size in sizes}
        for size in sizes:
            # Against the definition, without tiles.
            assert roots[size] == root_hash(
                size, lambda level, at: merged(leaves[at << level : (at + 1) << level])
            )
            for position in {1, size // 2 + 1, size}:
                proof = proof_of_position(connection, position, size)
                check_inclusion(leaves[position - 1], position - 1, size, proof, roots[size])
        for old, new in pairwise(sizes):
            check_consistency(old, roots[old], new, roots[new], proof_of_growth(connection, old, new))
        for game in {each.game for each in await store.select(0, 100_000)}:
            last = (await store.read(game))[-1]
            assert head_of(connection, game) == (last.version, last.position, heads[last.position - 1])
        assert head_of(connection, game_id(999)) is None


async def test_a_tree_does_not_go_on_without_a_missing_event(store: Store, database: ReadDatabase) -> None:
    await games_of_all_variants(store, 20)
    await project(store, database, LOG_TREE, upto=10)
    # The first slice lacks the stored forms, the second one an event.
    for after in (10, 11):
        batch = (await store.read_slice(after, 5)).events
        with database.reading() as connection:
            known = LOG_TREE.load(connection, active_tables(connection, LOG_TREE), batch)
        with pytest.raises(TreeBroken, match=f"position {after + 1}"):
            LOG_TREE.fold(known, batch)
