"""Killed projectors and rebuilds: no event is lost or counted twice, and no swap is partial.

Processes are killed at random moments while they catch up, rebuild and swap, and at each single step of what
they ask of the database. Others read all the while; what they find at a position are the rows of that
position, as read models have them that nobody disturbed.
"""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from itertools import islice
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

import projections
from application.store.port import Store
from projections.database.connections import ReadDatabase
from projections.engine.generations import Role, Tracked, ensure
from projections.engine.projection import Projection
from projections.engine.rebuild import rebuild
from projections.games.deadlines import DEADLINES
from projections.players.leaderboard import LEADERBOARD
from tests.faults.harness.command_writer import opened
from tests.faults.harness.process_forker import Forker, forking
from tests.long_form import usually
from tests.projections.logs import Log, append, game_id, interleave, project, rows
from tests.projections.mortals import FOR_EVER, NEVER, PROGRAM, database_at
from tests.projections.players.counted_profiles import few, simulated
from tests.projections.witnesses import Reader, Tracks, Undisturbed, time_passes, tracks, undisturbed

NAMES = tuple(projection.name for projection in projections.ALL)
KILLED = -signal.SIGKILL
AT_REST_WITHIN = 100.0
LEAST_STEPS = 12
"""Fewer steps than every swap has."""


class Place(NamedTuple):
    """The URLs or paths of a log and its read models, and the forker that starts processes on them."""

    log: str
    read: str
    folder: Path
    forker: Forker

    def start(self, task: str, *names: str, batch: int, dies_at: int = NEVER, until: int = FOR_EVER) -> int:
        """Start a process and return its id."""
        return self.forker.start(PROGRAM, task, self.log, self.read, batch, dies_at, until, *names)


@pytest.fixture(scope="module")
def forker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Forker]:
    with forking(tmp_path_factory.mktemp("mortals") / "complaints", PROGRAM) as forker:
        yield forker


@pytest.fixture(params=usually(["sqlite", "postgres"], "postgres"))
def place(request: pytest.FixtureRequest, tmp_path: Path, forker: Forker) -> Place:
    if request.param == "postgres":
        url = request.getfixturevalue("postgres_url")
        return Place(url, url, tmp_path, forker)
    return Place(str(tmp_path / "log.db"), str(tmp_path / "read.db"), tmp_path, forker)


@asynccontextmanager
async def at_home(place: Place) -> AsyncIterator[tuple[Store, ReadDatabase, Undisturbed]]:
    """Give the log, the read models, and others of the same log that nobody disturbs."""
    async with AsyncExitStack() as stack:
        store = await opened(place.log)
        stack.push_async_callback(store.close)
        database = stack.enter_context(database_at(place.read))
        yield store, database, stack.enter_context(undisturbed(store, place.folder))


# At each single step


async def killed_at_each_step(
    place: Place, database: ReadDatabase, task: str, projection: Projection, batch: int
) -> AsyncIterator[Tracked]:
    """Let a process die at its first step, the next one at its second, until one has got something done.

    Then again, from the first step on. Gives what readers have after each death.
    """
    known, step = tracks(database), 0
    while True:
        step += 1
        process = place.start(task, projection.name, batch=batch, dies_at=step)
        assert await asyncio.to_thread(place.forker.wait, process) == KILLED, place.forker.log
        found = tracks(database)
        yield found[projection.name, Role.ACTIVE]
        before, after = _done(known), _done(found)
        assert all(after[key] >= before[key] for key in before.keys() & after.keys()), "it went back"
        if after != before:
            known, step = found, 0
        time_passes(database)


def _done(found: Tracks) -> dict[tuple[str, Role], tuple[int, int]]:
    return {key: (row.generation, row.position) for key, row in found.items()}


async def rebuilt_step_by_step(place: Place, projection: Projection, *, carried: bool) -> None:
    """Kill a rebuild at each step until the swap; with `carried`, from when only the swap is left."""
    async with at_home(place) as (store, database, undisturbed):
        await interleave(store, few()[2:6])
        head = await store.head()
        expected = await undisturbed.rows(projection, head)
        await project(store, database, projection)
        if carried:
            await carried_to_the_swap(store, database, projection)
        deaths = 0
        async for active in killed_at_each_step(place, database, "rebuild", projection, batch=150):
            deaths += 1
            assert active.position == head
            assert rows(database, projection) == expected
            if active.generation > 1:
                break
        assert tracks(database).keys() == {(projection.name, Role.ACTIVE)}
        assert deaths > LEAST_STEPS


class Interrupted(Exception):
    """Somebody pressed Ctrl-C."""


async def carried_to_the_swap(store: Store, database: ReadDatabase, projection: Projection) -> None:
    def interrupt(done: int, head: int) -> None:
        if done == head:
            raise Interrupted

    with pytest.raises(Interrupted):
        await rebuild(store, database, projection, progress=interrupt)


async def caught_up_step_by_step(place: Place, projection: Projection) -> None:
    """Kill a projector at each step until it has caught up."""
    async with at_home(place) as (store, database, undisturbed):
        await interleave(store, few()[2:6])
        await database.write(ensure, projection)
        met = set()
        async for active in killed_at_each_step(place, database, "project", projection, batch=150):
            met.add(active.position)
            assert rows(database, projection) == await undisturbed.rows(projection, active.position)
            if active.position == await store.head():
                break
        assert len(met) > 1
        assert tracks(database).keys() == {(projection.name, Role.ACTIVE)}


async def test_killed_at_each_step_of_the_swap(place: Place) -> None:
    await rebuilt_step_by_step(place, LEADERBOARD, carried=True)


every_read_model = pytest.mark.parametrize("projection", projections.ALL, ids=lambda each: each.name)


@pytest.mark.faults
@every_read_model
async def test_killed_at_each_step_of_a_rebuild(place: Place, projection: Projection) -> None:
    await rebuilt_step_by_step(place, projection, carried=False)


@pytest.mark.faults
@every_read_model
async def test_killed_at_each_step_of_catching_up(place: Place, projection: Projection) -> None:
    await caught_up_step_by_step(place, projection)


# At random moments


def scattered(logs: Sequence[Log], chance: Random) -> Iterator[tuple[int, Log]]:
    """Give several games piece by piece, as if they were played at once."""
    waiting = dict(enumerate(logs, 1))
    while waiting:
        number, pieces = chance.choice(sorted(waiting)), chance.randint(5, 30)
        log = waiting.pop(number)
        yield number, log[:pieces]
        if log[pieces:]:
            waiting[number] = log[pieces:]


class Siege:
    """Two projectors and a rebuild at work on all read models, each killed and replaced at will."""

    def __init__(self, place: Place, database: ReadDatabase, chance: Random, batch: int) -> None:
        self.struck: Counter[str] = Counter()
        """The number of processes killed while they had work to do, by that work."""
        self._place = place
        self._database = database
        self._chance = chance
        self._batch = batch
        self._processes = {number: self._started(number) for number in range(3)}

    def strike(self, head: int) -> None:
        """Kill one of them and put another one in its place."""
        number = self._chance.randrange(3)
        self._kill(number)
        left = tracks(self._database).items()
        if _task(number) == "rebuild":
            begun = (row.position > 0 for (_, role), row in left if role is Role.REBUILD)
            self.struck["rebuilding"] += any(begun)
        else:
            behind = (row.position < head for (_, role), row in left if role is Role.ACTIVE)
            self.struck["catching up"] += any(behind)
        time_passes(self._database)
        self._processes[number] = self._started(number)

    async def go_on(self, head: int) -> None:
        """Kill them all, and let others do what is left to do, and no more."""
        for number in self._processes:
            self._kill(number)
        time_passes(self._database)
        for task, names in (("project", NAMES), ("rebuild", self._half_rebuilt())):
            if names:
                process = self._place.start(task, *names, batch=10 * self._batch, until=head)
                code = await asyncio.to_thread(self._place.forker.wait, process, AT_REST_WITHIN)
                assert code == 0, self._place.forker.log

    def _kill(self, number: int) -> None:
        os.kill(self._processes[number], signal.SIGKILL)
        assert self._place.forker.wait(self._processes[number]) == KILLED, self._place.forker.log

    def _started(self, number: int) -> int:
        # What was left half done comes first, the rest in any order.
        left = self._half_rebuilt()
        names = sorted(self._chance.sample(NAMES, len(NAMES)), key=lambda name: name not in left)
        return self._place.start(_task(number), *names, batch=self._batch)

    def _half_rebuilt(self) -> list[str]:
        return [name for name, role in tracks(self._database) if role is Role.REBUILD]


def _task(number: int) -> str:
    return "project" if number < 2 else "rebuild"


async def besieged(place: Place, logs: Sequence[Log], *, strikes: int, batch: int, pause: float) -> None:
    """Kill processes until so many were struck at either work, while the log grows and others read."""
    began, chance = time.monotonic(), Random(6)
    async with at_home(place) as (store, database, undisturbed):
        for projection in projections.ALL:
            await database.write(ensure, projection)
        reader, pieces = Reader(database, chance, pause), scattered(logs, chance)

        async def happens(some: int | None) -> int:
            for number, piece in islice(pieces, some):
                await append(store, game_id(number), *piece)
            return await store.head()

        await reader.read_all()
        async with asyncio.TaskGroup() as group:
            reading = group.create_task(reader.read())
            await happens(10)
            siege, longest = Siege(place, database, chance, batch), 0.25
            while min(siege.struck["catching up"], siege.struck["rebuilding"]) < strikes:
                head = await happens(3)
                # Short pauses are as likely as long ones, after which nothing is left to catch up with.
                await asyncio.sleep(0.02 * (longest / 0.02) ** chance.random())
                siege.strike(head)
                # On a loaded machine a process takes longer to begin its work.
                longest = min(1.05 * longest, 5.0)
            head = await happens(None)
            await siege.go_on(head)
            reading.cancel()
        await reader.read_all()
        assert {row.position for row in tracks(database).values()} == {head}
        assert tracks(database).keys() == {(name, Role.ACTIVE) for name in NAMES}
        await reader.saw_the_truth(undisturbed)
        for projection in projections.ALL:
            found = rows(database, projection)
            assert found == await undisturbed.rows(projection, head), projection.name
            # Games that are over have no deadline.
            assert projection is DEADLINES or any(found.values()), projection.name
    swaps = sum(map(len, reader.generations.values())) - len(reader.generations)
    assert swaps > 0, "no rebuild that was struck has come to its swap"
    print(  # noqa: T201 - what a long run has found is worth knowing
        f"\n{dict(siege.struck)} in {time.monotonic() - began:.0f} s; {head} events, read at {reader.reads}"
        f" positions, on both sides of {swaps} swaps: nothing lost, nothing twice, nothing by halves"
    )


async def test_killed_at_random(place: Place) -> None:
    await besieged(place, few()[2:], strikes=2, batch=20, pause=0.03)


@pytest.mark.faults
@pytest.mark.timeout(900)
async def test_killed_at_random_at_length(place: Place) -> None:
    await besieged(place, simulated()[::2], strikes=40, batch=20, pause=0.1)
