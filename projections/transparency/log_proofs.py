"""Proofs of a log: that a finished game is in it, and that it has only grown between two checkpoints.

Proofs are given for sizes that were signed. Other sizes would tell when something happened, also in private
games, and nobody could be held to them.
"""

from __future__ import annotations

import asyncio
from base64 import b64encode

from msgspec import Struct
from sqlalchemy import Connection

from application.codec import GameId
from application.refusals import UnknownCheckpoint
from application.store.port import LogIdentity, Store
from application.transparency.checkpoint_table import CheckpointTable, SignedCheckpoint
from application.transparency.checkpoints import proof_text
from projections.database.connections import ReadDatabase
from projections.transparency.log_signing import LogName, LogSigning
from projections.transparency.tree_queries import head_of, proof_of_growth, proof_of_position, tree_origin


class GameProof(Struct, frozen=True, kw_only=True):
    """The proof that a game is in the log, up to a version."""

    version: int
    text: str
    """The proof in the format of C2SP; its leaf is the head of the game at the version."""
    checkpoint: SignedCheckpoint


class LogState(Struct, frozen=True, kw_only=True):
    """The latest checkpoint of the present epoch, and the key that verifies it."""

    verifier_key: str
    checkpoint: SignedCheckpoint | None
    """The checkpoint; None until one is signed."""


class LogProofs:
    """Proofs from the log's tree and its signed checkpoints."""

    def __init__(self, store: Store, database: ReadDatabase, table: CheckpointTable, name: LogName) -> None:
        self._store = store
        self._database = database
        self._table = table
        self._name = name

    async def latest(self) -> SignedCheckpoint | None:
        """Return the latest checkpoint of the present epoch, None if none is signed yet."""
        return await self._latest(await self._store.identity())

    async def growth(self, old: int, new: int) -> tuple[str, ...]:
        """Return the consistency proof from a signed size to a later one, as hashes in Base64.

        Raises UnknownCheckpoint and NotBuilt.
        """
        identity = await self._store.identity()
        for size in (old, new):
            await self._signed(identity, size)
        if old > new:
            raise UnknownCheckpoint(new)
        if old == new:
            return ()
        return await self._database.read(_growth, identity, old, new)

    async def of_game(self, game: GameId) -> GameProof | None:
        """Return the proof of a game in the latest checkpoint, None until one covers its last event.

        Raises NotBuilt.
        """
        identity = await self._store.identity()
        latest = await self._latest(identity)
        if latest is None:
            return None
        return await self._database.read(_of_game, identity, game, latest)

    async def _latest(self, identity: LogIdentity) -> SignedCheckpoint | None:
        return await asyncio.to_thread(self._table.latest, self._name.origin(identity))

    async def _signed(self, identity: LogIdentity, size: int) -> None:
        origin = self._name.origin(identity)
        if await asyncio.to_thread(self._table.at_size, origin, size) is None:
            raise UnknownCheckpoint(size)


class SignedLogProofs(LogProofs):
    """Proofs of a log by the server that signs it."""

    def __init__(
        self, store: Store, database: ReadDatabase, table: CheckpointTable, signing: LogSigning
    ) -> None:
        super().__init__(store, database, table, signing)
        self._signing = signing

    async def state(self) -> LogState:
        """Return the latest checkpoint with the key that has signed it.

        Another server on the database may have signed it with a key of its own. Both are of one reading, so
        that they always fit.
        """
        identity = await self._store.identity()
        latest = await self._latest(identity)
        key = self._signing.verifier_key(identity) if latest is None else latest.verifier_key
        return LogState(verifier_key=key, checkpoint=latest)


def _growth(connection: Connection, identity: LogIdentity, old: int, new: int) -> tuple[str, ...]:
    if tree_origin(connection) != identity:
        raise UnknownCheckpoint(new)
    return tuple(b64encode(each).decode() for each in proof_of_growth(connection, old, new))


def _of_game(
    connection: Connection, identity: LogIdentity, game: GameId, latest: SignedCheckpoint
) -> GameProof | None:
    head = head_of(connection, game)
    if head is None or head.position > latest.size or tree_origin(connection) != identity:
        return None
    hashes = proof_of_position(connection, head.position, latest.size)
    text = proof_text(head.position - 1, hashes, latest.note)
    return GameProof(version=head.version, text=text, checkpoint=latest)
