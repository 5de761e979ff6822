"""`kibitz log new-epoch`: marks a log as restored."""

from __future__ import annotations

from api.cli.terminal.console import DatabaseUrl, DataDir, console, existing_storage, plainly


@plainly
async def new_epoch(data_dir: DataDir = None, database_url: DatabaseUrl = None) -> None:
    """Mark a log as restored, where other tools than `kibitz restore` put it back.

    Everything that follows the log begins again: read models are built anew, streams end with LOG_RESTORED,
    and cursors from before are refused.
    """
    async with existing_storage(data_dir=data_dir, database_url=database_url) as storage:
        identity = await storage.store.begin_epoch()
    console.print(f"The log {identity.log} is in its epoch {identity.epoch}.", highlight=False)
