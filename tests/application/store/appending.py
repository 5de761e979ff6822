"""Appends to a log until killed, and prints each event once it is durable. Arguments: PATH GAMES."""

from __future__ import annotations

import asyncio
import sys

from application.store.sqlite.store import SQLiteStore
from tests.application.store import an_append, bid, new_game


async def append_for_ever(path: str, games: int) -> None:
    store = SQLiteStore(path)

    async def play() -> None:
        game, version = new_game(), 0
        while True:
            for recorded in await store.append(an_append(game, version, bid(version + 1), bid(version + 2))):
                version = recorded.version
                sys.stdout.write(f"{recorded.game} {recorded.version} {recorded.position}\n")
            sys.stdout.flush()

    await asyncio.gather(*(play() for _ in range(games)))


if __name__ == "__main__":
    asyncio.run(append_for_ever(sys.argv[1], int(sys.argv[2])))
