"""A signer that is killed at any of its steps leaves one root for each size, and the next one goes on."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from application.audit.tree_audit import TreeAudit
from application.store.port import Store
from application.transparency.checkpoint_table import SignedCheckpoint
from kibitz_client.transparency import VerifierKey, check_consistency, open_checkpoint
from projections.database.connections import ReadDatabase
from projections.transparency.log_tree import LOG_TREE
from projections.transparency.tree_queries import proof_of_growth
from tests.faults.harness.command_writer import opened
from tests.faults.harness.process_forker import Forker, forking
from tests.projections.logs import append, chatter, game_id, invitation
from tests.projections.mortals import NEVER, PROGRAM, SIGNING, checkpoints_at, database_at, signer_of
from tests.projections.witnesses import time_passes

KILLED = -signal.SIGKILL
LEAST_STEPS = 12
"""Fewer steps than every projection and signature have."""
UNDISTURBED = 4
"""So many kills between two signatures that nobody disturbs."""


class Place(NamedTuple):
    """The URLs or paths of a log and its read models."""

    log: str
    read: str


@pytest.fixture(scope="module")
def forker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Forker]:
    with forking(tmp_path_factory.mktemp("signers") / "complaints", PROGRAM) as forker:
        yield forker


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    if request.param == "postgres":
        url = request.getfixturevalue("postgres_url")
        return Place(url, url)
    return Place(str(tmp_path / "log.db"), str(tmp_path / "read.db"))


async def signed_again(forker: Forker, place: Place, store: Store, dies_at: int) -> int:
    """Bring the tree up to date and sign it in a process, which may be killed; return how it ended."""
    head = await store.head()
    process = forker.start(PROGRAM, "sign", place.log, place.read, 1000, dies_at, head, LOG_TREE.name)
    return await asyncio.to_thread(forker.wait, process)


async def check_signed(
    store: Store, database: ReadDatabase, before: list[SignedCheckpoint], now: list[SignedCheckpoint]
) -> None:
    """Check that checkpoints are only added, are larger than all before, and are of the log."""
    assert now[: len(before)] == before
    size = await store.head()
    tree = TreeAudit({each.size for each in now})
    tree.add(await store.select(0, size), await store.stored_slice(0, size))
    assert [each.size for each in now] == sorted({each.size for each in now})
    assert {each.size: each.root for each in now} == tree.roots
    key = VerifierKey(SIGNING.verifier_key(await store.identity()))
    found = [open_checkpoint(each.note, key) for each in now]
    for pinned in found[:-1]:
        with database.reading() as connection:
            proof = proof_of_growth(connection, pinned.size, found[-1].size)
        check_consistency(pinned.size, pinned.root, found[-1].size, found[-1].root, proof)


async def test_a_signer_killed_at_each_step_signs_one_root_for_each_size(
    place: Place, forker: Forker
) -> None:
    store = await opened(place.log)
    with database_at(place.read) as database:
        await chatter(store)
        table = checkpoints_at(place.log)
        assert await signed_again(forker, place, store, NEVER) == 0
        signed: list[SignedCheckpoint] = table.all()
        step, ended, deaths, after_death = 0, KILLED, 0, 0
        while ended == KILLED:
            step += 1
            await append(store, game_id(1), invitation(2 * step))
            ended = await signed_again(forker, place, store, step)
            time_passes(database)
            deaths += ended == KILLED
            now = table.all()
            after_death += ended == KILLED and now != signed
            await check_signed(store, database, signed, now)
            signed = now
            if step % UNDISTURBED == 0:
                # A size that was signed before the kill is signed again: the note is the same.
                assert await signed_again(forker, place, store, NEVER) == 0, forker.log
                time_passes(database)
                now = table.all()
                assert now[-1].size == await store.head()
                assert len(now) - len(signed) <= 1
                await check_signed(store, database, signed, now)
                signed = now
                assert await signer_of(store, database, place.log).sign() == now[-1]
        assert ended == 0, forker.log
        assert deaths > LEAST_STEPS
        assert after_death, "no signer was killed after it had signed"
    await store.close()
