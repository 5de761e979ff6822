"""Follows an idle log, records the cost, then waits for one more event."""

from __future__ import annotations

import asyncio
import time
from contextlib import aclosing
from pathlib import Path

from tests.faults.harness.process_forker import on_request
from tests.no_skip.logs import open_log

SETTLING = 0.3
IDLE = 2.0
"""Seconds."""


async def run(kind: str, where: str, notes: Path) -> None:
    """Follow until there is an event; record the CPU time while idle, and the event's position."""
    on_request(lambda: None)
    log = await open_log(kind, where)
    async with aclosing(log.follow()) as batches:
        waiting = asyncio.ensure_future(anext(batches))
        await asyncio.sleep(SETTLING)
        began = time.process_time()
        await asyncio.sleep(IDLE)
        used = time.process_time() - began
        (notes / "used").write_text(f"{used}\n")
        [event] = await waiting
        (notes / "position").write_text(f"{event.position}\n")
    await log.close()


def main(kind: str, where: str, notes: str) -> None:
    """Run until the log has an event."""
    asyncio.run(run(kind, where, Path(notes)))
