"""Whether a command costs more when much is stored, or when its game is long."""

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
from benchmarks.append.commands import Replay, Script, published
from benchmarks.append.load import PLAYER
from benchmarks.append.references import AT, STATE, TOPIC

EVENTS_A_GAME = 200
GAMES = 8
"""Games at once, so that a commit has several commands as in a server that is busy."""

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
    """Store so many events of many games."""
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(_FILL, (TOPIC, STATE, AT, PLAYER, events // EVENTS_A_GAME))
        connection.execute("UPDATE kibitz.counter SET position = %s", (events,))
        # As the server does by itself in the end.
        connection.execute("VACUUM ANALYZE kibitz.events")
        connection.execute("CHECKPOINT")


def fill_sqlite(file: Path, events: int) -> None:
    """Store so many events of many games."""
    games = events // EVENTS_A_GAME
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


class Cost(Struct, frozen=True, kw_only=True):
    """What a command costs on one log, in seconds."""

    cpu: float
    """Of this process and, where it can be told, of the server."""
    latency: float
    """The median."""


def compared(
    logs: Sequence[str], given: Sequence[Script], *, turns: int, commands: int, server: Callable[[], float]
) -> list[list[Cost]]:
    """Carry the same commands out on each of the logs, in turns; return what one cost in each turn.

    `server` returns the CPU seconds that the databases' server has taken so far.
    """
    return asyncio.run(_compared(logs, given, turns, commands, server))


async def _compared(
    logs: Sequence[str], given: Sequence[Script], turns: int, commands: int, server: Callable[[], float]
) -> list[list[Cost]]:
    found: list[list[Cost]] = [[] for _ in logs]
    async with AsyncExitStack() as opened:
        replays = [Replay(await opened.enter_async_context(published(log))) for log in logs]
        # The first turn warms up.
        for turn in range(turns + 1):
            chosen = [given[(turn * GAMES + game) % len(given)] for game in range(GAMES)]
            # Who is first changes, so that neither always follows the other's commits.
            for place in range(len(logs)) if turn % 2 else reversed(range(len(logs))):
                cost = await _turn(replays[place], chosen, commands // GAMES, server)
                if turn:
                    found[place].append(cost)
    return found


async def _turn(replay: Replay, chosen: Sequence[Script], commands: int, server: Callable[[], float]) -> Cost:
    latencies: list[float] = []

    async def one(script: Script) -> None:
        game = (await replay.begin(script)).game
        for command in script.commands[:commands]:
            begun = time.perf_counter()
            await replay.carry_out(game, command, False)
            latencies.append(time.perf_counter() - begun)

    begun = time.process_time() + server()
    await asyncio.gather(*(asyncio.create_task(one(script)) for script in chosen))
    # What follows the appends, such as publishing, is a part of them.
    await asyncio.sleep(0.01)
    taken = time.process_time() + server() - begun
    return Cost(cpu=taken / len(latencies), latency=median(latencies))


class Ends(Struct, frozen=True, kw_only=True):
    """CPU seconds for a command in a long game's first round, and in the last that was played out."""

    first: float
    last: float
    rounds: int


def ends(given: Script) -> Ends:
    """Go through a long game, alone and kept in memory, and measure its first round and its last full one.

    Each of the two has the next deal in it.
    """
    return asyncio.run(_ends(given))


async def _ends(given: Script) -> Ends:
    replay = Replay(MemoryStore())
    game = (await replay.begin(given)).game
    taken: dict[int, list[float]] = {}
    for command, number in zip(given.commands, given.rounds, strict=True):
        begun = time.process_time()
        await replay.carry_out(game, command, False)
        taken.setdefault(number, []).append(time.process_time() - begun)
    rounds = max(taken) + 1
    first, end = taken[0], taken[rounds - 2]
    return Ends(first=sum(first) / len(first), last=sum(end) / len(end), rounds=rounds)
