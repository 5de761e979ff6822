"""The measured sides: Kibitz on both databases, with and without a projector, and the reference."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import cycle
from math import ceil
from pathlib import Path
from random import Random
from typing import Final

from msgspec import Struct

from benchmarks.api_http.move_load import GameQueue, Turn, check_log, turn
from benchmarks.append.append_load import WARM_UP
from benchmarks.move_requests import Sender
from benchmarks.postgres_server import Server
from benchmarks.scripted_games import start_games
from benchmarks.server_processes import ONE_ADDRESS, Projector, Running, kibitz, started

MARGIN: Final = 1.5
"""The number of moves that are ready before a turn, relative to the number that is expected."""


class Side(Struct, frozen=True, kw_only=True):
    """A way to run Kibitz."""

    name: str
    postgres: bool
    projector: Projector
    sender: Sender = Sender.PAGES


POSTGRES: Final = Side(name="PostgreSQL", postgres=True, projector=Projector.NONE)
SQLITE: Final = Side(name="SQLite", postgres=False, projector=Projector.NONE)
POSTGRES_BESIDE: Final = Side(name="PostgreSQL, projector beside", postgres=True, projector=Projector.BESIDE)
SQLITE_BESIDE: Final = Side(name="SQLite, projector beside", postgres=False, projector=Projector.BESIDE)
POSTGRES_CLIENT: Final = Side(
    name="PostgreSQL, Python client", postgres=True, projector=Projector.NONE, sender=Sender.CLIENT
)
SIDES: Final[Sequence[Side]] = (POSTGRES, SQLITE, POSTGRES_BESIDE, SQLITE_BESIDE, POSTGRES_CLIENT)


class Reference:
    """The bare endpoint, which gets the same requests again and again."""

    def __init__(self, server: Running, requests: Sequence[bytes], connections: int) -> None:
        self._server = server
        self._queues = [cycle(requests)] * connections

    async def turn(self, seconds: float) -> Turn:
        """Measure one turn."""
        return await turn(self._server, self._queues, seconds)


class Played:
    """A Kibitz server whose games are played on so many connections at once."""

    def __init__(
        self, server: Running, log: str, connections: int, seed: str, sender: Sender = Sender.PAGES
    ) -> None:
        self._server = server
        self._log = log
        self._queues = [GameQueue() for _ in range(connections)]
        self._chance = Random(seed)
        self._sender = sender
        self._rate = 0.0

    async def turn(self, seconds: float) -> Turn:
        """Start as many games as the turn may need, and measure it."""
        expected = MARGIN * self._rate * (WARM_UP + seconds) / len(self._queues)
        await self._ensure(max(1, ceil(expected)))
        found = await turn(self._server, self._queues, seconds)
        self._rate = found.load.rate
        return found

    async def requests(self) -> list[bytes]:
        """Return the requests of one game."""
        await self._ensure(1)
        return [move.request for move in self._queues[0].games[0].moves]

    async def check(self) -> int:
        """Return the number of moves that were made; raises RuntimeError if the log has others."""
        return await check_log(self._log, self._queues)

    async def _ensure(self, moves: int) -> None:
        """Start games until each connection has so many moves left."""
        while short := [queue for queue in self._queues if len(queue) < moves]:
            games = await start_games(self._server.url, self._log, len(short), self._chance, self._sender)
            for queue, game in zip(short, games, strict=True):
                queue.add(game)


@contextmanager
def running(side: Side, folder: Path, database: Server | None, connections: int) -> Iterator[Played]:
    """Run a side in a folder, on a new database of the PostgreSQL server."""
    folder.mkdir()
    if side.postgres:
        assert database is not None
        log = database.new_database()
        settings = {**ONE_ADDRESS, "KIBITZ_DATABASE_URL": log}
    else:
        log = str(folder / "data" / "log.db")
        settings = dict(ONE_ADDRESS)
    with kibitz(folder, settings, projector=side.projector) as server:
        yield Played(server, log, connections, side.name, side.sender)


@contextmanager
def reference(requests: Sequence[bytes], connections: int) -> Iterator[Reference]:
    """Run the bare endpoint."""
    with started([sys.executable, "-m", "benchmarks.api_http.bare_endpoint"], os.environ) as server:
        yield Reference(server, requests, connections)
