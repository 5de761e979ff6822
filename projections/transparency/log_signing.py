"""The key and the name with which a log signs its checkpoints."""

from __future__ import annotations

import asyncio
import logging

from msgspec import Struct

from application.store.port import LogIdentity, Store
from application.transparency.checkpoint_table import CheckpointTable, SignedCheckpoint
from application.transparency.signed_notes import SigningKey

logger = logging.getLogger(__name__)


class LogName(Struct, frozen=True):
    """The name of a log, with which the origins of its checkpoints begin."""

    name: str | None
    """The name; None for the default, which is made of the log's id."""

    def origin(self, identity: LogIdentity) -> str:
        """Return the origin line of an epoch's checkpoints."""
        name = f"kibitz/{identity.log}" if self.name is None else self.name
        return f"{name}/{identity.epoch}"


class LogSigning(LogName, frozen=True):
    """The key and the name with which a log signs."""

    key: SigningKey

    def verifier_key(self, identity: LogIdentity) -> str:
        """Return the key with which anyone can verify an epoch's checkpoints."""
        return self.key.verifier_key(self.origin(identity))

    def has_signed(self, checkpoint: SignedCheckpoint) -> bool:
        """Return whether this key signs under the checkpoint's name; another key may have."""
        return checkpoint.verifier_key == self.key.verifier_key(checkpoint.origin)


async def has_new_key(store: Store, table: CheckpointTable, signing: LogSigning) -> bool:
    """Return whether another key has signed the latest checkpoint of the present epoch."""
    identity = await store.identity()
    latest = await asyncio.to_thread(table.latest, signing.origin(identity))
    return latest is not None and not signing.has_signed(latest)


async def log_signing(
    store: Store, table: CheckpointTable, key: SigningKey, name: str | None = None
) -> LogSigning:
    """Return the key and the name with which a log signs.

    If another key has signed in the present epoch, a new epoch begins. Clients then report a new key, and not
    a forged log.
    """
    signing = LogSigning(name, key)
    if await has_new_key(store, table, signing):
        begun = await store.begin_epoch()
        logger.warning("the log has a new key, and epoch %s has begun", begun.epoch)
    return signing
