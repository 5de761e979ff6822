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
from tests.no_skip.logs import Hold, Log, Numbered, count_events, game_ids, open_log

PROGRAM = "tests.no_skip.log_writer"
GAMES = 24
TASKS = 8
CATCHING_UP = 60.0
POLL = 0.002


class Reader:
    """A reader of a log from its beginning; counts gaps and disorder."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.position: Position = 0
        self.count = 0
        self.gaps = 0
        """The number of positions that did not follow the last one."""
        self.disorder = 0
        """The number of positions that were not after the last one."""
        self.version_gaps = 0
        """The number of events that were not the next of their game."""
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
        """Poll the log for ever."""
        while True:
            if batch := await log.select(self.position, random.choice((1, 10, 1000))):
                self.read(batch)
            else:
                await asyncio.sleep(POLL)


class Trial(Struct, kw_only=True):
    """The settings of a trial, and its results."""

    kind: str
    where: str
    events: int
    """The minimum number of events at the end."""
    writers: int = 3
    most: int = 6
    """The maximum number of events of an append."""
    kills: int = 4
    holds: int = 6
    patience: float
    """Seconds for which a transaction holds its position, waiting for a reader to pass it."""
    total: int = 0
    """The number of events at the end."""
    last: Position = 0
    passed: int = 0
    """The number of committed holds whose positions readers had passed before."""
    seconds: float = 0.0

    async def run(self, forker: Forker) -> list[Reader]:
        """Run the trial, and return its readers."""
        began, log = time.monotonic(), await open_log(self.kind, self.where)
        readers = [Reader("follow"), Reader("poll")]
        reading = [
            asyncio.create_task(readers[0].follow(log)),
            asyncio.create_task(readers[1].poll(log)),
        ]
        games = game_ids(GAMES)
        writers = [self._writer(forker, games) for _ in range(self.writers)]
        faults = [True] * self.kills + [False] * self.holds
        random.shuffle(faults)
        for number, kills in enumerate(faults, start=1):
            await self._wait_for_readers(readers, self.events * number // (len(faults) + 1))
            if kills:
                place = random.randrange(len(writers))
                forker.kill(writers[place])
                writers[place] = self._writer(forker, games)
            else:
                await self._hold(readers, commit=number % 3 != 0)
        await self._wait_for_readers(readers, self.events)
        for writer in writers:
            forker.ask_to_stop(writer)
        for writer in writers:
            code = await asyncio.to_thread(forker.wait, writer)
            assert code == 0, forker.log
        self.total, self.last = count_events(self.kind, self.where)
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
        """Return the number of events that a reader at the end of the log has not seen."""
        return self.total - reader.count

    def _writer(self, forker: Forker, games: Sequence[UUID]) -> int:
        return forker.start(PROGRAM, self.kind, self.where, TASKS, self.most, *games)

    async def _wait_for_readers(self, readers: Sequence[Reader], count: int) -> None:
        """Wait until all readers have read that many events, and at least one more than now."""
        count = max(count, max(reader.count for reader in readers) + 1)
        # The deadline is extended with every progress.
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
