"""`kibitz project`: updates the read models, for servers that do not."""

from __future__ import annotations

import asyncio
import logging
import signal

from api.cli.framework.options import DatabaseUrl, DataDir
from api.cli.framework.runner import runs_async
from api.cli.framework.settings import existing_storage
from api.cli.framework.signals import stopping_signals
from api.cli.terminal.output import console
from api.storage import naming
from projections import ALL
from projections.engine.projector import Projector

logger = logging.getLogger(__name__)


@runs_async
async def project(data_dir: DataDir = None, database_url: DatabaseUrl = None) -> None:
    """Update the read models until interrupted, for servers that do not.

    Several can run on one database: if one stops, another takes over within seconds.
    """
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    async with existing_storage(data_dir=data_dir, database_url=database_url) as storage:
        projector = Projector(storage.store, storage.database, ALL)
        with naming("of the read models"):
            await projector.prepare()
        loop, interrupted = asyncio.get_running_loop(), asyncio.Event()

        def stop(number: int, _: object) -> None:
            loop.call_soon_threadsafe(logger.info, "stopping at %s", signal.Signals(number).name)
            loop.call_soon_threadsafe(interrupted.set)

        for each in stopping_signals():
            signal.signal(each, stop)
        async with projector:
            console.print(f"Kibitz keeps {len(ALL)} read models up to date")
            await interrupted.wait()
