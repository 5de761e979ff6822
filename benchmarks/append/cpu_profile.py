"""Profile of the CPU time of commands on PostgreSQL, by part of their path."""

from __future__ import annotations

import cProfile
import pstats
import time
from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import Struct

from benchmarks.append.command_replay import Script, measure_whole_path

PARTS: Final[Mapping[str, Sequence[tuple[str, str]]]] = {
    "decide": [("domain/game.py", "decide")],
    "settle": [("domain/game.py", "settle")],
    "shuffle": [("domain/game.py", "shuffle")],
    "evolve the game": [("application/games/croupier.py", "take")],
    "evolve the seats' views": [("application/games/croupier.py", "view")],
    "build the caller's outcome": [("application/games/outcome.py", "outcome")],
    "look up the command id": [("application/games/command_handler.py", "_repeated")],
    "encode, envelope": [
        ("application/store/rows.py", "entry_of"),
        ("application/store/rows.py", "appended"),
    ],
    "the batch's transaction": [("application/store/postgres/batch_append.py", "commit")],
    "follow the log": [("application/watching/game_streams.py", "_follow")],
    "notify other processes": [
        ("application/store/postgres/notifications.py", "_announce"),
        ("application/store/postgres/notifications.py", "_listen"),
    ],
}
"""The functions of each part, measured with the functions they call; none calls another."""
REST: Final = "asyncio and the rest"


class Part(Struct, frozen=True, kw_only=True):
    """A part of the path and its share of the CPU time."""

    name: str
    share: float
    """Share of the CPU time under the profiler, which slows down calls of small functions most."""


def profile(log: str, given: Sequence[Script], games: int, seconds: float, *, ids: bool) -> list[Part]:
    """Return the parts of this process's CPU time."""
    # CPU time excludes waiting and other processes.
    profiler = cProfile.Profile(time.process_time)
    profiler.enable()
    measure_whole_path(log, given, games, seconds, ids=ids)
    profiler.disable()
    stats = pstats.Stats(profiler)
    # The type stubs lack this documented attribute.
    found: dict[tuple[str, int, str], tuple[int, int, float, float, object]] = stats.stats  # type: ignore[attr-defined]
    taken = {
        name: sum(
            times[3]
            for (file, _, function), times in found.items()
            if any(file.endswith(suffix) and function == wanted for suffix, wanted in functions)
        )
        for name, functions in PARTS.items()
    }
    busy = sum(times[2] for times in found.values())
    taken[REST] = busy - sum(taken.values())
    return [Part(name=name, share=each / busy) for name, each in taken.items()]
