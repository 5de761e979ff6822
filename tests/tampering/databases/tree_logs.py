"""A log with the tree of its read model, and all that a server tells of it."""

from __future__ import annotations

import sqlite3
from base64 import b64decode
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

from eventsourcing.persistence import PersistenceError
from sqlalchemy.exc import SQLAlchemyError

from api.transparency.checkpoint_comparison import first_fault
from application.audit.tree_audit import TreeAudit
from application.codec import GameId
from application.refusals import UnknownCheckpoint
from application.store.port import Store
from application.transparency.checkpoint_table import CheckpointTable
from kibitz_client.transparency import (
    Checkpoint,
    InvalidNote,
    InvalidProof,
    VerifierKey,
    check_consistency,
    open_checkpoint,
    parse_proof,
)
from projections.database.connections import ReadDatabase
from projections.transparency.checkpoint_signer import CheckpointSigner, InconsistentTree
from projections.transparency.log_proofs import LogProofs
from projections.transparency.log_tree import LOG_TREE, TreeBroken
from projections.transparency.tree_queries import TreeDamaged
from tests.projections.logs import project
from tests.tampering.databases.signed_logs import LOG, SIGNING, make_log, merge_wal, opened
from tests.tampering.short_games import short_games

READ: Final = "read.db"
REFUSALS: Final = (
    TreeBroken,
    TreeDamaged,
    InconsistentTree,
    UnknownCheckpoint,
    PersistenceError,
    SQLAlchemyError,
)
"""Errors with which a server stops or refuses an answer, so that nobody is told anything wrong."""


class Refused(Exception):
    """The server tells nothing: its tree stops, it does not sign, or it has no proof."""


class Told(NamedTuple):
    """All that a server tells of its log."""

    notes: tuple[str, ...]
    growth: tuple[tuple[str, ...], ...]
    """The proofs of growth between checkpoints that follow each other."""
    games: dict[GameId, tuple[int, str]]
    """Version and text of the proof of each game."""


@asynccontextmanager
async def server_of(folder: Path) -> AsyncIterator[tuple[Store, ReadDatabase, CheckpointTable]]:
    """Open both databases."""
    async with opened(folder) as (store, table):
        with ReadDatabase.at(folder / READ, readers=1) as database:
            yield store, database, table


async def make_tree(folder: Path, chance: Random) -> None:
    """Write a log whose tree has more than one tile, is signed twice, and lacks the last events."""
    await make_log(folder, chance, chance.sample(short_games(), 8))
    async with server_of(folder) as (store, database, table):
        with closing(sqlite3.connect(folder / LOG, isolation_level=None)) as connection:
            connection.execute("DELETE FROM log_checkpoints")
        size = await store.head()
        for upto in (chance.randrange(10, 200), chance.randrange(270, size - 60)):
            await project(store, database, LOG_TREE, upto=upto)
            await CheckpointSigner(store, database, table, SIGNING).sign()
        await project(store, database, LOG_TREE, upto=chance.randrange(size - 50, size - 5))
    for name in (LOG, READ):
        with closing(sqlite3.connect(folder / name, isolation_level=None)) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    merge_wal(folder)


async def told(folder: Path) -> Told:
    """Bring the tree up to date, sign it, and return all that the server tells; raises Refused."""
    async with server_of(folder) as (store, database, table):
        try:
            await project(store, database, LOG_TREE)
            signed = await CheckpointSigner(store, database, table, SIGNING).sign()
            if signed is None or signed.size < await store.head():
                raise Refused
            proofs = LogProofs(store, database, table, SIGNING)
            notes = table.all()
            growth = [await proofs.growth(old.size, new.size) for old, new in pairwise(notes)]
            games = {}
            for game in {each.game for each in await store.select(0, await store.head())}:
                proof = await proofs.of_game(game)
                if proof is None:
                    raise Refused
                games[game] = proof.version, proof.text
        except REFUSALS as error:
            raise Refused from error
        return Told(tuple(each.note for each in notes), tuple(growth), games)


async def is_found(folder: Path, said: Told, heads: dict[GameId, list[bytes]]) -> bool:
    """Return whether a client finds one of the answers wrong, or `kibitz log check` a checkpoint."""
    async with opened(folder) as (store, table):
        key = VerifierKey(SIGNING.verifier_key(await store.identity()))
        size = await store.head()
        signed = table.all()
        tree = TreeAudit({each.size for each in signed})
        tree.add(await store.select(0, size), await store.stored_slice(0, size))
    if first_fault(signed, tree, key) is not None:
        return True
    try:
        checkpoints = [open_checkpoint(note, key) for note in said.notes]
        for (old, new), hashes in zip(pairwise(checkpoints), said.growth, strict=True):
            _check_growth(old, new, hashes)
        for game, (version, text) in said.games.items():
            if not 0 < version <= len(heads[game]):
                return True
            parse_proof(text).check(heads[game][version - 1], key)
    except (InvalidNote, InvalidProof):
        return True
    return False


def _check_growth(old: Checkpoint, new: Checkpoint, hashes: tuple[str, ...]) -> None:
    check_consistency(old.size, old.root, new.size, new.root, [b64decode(each) for each in hashes])
