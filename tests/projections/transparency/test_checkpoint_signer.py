"""The log is signed at fixed times, never smaller than it was, and never with another past."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest
from sqlalchemy import create_engine, update

from application.store.port import Store
from application.transparency.checkpoint_table import CheckpointTable
from application.transparency.signed_notes import SigningKey
from kibitz_client.transparency import VerifierKey, check_consistency, open_checkpoint
from projections.database.connections import ReadDatabase
from projections.engine.generations import Role, active_tables, tracked
from projections.engine.versions import open_to_readers, restart_rows
from projections.transparency.checkpoint_signer import CheckpointSigner, InconsistentTree, OtherKey
from projections.transparency.log_proofs import SignedLogProofs
from projections.transparency.log_signing import LogSigning, log_signing
from projections.transparency.log_tree import LOG_TREE, TILES
from projections.transparency.tree_queries import proof_of_growth
from tests.projections.logs import games_of_all_variants, project

KEY = SigningKey(bytes(range(32)).hex())


async def until(is_so: Callable[[], bool]) -> None:
    """Wait until a condition holds."""
    async with asyncio.timeout(20):
        while not is_so():  # noqa: ASYNC110 - nothing announces it
            await asyncio.sleep(0.01)


async def make_anew(database: ReadDatabase) -> None:
    """Replace the tree by an empty one, as after a restore."""
    rows = await database.read(tracked, LOG_TREE, Role.ACTIVE)
    assert rows is not None
    await database.write(restart_rows, LOG_TREE, rows)


@pytest.fixture
def table(tmp_path: Path) -> CheckpointTable:
    return CheckpointTable(create_engine(f"sqlite:///{tmp_path / 'checkpoints.db'}"))


@pytest.fixture
async def signing(store: Store, table: CheckpointTable) -> LogSigning:
    return await log_signing(store, table, KEY, "club.example/log")


@pytest.fixture
async def signer(
    store: Store, database: ReadDatabase, table: CheckpointTable, signing: LogSigning
) -> CheckpointSigner:
    await games_of_all_variants(store, 60)
    return CheckpointSigner(store, database, table, signing)


async def test_each_size_is_signed_once_and_each_checkpoint_contains_the_last(
    store: Store,
    database: ReadDatabase,
    signing: LogSigning,
    signer: CheckpointSigner,
    table: CheckpointTable,
) -> None:
    assert await signer.sign() is None
    found = []
    for upto in (100, 300, None):
        await project(store, database, LOG_TREE, upto=upto)
        signed = await signer.sign()
        assert signed is not None
        assert await signer.sign() == signed
        key = VerifierKey(signing.verifier_key(await store.identity()))
        found.append(open_checkpoint(signed.note, key))
    assert [each.size for each in found] == [100, 300, await store.head()]
    assert [each.size for each in table.all()] == [each.size for each in found]
    for old, new in pairwise(found):
        with database.reading() as connection:
            proof = proof_of_growth(connection, old.size, new.size)
        check_consistency(old.size, old.root, new.size, new.root, proof)


async def test_a_tree_that_is_made_anew_is_signed_once_it_has_caught_up(
    store: Store, database: ReadDatabase, signer: CheckpointSigner
) -> None:
    await project(store, database, LOG_TREE)
    signed = await signer.sign()
    await make_anew(database)
    assert await signer.sign() == signed
    await project(store, database, LOG_TREE, upto=50)
    assert await signer.sign() == signed
    await project(store, database, LOG_TREE)
    await database.write(open_to_readers, LOG_TREE)
    assert await signer.sign() == signed


async def test_another_past_is_reported_and_never_signed(
    store: Store,
    database: ReadDatabase,
    signer: CheckpointSigner,
    table: CheckpointTable,
    caplog: pytest.LogCaptureFixture,
) -> None:
    await project(store, database, LOG_TREE, upto=100)
    signed = await signer.sign()
    await project(store, database, LOG_TREE)
    with database.reading() as connection:
        tiles = active_tables(connection, LOG_TREE)[TILES]
    forged = update(tiles).values(hashes=bytes(32 * 256)).where(tiles.c.level == 0)
    await database.write(lambda connection: connection.execute(forged))
    with pytest.raises(InconsistentTree, match="another root at 100 events"):
        await signer.sign()
    assert table.all() == [signed]
    caplog.set_level(logging.ERROR)
    async with signer.signing_every(0.05):
        await until(lambda: "no checkpoint is signed" in caplog.text)
    assert table.all() == [signed]


@pytest.mark.parametrize("left", [0, 31, 64])
async def test_a_damaged_tile_is_reported_and_never_signed(
    store: Store,
    database: ReadDatabase,
    signer: CheckpointSigner,
    table: CheckpointTable,
    caplog: pytest.LogCaptureFixture,
    left: int,
) -> None:
    await project(store, database, LOG_TREE, upto=100)
    signed = await signer.sign()
    with database.reading() as connection:
        tiles = active_tables(connection, LOG_TREE)[TILES]
    damaged = update(tiles).values(hashes=bytes(left))
    await database.write(lambda connection: connection.execute(damaged))
    with pytest.raises(InconsistentTree, match=r"tile 0 at level 0 .* is damaged: rebuild it"):
        await signer.sign()
    caplog.set_level(logging.ERROR)
    async with signer.signing_every(0.05):
        await until(lambda: caplog.text.count("no checkpoint is signed") > 1)
    assert table.all() == [signed]


async def test_a_new_epoch_has_another_origin(
    store: Store, database: ReadDatabase, signer: CheckpointSigner, signing: LogSigning
) -> None:
    await project(store, database, LOG_TREE)
    before = await signer.sign()
    assert before is not None
    await store.begin_epoch()
    # Until the tree is of the new epoch, nothing is signed for it.
    assert await signer.sign() is None
    await make_anew(database)
    await project(store, database, LOG_TREE)
    await database.write(open_to_readers, LOG_TREE)
    after = await signer.sign()
    assert after is not None
    assert after.root == before.root
    assert after.origin != before.origin
    assert after.origin == signing.origin(await store.identity())


async def test_a_lost_key_begins_a_new_epoch(
    store: Store, database: ReadDatabase, signer: CheckpointSigner, table: CheckpointTable
) -> None:
    await project(store, database, LOG_TREE)
    await signer.sign()
    before = await store.identity()
    await log_signing(store, table, KEY, "club.example/log")
    assert await store.identity() == before
    await log_signing(store, table, SigningKey(bytes(32).hex()), "club.example/log")
    assert (await store.identity()).epoch > before.epoch


async def test_a_server_with_another_key_signs_nothing_and_names_the_key_of_the_last_checkpoint(
    store: Store, database: ReadDatabase, signer: CheckpointSigner, table: CheckpointTable
) -> None:
    await project(store, database, LOG_TREE, upto=100)
    signed = await signer.sign()
    assert signed is not None
    await project(store, database, LOG_TREE)
    other = LogSigning("club.example/log", SigningKey(bytes(32).hex()))
    with pytest.raises(OtherKey, match="KIBITZ_LOG_KEY"):
        await CheckpointSigner(store, database, table, other).sign()
    assert table.all() == [signed]
    # Clients of either server verify the checkpoint with the key that they are given.
    state = await SignedLogProofs(store, database, table, other).state()
    assert (state.verifier_key, state.checkpoint) == (signed.verifier_key, signed)


async def test_times_of_checkpoints_do_not_depend_on_what_is_played(
    store: Store, database: ReadDatabase, signer: CheckpointSigner, table: CheckpointTable
) -> None:
    await project(store, database, LOG_TREE)
    async with signer.signing_every(1):
        await until(lambda: bool(table.all()))
    # Soon after a whole second.
    [signed] = table.all()
    assert signed.at.microsecond < 900_000
