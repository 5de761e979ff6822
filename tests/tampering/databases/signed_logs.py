"""A log of short games in `log.db` with signed checkpoints, and what operators and clients find in it."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, closing
from pathlib import Path
from random import Random
from typing import Final, NamedTuple
from uuid import UUID

from sqlalchemy import NullPool, create_engine

from api.transparency.checkpoint_comparison import first_fault, own_key
from application.audit.log_audit import Audit
from application.audit.tree_audit import TreeAudit
from application.codec import GameId
from application.records.record import NO_HEAD, head_after, record_of
from application.store.port import Append, Store
from application.store.sqlite.store import SQLiteStore
from application.transparency.checkpoint_table import CheckpointTable, SignedCheckpoint
from application.transparency.checkpoints import Checkpoint
from application.transparency.merkle_tree import consistency_proof, leaf_hash, merged, root_hash
from application.transparency.signed_notes import SigningKey
from kibitz_client.transparency import (
    InvalidNote,
    InvalidProof,
    VerifierKey,
    check_consistency,
    open_checkpoint,
)
from projections.transparency.log_signing import LogSigning
from tests.laws.playouts import Playout
from tests.tampering.short_games import short_games

NAME: Final = "club.example/log"
SIGNING: Final = LogSigning(NAME, SigningKey(bytes(range(32)).hex()))
STRANGER: Final = LogSigning(NAME, SigningKey("5e" * 32))
LOG: Final = "log.db"


class Pins(NamedTuple):
    """The pins of one log: a checkpoint, and the heads of games at versions."""

    checkpoint: SignedCheckpoint
    heads: dict[GameId, tuple[int, bytes]]


@asynccontextmanager
async def opened(folder: Path) -> AsyncIterator[tuple[Store, CheckpointTable]]:
    """Open the log of a folder, and its checkpoints."""
    store = SQLiteStore(folder / LOG)
    engine = create_engine(f"sqlite:///{folder / LOG}", poolclass=NullPool)
    try:
        yield store, CheckpointTable(engine)
    finally:
        engine.dispose()
        await store.close()


async def make_log(folder: Path, chance: Random, games: Sequence[Playout] | None = None) -> None:
    """Write a log of games that were played at once, and sign it at some sizes and at its end.

    The folder must exist.
    """
    played = chance.sample(short_games(), 3) if games is None else games
    waiting = {UUID(int=chance.getrandbits(128)): list(game.commits) for game in played}
    versions = dict.fromkeys(waiting, 0)
    async with opened(folder) as (store, _):
        while waiting:
            game = chance.choice(list(waiting))
            commit = waiting[game].pop(0)
            append = Append(
                game=game, after=versions[game], events=commit.events, at=commit.at, by=commit.command.by
            )
            versions[game] = (await store.append(append))[-1].version
            if not waiting[game]:
                del waiting[game]
        size = await store.head()
    sizes = {*chance.sample(range(1, size), 4), size}
    await sign(folder, sizes, SIGNING)
    merge_wal(folder)


async def sign(folder: Path, sizes: set[int], signing: LogSigning) -> None:
    """Replace all checkpoints of a log by new ones of the log as it is, at its end instead of beyond it."""
    leaves = [leaf_hash(head) for head in (await heads_of(folder))]
    async with opened(folder) as (store, table):
        identity = await store.identity()
        origin = signing.origin(identity)
        at = (await store.select(0, 1))[0].at
        with closing(sqlite3.connect(folder / LOG, isolation_level=None)) as connection:
            connection.execute("DELETE FROM log_checkpoints")
        for size in sorted({min(each, len(leaves)) for each in sizes}):
            root = root_hash(size, lambda level, index: subtree(leaves, level, index))
            table.add(
                SignedCheckpoint(
                    origin=origin,
                    size=size,
                    root=root,
                    verifier_key=signing.verifier_key(identity),
                    note=signing.key.sign(Checkpoint(origin, size, root).text(), origin),
                    at=at,
                )
            )


def subtree(leaves: Sequence[bytes], level: int, index: int) -> bytes:
    """Return the hash of a complete subtree."""
    return merged(leaves[index << level : (index + 1) << level])


async def heads_of(folder: Path) -> list[bytes]:
    """Return the head of a game after each event of a log."""
    found: list[bytes] = []
    heads: dict[GameId, bytes] = {}
    async with opened(folder) as (store, _):
        size = await store.head()
        events = await store.select(0, size)
        for each, form in zip(events, await store.stored_slice(0, size), strict=True):
            heads[each.game] = head_after(heads.get(each.game, NO_HEAD), record_of(each, form).digest())
            found.append(heads[each.game])
    return found


async def pins_of(folder: Path, chance: Random) -> Pins:
    """Return what a client has kept that saw one checkpoint, and all events of all games."""
    heads = await heads_of(folder)
    async with opened(folder) as (store, table):
        events = await store.select(0, len(heads))
        kept = {each.game: (each.version, head) for each, head in zip(events, heads, strict=True)}
        return Pins(chance.choice(table.all()), kept)


def copied(template: Path, folder: Path) -> Path:
    """Copy the databases of a folder into another one."""
    shutil.copytree(template, folder)
    return folder


def merge_wal(folder: Path) -> None:
    """Make the log one file, so that a copy of it is whole."""
    with closing(sqlite3.connect(folder / LOG, isolation_level=None)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


async def operator_finds(folder: Path) -> bool:
    """Return whether `kibitz log check` finds a fault in a log whose key the operator has."""
    async with opened(folder) as (store, table):
        signed = table.all()
        tree = TreeAudit({each.size for each in signed})
        audit = Audit(store, tree=tree)
        async for _ in audit.steps():
            pass
        own = await own_key(store, SIGNING)
    return bool(audit.findings) or first_fault(signed, tree, own) is not None


async def client_finds(folder: Path, pins: Pins) -> bool:
    """Return whether a client with pins finds that its log was changed, from the log's own statements."""
    key = VerifierKey(pins.checkpoint.verifier_key)
    heads = await heads_of(folder)
    async with opened(folder) as (store, table):
        events = await store.select(0, len(heads))
        latest = table.latest(pins.checkpoint.origin)
        growing = table.at_size(pins.checkpoint.origin, pins.checkpoint.size)
    found = {(each.game, each.version): head for each, head in zip(events, heads, strict=True)}
    if any(found.get((game, version)) != head for game, (version, head) in pins.heads.items()):
        return True
    if latest is None or growing is None or latest.size < pins.checkpoint.size:
        return True
    leaves = [leaf_hash(head) for head in heads]
    pinned = open_checkpoint(pins.checkpoint.note, key)
    proof: list[bytes] = []
    try:
        shown = open_checkpoint(latest.note, key)
        if shown.size > pinned.size:
            proof = consistency_proof(
                pinned.size, shown.size, lambda level, index: subtree(leaves, level, index)
            )
        check_consistency(pinned.size, pinned.root, shown.size, shown.root, proof)
    except (InvalidNote, InvalidProof):
        return True
    return False
