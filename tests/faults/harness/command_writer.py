"""Sends commands to a log until stopped, and repeats each with the same id until it is answered.

Requests and responses are recorded in a journal. The writer that replaces a killed one reads the journal, and
repeats the unanswered commands.
"""

from __future__ import annotations

import asyncio
import os
import random
import time
from collections.abc import Iterator
from pathlib import Path
from uuid import UUID, uuid4

from eventsourcing.persistence import OperationalError

from application.codec import GameId
from application.store.port import CommandTaken, Store, VersionTaken
from application.store.postgres.store import PostgresStore
from application.store.sqlite.store import SQLiteStore
from tests.application.store import a_command, bid
from tests.faults.harness.command_history import Looked, Written
from tests.faults.harness.process_forker import on_request

RETRY_INTERVAL = 0.02
READ_PROBABILITY = 0.2
"""Probability that a task reads a game instead of appending to it."""


class Journal:
    """A file with the commands of a writer, their answers, and its reads."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600)

    def invoked(self, command_id: str, game: GameId, events: int) -> None:
        """Record that a command is about to be sent."""
        self._note("invoked", command_id, game, events, time.monotonic_ns())

    def answered(self, command_id: str, first: int, last: int) -> None:
        """Record that a command was acknowledged."""
        self._note("answered", command_id, first, last, time.monotonic_ns())

    def looked(self, game: GameId, version: int, invoked: int) -> None:
        """Record the version of a game that was read."""
        self._note("looked", game, version, invoked, time.monotonic_ns())

    def unavailable(self, error: Exception) -> None:
        """Record a failed attempt that may be retried."""
        self._note("unavailable", " ".join(str(error).split()))

    def unanswered(self) -> dict[str, tuple[GameId, int]]:
        """Return unanswered commands with their games and numbers of events."""
        waiting: dict[str, tuple[GameId, int]] = {}
        for kind, *values in self._lines():
            if kind == "invoked":
                waiting[values[0]] = (UUID(values[1]), int(values[2]))
            elif kind == "answered":
                del waiting[values[0]]
        return waiting

    def errors(self) -> list[str]:
        """Return the reasons of failed attempts."""
        return [" ".join(values) for kind, *values in self._lines() if kind == "unavailable"]

    def history(self) -> tuple[list[Written], list[Looked]]:
        """Return the acknowledged commands and the reads."""
        invoked: dict[str, tuple[str, int]] = {}
        written: list[Written] = []
        looked: list[Looked] = []
        for kind, *values in self._lines():
            if kind == "invoked":
                invoked[values[0]] = (values[1], int(values[3]))
            elif kind == "answered":
                game, invoked_at = invoked[values[0]]
                first, last, ended = map(int, values[1:])
                written.append(Written(game, values[0], first, last, invoked_at, ended))
            elif kind == "looked":
                version, invoked_at, ended = map(int, values[1:])
                looked.append(Looked(values[0], version, invoked_at, ended))
        return written, looked

    def _note(self, *values: object) -> None:
        # One write to the kernel, which a kill of this process cannot undo.
        os.write(self._file, (" ".join(map(str, values)) + "\n").encode())

    def _lines(self) -> Iterator[list[str]]:
        with self._path.open() as lines:
            for line in lines:
                yield line.split()


async def opened(where: str) -> Store:
    """Open a log by its URL or path, and retry until it can be opened."""
    while True:
        try:
            return await PostgresStore.open(where) if "://" in where else SQLiteStore(where)
        except OperationalError:
            await asyncio.sleep(RETRY_INTERVAL)


class Writer:
    """Executes commands like the server: by id, with retries after conflicts."""

    def __init__(self, store: Store, journal: Journal, caller: str) -> None:
        self._store = store
        self._journal = journal
        self._caller = caller
        self.stopped = False

    async def write(self, game: GameId) -> None:
        """Send a new command until it is answered."""
        command_id, events = uuid4().hex, random.randint(1, 4)
        self._journal.invoked(command_id, game, events)
        await self.answer(command_id, game, events, known=random.random() < 0.5)

    async def answer(self, command_id: str, game: GameId, events: int, *, known: bool = True) -> None:
        """Send a command until it is answered; with `known`, first check whether it was executed."""
        while True:
            try:
                first, last = await self._attempt(command_id, game, events, known)
            except VersionTaken:
                continue
            except OperationalError as error:
                self._journal.unavailable(error)
                # Either look the id up or send it again: both must give the outcome.
                known = random.random() < 0.5
                await asyncio.sleep(RETRY_INTERVAL)
            else:
                self._journal.answered(command_id, first, last)
                return

    async def _attempt(self, command_id: str, game: GameId, events: int, known: bool) -> tuple[int, int]:
        if known and (row := await self._store.command(str(game), self._caller, command_id)):
            return row.first, row.last
        version = await self._store.version(game)
        made = (bid(version + place) for place in range(1, events + 1))
        try:
            recorded = await self._store.append(a_command(command_id, game, version, *made, by=self._caller))
        except CommandTaken as taken:
            return taken.row.first, taken.row.last
        return recorded[0].version, recorded[-1].version

    async def look(self, game: GameId) -> None:
        """Read the version of a game."""
        invoked_at = time.monotonic_ns()
        try:
            version = await self._store.version(game)
        except OperationalError as error:
            self._journal.unavailable(error)
            await asyncio.sleep(RETRY_INTERVAL)
        else:
            self._journal.looked(game, version, invoked_at)

    async def play(self, games: list[GameId]) -> None:
        """Append to random games, and read them."""
        while not self.stopped:
            game = random.choice(games)
            await (self.look(game) if random.random() < READ_PROBABILITY else self.write(game))


async def run(where: str, path: str, caller: str, tasks: int, games: list[GameId]) -> None:
    """Resolve unanswered commands of the journal, then continue."""
    journal, store = Journal(Path(path)), await opened(where)
    writer = Writer(store, journal, caller)

    def stop() -> None:
        writer.stopped = True

    on_request(stop)
    left = journal.unanswered().items()
    await asyncio.gather(*(writer.answer(each, game, events) for each, (game, events) in left))
    await asyncio.gather(*(writer.play(games) for _ in range(tasks)))
    await store.close()


def main(where: str, path: str, caller: str, tasks: str, *games: str) -> None:
    """Run until stopped."""
    random.seed()
    asyncio.run(run(where, path, caller, int(tasks), [UUID(each) for each in games]))
