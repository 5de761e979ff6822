"""`kibitz log new-epoch`: says of a log that it was restored."""

from __future__ import annotations

from api.cli.common import DatabaseUrl, DataDir, console, existing_storage, plainly


@plainly
async def new_epoch(data_dir: DataDir = None, database_url: DatabaseUrl = None) -> None:
    """Say that a log was put back by other tools than `kibitz restore`.

    All who follow it begin again: read models are built anew, streams end with LOG_RESTORED, and cursors
    from before are refused.
    """
    async with existing_storage(data_dir=data_dir, database_url=database_url) as storage:
        identity = await storage.store.begin_epoch()
    console.print(f"The log {identity.log} is in its epoch {identity.epoch}.", highlight=False)
