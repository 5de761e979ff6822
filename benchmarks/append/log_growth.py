"""Cost of a command by the size of the log and the length of its game."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack, closing
from pathlib import Path
from statistics import median
from uuid import uuid4

import psycopg
from msgspec import Struct

from application.store.memory import MemoryStore
from application.store.sqlite.database import open_log
from benchmarks.append.append_load import PLAYER
from benchmarks.append.command_replay import Replay, Script, open_with_publishing
from benchmarks.append.reference_writers import AT, STATE, TOPIC

EVENTS_PER_GAME = 200
GAMES = 8
"""Concurrent games, so that a commit has several commands as on a busy server."""

_FILL = """
    INSERT INTO kibitz.events (position, game, version, topic, state, at, "by")
    SELECT 200 * number + version, md5(number::text)::uuid, version, %s, %s, %s, %s
    FROM generate_series(0, %s - 1) AS number, generate_series(1, 200) AS version
"""
_FILL_SQLITE = """
    WITH RECURSIVE versions (version) AS (
        SELECT 1 UNION ALL SELECT version + 1 FROM versions WHERE version < 200
    )
    INSERT INTO events (position, game, version, topic, state, at, "by")
    SELECT 200 * number + version, id, version, ?, ?, ?, ? FROM games CROSS JOIN versions
"""


def fill_postgres(url: str, events: int) -> None:
    """Fill a PostgreSQL log with events of many games."""
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(_FILL, (TOPIC, STATE, AT, PLAYER, events // EVENTS_PER_GAME))
        connection.execute("UPDATE kibitz.counter SET position = %s", (events,))
        # Autovacuum and the checkpointer would do this eventually.
        connection.execute("VACUUM ANALYZE kibitz.events")
        connection.execute("CHECKPOINT")


def fill_sqlite(file: Path, events: int) -> None:
    """Fill a SQLite log with events of many games."""
    games = events // EVENTS_PER_GAME
    with closing(open_log(file)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("CREATE TEMP TABLE games (number INTEGER PRIMARY KEY, id BLOB)")
        connection.executemany(
            "INSERT INTO games VALUES (?, ?)", ((number, uuid4().bytes) for number in range(games))
        )
        connection.execute(_FILL_SQLITE, (TOPIC, STATE, AT, PLAYER))
        connection.execute("UPDATE counter SET position = ?", (events,))
        connection.execute("COMMIT")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


class CommandCost(Struct, frozen=True, kw_only=True):
    """Cost of a command on one log, in seconds."""

    cpu: float
    """CPU seconds of this process and, if available, of the database server."""
    latency: float
    """Median latency."""


def compare_logs(
    logs: Sequence[str],
    given: Sequence[Script],
    *,
    turns: int,
    commands: int,
    server_cpu: Callable[[], float],
) -> list[list[CommandCost]]:
    """Run the same commands on each log in turns; returns the cost of a command per log and turn.

    `server_cpu` returns the CPU seconds of the database server so far.
    """
    return asyncio.run(_compare_logs(logs, given, turns, commands, server_cpu))


async def _compare_logs(
    logs: Sequence[str], given: Sequence[Script], turns: int, commands: int, server_cpu: Callable[[], float]
) -> list[list[CommandCost]]:
    found: list[list[CommandCost]] = [[] for _ in logs]
    async with AsyncExitStack() as opened:
        replays = [Replay(await opened.enter_async_context(open_with_publishing(log))) for log in logs]
        # The first turn is a warm-up.
        for turn in range(turns + 1):
            chosen = [given[(turn * GAMES + game) % len(given)] for game in range(GAMES)]
            # Alternate the order, so that no log always follows the other's commits.
            for place in range(len(logs)) if turn % 2 else reversed(range(len(logs))):
                cost = await _turn(replays[place], chosen, commands // GAMES, server_cpu)
                if turn:
                    found[place].append(cost)
    return found


async def _turn(
    replay: Replay, chosen: Sequence[Script], commands: int, server_cpu: Callable[[], float]
) -> CommandCost:
    latencies: list[float] = []

    async def run(script: Script) -> None:
        game = (await replay.begin(script)).game
        for command in script.commands[:commands]:
            begun = time.perf_counter()
            await replay.carry_out(game, command, False)
            latencies.append(time.perf_counter() - begun)

    before = time.process_time() + server_cpu()
    await asyncio.gather(*(asyncio.create_task(run(script)) for script in chosen))
    # Include the work after the appends, such as publishing.
    await asyncio.sleep(0.01)
    cpu = time.process_time() + server_cpu() - before
    return CommandCost(cpu=cpu / len(latencies), latency=median(latencies))


class RoundCosts(Struct, frozen=True, kw_only=True):
    """CPU seconds per command in the first and the last full round of a long game."""

    first: float
    last: float
    rounds: int


def measure_rounds(given: Script) -> RoundCosts:
    """Replay a long game in memory, and measure its first and last full round.

    Both rounds include the deal of the next one.
    """
    return asyncio.run(_measure_rounds(given))


async def _measure_rounds(given: Script) -> RoundCosts:
    replay = Replay(MemoryStore())
    game = (await replay.begin(given)).game
    taken: dict[int, list[float]] = {}
    for command, number in zip(given.commands, given.rounds, strict=True):
        begun = time.process_time()
        await replay.carry_out(game, command, False)
        taken.setdefault(number, []).append(time.process_time() - begun)
    rounds = max(taken) + 1
    first, end = taken[0], taken[rounds - 2]
    return RoundCosts(first=sum(first) / len(first), last=sum(end) / len(end), rounds=rounds)
