"""`kibitz demo`: a whole game through a server of its own."""

from __future__ import annotations

from api.cli.common import console, plainly
from api.demo.run import demonstrate


@plainly
async def demo() -> None:
    """Play a whole game through a server of its own, watched, replayed and checked."""
    await demonstrate(console)
