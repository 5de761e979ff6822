"""Signs a log and proves parts of it from its databases, with or without a running server."""

from __future__ import annotations

import asyncio

from rich.progress import Progress

from api.data_directory import CannotStart
from api.export.read_model_catch_up import catch_up
from api.settings import Settings
from api.storage import Storage, signing_key
from application.codec import GameId
from application.transparency.checkpoint_table import SignedCheckpoint
from projections.transparency.checkpoint_signer import CheckpointSigner
from projections.transparency.log_proofs import GameProof, LogProofs
from projections.transparency.log_signing import LogName, LogSigning, has_new_key
from projections.transparency.log_tree import LOG_TREE


class LogTool:
    """Checkpoints and proofs of the log in a storage."""

    def __init__(self, storage: Storage, settings: Settings) -> None:
        self._storage = storage
        self._settings = settings
        self._proofs = LogProofs(
            storage.store, storage.database, storage.checkpoints, LogName(settings.log_name)
        )

    async def sign(self, bar: Progress) -> SignedCheckpoint:
        """Sign the log as it is now, and return the checkpoint.

        Raises CannotStart, also if the last checkpoint was signed by another key, InconsistentTree and
        ProjectionStopped.
        """
        storage = self._storage
        # A new key would begin a new epoch, which is for the server to do.
        key = await asyncio.to_thread(signing_key, self._settings, existing=True)
        signing = LogSigning(self._settings.log_name, key)
        if await has_new_key(storage.store, storage.checkpoints, signing):
            raise CannotStart(
                "the last checkpoint was signed by another key: set KIBITZ_LOG_KEY to that key, or start the "
                "server with the new one, which begins a new epoch"
            )
        size = await storage.store.head()
        if size == 0:
            raise CannotStart("the log is empty, so there is nothing to sign")
        await catch_up(storage, LOG_TREE, bar)
        signer = CheckpointSigner(storage.store, storage.database, storage.checkpoints, signing)
        signed = await signer.sign()
        if signed is None or signed.size < size:
            raise CannotStart("the tree of the log is being made anew: start the server, and try again later")
        return signed

    async def proof(self, game: GameId, version: int, bar: Progress) -> GameProof | None:
        """Return the proof that a game is in the log up to a version, None if no checkpoint covers that.

        Raises CannotStart and ProjectionStopped.
        """
        if await self._proofs.latest() is None:
            return None
        await catch_up(self._storage, LOG_TREE, bar)
        proof = await self._proofs.of_game(game)
        return proof if proof is not None and proof.version == version else None

    async def growth(self, old: int, new: int, bar: Progress) -> tuple[str, ...]:
        """Return the consistency proof from a signed size to a later one, as hashes in Base64.

        Raises UnknownCheckpoint, CannotStart and ProjectionStopped.
        """
        if await self._proofs.latest() is not None:
            await catch_up(self._storage, LOG_TREE, bar)
        return await self._proofs.growth(old, new)
