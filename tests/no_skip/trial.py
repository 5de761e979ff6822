"""The schedule of a trial: conflicting writers that are killed, held transactions, tailing readers."""

from __future__ import annotations

import asyncio
import random
import time
from collections import defaultdict
from collections.abc import Sequence
from contextlib import aclosing
from uuid import UUID

from msgspec import Struct

from application.codec import Position, Version
from tests.faults.harness.process_forker import Forker
from tests.no_skip.logs import Hold, Log, Numbered, counted, game_ids, opened

PROGRAM = "tests.no_skip.log_writer"
GAMES = 24
TASKS = 8
CATCHING_UP = 60.0
POLL = 0.002


class Reader:
    """What somebody has read of a log, from its beginning on, and whether all of it was in its place."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.position: Position = 0
        self.count = 0
        self.gaps = 0
        """How often a position was not the one after the last."""
        self.disorder = 0
        """How often a position was one that had been passed."""
        self.version_gaps = 0
        """How often an event was not the next one of its game."""
        self._versions: defaultdict[UUID, Version] = defaultdict(int)

    def read(self, batch: Sequence[Numbered]) -> None:
        """Take the next events."""
        for event in batch:
            self.gaps += event.position != self.position + 1
            self.disorder += event.position <= self.position
            self.version_gaps += event.version != self._versions[event.game] + 1
            self._versions[event.game] = event.version
            self.position = event.position
        self.count += len(batch)

    async def follow(self, log: Log) -> None:
        """Follow the log for ever."""
        async with aclosing(log.follow()) as batches:
            async for batch in batches:
                self.read(batch)

    async def poll(self, log: Log) -> None:
        """Ask for what comes next, again and again for ever."""
        while True:
            if batch := await log.select(self.position, random.choice((1, 10, 1000))):
                self.read(batch)
            else:
                await asyncio.sleep(POLL)


class Trial(Struct, kw_only=True):
    """How a log is tried, and then what came of it."""

    kind: str
    where: str
    events: int
    """How many there must be in the end, at least."""
    writers: int = 3
    most: int = 6
    """How many events one append has, at most."""
    kills: int = 4
    holds: int = 6
    patience: float
    """For how many seconds a transaction waits, holding its position, for a reader to pass it."""
    total: int = 0
    """How many events were in the log in the end."""
    last: Position = 0
    passed: int = 0
    """How many of the holds that were committed a reader had passed by then."""
    seconds: float = 0.0

    async def run(self, forker: Forker) -> list[Reader]:
        """Carry the trial out; returns what readers have read."""
        began, log = time.monotonic(), await opened(self.kind, self.where)
        readers = [Reader("follow"), Reader("poll")]
        reading = [
            asyncio.create_task(readers[0].follow(log)),
            asyncio.create_task(readers[1].poll(log)),
        ]
        games = game_ids(GAMES)
        writers = [self._writer(forker, games) for _ in range(self.writers)]
        misfortunes = [True] * self.kills + [False] * self.holds
        random.shuffle(misfortunes)
        for number, kills in enumerate(misfortunes, start=1):
            await self._grown(readers, self.events * number // (len(misfortunes) + 1))
            if kills:
                place = random.randrange(len(writers))
                forker.kill(writers[place])
                writers[place] = self._writer(forker, games)
            else:
                await self._hold(readers, commit=number % 3 != 0)
        await self._grown(readers, self.events)
        for writer in writers:
            forker.ask_to_stop(writer)
        for writer in writers:
            code = await asyncio.to_thread(forker.wait, writer)
            assert code == 0, forker.log
        self.total, self.last = counted(self.kind, self.where)
        async with asyncio.timeout(CATCHING_UP):
            while any(reader.position < self.last for reader in readers):
                assert not any(task.done() for task in reading), reading
                await asyncio.sleep(0.01)
        for task in reading:
            task.cancel()
        await asyncio.gather(*reading, return_exceptions=True)
        await log.close()
        self.seconds = time.monotonic() - began
        return readers

    def missed(self, reader: Reader) -> int:
        """Return how many events of the log a reader did not see, who is beyond all of them."""
        return self.total - reader.count

    def _writer(self, forker: Forker, games: Sequence[UUID]) -> int:
        return forker.start(PROGRAM, self.kind, self.where, TASKS, self.most, *games)

    async def _grown(self, readers: Sequence[Reader], count: int) -> None:
        """Wait until readers have seen so many events, and a little more than nothing since now."""
        count = max(count, max(reader.count for reader in readers) + 1)
        # As long as there is progress there is hope.
        seen, deadline = -1, 0.0
        while (now := min(reader.count for reader in readers)) < count:
            if now > seen:
                seen, deadline = now, time.monotonic() + CATCHING_UP
            assert time.monotonic() < deadline, f"the log does not grow beyond {now}"
            await asyncio.sleep(0.005)
        await asyncio.sleep(random.uniform(0, 0.01))

    async def _hold(self, readers: Sequence[Reader], *, commit: bool) -> None:
        hold = await asyncio.to_thread(Hold, self.kind, self.where)
        deadline = time.monotonic() + self.patience
        passed = False
        while time.monotonic() < deadline and not passed:
            await asyncio.sleep(0.001)
            passed = all(reader.position > hold.position for reader in readers)
        self.passed += passed and commit
        await asyncio.to_thread(hold.end, commit=commit)
