"""Signs the root of the log's tree at fixed times, whether or not games are played.

All servers on one database may sign: signatures of Ed25519 are deterministic, and the table of checkpoints
accepts one root for each size. A tree that is smaller than the last checkpoint, or that does not contain it,
is never signed.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from time import time
from typing import Final

from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError

from application.runtime.cancellation import cancel_and_wait
from application.store.port import LogIdentity, Store, StoreError
from application.transparency.checkpoint_table import CheckpointTable, SignedCheckpoint
from application.transparency.checkpoints import Checkpoint
from projections.database.connections import ReadDatabase
from projections.engine.generations import NotBuilt
from projections.transparency.log_signing import LogSigning
from projections.transparency.tree_queries import TreeDamaged, root_at, tree_origin, tree_size

logger = logging.getLogger(__name__)

EMPTY: Final = 0


class InconsistentTree(Exception):
    """The tree does not continue what was signed; nothing is signed until an operator has seen to it."""


class OtherKey(Exception):
    """Another server on the database signs with another key, so nothing is signed with this one."""


class CheckpointSigner:
    """Signs checkpoints of one log."""

    def __init__(
        self, store: Store, database: ReadDatabase, table: CheckpointTable, signing: LogSigning
    ) -> None:
        self._store = store
        self._database = database
        self._table = table
        self._signing = signing

    async def sign(self) -> SignedCheckpoint | None:
        """Sign the tree as it is, and return the latest checkpoint; None while there is nothing to sign.

        Raises InconsistentTree, OtherKey, StoreError and SQLAlchemyError.
        """
        identity = await self._store.identity()
        origin = self._signing.origin(identity)
        last = await asyncio.to_thread(self._table.latest, origin)
        if last is not None and not self._signing.has_signed(last):
            # Two keys under one name look to clients like a forgery.
            raise OtherKey(
                "another server on this database signs with another key: give KIBITZ_LOG_KEY to all of them, "
                "and start this one again"
            )
        try:
            found = await self._database.read(_roots, identity, last)
        except NotBuilt:
            return last
        except TreeDamaged as error:
            raise InconsistentTree(str(error)) from error
        if found is None:
            return last
        size, root, root_of_last = found
        if last is not None and root_of_last != last.root:
            raise InconsistentTree(
                f"the tree of the log has another root at {last.size} events than the checkpoint that was "
                f"signed at {last.at:%Y-%m-%d %H:%M:%S} UTC: the log or its read model was changed"
            )
        if last is not None and last.size == size:
            return last
        checkpoint = Checkpoint(origin, size, root)
        signed = SignedCheckpoint(
            origin=origin,
            size=size,
            root=root,
            verifier_key=self._signing.verifier_key(identity),
            note=self._signing.key.sign(checkpoint.text(), origin),
            at=datetime.now(UTC),
        )
        added = await asyncio.to_thread(self._table.add, signed)
        if added.root != root:
            raise InconsistentTree(f"another server has signed another root at {size} events")
        return added

    @asynccontextmanager
    async def signing_every(self, seconds: float) -> AsyncIterator[None]:
        """Sign at each multiple of so many seconds since 1970, while the context is entered."""
        task = asyncio.create_task(self._sign_every(seconds))
        try:
            yield
        finally:
            await cancel_and_wait([task])

    async def _sign_every(self, seconds: float) -> None:
        while True:
            # The times do not depend on what is played.
            await asyncio.sleep(seconds - time() % seconds)
            try:
                await self.sign()
            except (InconsistentTree, OtherKey) as error:
                logger.error("no checkpoint is signed: %s", error)  # noqa: TRY400 - the message says it all
            except (StoreError, SQLAlchemyError, OSError) as error:
                logger.warning("a checkpoint could not be signed: %s", error)


def _roots(
    connection: Connection, identity: LogIdentity, last: SignedCheckpoint | None
) -> tuple[int, bytes, bytes] | None:
    """Return the size of the tree, its root, and its root at the last checkpoint.

    None if the tree is of another epoch, or smaller than what was signed: it is being made anew.
    """
    size = tree_size(connection)
    signed = EMPTY if last is None else last.size
    if size == EMPTY or size < signed or tree_origin(connection) != identity:
        return None
    return size, root_at(connection, size), root_at(connection, signed)
